"""How to play, in one minute: a handful of short sentences."""

from __future__ import annotations

from summy.rulesets.model import Ruleset
from summy.rulesets.words.sentence import Sentence, say
from summy.tiles import CHOICES


def in_one_minute(ruleset: Ruleset) -> tuple[Sentence, ...]:
    """The few things to know before a first game."""
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
    if CHOICES.keys() & ruleset.tiles.counts.keys():
        sentences.append(say("Blanks and tiles with two signs: you choose what they stand for."))
    if ruleset.scoring.full_hand_bonus:
        sentences.append(
            say(
                "{size} tiles or more in one turn earn {bonus} points more.",
                size=ruleset.hand_size,
                bonus=ruleset.scoring.full_hand_bonus,
            )
        )
    if ruleset.turn.discard:
        sentences.append(say("No good sum? Discard the tiles you don’t want and draw others."))
    elif ruleset.turn.exchange:
        sentences.append(say("No good line? Exchange tiles."))
    sentences.append(say("When the tiles run out and nobody can go on, the highest score wins."))
    return tuple(sentences)
