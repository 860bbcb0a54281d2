"""The web application: house rules, card and match in a browser, and the same as JSON.

- `app`: addresses, headers, errors; `interface`: the questions under `/api`.
- `desk`: who asks what, each thing worked out once; `workers`: the processes that work it out.
- `asks`: what such a process can be asked; `worker`: its side of the conversation.
- `limits`: what a request may cost; `packing`: rules inside an address.
- `static/`: the page, in plain JavaScript modules and CSS.

The server itself reads requests and keeps answers; rules are only ever read in worker processes,
which have a limit of memory and of time.
"""
