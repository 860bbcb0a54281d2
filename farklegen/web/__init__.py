"""The web application: house rules, card and match in a browser, and the same as JSON.

It is for this machine and the home network.

- `serving`: the server; `app`: addresses, errors, and which hosts and sites are refused.
- `questions`: what can be asked; `work`: a process for each question, one match at a time.
- `static/`: the page, in plain JavaScript modules and CSS.
"""
