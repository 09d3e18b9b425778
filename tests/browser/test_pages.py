"""The pages around the table in a real browser: how they look, what they do with and without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.hands import until
from running_site import RunningSite

PAGES = {
    "home": "/",
    "new-table": "/new/",
    "open-tables": "/tables/",
    "new-table-amath": "/new/?rules=amath&clock=tournament",
    "all-rules": "/rules/",
    "games": "/games/",
    "rules": "/rules/summy/",
    "rules-amath": "/rules/amath/",
    "game": "/games/summy/",
    "game-amath": "/games/amath/",
    "bingo": "/bingo/",
    "bingo-lines": "/bingo/?tiles=%3F+2+4+6+6+9+%2B+%3D&pattern=00%2B00%3D00&show=1",
    "name": "/name/",
    "not-found": "/nothing/",
}
LANGUAGES = ("en", "pt-BR", "th")


def overflow_px(page: Page) -> int:
    """By how much the page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def faults(page: Page) -> list[str]:
    """What axe finds that keeps somebody from using the page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:120]}"
        for fault in found
        if fault["impact"] in {"serious", "critical"}
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", ["1280", "768", "360"])
def test_pages_fit_and_can_be_used_by_everybody(
    seats: Callable[..., Page], site: RunningSite, pictures: Path, size: str, colours: str
) -> None:
    """No page is wider than its window in any language, axe finds nothing serious, pictures are kept to look at."""
    seats.expected = ["404"]  # type: ignore[attr-defined]
    site.guest("Rafa").open_table(kind="open", clock="total", total_s="600", increment_s="10")
    for language in LANGUAGES:
        # Axe is put into the page as a script, which the site's own policy refuses.
        page = seats(size, color_scheme=colours, locale=language, reduced_motion="reduce", bypass_csp=True)
        for name, address in PAGES.items():
            page.goto(address)
            page.screenshot(path=pictures / f"{name}-{size}-{colours}-{language}.png", full_page=True)
            assert overflow_px(page) <= 0, f"{name} in {language}"
            if size != "768" and language == "en":
                assert faults(page) == [], name


@pytest.mark.parametrize("size", ["1280", "360"])
def test_choosing_and_playing_are_above_the_fold(seats: Callable[..., Page], size: str) -> None:
    for language in LANGUAGES:
        page = seats(size, locale=language)
        page.goto("/")
        box = page.locator(".start .go").bounding_box()
        viewport = page.viewport_size
        assert box is not None
        assert viewport is not None
        assert box["y"] + box["height"] < viewport["height"]
        broken = "names.filter(name => name.offsetHeight > 1.7 * parseFloat(getComputedStyle(name).fontSize))"
        assert (
            page.locator(".start .level .name").evaluate_all(f"names => {broken}.map(name => name.textContent)") == []
        )


def test_one_click_leads_to_a_game(seats: Callable[..., Page]) -> None:
    page = seats()
    page.goto("/")
    name = page.locator(".start .row b").inner_text()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/g/\w+/$"))
    page.goto("/")
    expect(page.locator(".own li")).to_have_count(1)
    expect(page.locator(".start .row b")).to_have_text(name)


def test_the_level_is_chosen_by_keyboard(seats: Callable[..., Page]) -> None:
    page = seats()
    page.goto("/")
    page.locator("[name=level]").first.focus()
    names = page.locator(".level .name").all_text_contents()
    page.keyboard.press("Space")
    for name in names[1:]:
        page.keyboard.press("ArrowRight")
        expect(page.locator(".level:has(:checked) .name")).to_have_text(name)
        expect(page.locator(".level .say-l:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/g/\w+/$"))
    expect(page.locator("body")).to_contain_text(names[-1])


def test_the_puzzle_answers_at_once_and_goes_on(seats: Callable[..., Page]) -> None:
    page = seats()
    page.goto("/")
    words = page.locator("#puzzle [role=status]")
    page.locator("#puzzle button[value='4']").click()
    expect(words).to_have_text("7x8 is 56, not 54.")
    expect(page.locator("#puzzle .cur .t")).to_have_count(0)  # taken back after a moment
    expect(page.locator("#puzzle [data-next]")).to_be_hidden()
    page.locator("#puzzle button[value='6']").click()
    expect(words).to_have_text("True: 7x8=56. It scores 26.")
    expect(page.locator("#puzzle .cur .t")).to_have_count(1)
    page.locator("#puzzle [data-next]").click()
    expect(page.locator("#puzzle input[name=puzzle]")).to_have_value("1")
    expect(page.locator("#puzzle button").first).to_be_focused()
    assert page.url.endswith("/"), "the page itself stays"


def test_colours_turn_without_a_reload_and_stay(seats: Callable[..., Page]) -> None:
    page = seats(color_scheme="light")
    page.goto("/rules/summy/")
    button = page.get_by_role("button", name="Dark colours")
    expect(button).to_have_attribute("aria-pressed", "false")
    before = page.evaluate("performance.timeOrigin")
    with page.expect_response("**/theme/"):
        button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("performance.timeOrigin") == before
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_language_changes_with_the_list(seats: Callable[..., Page]) -> None:
    page = seats()
    page.goto("/rules/summy/")
    page.get_by_label("Language").select_option("pt-br")
    expect(page.get_by_role("heading", level=1)).to_have_text("Regras de Summy")
    assert page.url.endswith("/rules/summy/")


def test_the_list_of_open_tables_renews_itself_and_keeps_the_focus(
    seats: Callable[..., Page], site: RunningSite
) -> None:
    site.guest("Nok").open_table(kind="open")
    page = seats()
    page.goto("/tables/")
    link = page.get_by_role("link", name="Join Nok, Summy")
    link.focus()
    started = monotonic()
    site.guest("Joost").open_table(kind="open")
    expect(page.get_by_role("link", name="Join Joost, Summy")).to_be_visible()
    assert monotonic() - started < 12
    expect(link).to_be_focused()


def test_the_form_shows_only_what_the_kind_of_table_needs(seats: Callable[..., Page]) -> None:
    page = seats("360")
    page.goto("/new/?kind=friend")
    clock, level, members = (
        page.locator(".for-clock"),
        page.locator(".for-computer"),
        page.get_by_label("People on each"),
    )
    expect(clock).to_be_visible()
    expect(level).to_be_hidden()
    expect(members).to_be_visible()
    page.get_by_text("Together against the computer").click()
    expect(level).to_be_visible()
    page.locator(".kind", has_text="Against the computer").click()
    expect(members).to_be_hidden()
    page.locator(".kind", has_text="Play alone").click()
    expect(clock).to_be_hidden()
    expect(level).to_be_hidden()
    page.locator(".kind", has_text="Summy 127").click()
    expect(page.locator("[data-rules=summy]")).to_be_hidden()
    expect(page.locator("[data-rules='summy-127']")).to_be_visible()


def test_the_form_follows_the_chosen_game(seats: Callable[..., Page]) -> None:
    page = seats()
    page.goto("/new/?kind=computer&rules=summy")
    page.locator(".kind", has_text="A-Math").first.click()
    expect(page.locator("[data-rules=amath] details")).to_have_attribute("open", "")
    expect(page.locator("[name=kind][value=computer]")).to_be_checked()
    expect(page.locator(".for-sides")).to_be_hidden()
    page.locator(".pick:visible", has_text="22 min a side").click()
    page.locator(".kind", has_text="A-Math 70").click()
    expect(page.locator("[name=clock]:checked")).to_have_value("tournament")
    expect(page.locator(".pick:has(:checked)", has_text="20 min a side")).to_be_visible()
    page.locator(".kind", has_text="Summy 127").click()
    expect(page.locator("[name=clock]:checked")).to_have_value("none")
    expect(page.locator(".for-sides")).to_be_visible()


def test_a_game_of_the_second_kind_begins_from_the_first_page(seats: Callable[..., Page]) -> None:
    page = seats()
    page.goto("/")
    page.locator(".seg", has_text="A-Math").click()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/g/\w+/$"))
    expect(page).to_have_title(re.compile("A-Math"))


def test_tiles_for_a_bingo_are_tapped_or_typed(seats: Callable[..., Page]) -> None:
    page = seats("360")
    page.goto("/bingo/")
    for name in ("2", "3", "4", "6", "6", "9", "+", "+"):
        page.locator(f".pad [aria-label='{name}']").click()
    page.locator(".chosen button").last.click()
    field = page.get_by_label("Tiles", exact=True)
    expect(field).to_have_value("2 3 4 6 6 9 +")
    field.press("End")
    field.type(" =")
    expect(page.locator(".chosen button")).to_have_count(8)
    field.press("Enter")
    expect(page.locator(".found h2")).to_have_text("16 lines use all tiles")
    page.get_by_label("Do you see one?").fill("46+23=69")
    page.get_by_role("button", name="Check my line").click()
    expect(page.locator(".found [role=status]")).to_contain_text("It scores 94.")
    page.locator(".found").get_by_role("button", name="Show the lines").click()
    expect(page.locator(".lines li")).to_have_count(16)


def test_the_rules_begin_with_their_title(seats: Callable[..., Page]) -> None:
    """On a phone the minute's explanation comes first, the contents after it; on a laptop both are in view."""
    page = seats("360")
    page.goto("/rules/amath/")
    title, minute, contents = page.locator("h1"), page.locator(".minute"), page.locator(".contents")
    tops = [box["y"] for box in (part.bounding_box() for part in (title, minute, contents)) if box]
    assert len(tops) == 3
    assert tops == sorted(tops)
    assert tops[0] < 200
    wide = seats()
    wide.goto("/rules/amath/")
    boxes = [wide.locator(name).bounding_box() for name in ("h1", ".contents")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[1]["x"] < boxes[0]["x"]
    assert boxes[1]["y"] < 200


def test_a_target_is_one_more_tile(seats: Callable[..., Page]) -> None:
    page = seats("360")
    page.goto("/bingo/?tiles=2+3+4+6+6+9+%2B")
    page.get_by_text("Only certain lines").click()
    expect(page.get_by_text("One more tile that every line uses too")).to_be_visible()
    page.get_by_label("Target tile").select_option("=")
    page.get_by_role("button", name="Count the lines").last.click()
    expect(page.locator(".found h2")).to_have_text("16 lines use all tiles")
    expect(page.get_by_label("Target tile")).to_have_value("=")
    page.locator(".found").get_by_role("button", name="Show the lines").click()
    expect(page.locator(".lines li")).to_have_count(16)


def test_a_friend_joins_by_link(seats: Callable[..., Page], site: RunningSite) -> None:
    rafa = site.guest("Rafa")
    invitation = rafa.invitation(rafa.open_table(kind="friend"))
    page = seats("360", bypass_csp=True)
    page.goto(invitation)
    expect(page.get_by_role("heading", level=1)).to_have_text("Rafa invites you")
    assert overflow_px(page) <= 0
    assert faults(page) == []
    page.get_by_role("button", name="Join").click()
    expect(page).to_have_url(re.compile(r"/g/\w+/$"))


def test_everything_before_the_table_works_without_script(seats: Callable[..., Page], site: RunningSite) -> None:
    page = seats(java_script_enabled=False)
    page.goto("/?puzzle=0")
    page.locator("#puzzle button[value='6']").click()
    expect(page.locator("#puzzle [role=status]")).to_have_text("True: 7x8=56. It scores 26.")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#puzzle input[name=puzzle]")).to_have_value("1")
    page.get_by_label("Language").select_option("pt-br")
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Faça a conta fechar.")
    page.goto("/name/")
    page.get_by_label("Nome").fill("Bia")
    page.get_by_role("button", name="Ficar com este nome").click()
    expect(page.locator(".start .row b")).to_have_text("Bia")
    rafa = site.guest("Rafa")
    page.goto(rafa.invitation(rafa.open_table(kind="friend")))
    page.get_by_role("button", name="Entrar").click()
    expect(page).to_have_url(re.compile(r"/g/\w+/$"))
    page.goto("/new/?kind=solo")
    page.get_by_role("button", name="Abrir a mesa").click()
    expect(page).to_have_url(re.compile(r"/g/\w+/$"))


def test_the_content_can_be_reached_by_one_key(seats: Callable[..., Page]) -> None:
    page = seats()
    page.goto("/rules/summy/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, lambda: bool(page.evaluate("document.activeElement?.id === 'main'")), "the focus to reach the content")
