"""Bots at the tables: what they are asked for, the processes that think for them here and on other machines, and a fallback without any.

Of the other packages of the server it imports only `redis`: a bot gets a view and nothing else.
"""
