"""One scale for many players: the Bradley-Terry model fitted to a round robin of mirrored pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from summy.errors import SummyError
from summy.lab.statistics.pairs import ELO_PER_NATURAL_UNIT, HALF_POINTS, Z_95

Matrix = NDArray[np.float64]

_ROUNDS = 100
_CLOSE = 1e-10
_LONGEST_STEP = 2.0
"""Most that a strength changes in one round, in natural units (347 Elo): a full step from far away may overshoot."""

_GAMES = 2
"""Games of a pair."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """All pairs between two players."""

    one: str
    other: str
    counts: tuple[int, int, int, int, int]
    """Pairs in which `one` got 0, 1, 2, 3, 4 half points."""


@dataclass(frozen=True)
class Ratings:
    """Strengths of players in Elo, the anchor's being given."""

    players: tuple[str, ...]
    elo: tuple[float, ...]
    covariance: Matrix
    """Of the strengths, in Elo squared; the anchor's row is 0."""

    def of(self, player: str) -> float:
        """Elo of a player."""
        return self.elo[self.players.index(player)]

    def error(self, player: str) -> float:
        """Half of the width of the 95 % interval of a player's difference to the anchor."""
        index = self.players.index(player)
        return Z_95 * float(np.sqrt(max(0.0, self.covariance[index, index])))

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """Elo of one above another, and half of the width of its 95 % interval."""
        i, j = self.players.index(one), self.players.index(other)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return self.elo[i] - self.elo[j], Z_95 * float(np.sqrt(max(0.0, variance)))


def bradley_terry(meetings: Sequence[Meeting], *, anchor: str, anchor_elo: float = 0.0) -> Ratings:
    """Strengths that make the results of all meetings most likely, a draw counting as half a win.

    One tied pair is added to every meeting, so that a player who has won everything has a finite strength. The errors
    take the pair as the unit (sandwich estimate): neither draws nor what the games of a pair have in common are
    assumed away.

    Sources: R. Bradley, M. Terry, "Rank analysis of incomplete block designs" (Biometrika 39, 1952); H. White,
    "Maximum likelihood estimation of misspecified models" (Econometrica 50, 1982).

    Raises SummyError where players never met, not even through others.

    >>> ratings = bradley_terry([Meeting("b", "a", (0, 0, 100, 200, 100))], anchor="a")
    >>> round(ratings.of("b")), round(ratings.error("b"))
    (190, 16)
    """
    names = sorted({name for meeting in meetings for name in (meeting.one, meeting.other)})
    if anchor not in names:
        raise SummyError("unknown_player", f"{anchor} has played no game")
    names.remove(anchor)
    names.insert(0, anchor)
    _require_connection(names, meetings)
    counts = np.array([meeting.counts for meeting in meetings], dtype=np.float64)
    counts[:, HALF_POINTS // 2] += 1
    ends = [(names.index(meeting.one), names.index(meeting.other)) for meeting in meetings]
    strength = np.zeros(len(names))
    for _ in range(_ROUNDS):
        slope, bend, _ = _derivatives(strength, ends, counts)
        # The anchor stays where it is: its row and column are left out.
        step = np.linalg.solve(bend[1:, 1:], slope[1:])
        step *= min(1.0, _LONGEST_STEP / max(float(np.abs(step).max()), _CLOSE))
        strength[1:] += step
        if np.abs(step).max() < _CLOSE:
            break
    _, bend, spread = _derivatives(strength, ends, counts)
    covariance = np.zeros_like(bend)
    inverse = np.linalg.inv(bend[1:, 1:])
    covariance[1:, 1:] = inverse @ spread[1:, 1:] @ inverse
    elo = tuple(float(anchor_elo + ELO_PER_NATURAL_UNIT * value) for value in strength)
    return Ratings(tuple(names), elo, covariance * ELO_PER_NATURAL_UNIT**2)


def _derivatives(
    strength: NDArray[np.float64], ends: Sequence[tuple[int, int]], counts: Matrix
) -> tuple[NDArray[np.float64], Matrix, Matrix]:
    """Slope of the log likelihood, its bend (negated second derivative), and the sum of squared slopes of pairs."""
    scores = np.arange(HALF_POINTS + 1) / HALF_POINTS
    slope = np.zeros(len(strength))
    bend = np.zeros((len(strength), len(strength)))
    spread = np.zeros_like(bend)
    for (one, other), pairs in zip(ends, counts, strict=True):
        expected = 1 / (1 + np.exp(strength[other] - strength[one]))
        direction = np.zeros(len(strength))
        direction[one], direction[other] = 1.0, -1.0
        slope += _GAMES * float(pairs @ (scores - expected)) * direction
        both = np.outer(direction, direction)
        bend += _GAMES * float(pairs.sum()) * expected * (1 - expected) * both
        spread += _GAMES**2 * float(pairs @ (scores - expected) ** 2) * both
    return slope, bend, spread


def _require_connection(names: Sequence[str], meetings: Sequence[Meeting]) -> None:
    """Every player must have met the anchor, or somebody who has, and so on."""
    reached = {names[0]}
    while True:
        more = {
            name
            for meeting in meetings
            for name in (meeting.one, meeting.other)
            if {meeting.one, meeting.other} & reached and name not in reached
        }
        if not more:
            break
        reached |= more
    if apart := sorted(set(names) - reached):
        raise SummyError("not_connected", f"{', '.join(apart)} cannot be compared with {names[0]}: they never met")
