"""One game between the person at the terminal and a computer player, or the person alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from summy.board import Square
from summy.cli.drawing import draw_table
from summy.cli.listing import legal_moves, print_moves
from summy.cli.output import console
from summy.cli.rules_in_words import print_rules
from summy.cli.typed_moves import read_typed_move
from summy.engine.players import PLAYERS, Limits, Player, choose
from summy.engine.selfplay import chooser_of, play_game, seen_by_mover
from summy.errors import FormatError, SummyError
from summy.game import Game
from summy.language import Translate, marked
from summy.log import LogEvent
from summy.move import Move, Play
from summy.record import format_record, record_of
from summy.refusals import Refused
from summy.rulesets import Ruleset
from summy.tiles import Token

HELP = (
    marked("A move: first square, > across or v down, then the whole line, for example 1,-1v 63x8=504"),
    marked("discard 7 +    put tiles away and draw others"),
    marked("pass           do nothing, when the stock is empty"),
    marked("moves 5        show the five best plays"),
    marked("table          draw the table again"),
    marked("log            every turn so far"),
    marked("rules          the rules in words"),
    marked("save FILE      write the game record"),
    marked("resign         give up"),
    marked("quit           leave"),
)


class TerminalGame:
    """A game in the terminal. `run` plays it to its end."""

    def __init__(
        self, ruleset: Ruleset, seed: bytes, opponent: Player | None, translate: Translate, save: Path | None
    ) -> None:
        self.ruleset = ruleset
        self.opponent = opponent
        self.say = translate
        self.save = save
        self.out = console()
        self.game = Game.new(ruleset, seed=seed, sides=1 if opponent is None else 2)
        assert self.game.deal is not None
        self.deal = self.game.deal
        self.own_side = self.deal.seats.index(0)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "moves": self._moves,
            "table": lambda _: self._show_table(),
            "log": self._log,
            "rules": lambda _: print_rules(self.ruleset, self.say),
            "save": self._save,
        }

    def run(self) -> int:
        """Play until the game is over or the person leaves; returns the exit code."""
        self._print(marked("{title}. Type help for help."), title=self.ruleset.title, style="bold")
        while self.game.outcome is None:
            if self.game.position.to_move == self.own_side:
                if not self._own_turn():
                    self._print(marked("The game is left unfinished."))
                    break
            else:
                self._computer_turn()
        else:
            self._show_result()
        if self.save is not None:
            self._save(str(self.save))
        return 0

    # -- turns

    def _own_turn(self) -> bool:
        """One turn of the person; False when they leave."""
        self._show_table()
        before = len(self.game.events)
        while len(self.game.events) == before:
            line = self._ask()
            if line is None or line == "quit":
                return False
            word, _, rest = line.partition(" ")
            if not line:
                continue
            try:
                if word in self.commands:
                    self.commands[word](rest.strip())
                else:
                    self._try_move(line)
            except Refused as refused:
                self._line(refused.refusal.message(self.say), "red")
            except SummyError as error:
                self._line(error.message, "red")
        return True

    def _ask(self) -> str | None:
        """A line from the person; None at the end of input."""
        prompt = ""
        if sys.stdin.isatty():
            # Importing it gives input() line editing and a history.
            import readline  # noqa: F401

            prompt = "> "
        try:
            return input(prompt).strip()
        except EOFError:
            return None

    def _try_move(self, line: str) -> None:
        try:
            move = read_typed_move(line, self.game.position)
        except FormatError:
            self._print(marked("That is not a move. Type help for help."), style="red")
            return
        for event in self._make(move):
            self._tell(event)

    def _computer_turn(self) -> None:
        assert self.opponent is not None
        limits = Limits(int.from_bytes(self.deal.seed[:4], "big"))
        choice = choose(self.opponent, seen_by_mover(self.game.position), limits)
        for event in self._make(choice.move):
            self._tell(event)

    def _make(self, move: Move) -> list[LogEvent]:
        """Make a move; the events it led to. Raises Refused."""
        known = len(self.game.events)
        self.game.play(move)
        return self.game.events[known:]

    # -- showing

    def _show_table(self) -> None:
        position = self.game.position
        self.out.print()
        self.out.print(draw_table(position.board, self.ruleset, placed=self._last_laid()))
        scores = "   ".join(f"{self._name(side)} {score}" for side, score in enumerate(position.scores))
        self._print(marked("{scores}   stock {stock}"), scores=scores, stock=position.stock_count or 0)
        self._print(marked("Your hand: {hand}"), hand="  ".join(position.hand), style="bold")

    def _last_laid(self) -> dict[Square, Token]:
        """Tiles of the last play, to be shown as new."""
        for event in reversed(self.game.events):
            if isinstance(event.move, Play):
                return {placement.square: placement.token for placement in event.move.tiles}
        return {}

    def _name(self, side: int) -> str:
        if side == self.own_side or self.opponent is None:
            return self.say(marked("You"))
        return self.say(self.opponent.name)

    def _tell(self, event: LogEvent) -> None:
        """One event in words, as far as the person may see it."""
        hidden = event.side != self.own_side and event.kind in ("discard", "exchange")
        text = f"{event.kind} #{getattr(event.move, 'count', 0)}" if hidden else event.text
        sums = "  ".join(line.text for line in event.lines)
        points = f"  {event.points:+d}" if event.points or event.lines else ""
        self._line(f"{self._name(event.side)}: {text}{'  ' + sums if sums else ''}{points}", "green" if sums else "")

    def _show_result(self) -> None:
        outcome = self.game.outcome
        assert outcome is not None
        self._show_final_table()
        scores = " : ".join(f"{self._name(side)} {score}" for side, score in enumerate(outcome.scores))
        self._line(scores, "bold")
        if self.opponent is None:
            best = PLAYERS["max"]
            end = play_game(self.deal, [chooser_of(best, 0)])
            self._print(
                marked("{name} makes {points} points of the same tiles."),
                name=self.say(best.name),
                points=end.position.scores[0],
            )
        elif outcome.winner is None:
            self._print(marked("A draw."))
        elif outcome.winner == self.own_side:
            self._print(marked("You win."))
        else:
            self._print(marked("{name} wins."), name=self._name(outcome.winner))
        self._print(marked("The seed of this deal: {seed}"), seed=self.deal.seed.hex())

    def _show_final_table(self) -> None:
        self.out.print()
        self.out.print(draw_table(self.game.position.board, self.ruleset, placed=self._last_laid()))

    # -- commands

    def _help(self, _: str) -> None:
        for line in HELP:
            self._print(line)

    def _moves(self, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and 0 < int(rest) <= 1000 else 5
        print_moves(list(legal_moves(seen_by_mover(self.game.position), best=count, plays_only=True)))

    def _log(self, _: str) -> None:
        for event in self.game.events:
            self._tell(event)

    def _save(self, rest: str) -> None:
        if not rest:
            self._print(marked("Name a file: save FILE"), style="red")
            return
        names = [self._name(side) for side in range(self.game.position.sides)]
        tags: dict[str, str | tuple[str, ...]] = {"Deal": self.deal.commitment}
        if self.game.outcome is not None:
            tags["Seed"] = self.deal.seed.hex()
        record = record_of(self.ruleset, names, self.game.events, ended=self.game.outcome, tags=tags)
        try:
            Path(rest).write_text(format_record(record), encoding="utf-8")
        except OSError as error:
            self._line(f"{rest}: {error.strerror}", "red")
        else:
            self._print(marked("The record is in {file}."), file=rest)

    # -- writing

    def _print(self, message: str, *, style: str = "", **fields: object) -> None:
        self._line(self.say(message).format(**fields), style)

    def _line(self, text: str, style: str = "") -> None:
        self.out.print(text, style=style or None)
