"""HTTP: routes, their requests and answers, who the caller is and how much they may request, and the page itself.

Imports `tables`, `store` and `bots`. Callers and their seats are identified here for sockets too.
"""
