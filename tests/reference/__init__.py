"""A second, slow and plain reading of the rules, to hold the referee and the move generator against.

Nothing here imports `summy` and nothing in `summy` imports this. It was written from the rules text alone: its own
tables (`rulebook`), its own arithmetic with fractions (`arithmetic`), its own judge of one play (`judging`), its own
notation (`notation`) and two generators (`generating`): one that tries every tile on every square and asks the judge,
and one that gives up early on lines that can no longer become legal, which is fast enough for thousands of positions.

Positions come in as the JSON form of docs/formats: plain dictionaries.
"""

from .endgame import endgame_value
from .generating import discards, every_play, plays, walked_plays
from .judging import judge
from .notation import play_text
from .perft import perft
from .rulebook import rules_of
from .table import Table, read_position, table_after

__all__ = [
    "Table",
    "discards",
    "endgame_value",
    "every_play",
    "judge",
    "perft",
    "play_text",
    "plays",
    "read_position",
    "rules_of",
    "table_after",
    "walked_plays",
]
