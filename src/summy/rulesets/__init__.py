"""Rules are data: ruleset files and their loader.

A new variant is a new `.toml` file here (or anywhere, by path). See `model.py` for what a ruleset can say.
"""

from summy.rulesets.loader import load_ruleset, ruleset_names
from summy.rulesets.model import (
    BoardSpec,
    ClockRules,
    EndRules,
    Grammar,
    Option,
    Ruleset,
    Scoring,
    SideRules,
    TileSet,
    TurnRules,
)

__all__ = [
    "BoardSpec",
    "ClockRules",
    "EndRules",
    "Grammar",
    "Option",
    "Ruleset",
    "Scoring",
    "SideRules",
    "TileSet",
    "TurnRules",
    "load_ruleset",
    "ruleset_names",
]
