"""The readable truth for one move: is it legal, what does it score, what comes after it, is the game over.

Everything here is a pure function of a position. Finding all moves is the engine's work (`summy.game.legal_moves`);
where an end rule needs it, it is passed in (`outcome(position, any_play)`).
"""

from summy.referee.ending import (
    AnyPlay,
    Overtime,
    accept,
    ends_when_accepted,
    hand_points,
    outcome,
    overtime_penalty,
    settlement,
    winner_by_score,
)
from summy.referee.judging import judge, judge_play, refusal_of_pass, untrue_line
from summy.referee.turn import (
    Drawing,
    apply,
    apply_play,
    challenge_succeeds,
    draw,
    end_turn,
    place,
    place_judged,
    withdraw,
)
from summy.referee.verdict import Line, Outcome, Verdict

__all__ = [
    "AnyPlay",
    "Drawing",
    "Line",
    "Outcome",
    "Overtime",
    "Verdict",
    "accept",
    "apply",
    "apply_play",
    "challenge_succeeds",
    "draw",
    "end_turn",
    "ends_when_accepted",
    "hand_points",
    "judge",
    "judge_play",
    "outcome",
    "overtime_penalty",
    "place",
    "place_judged",
    "refusal_of_pass",
    "settlement",
    "untrue_line",
    "winner_by_score",
    "withdraw",
]
