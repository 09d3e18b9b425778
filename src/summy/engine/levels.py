"""The ladder of computer players: who they are and how each thinks.

The weaker ones choose by habits: they overlook what people overlook, and the better they are the less of it. Max sees
everything but looks no further than his own turn. Vera and Ada look ahead. How the levels compare is measured by
`summy lab ladder` (docs/levels.md).
"""

from __future__ import annotations

from summy.engine.habits import Habits
from summy.engine.player import Player
from summy.engine.simulation_options import SimulationOptions
from summy.engine.thinking import Thinking
from summy.language import marked

SEES_ALL = Habits(
    skill=None,
    attention=1.0,
    ideas=None,
    leave_weight=1.0,
    swaps_by_choice=True,
    most_swapped=12,
)

LEVELS = (
    Player(
        "lulu",
        marked("Lulu"),
        marked("Child"),
        marked("Adds small numbers, looks at a corner of the table and plays the first thing she finds."),
        Habits(
            skill=1.1,
            attention=0.5,
            ideas=4,
            leave_weight=0.0,
            swaps_by_choice=False,
            most_swapped=2,
            doubt=0.1,
        ),
    ),
    Player(
        "pip",
        marked("Pip"),
        marked("Beginner"),
        marked("Finds short sums, seldom divides, and overlooks long lines and crossings."),
        Habits(
            skill=1.4,
            attention=0.57,
            ideas=5,
            leave_weight=0.0,
            swaps_by_choice=False,
            most_swapped=3,
            doubt=0.25,
        ),
    ),
    Player(
        "emil",
        marked("Emil"),
        marked("Pupil"),
        marked("Tries a few short sums, mostly plus and minus, and plays the best of them."),
        Habits(
            skill=1.6,
            attention=0.64,
            ideas=8,
            leave_weight=0.0,
            swaps_by_choice=False,
            most_swapped=3,
            doubt=0.35,
        ),
    ),
    Player(
        "nina",
        marked("Nina"),
        marked("Learner"),
        marked("Compares more sums than a beginner and takes the points, whatever she keeps."),
        Habits(
            skill=1.62,
            attention=0.65,
            ideas=15,
            leave_weight=0.0,
            swaps_by_choice=False,
            most_swapped=4,
            doubt=0.45,
        ),
    ),
    Player(
        "finn",
        marked("Finn"),
        marked("Family player"),
        marked("Looks at most of the table and takes the best of about thirty ideas."),
        Habits(
            skill=1.73,
            attention=0.69,
            ideas=30,
            leave_weight=0.0,
            swaps_by_choice=False,
            most_swapped=5,
            doubt=0.55,
        ),
    ),
    Player(
        "otto",
        marked("Otto"),
        marked("Casual player"),
        marked("Knows the usual sums and changes tiles in time, but misses what is long or hidden."),
        Habits(
            skill=1.84,
            attention=0.75,
            ideas=52,
            leave_weight=0.1,
            swaps_by_choice=True,
            most_swapped=6,
            doubt=0.65,
        ),
    ),
    Player(
        "rosa",
        marked("Rosa"),
        marked("Regular player"),
        marked("Compares many sums and begins to mind which tiles she keeps."),
        Habits(
            skill=2.15,
            attention=0.81,
            ideas=160,
            leave_weight=0.3,
            swaps_by_choice=True,
            most_swapped=8,
            doubt=0.75,
        ),
    ),
    Player(
        "tess",
        marked("Tess"),
        marked("Club player"),
        marked("Finds most good sums and keeps useful tiles, but now and then overlooks something."),
        Habits(
            skill=2.75,
            attention=0.9,
            ideas=None,
            leave_weight=0.55,
            swaps_by_choice=True,
            most_swapped=8,
            doubt=0.85,
        ),
    ),
    Player(
        "bruno",
        marked("Bruno"),
        marked("Tournament player"),
        marked("Overlooks little: only long lines with fractions or through several pieces."),
        Habits(
            skill=3.9,
            attention=0.975,
            ideas=None,
            leave_weight=0.88,
            swaps_by_choice=True,
            most_swapped=12,
            doubt=0.95,
        ),
    ),
    Player(
        "max",
        marked("Max"),
        marked("Strong"),
        marked("Sees every sum, takes the points and changes tiles when nothing good is there."),
        SEES_ALL,
    ),
    Player(
        "vera",
        marked("Vera"),
        marked("Expert"),
        marked("Imagines the answers to her best moves before she chooses one."),
        thinking=Thinking(
            SimulationOptions(iterations=100, plies=1, candidates=10, swaps=2, chances=False),
            endgame=False,
            near=False,
        ),
    ),
    Player(
        "ada",
        marked("Ada"),
        marked("Master"),
        marked("Plays hundreds of imagined games ahead, weighs her chances of winning, and counts the end exactly."),
        thinking=Thinking(SimulationOptions(iterations=120, plies=2)),
    ),
)
"""The computer players, weakest first."""

GREEDY = Player(
    "greedy",
    "Greedy",
    "",
    "",
    Habits(
        skill=None,
        attention=1.0,
        ideas=None,
        leave_weight=0.0,
        swaps_by_choice=False,
        most_swapped=12,
        changes_all=True,
    ),
)
"""Takes the best score and, without a play, changes all tiles: what others are measured against."""
