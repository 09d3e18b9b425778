"""Write the perft files anew, counted by the slow reference: `python tests/perft/write.py` (takes some minutes)."""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import reference
from perft.files import HERE, Line, line_text
from strategies import ALL_RULES, CROSSWORD_RULES, Json, reference_course, start_position, useful_hand, with_hand
from summy.position import position_from_json
from summy.position_text import format_position

MOST_PLAYS = 4000
"""Most plays of one depth: deeper ones are left out."""


def positions(rules: str) -> list[Json]:
    """The start and the tables of random games, with hands of growing size."""
    dice = random.Random(f"perft {rules}")
    crossword = rules in CROSSWORD_RULES
    found = [start_position(rules, hand) for hand in STARTS[rules]]
    for seed in range(12):
        course = reference_course(rules, seed, 8)
        hand = useful_hand(dice, reference.rules_of(rules), dice.choice([3, 4] if crossword else [4, 5]))
        hand += useful_hand(dice, reference.rules_of(rules), 2 if crossword else 3)
        found.append(with_hand(dice.choice(course[2:] or course), hand))
    return found


STARTS = {
    "summy": [list("123+=45"), list("0123+-x"), list("1248x:=")],
    "summy-127": [list("0369+-="), list("2258x:=")],
    "amath": [["1", "1", "=", "-", "10"], ["?", "2", "="], ["+/-", "x/:", "2", "4", "="]],
    "amath-70": [["2", "2", "=", "+/-", "12"], ["x/:", "3", "6", "2", "="]],
    "summy-draft": [list("44=+8"), list("13=2-")],
}


def counted(position: Json) -> Line:
    """The counts of a position as deep as they stay small."""
    depths: list[tuple[int, int, int, int]] = []
    for depth in range(1, 4):
        row = reference.perft(position, depth)[-1]
        if row["plays"] > MOST_PLAYS or not row["plays"]:
            break
        depths.append((row["plays"], row["scores"], row["tiles"], row["checksum"]))
        if row["plays"] > 250:
            break
    return Line(format_position(position_from_json(position)), tuple(depths))


def main() -> None:
    """Write one file a ruleset."""
    for rules in ALL_RULES:
        lines = [line_text(line) for line in map(counted, positions(rules)) if line.depths]
        text = f"# {rules}: plays, scores, tiles, checksum a depth; counted by tests/reference, written by write.py\n"
        (HERE / f"{rules}.perft").write_text(text + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
