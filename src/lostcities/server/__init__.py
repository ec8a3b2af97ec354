"""Tables that people and bots play at: HTTP and sockets in front, stored events behind. docs/server.md says what goes over the wire.

Each room imports only those before it: `store`, `bots`, `tables`, `http`, `socket`. Of the modules beside the rooms, errors, settings,
logs, metrics, rates and messages know no room. `services`, `app` and `running` put the rooms together; `http` and `socket`
share `services`.
"""
