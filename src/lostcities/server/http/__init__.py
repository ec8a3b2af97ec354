"""HTTP: routes, what they take and answer, who asks and how much they may ask, and the page itself.

Imports `tables`, `store` and `bots`. Who asks, and which seats are theirs, is found out here for sockets too.
"""
