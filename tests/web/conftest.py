"""What the tests of the server share: people at a table, within this process and on the test database."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from summy.move import Move, move_to_json
from summy.web import limits
from summy.web.games import moments, services
from summy.web.games.answers import Done
from summy.web.games.course import Course
from summy.web.games.log_store import course_of
from summy.web.games.models import Game
from summy.web.games.table_settings import TableSettings
from summy.web.games.view import view_for
from summy.web.people.models import Person


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    """No test is held up by what another one did."""
    limits.forget_all()
    yield
    limits.forget_all()


@pytest.fixture
def ada(db: None) -> Person:
    return Person.objects.create(name="Ada")


@pytest.fixture
def bia(db: None) -> Person:
    return Person.objects.create(name="Bia")


class Players:
    """A game in this process and the people who play it, in order of sitting down."""

    def __init__(self, game: Game, *people: Person) -> None:
        self.game = game
        self.people = people

    @property
    def course(self) -> Course:
        """The game as it is now."""
        self.game.refresh_from_db()
        return course_of(self.game)

    def side(self, side: int) -> Person:
        """A person of a side."""
        keys = {sitting.person for sitting in self.course.sides[side]}
        return next(person for person in self.people if person.pk in keys)

    @property
    def to_move(self) -> Person:
        """A person of the side to move."""
        side = self.course.to_move
        assert side is not None
        return self.side(side)

    @property
    def waiting(self) -> Person:
        """A person of another side."""
        to_move = self.course.to_move
        return next(self.side(side) for side in range(len(self.course.sides)) if side != to_move)

    def good_move(self) -> Move:
        """The best play, else a discard, else a pass."""
        from running_site import good_move

        return good_move(view_for(self.game, self.to_move))

    def move(self, move: Move | dict[str, Any] | None = None, **given: Any) -> Done:
        """Make a move (a good one when left out) for the side to move."""
        wanted = move or self.good_move()
        value = wanted if isinstance(wanted, dict) else move_to_json(wanted)
        given.setdefault("expect_turn", self.course.turn)
        given.setdefault("client_id", new_id())
        return services.move(self.game.pk, given.pop("person", None) or self.to_move, value, **given)

    def play_out(self) -> None:
        """Play on until the game is over."""
        while self.course.status == "running":
            self.move()


def new_id() -> str:
    """A fresh `client_id`."""
    return str(uuid.uuid4())


@pytest.fixture
def table(ada: Person, bia: Person) -> Callable[..., Players]:
    """Opens a table: Ada sits down, then Bia where there is a seat for her."""

    def opened(kind: Any = "friend", **settings: Any) -> Players:
        game = services.create_table(ada, TableSettings(kind, **settings))
        if game.status == "waiting":
            services.join(game, bia)
        return Players(game, ada, bia)

    return opened


class Wall:
    """A clock on the wall that a test sets."""

    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms

    def forward(self, ms: int) -> None:
        self.now_ms += ms


@pytest.fixture
def wall() -> Iterator[Wall]:
    wall = Wall()
    with moments.replaced(wall):
        yield wall
