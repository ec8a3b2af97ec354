"""The tables of the database. `migrations/` creates them; a test checks that both agree."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),
    Column("name", String(64)),
    Column("language", String(16)),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expired", BigInteger),
    Column("face", String(16)),
)
"""People with a cookie, of which only a hash is kept. `expired` is as for tables."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("header", Text, nullable=False),
    Column("game", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("finished", BigInteger),
    Column("rematch", String(32)),
    Column("expired", BigInteger),
    Column("opener", String(32)),
    Column("revision", Integer, nullable=False, server_default="0"),
    Index("tables_by_status", "status", "created"),
)
"""One row per table: `open` while seats are free, `playing`, `finished`.

`expired`: when it became old enough to be removed, in milliseconds of the server's total running time (`pulse.ran`).
`opener`: a keyed hash of the address that opened it, with a key of the server process; equal hashes mean the same address.
`revision` counts the changes that are no events: names, and the table of a rematch.
"""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("token", LargeBinary(32)),
    Column("name", String(64)),
    Column("bot", String(64)),
    Column("points", Integer),
    Column("share", Float),
    Column("helped", Boolean),
    Column("face", String(16)),
    Column("hinted", Boolean),
    Index("seats_by_person", "person"),
)
"""Who has which seat, and at the end the result: points, the share of the win, and whether a bot has played for a person.

`hinted`: whether its person has asked for a hint.
"""

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("what", String(16), nullable=False),
    Column("seat", Integer),
    Column("key", String(80)),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("epoch", Integer),
    UniqueConstraint("table_id", "key", name="events_once"),
    sqlite_with_rowid=False,
)
"""Everything that happened at a table, numbered. Rows are never changed. `epoch`: the lease under which a node did a duty."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("node", String(32), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("until", BigInteger),
    Column("since", BigInteger),
    Index("leases_by_until", "until"),
)
"""Which node does a table's duties, since and until when by the database's clock, in milliseconds. The epoch rises with every new holder.

A lease that was given back has no `until`; one that has passed belongs to a node that died.
"""

guests = Table(
    "guests",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("node", String(32), primary_key=True),
    Column("seats", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("guests_by_node", "node"),
)
"""Who is connected to a table through each node: the seats as JSON, empty for spectators alone. It lapses if its node does not renew it."""

agreements = Table(
    "agreements",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("what", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
)
"""Who agrees to a proposal, and at which version of the table they did: later events can make that void."""

phrases = Table(
    "phrases",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(32), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("phrase", String(16), nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""What was said through one node in the last seconds, for the others. A server that is alone stores no phrases."""

nodes = Table(
    "nodes",
    metadata,
    Column("node", String(32), primary_key=True),
    Column("settings", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""The nodes that are there, and their settings as JSON. A line lapses if its node does not renew it."""

journals = Table(
    "journals",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("critic", String(32), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""What was skill and what was luck at a finished table: the analysis as JSON, compressed, and the critic that made it."""

figures = Table(
    "figures",
    metadata,
    Column("table_id", String(32), ForeignKey("journals.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("cost", Float, nullable=False),
    Column("counted", Integer, nullable=False),
    Column("ci95", Float),
    Column("luck", Float, nullable=False),
)
"""What a journal says about each seat, so that nobody has to read whole journals: the cost of the decisions that count, how many they are,
half the width of the 95% interval of the mean cost, and the luck."""

days = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", LargeBinary(64), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""The secret of every day, made a month before: who has it knows that day's deals."""

tries = Table(
    "tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="SET NULL")),
    Column("ended", BigInteger),
    Column("lead", Integer),
    Column("cost", Integer),
    Index("tries_by_result", "day", "game", "cost", "lead"),
    Index("tries_by_person", "person"),
    Index("tries_by_table", "table_id"),
)
"""A person's one try at a deal of the day. It has `ended` and a `lead` only if it was finished in time, and then a `cost` once that is
known, in thousandths of a point, so that equal play is equal in every database. The table may be removed before it."""

marks = Table(
    "marks",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("name", String(16), primary_key=True),
    Column("lead", Integer, nullable=False),
    Column("cost", Integer, nullable=False),
)
"""What the graded opponents made of a deal of the day; `cost` is as for tries."""

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("subject", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("source", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("other", Float, nullable=False),
    Column("score", Float, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    UniqueConstraint("person", "subject", "source", name="rated_once"),
)
"""How a person's rating in a subject, such as a game, became what it is: a row for every result, numbered. The last one is the rating now.

`source` names what was rated, which counts once: a table. `other` is what it was rated against.
"""

hardness = Table(
    "hardness",
    metadata,
    Column("puzzle", String(32), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Index("hardness_by_game", "game"),
)
"""How hard the puzzles are that anyone has tried here, as a rating, and how many people have."""

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("ran", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("doubted", BigInteger),
    Column("probes", BigInteger, nullable=False),
)
"""One row: the server's total running time in milliseconds; when it was last stored; at which `ran` the clock was last in doubt.

`probes` counts the writes that only test whether anything can be stored.
"""
