"""Tables that people and bots play at: HTTP and sockets in front, stored events behind. docs/server.md says what goes over the wire."""
