"""How to play, in one minute: a handful of short sentences."""

from __future__ import annotations

from summy.rulesets.model import Ruleset
from summy.rulesets.words.sentence import Sentence, say


def in_one_minute(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """The four or five things to know before a first game."""
    sentences = []
    if ruleset.placement == "line":
        sentences.append(
            say("Lay tiles from your hand across the ones on the table so that a whole line is one true sum.")
        )
        sentences.append(say("You score the points of every tile in the line, old and new."))
    else:
        sentences.append(say("Lay tiles so that every line you touch is a true equation."))
        sentences.append(say("Each line you make or change scores."))
    if ruleset.reserves_ends:
        sentences.append(say("Both ends of your line close for good."))
    if ruleset.board.premium_rows:
        sentences.append(say("Bonus squares double or triple a tile or a whole line."))
    if ruleset.turn.discard:
        sentences.append(say("No good sum? Discard the tiles you don’t want and draw others."))
    elif ruleset.turn.exchange:
        sentences.append(say("No good line? Exchange tiles."))
    sentences.append(say("When the tiles run out and nobody can go on, the highest score wins."))
    return tuple(sentences)
