"""What pages call a game, and how they write its operators."""

from __future__ import annotations

from django.utils.translation import get_language

from summy.language import translator
from summy.rulesets import Ruleset


def title_of(ruleset: Ruleset) -> str:
    """The name of the game in the language of the reader."""
    return translator(get_language() or "en")(ruleset.title)


def written(text: str, ruleset: Ruleset) -> str:
    """A line of the game, or a tile, with the operators as the tiles print them: `8x15=120` is 8×15=120 in A-Math."""
    signs = printed_signs(ruleset)
    return "".join(signs.get(character, character) for character in text) if signs["x"] != "x" else text


def printed_signs(ruleset: Ruleset) -> dict[str, str]:
    """The operators as printed on the tiles of the set: sets with choice tiles print ×, ÷ and a true minus."""
    if any(len(ruleset.tiles.faces(name)) > 1 for name in ruleset.tiles.counts):
        return {"x": "×", ":": "÷", "-": "−"}
    return {"x": "x", ":": ":", "-": "–"}
