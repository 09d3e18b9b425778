"""Choosing a computer player stays pleasant with many of them: all in one view, words about the chosen one only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import SIZES, Seats
from browser.test_accessible import serious
from browser.test_looks import nothing_sticks_out
from running_site import RunningSite, running_site

MANY = 15
USUAL = (MANY - 1) // 2

PROGRAM = f"""
import sys, pathlib
from dataclasses import replace
from summy.web import serve
from summy.web.configuration import read_server_settings

data, port, workers = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
serve.set_up(read_server_settings(data))

from summy.web.lobby import table_form

known = list(table_form.PLAYERS.values())
table_form.PLAYERS = {{
    f"p{{n}}": replace(known[n % len(known)], id=f"p{{n}}", name=f"{{known[n % len(known)].name}} {{n}}")
    for n in range({MANY})
}}
sys.exit(serve.run(port=port, data=data, workers=workers, tell=lambda line: print(line, flush=True)))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with more computer players than there are."""
    with running_site(tmp_path_factory.mktemp("levels"), program=PROGRAM) as site:
        yield site
        assert "Traceback" not in site.log, site.log


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR", "th"])
@pytest.mark.parametrize("size", SIZES)
def test_many_players_fit(seats: Seats, pictures: Path, size: str, locale: str) -> None:
    page = seats(size, locale=locale, bypass_csp=True)
    for name, path in (("home", "/"), ("new", "/new/?kind=computer")):
        page.goto(path)
        shown = page.locator(".level .face")
        expect(shown).to_have_count(MANY)
        boxes = [box for box in (each.bounding_box() for each in shown.all()) if box]
        assert len(boxes) == MANY
        assert min(box["height"] for box in boxes) >= 44
        top, bottom = min(box["y"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
        assert bottom - top < 340, "all players are in one view of a small phone"
        expect(page.locator(".level:has(:checked) .name")).to_contain_text(f" {USUAL}")
        words = page.locator(".level .say-l:visible")
        expect(words).to_have_count(1)
        level = page.locator(".level:has(:checked)").locator(".str, .say-l b").filter(visible=True)
        expect(level).to_have_count(1)  # how strong it is, beside the name or, on a phone, before the words
        before, height = words.text_content(), page.locator(".levels").bounding_box()
        shown.last.click()
        expect(page.locator(".level:has(:checked) .name")).to_contain_text(f" {MANY - 1}")
        assert words.text_content() != before
        box, last = words.bounding_box(), shown.last.bounding_box()
        assert box is not None
        assert last is not None
        assert box["y"] >= last["y"] + last["height"], "the words stand below all players"
        after = page.locator(".levels").bounding_box()
        assert after is not None
        assert height is not None
        assert abs(after["height"] - height["height"]) < 30, "the page does not jump"
        nothing_sticks_out(page)
        assert not serious(page, f"{name} in {locale}")
        page.screenshot(path=pictures / f"levels-{name}-{size}-{locale}.png", full_page=True)
