"""Pages stay light: under 150 KB of script and style each, all of it from this site, before any compression."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browser.conftest import Seats
from browser.hands import wait_for_table
from running_site import Guest

LIMIT = 150_000

Begun = Callable[..., tuple[str, Guest, Guest]]


def weights(page: Page) -> dict[str, int]:
    """Bytes of each script and style sheet that the page has loaded, uncompressed."""
    return page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType("resource")
            .map((entry) => [new URL(entry.name).pathname, entry.decodedBodySize])
            .filter(([path]) => /\\.(js|css)$|jsi18n/.test(path))
            .map(([path, size]) => [path.replace(/^\\/static\\/\\w+\\//, ""), size]))"""
    )


def strangers(page: Page, address: str) -> list[str]:
    """Addresses of other sites that the page has asked."""
    asked = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    return [name for name in asked if not name.startswith(address)]


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR"])
def test_the_table(seats: Seats, begun: Begun, locale: str) -> None:
    game, ada, _bia = begun(2)
    page = seats(guest=ada, locale=locale)
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    page.wait_for_load_state("networkidle")
    sizes = weights(page)
    assert {"table/main.js", "board/board.js", "css/table.css"} <= set(sizes)
    assert sum(sizes.values()) < LIMIT, sorted(sizes.items(), key=lambda item: -item[1])
    assert not strangers(page, page.url.split("/g/")[0])


@pytest.mark.parametrize("path", ["/", "/new/", "/tables/", "/rules/summy/", "/games/summy/"])
def test_the_other_pages(seats: Seats, path: str) -> None:
    page = seats()
    page.goto(path)
    page.wait_for_load_state("networkidle")
    sizes = weights(page)
    assert sum(sizes.values()) < LIMIT, sizes
    assert not strangers(page, page.url.removesuffix(path))
