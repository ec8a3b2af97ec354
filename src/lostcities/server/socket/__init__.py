"""A table's socket: the messages that go over it, the conversation with one client, and what a client can ask."""
