"""A bot as a guest at someone's table: it takes a seat with an invitation link, and plays over the network as a person's page does.

It uses only what docs/server.md describes, so it works with any server of the same games.
"""
