"""What people do beside moving: propose, talk, look on, change devices, play again; and boards with an edge."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import Seats
from browser.hands import Hands, until, wait_for_table
from running_site import Guest, RunningSite
from summy.board import Square

Begun = Callable[..., tuple[str, Guest, Guest]]


def both_at(game: str, seats: Seats, ada: Guest, bia: Guest) -> tuple[Page, Page]:
    """The two people in front of their pages."""
    pages = (seats(guest=ada), seats(guest=bia))
    for page in pages:
        page.goto(f"/g/{game}/")
        wait_for_table(page)
    return pages


def choose_in_menu(page: Page, entry: str) -> None:
    """Press an entry of the table's menu."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog", name="Table menu").get_by_role("button", name=entry).click()


def test_a_draw_is_proposed_declined_and_agreed_then_played_again(seats: Seats, begun: Begun) -> None:
    ada, bia = both_at(*begun_with(begun, seats, 2))
    choose_in_menu(ada, "Propose a draw")
    expect(ada.get_by_text("You have proposed a draw.")).to_be_visible()
    expect(bia.get_by_text("Ada proposes a draw.")).to_be_visible()
    bia.get_by_role("button", name="Decline").click()
    expect(ada.get_by_text("You have proposed a draw.")).to_be_hidden()
    choose_in_menu(bia, "Propose a draw")
    ada.get_by_role("button", name="Accept").click()
    for page in (ada, bia):
        expect(page.locator("[data-part=result]")).to_be_visible()
        expect(page.locator("[data-part=verdict]")).to_have_text(re.compile(r"^A draw"))
    before = ada.url.split("#")[0]
    ada.get_by_role("button", name="Rematch").click()
    expect(ada.get_by_role("button", name="Asked")).to_be_disabled()
    bia.get_by_role("button", name="Accept").click()
    for page in (ada, bia):
        until(page, lambda page=page: page.url.split("#")[0] != before, "the next game opens by itself")
        wait_for_table(page)
        expect(page.locator("[data-part=rack] button")).to_have_count(8)
    assert ada.url == bia.url


def begun_with(begun: Begun, seats: Seats, turns: int) -> tuple[str, Seats, Guest, Guest]:
    """Arguments of `both_at` for a table that has begun."""
    game, ada, bia = begun(turns)
    return game, seats, ada, bia


def test_chat_is_text_and_can_be_muted(seats: Seats, begun: Begun) -> None:
    ada, bia = both_at(*begun_with(begun, seats, 0))
    ada.locator("[data-part=chat] summary").click()
    ada.get_by_label("Message").fill("<img src=x onerror=alert(1)> good luck")
    ada.keyboard.press("Enter")
    expect(bia.locator("[data-part=chat-count]")).to_have_text("1 new")
    bia.locator("[data-part=chat] summary").click()
    line = bia.get_by_role("log").get_by_role("listitem")
    expect(line).to_contain_text("Ada <img src=x onerror=alert(1)> good luck")
    assert bia.get_by_role("log").locator("img").count() == 0
    bia.get_by_role("button", name="Mute the chat").click()
    expect(line).to_be_hidden()
    # Digits and signs that are typed into the chat are no tiles.
    ada.get_by_label("Message").fill("1+1=2")
    assert ada.locator("summy-board .t.new").count() == 0


def test_somebody_looks_on(seats: Seats, begun: Begun) -> None:
    game, *_players = begun(3)
    page = seats()
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    expect(page.locator("[data-part=say]")).to_have_text("You are watching.")
    expect(page.locator("[data-part=rack]")).to_be_hidden()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    # The squares can still be explored with the arrows.
    page.locator("summy-board [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    first = page.evaluate("document.activeElement.dataset.at")
    page.keyboard.press("ArrowDown")
    x, y = map(int, first.split(","))
    assert page.evaluate("document.activeElement.dataset.at") == f"{x},{y + 1}"
    page.locator("[data-part=log] a").last.click()
    expect(page.locator("[data-part=say]")).to_contain_text("Turn 1 of 3")


def watching(seats: Seats, game: str, size: str = "1280") -> Page:
    """The page of somebody who has come to a table by its address and has no name yet."""
    page = seats(size, touch=size == "360")
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    return page


def test_who_looks_on_at_an_open_table_can_sit_down(site: RunningSite, seats: Seats) -> None:
    ada = site.guest("Ada")
    page = watching(seats, ada.open_table(kind="open"), "360")
    expect(page.get_by_role("heading", name="A seat is free")).to_be_visible()
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator("[data-part=rack] button")).to_have_count(8)
    expect(page.locator("[data-part=invitation]")).to_be_hidden()


def test_who_sits_down_at_a_table_of_teams_chooses_the_side(site: RunningSite, seats: Seats) -> None:
    ada = site.guest("Ada")
    game = ada.open_table(kind="open", members="2")
    page, late = watching(seats, game), watching(seats, game)
    expect(page.get_by_role("button", name="Sit down with Ada")).to_be_visible()
    page.get_by_role("button", name="Sit down on side 2").click()
    expect(page.get_by_role("heading", name="Waiting for the other side")).to_be_visible()
    late.get_by_role("button", name="Sit down with Ada").click()
    expect(late.get_by_label("Link", exact=True)).to_be_visible()
    sides = late.locator("[data-part=score] .side")
    expect(sides.nth(0)).to_have_attribute("aria-label", "You")


def test_nobody_sits_down_at_a_table_of_friends_without_the_link(site: RunningSite, seats: Seats) -> None:
    ada = site.guest("Ada")
    page = watching(seats, ada.open_table(kind="friend"))
    expect(page.get_by_text("Only people with the link of this table can sit down.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)


def test_the_game_goes_on_on_another_device(seats: Seats, begun: Begun) -> None:
    game, ada, bia = begun(2)
    pages = both_at(game, seats, ada, bia)
    mover = next(page for page in pages if Hands(page).my_turn)
    hands = Hands(mover)
    square = next(square for square in free_squares(hands))
    hands.press_tile(hands.hand[0])
    hands.press_square(square)
    expect(mover.locator("summy-board .t.new")).to_have_count(1)
    choose_in_menu(mover, "Go on with this game on another device")
    link = mover.get_by_role("dialog").get_by_label("Link", exact=True)
    expect(mover.get_by_role("img", name="QR code of the link")).to_be_visible()
    phone = seats("360", touch=True)
    phone.goto(link.input_value())
    phone.locator("main form button").first.tap()
    wait_for_table(phone)
    assert Hands(phone).my_turn
    expect(phone.locator(f'summy-board [data-at="{square.x},{square.y}"] .t.new')).to_have_count(1)


def test_two_pages_of_one_person_show_the_same_tiles(seats: Seats, begun: Begun) -> None:
    """What is laid or taken back on one page is followed on the other, tile by tile."""
    game, ada, bia = begun(0)
    pages = both_at(game, seats, ada, bia)
    mover = next(page for page in pages if Hands(page).my_turn)
    again = mover.context.new_page()
    again.goto(f"/g/{game}/")
    wait_for_table(again)
    hands = Hands(mover)
    squares = free_squares(hands)[:3]
    laid = again.locator("summy-board .t.new")
    for count, square in enumerate(squares, start=1):
        hands.press_tile(hands.hand[count - 1])
        hands.press_square(square)
        expect(mover.locator("summy-board .t.new")).to_have_count(count)
        expect(laid).to_have_count(count)
    mover.get_by_role("button", name="Recall").click()
    expect(laid).to_have_count(0)
    # Once something is laid on the second page, it goes its own way and the first one follows.
    other = Hands(again)
    other.press_tile(other.hand[0])
    other.press_square(squares[2])
    expect(mover.locator(f'summy-board [data-at="{squares[2].x},{squares[2].y}"] .t.new')).to_have_count(1)


def free_squares(hands: Hands) -> list[Square]:
    """Open squares near the middle."""
    board = hands.board()
    near = [Square(x, y) for y in (1, -1, 2, -2) for x in range(-3, 4)]
    return [square for square in near if square not in board and square not in board.reserved]


def test_a_refused_sum_says_why_and_comes_back(seats: Seats, begun: Begun) -> None:
    game, ada, bia = begun(1)
    pages = both_at(game, seats, ada, bia)
    mover = next(page for page in pages if Hands(page).my_turn)
    hands = Hands(mover)
    hands.press_tile(hands.hand[0])
    hands.press_square(free_squares(hands)[0])
    mover.get_by_role("button", name="Play", exact=True).click()
    say = mover.locator("[data-part=say]")
    expect(say).to_have_class(re.compile("bad"))
    said = mover.locator("[data-part=say-words]").text_content() or ""
    assert re.search(r"[a-z]{3,}.*\.$", said), said
    # Nothing is lost: the tile lies where it lay, and another try is possible.
    expect(mover.locator("summy-board .t.new")).to_have_count(1)
    mover.get_by_role("button", name="Recall").click()
    expect(mover.locator("summy-board .t.new")).to_have_count(0)
    assert hands.turns() == 1


def test_a_question_about_the_line_that_is_lost_is_asked_again(seats: Seats, begun: Begun) -> None:
    """The verdict comes although the first two questions, and the first answer, never arrive."""
    game, ada, bia = begun(0)  # whoever begins has a sum to play
    asked: list[int] = []

    def with_losses(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def sent(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "preview":
                asked.append(told["id"])
                if len(asked) < 3:
                    return
            server.send(message)

        def answered(message: str | bytes) -> None:
            if json.loads(message)["type"] != "preview" or len(asked) > 3:
                line.send(message)

        line.on_message(sent)
        server.on_message(answered)

    pages = (seats(guest=ada), seats(guest=bia))
    for page in pages:
        page.route_web_socket(re.compile("/ws/"), with_losses)
        page.goto(f"/g/{game}/")
        wait_for_table(page)
    hands = next(hands for hands in map(Hands, pages) if hands.my_turn)
    play = hands.choose_play()
    assert play is not None
    hands.lay(play, "type")
    expect(hands.page.locator("[data-part=say] .verdict.ok")).to_be_visible()
    assert len(asked) > 3


def test_a_board_with_an_edge(seats: Seats) -> None:
    page = seats("360", touch=True)
    page.goto("/new/?kind=computer")
    page.locator("input[name=rules][value=summy-127]").check()
    page.get_by_role("button", name="Open the table").tap()
    wait_for_table(page)
    hands = Hands(page, touch=True)
    assert hands.wait_for_turn()
    grid = page.get_by_role("grid")
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == ("25", "25")
    expect(grid.locator('[aria-label^="M13: equals"]')).to_have_count(1)
    hands.rest()
    small = page.evaluate("document.querySelector('summy-board').camera.side")
    assert small < 44, "the whole board is in view"
    # The first tap goes nearer, the second one means the square.
    point = hands.point_of(Square(11, 9))
    page.touchscreen.tap(*point)
    until(page, lambda: page.evaluate("document.querySelector('summy-board').camera.side") == 44, "squares for fingers")
    expect(page.locator("summy-board .cur")).to_have_count(0)
    hands.rest()
    hands.press_square(Square(11, 9))
    expect(page.locator('summy-board [data-at="11,9"].cur')).to_have_count(1)
    page.get_by_role("button", name="Fit the whole table").tap()
