"""Tables in play: what happens at them, who is there, what happens by itself, and what each client is shown. Knows no SQL."""
