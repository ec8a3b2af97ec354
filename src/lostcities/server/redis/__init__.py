"""What several servers tell each other through Redis or Valkey: hints, who is there, and what clients have spent.

It is never the truth. A server works without it, and what is kept here may be lost at any time. Only this folder imports the library.
"""
