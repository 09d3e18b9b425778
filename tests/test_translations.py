"""Every sentence is translated, none is left over, and none is missing from the catalogues.

`make messages` gathers the sentences; these tests say what it would still ask for.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import io
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.conf import settings

from summy.language import locale_name

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "src" / "summy" / "web"


def load_tool() -> ModuleType:
    """tools/messages as a module: it has no `.py`, since it is a command."""
    loader = importlib.machinery.SourceFileLoader("summy_messages", str(ROOT / "tools" / "messages"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


tool = load_tool()


def test_nothing_is_missing_unused_fuzzy_or_unfitting() -> None:
    found = tool.all_problems()
    assert not found, "\n".join(["run `make messages` and translate:", *found])


def test_every_language_of_the_site_has_every_catalogue() -> None:
    wanted = {locale_name(code) for code, _name in settings.LANGUAGES} - {"en"}
    for domain in tool.DOMAINS:
        assert set(domain.languages()) == wanted, domain.name


@pytest.mark.parametrize("domain", tool.DOMAINS, ids=lambda domain: domain.name)
def test_gathering_anew_loses_no_translation(domain: Any) -> None:
    for language in domain.languages():
        present = tool.read_catalogue(domain.path(language), language)
        anew = read_po(io.BytesIO(tool.written(domain, language)), locale=language)
        assert {message.id: message.string for message in anew if message.id} == {
            message.id: message.string for message in present if message.id
        }
        assert anew.plural_forms == present.plural_forms


@pytest.mark.parametrize(
    ("english", "translated", "problem"),
    [
        ("{a} tiles", "{a} peças", None),
        ("{a} tiles", "{b} peças", "other placeholders than the English"),
        ("%(a)s tiles", "peças", "other placeholders than the English"),
        ("tiles", "", "not translated"),
        (" tiles", "peças", "other blanks at an end than the English"),
        ("100 %% of %(a)s", "100 %% de %(a)s", None),
        (("%(n)d tile", "%(n)d tiles"), ("%(n)d peça", "%(n)d peças"), None),
        (("one tile", "%(n)d tiles"), ("uma peça", "%(n)d peças"), None),
        (("%(n)d tile", "%(n)d tiles"), ("%(n)d peça", ""), "not translated"),
        (("%(n)d tile", "%(n)d tiles"), ("%(n)d peça", "%(m)d peças"), "other placeholders than the English"),
    ],
)
def test_the_check_finds_what_is_wrong(english: str, translated: str, problem: str | None) -> None:
    assert list(tool.problems_of(Message(english, translated))) == ([problem] if problem else [])


def test_the_check_finds_what_is_fuzzy() -> None:
    assert list(tool.problems_of(Message("tiles", "peças", flags={"fuzzy"}))) == ["fuzzy"]


@pytest.mark.parametrize("path", sorted((WEB / "static").rglob("*.js")), ids=lambda path: path.name)
def test_every_sentence_of_a_script_is_gathered(path: Path) -> None:
    """Extraction can pass over calls in odd places: a plain search must find no more than it does."""
    text = path.read_text(encoding="utf-8")
    domain = next(domain for domain in tool.DOMAINS if domain.name == "djangojs")
    gathered: set[str] = set()
    for _line, message, _comments, _context in domain.read(path):
        gathered.update([message] if isinstance(message, str) else message)
    written = {match.encode().decode("unicode_escape") if "\\" in match else match
               for match in re.findall(r'gettext\(\s*"((?:[^"\\]|\\.)*)"', text)}  # fmt: skip
    assert written <= gathered
    assert not re.search(r"\bn?gettext\(\s*[^\"\s]", text), "a sentence must stand as a literal where it is used"


class Visible(HTMLParser):
    """Collects the text that a page shows, and the attributes that are read out or shown."""

    SHOWN = ("aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-roledescription")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._code = 0

    def handle_data(self, data: str) -> None:
        if not self._code:  # a command is typed as it stands, in every language
            self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag == "code"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code += tag == "code"
        self.texts += [value or "" for name, value in attrs if name in self.SHOWN]


UNTRANSLATED = {"summy", "Summy", "Enter", "Esc", "Alt", "px"}
"""Names, and keys as they are printed on keyboards."""


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.html")), ids=lambda path: path.name)
def test_a_template_shows_no_words_outside_of_the_catalogues(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{%\s*blocktrans.*?endblocktrans\w*\s*%}", "", text, flags=re.S)
    text = re.sub(r"{%\s*block (robots|body_class)\s*%}.*?{%\s*endblock\s*%}", "", text, flags=re.S)
    text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", text, flags=re.S)
    page = Visible()
    page.feed(text)
    words = set(re.findall(r"[^\W\d_]{2,}", " ".join(page.texts)))
    assert words <= UNTRANSLATED, words - UNTRANSLATED
