"""The games in a terminal: one view per game, the table that people play at, and replays."""
