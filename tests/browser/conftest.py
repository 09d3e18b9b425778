"""What the browser tests share: a running site, and people with a real Chromium in front of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from running_site import Guest, RunningSite, running_site

ROOT = Path(__file__).resolve().parents[2]
SIZES = {"1280": (1280, 800), "768": (768, 1024), "360": (360, 740)}
"""Widths at which pages are looked at: a laptop, a tablet, a small phone."""

expect.set_options(timeout=15_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-images", action="store_true", help="write docs/images anew from the running site")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium; no sandbox where the tests run as root, which it refuses."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail("there is no Chromium here: install Debian's package chromium")
    root = os.getuid() == 0
    return {**browser_type_launch_args, "executable_path": path, "args": ["--no-sandbox"] if root else []}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A server with one worker for computer players, for all tests of a file."""
    with running_site(tmp_path_factory.mktemp("site"), workers=1) as site:
        yield site
        assert "Traceback" not in site.log, site.log


@pytest.fixture
def pictures() -> Path:
    """Where screenshots are kept for people to look at."""
    folder = ROOT / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Seats:
    """Opens browsers for people and sees to it that their pages ran without an error."""

    def __init__(self, browser: Browser, site: RunningSite) -> None:
        self._browser = browser
        self._site = site
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self.expected: list[str] = []
        """Parts of console messages that a test provokes."""

    def __call__(self, size: str = "1280", *, guest: Guest | None = None, touch: bool = False, **options: Any) -> Page:
        """A page of a new browser, as yet empty. With a `guest` it is theirs."""
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            base_url=options.pop("base_url", self._site.address),
            has_touch=touch,
            is_mobile=touch,
            locale=options.pop("locale", "en-GB"),
            **options,
        )
        self._contexts.append(context)
        if guest is not None:
            cookies = guest.http.cookies.items()
            context.add_cookies([{"name": name, "value": value, "url": self._site.address} for name, value in cookies])
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("console", self._heard)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        """Close all browsers; fails when a page complained."""
        for context in self._contexts:
            context.close()
        left = [text for text in self.problems if not any(part in text for part in self.expected)]
        assert not left, "\n".join(left)


@pytest.fixture
def seats(browser: Browser, site: RunningSite) -> Iterator[Seats]:
    """Opens browsers for people, see `Seats`."""
    seats = Seats(browser, site)
    yield seats
    seats.close()


@pytest.fixture
def begun(site: RunningSite) -> Callable[..., tuple[str, Guest, Guest]]:
    """Makes a table of two people at which some turns are played already, over sockets only."""

    def begin(turns: int, **form: str) -> tuple[str, Guest, Guest]:
        game, ada, bia = site.two_at_a_table(**form)
        with ada.table(game) as one, bia.table(game) as other:
            for _ in range(turns):
                for table in (one, other):
                    table.send("ping")
                    table.wait_for("pong")
                mover = one if one.view["to_move"] == one.view["you"]["side"] else other
                mover.wait_for_view(lambda view: "discard" in view["actions"] or "play" in view["actions"])
                assert mover.move(mover.good_move())["type"] == "ack"
                seq = mover.wait_for("event")["seq"]
                waiting = other if mover is one else one
                waiting.wait_for_view(lambda view, seq=seq: view["seq"] >= seq)
        return game, ada, bia

    return begin
