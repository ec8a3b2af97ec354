"""What was skill and what was luck: a critic that knows what all players together know, and what it says about a record."""
