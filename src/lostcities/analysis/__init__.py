"""What was skill and what was luck: what a critic (`bots/critics`) says about a record."""
