"""The only way to change a game: one function a command, each one transaction under the lock of its game.

A command names who asks (a person) and carries the client's `client_id`, so that it can be sent again. It returns
`Done` once it is committed, or raises `CommandRefused`, `StaleTurn` or `TryAgain` with nothing applied.
"""

from .agreements import answer, claim, offer, resign
from .moves import move, preview, run_out
from .tables import begin, create_table, join, leave_seat
from .talk import chat, tentative

__all__ = [
    "answer",
    "begin",
    "chat",
    "claim",
    "create_table",
    "join",
    "leave_seat",
    "move",
    "offer",
    "preview",
    "resign",
    "run_out",
    "tentative",
]
