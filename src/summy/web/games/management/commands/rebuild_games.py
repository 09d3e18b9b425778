"""`rebuild_games`: fold every game from its log alone, and compare with what its row says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from summy.web.games.log_store import SERVER, lock_game, put_snapshot, rebuilt
from summy.web.games.log_store import Command as GameCommand
from summy.web.games.models import Game


class Command(BaseCommand):
    """Compare each game's row with its log, and mend the row unless only asked to check."""

    help = "Rebuild every game from its log. With --check nothing is written; exit code 1 when a row differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Read `--check` and the ids of single games."""
        parser.add_argument("--check", action="store_true", help="report differences, write nothing")
        parser.add_argument("games", nargs="*", help="ids of games; all of them when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the games one by one, each under its lock."""
        chosen = Game.objects.order_by("created_at")
        if options["games"]:
            chosen = chosen.filter(pk__in=options["games"])
        count = differing = 0
        for game_id in chosen.values_list("pk", flat=True).iterator():
            count += 1
            problems = list(_compare(game_id, write=not options["check"]))
            differing += bool(problems)
            for problem in problems:
                self.stdout.write(f"{game_id}: {problem}")
        self.stdout.write(f"{count} games, {differing} differ from their log")
        if differing and options["check"]:
            raise CommandError("some games differ from their log", returncode=1)


def _compare(game_id: str, *, write: bool) -> Iterator[str]:
    """What a game's row says otherwise than its log."""
    with lock_game(game_id, GameCommand(SERVER)) as locked:
        stored, game = locked.game.snapshot, locked.game
        columns = ("status", "seq", "turn", "snapshot", "deadline_ms", "listed")
        before = {name: getattr(game, name) for name in columns}
        try:
            course = rebuilt(game)
        except (KeyError, ValueError, AssertionError) as error:
            yield f"the log can't be followed: {error!r}"
            return
        put_snapshot(game, course)
        for name in columns:
            if name != "snapshot" and before[name] != getattr(game, name):
                yield f"{name} is {before[name]!r}, by the log {getattr(game, name)!r}"
        for key, value in game.snapshot.items():
            if stored.get(key) != value:
                yield f"{key} of the snapshot differs"
        if write:
            game.save(update_fields=list(columns))
