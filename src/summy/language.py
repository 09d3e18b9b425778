"""Translations of the library's own sentences: refusals, rules in words, descriptions of players.

English is the source. A sentence is marked where it stands and translated where it is shown, since the rules
know nothing of who reads them:

>>> template = marked("{left} is not {right}.")
>>> translator("en")(template).format(left="2+2", right="5")
'2+2 is not 5.'

Catalogues lie in `locale/<language>/LC_MESSAGES/summy.po`; the build compiles them, `make messages` gathers
the sentences anew. A language without a catalogue reads English.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

DOMAIN = "summy"
"""Name of the catalogue, as gettext calls it."""

LOCALE_DIR = Path(__file__).resolve().parent / "locale"
"""Where the catalogues of the library lie."""

Translate = Callable[[str], str]
"""Gives a marked sentence in one language; named fields in braces are kept."""


def marked(message: str) -> str:
    """The message itself. Marks it as a sentence for people, so that it is gathered for translation."""
    return message


def locale_name(language: str) -> str:
    """The folder of a language: `pt-br`, `pt_BR` and `pt-BR` are all `pt_BR`.

    >>> locale_name("pt-br"), locale_name("th")
    ('pt_BR', 'th')
    """
    name, _, region = language.replace("_", "-").partition("-")
    return f"{name.lower()}_{region.upper()}" if region else name.lower()


@cache
def translator(language: str) -> Translate:
    """The function that translates marked sentences into `language`; English for one that is not known."""
    name = locale_name(language)
    return gettext.translation(DOMAIN, LOCALE_DIR, [name, name.split("_")[0]], fallback=True).gettext
