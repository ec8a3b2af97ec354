"""The card of a folder of self-play: what it holds, for people, and how to load it, for Hugging Face `datasets` and its Hub."""

import json
from collections.abc import Sequence

from lostcities.data.plan import SelfPlay
from lostcities.data.tables import Column, identity, tables

ROWS = {"rounds": "round", "positions": "decision"}
"""What a row of each table is."""

CARD = """\
---
pretty_name: Self-play of the lostcities game {game}
tags:
- lostcities
- reinforcement-learning
- self-play
configs:
{configs}
---

# Self-play of the lostcities game `{game}`

Games between bots, played and written by `lostcities selfplay`.
`selfplay.json` says how:

```json
{identity}
```

## Load

Each table is a folder of Parquet files with one schema.
Read a table, not this folder: the tables differ.

```python
{examples}
```

`lostcities.data` reads them too, and `lostcities.rl.spec("{game}")` returns what the action ids and the bytes of an observation mean.
The same texts and versions are in the schema of every file.
{tables}"""

CONFIG = """\
- config_name: {name}
  data_files: {name}/*.parquet"""
DEFAULT = """
  default: true"""

EXAMPLES = """\
pandas.read_parquet("{name}")
polars.read_parquet("{name}/*.parquet")
pyarrow.dataset.dataset("{name}")
datasets.load_dataset(".", "{name}")"""

TABLE = """
## {name}

One row per {row}.

| column | type | unit | what |
| --- | --- | --- | --- |
{rows}
"""


def dataset_card(play: SelfPlay) -> str:
    """Return the card as Markdown; its head is YAML. It depends on nothing but the plan, so that it can be written first."""
    kept = tables(play)
    return CARD.format(
        game=play.game,
        configs="\n".join(CONFIG.format(name=name) + (DEFAULT if name == "rounds" else "") for name in kept),
        identity=json.dumps(identity(play), indent=1),
        examples="\n\n".join(EXAMPLES.format(name=name) for name in kept),
        tables="".join(TABLE.format(name=name, row=ROWS[name], rows=described(columns)) for name, columns in kept.items()),
    )


def described(columns: Sequence[Column]) -> str:
    return "\n".join(f"| `{name}` | `{kind}` | {unit} | {about} |" for name, kind, unit, about in columns)
