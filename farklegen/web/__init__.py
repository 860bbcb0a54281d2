"""The web application: house rules, card and match in a browser, and the same as JSON.

It is for this machine and the home network.

- `app`: the server, addresses, errors, and which hosts and sites are refused.
- `work`: what can be asked, a process for each question, and one match at a time.
- `static/`: the page, in plain JavaScript modules and CSS.
"""
