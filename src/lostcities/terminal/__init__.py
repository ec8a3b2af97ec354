"""The games in a terminal: one view a game, the table people play at, and replays."""
