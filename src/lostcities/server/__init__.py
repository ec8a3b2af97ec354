"""Tables that people and bots play at: HTTP and sockets at the front, stored events at the back. docs/server.md describes the protocol.

Each package imports only those before it: `store`, `bots`, `tables`, `http`, `socket`. The modules errors, settings,
logs, metrics, rates and messages import none of them. `services`, `app` and `running` put the packages together; `http` and `socket`
share `services`.
"""
