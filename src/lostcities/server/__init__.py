"""Tables that people and bots play at: HTTP and sockets at the front, stored events at the back. docs/server.md describes the protocol.

Each package imports only those before it: `store`, `redis`, `bots`, `tables`, `http`, `socket`. The modules errors, settings,
logs, metrics, rates and messages import none of them. `services`, `app` and `running` put the packages together, and `thinking` those
that a worker needs; `http` and `socket` share `services`.
"""
