"""A line protocol in the manner of UCI, so that any program can play against the computer players or ask for analyses.

One command a line comes in, one answer a line goes out; docs/engine-protocol.md describes both. A search runs in a
thread of its own, so that `stop` and `isready` are answered meanwhile. Whatever comes in, the engine goes on: what it
can't do is answered by `error CODE SENTENCE`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Event, Lock, Thread
from types import MappingProxyType

from summy import __version__
from summy.engine.movegen import any_play
from summy.engine.players import PLAYERS, Limits, choose
from summy.engine.selfplay import seen_by_mover
from summy.errors import SummyError
from summy.lab.analysis import Analysis, require_running
from summy.lab.named_players import named_player
from summy.lab.searching import Effort, analyse
from summy.move import Resign, format_move, parse_move
from summy.position import Position
from summy.position_text import format_position, parse_position
from summy.referee import apply, judge
from summy.refusals import Refused

PROTOCOL = 1
"""Version of the protocol."""

BETWEEN = " | "
"""What stands between moves: their texts hold blanks."""

MOVES = " moves "

NO_PLAYER = "none"
"""As a value of the option Player: the best move of the analysis is played."""

MOST_LINES = 1000
LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of a session."""

    player: str = NO_PLAYER
    seed: int = 0
    lines: int = 1


@dataclass(frozen=True, slots=True)
class NumberOption:
    """An option that is a whole number."""

    default: int
    least: int
    most: int


NUMBERS: Mapping[str, NumberOption] = MappingProxyType(
    {
        "Seed": NumberOption(0, 0, LARGEST),
        "Lines": NumberOption(1, 1, MOST_LINES),
    }
)


class BadCommand(SummyError):
    """A line that is no command, or a command with words that it does not know."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_command", message)


class Session:
    """One conversation."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """Begin; `write` takes the answers, one or several whole lines at a time, from any thread."""
        self._write = write
        self._writing = Lock()
        self._settings = Settings()
        self._position: Position | None = None
        self._search: Thread | None = None
        self._searching = False
        self._stopped = Event()
        self._commands: Mapping[str, Callable[[str], None]] = {
            "summy": self._introduce,
            "isready": lambda _: self._say("readyok"),
            "setoption": self._set_option,
            "position": self._set_position,
            "show": self._show,
            "go": self._go,
            "stop": lambda _: self._stopped.set(),
        }

    def handle(self, line: str) -> bool:
        """Answer one line. False: the conversation is over."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            self._stopped.set()
            return False
        if not word:
            return True
        try:
            if word not in self._commands:
                raise BadCommand(f"{word[:20]!r} is not a command")
            self._commands[word](rest.strip())
        except Exception as error:
            self._say(complaint(error))
        return True

    def finish(self) -> None:
        """Wait for a search that is still running."""
        if self._search is not None:
            self._search.join()

    def _say(self, *lines: str) -> None:
        with self._writing:
            self._write("".join(f"{line}\n" for line in lines))

    # ---------------------------------------------------------------------------------------------- commands

    def _introduce(self, _: str) -> None:
        players = " ".join(f"var {name}" for name in (NO_PLAYER, *PLAYERS))
        numbers = [
            f"option name {name} type spin default {option.default} min {option.least} max {option.most}"
            for name, option in NUMBERS.items()
        ]
        self._say(
            f"id name summy {__version__}",
            f"id protocol {PROTOCOL}",
            f"option name Player type combo default {NO_PLAYER} {players}",
            *numbers,
            "summyok",
        )

    def _set_option(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise BadCommand("write: setoption name NAME value VALUE")
        self._require_rest()
        _, name, _, value = words
        if name == "Player":
            if value != NO_PLAYER:
                named_player(value)
            self._settings = replace(self._settings, player=value)
        elif name in NUMBERS:
            number = whole(value, NUMBERS[name].least, NUMBERS[name].most)
            changed = replace(self._settings, seed=number) if name == "Seed" else replace(self._settings, lines=number)
            self._settings = changed
        else:
            raise SummyError("unknown_option", f"there is no option {name}; there are Player, {', '.join(NUMBERS)}")

    def _set_position(self, rest: str) -> None:
        self._require_rest()
        text, _, moves = rest.partition(MOVES)
        position = parse_position(text.strip())
        for move in moves.split(BETWEEN) if moves else ():
            position = moved(position, move.strip())
        self._position = position

    def _show(self, _: str) -> None:
        self._say(f"position {format_position(self._known_position())}")

    def _go(self, rest: str) -> None:
        self._require_rest()
        effort = read_effort(rest, self._settings)
        position = seen_by_mover(self._known_position())
        require_running(position)
        self._stopped.clear()
        self._searching = True
        self._search = Thread(target=self._searched, args=(position, effort, self._settings), daemon=True)
        self._search.start()

    def _known_position(self) -> Position:
        if self._position is None:
            raise SummyError("no_position", "send a position first")
        return self._position

    def _require_rest(self) -> None:
        if self._searching:
            raise SummyError("busy", "a search is running; send stop, and wait for its bestmove")

    # ------------------------------------------------------------------------------------------------ search

    def _searched(self, position: Position, effort: Effort, settings: Settings) -> None:
        """The work of the search's thread: a choice or an analysis, then `bestmove`."""
        try:
            if settings.player == NO_PLAYER:
                lines = told(analyse(position, effort, stopped=self._stopped.is_set))
            else:
                choice = choose(named_player(settings.player), position, Limits(settings.seed))
                text = format_move(choice.move, position.board, position.ruleset)
                lines = [f"info player {settings.player} value {choice.evaluation:.2f}", f"bestmove {text}"]
        except Exception as error:
            lines = [complaint(error)]
        with self._writing:
            # Before the answer is out: whoever reads it may send the next command at once.
            self._searching = False
            self._write("".join(f"{line}\n" for line in lines))


def moved(position: Position, text: str) -> Position:
    """The position after a move, as far as it is known: drawn tiles are named only where the stock is.

    Raises FormatError, Refused.
    """
    move = parse_move(text, position.ruleset)
    if isinstance(move, Resign):
        raise SummyError("game_over", "resigning ends the game: there is no position after it")
    verdict = judge(position, move, any_play=any_play)
    if verdict.refusal is not None:
        raise Refused(verdict.refusal)
    return apply(position, move)


def read_effort(text: str, settings: Settings) -> Effort:
    """What `go` asks for."""
    effort = Effort(seed=settings.seed, top=settings.lines)
    words = iter(text.split())
    for word in words:
        if word == "iterations":
            effort = replace(effort, iterations=whole(next(words, ""), 1, LARGEST))
        elif word == "time":
            effort = replace(effort, seconds=whole(next(words, ""), 1, LARGEST) / 1000)
        elif word == "nodes":
            effort = replace(effort, nodes=whole(next(words, ""), 1, LARGEST))
        elif word == "endgame":
            effort = replace(effort, endgame=True)
        else:
            raise BadCommand("write: go [iterations N] [time MILLISECONDS] [nodes N] [endgame]")
    return effort


def whole(text: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(LARGEST)) or not least <= int(text) <= most:
        raise BadCommand(f"{text[:20]!r} is not a whole number from {least} to {most}")
    return int(text)


def told(analysis: Analysis) -> list[str]:
    """An analysis as lines, the best move last."""
    lines = [f"info method {analysis.method} work {analysis.work}{' proved' if analysis.proved else ''}"]
    for number, candidate in enumerate(analysis.candidates, 1):
        win = "" if candidate.win is None else f" win {candidate.win:.4f}"
        error = "" if candidate.error is None else f" error {candidate.error:.2f}"
        moves = BETWEEN.join((candidate.text, *candidate.line))
        lines.append(
            f"info line {number} points {candidate.points} leave {candidate.leave:.2f} "
            f"value {candidate.value:.2f}{error}{win} moves {moves}"
        )
    best = analysis.best
    if best is None:
        return [*lines, "error no_legal_move the side to move has no legal move"]
    return [*lines, f"bestmove {best.text}"]


def complaint(error: Exception) -> str:
    """An error as one line."""
    if isinstance(error, SummyError):
        code, sentence = error.code, error.message
    elif isinstance(error, Refused):
        code, sentence = error.refusal.code, error.refusal.message()
    else:
        code, sentence = "fault", f"{type(error).__name__}: {error}"
    return f"error {code} {' '.join(sentence.split())}"
