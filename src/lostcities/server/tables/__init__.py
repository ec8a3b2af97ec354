"""Tables in play: what may happen at them, who is there, what happens by itself, what each client is sent. Uses no SQL and no network.

Imports `store`, to which it writes, and `bots`, which it asks.
"""
