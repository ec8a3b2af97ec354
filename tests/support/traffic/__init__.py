"""Recorded traffic, replayed to check that nothing has changed: the server's answers, what programs hear, records, views.

`recordings.py` lists the recordings. Each plays a fixed scenario and writes down every line that goes in or comes out, so the same
code records and replays. `zless tests/data/traffic/table-card.txt.gz` shows one; its first line says where it is from.

- Almost all are from 0416705, the last commit before there was `play/` and before the server had rooms. One field was added to it: the
  table's `starter`, which the server sends since 1b3b4ab.
- `table-card`, `-agreed`, `-clock`, `-bot`, `-board` and `-roll` are from the commit in their first line. Since 0416705 the server adds
  `recent` to states and to `takeback`, the card to what is taken from a pile, faces to seats, and the card drawn to replays. It lets a
  turn of the roll & write game be undone, and its messages read better. All else is what 0416705 answered.
- `replays-shown` is from 72bb9d2: since `play/`, a replay also names the card that ends a round.

Record again only what should change, and compare it with the old recording:

    PYTHONPATH=tests:<checkout>/src python -m support.traffic --commit <what it is> NAME …
"""
