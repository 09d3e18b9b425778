"""Saved games of OpenSpiel's playthrough generator: every public value of a game along a fixed row of actions.

`python tests/playthroughs.py` writes the files anew. The planes of the table are thousands of marks a state; here
a block of them is a digest, so that a file can be read.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

import summy.envs.openspiel  # noqa: F401  (registers the games)

FOLDER = Path(__file__).parent / "envs" / "playthroughs"

PLAYTHROUGHS = {
    "summy": ("summy_summy(players=3,reward=result,window=11)", 1),
    "summy_127": ("summy_summy_127", 1),
    "summy_draft": ("summy_summy_draft", 5),
    "amath": ("summy_amath(scale=100.0)", 6),
    "amath_70": ("summy_amath_70", 6),
}
"""Game, and seed of the random actions, by file."""

_ACTION = re.compile(r"^action: (\d+)$", re.MULTILINE)
_MARKS = re.compile(r"(?:^[◯◉ ]+\n|^\n(?=[◯◉]))+", re.MULTILINE)


def actions_of(playthrough: str) -> list[int]:
    """The actions of a saved playthrough."""
    return [int(action) for action in _ACTION.findall(playthrough)]


def condensed_playthrough(game: str, actions: list[int] | None, seed: int = 0) -> str:
    """The playthrough of some actions, or of a new random game, with planes as digests."""
    text = generate_playthrough.playthrough(game, action_sequence=actions, seed=seed)
    return _MARKS.sub(lambda block: f"  {hashlib.sha256(block[0].encode()).hexdigest()[:16]}\n", text)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, (game, seed) in PLAYTHROUGHS.items():
        (FOLDER / f"{name}.txt").write_text(condensed_playthrough(game, None, seed), encoding="utf-8")
