"""Icons, tiles and boards in templates, drawn from the one sprite of the site."""

from __future__ import annotations

from typing import Final

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language_info

from summy.tiles import BLANK, split_line_text

from ..pictures import Cell, Picture

register = template.Library()

SIGNS: Final = {"+": "gp", "-": "gm", "x": "gx", ":": "gc", "=": "ge", "+/-": "gpm", "x/:": "gxd"}
"""Sprite names of the tiles that are not numbers; a number n is drawn as `gn`."""


def family(tile: str) -> str:
    """Class of a tile's colours: none for numbers, `o` for operators, `q` for the equals sign."""
    if tile == "=":
        return " q"
    return " o" if tile in SIGNS else ""


def _use(name: str) -> SafeString:
    return format_html('<use href="{}#{}"/>', static("icons/sprite.svg"), name)


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon beside words that say the same; hidden from screen readers."""
    return format_html('<svg class="i" aria-hidden="true">{}</svg>', _use(name))


def _symbol(name: str, obelus: bool) -> SafeString:
    glyph = "gd" if obelus and name == ":" else SIGNS.get(name, f"g{name}")
    return format_html('<svg aria-hidden="true">{}</svg>', _use(glyph))


@register.simple_tag
def tile(name: str, state: str = "", obelus: bool = False) -> SafeString:
    """One tile; `state` is the design's class for it, such as `flat` or `new`. An empty blank is called `?`.

    With `obelus` division is drawn as ÷.
    """
    if name == BLANK:
        return format_html('<b class="{}"></b>', f"t blank empty {state}".strip())
    return format_html('<b class="{}">{}</b>', f"t{family(name)} {state}".strip(), _symbol(name, obelus))


def laid_tile(printed: str, face: str, state: str = "", obelus: bool = False) -> SafeString:
    """A tile on a board: a blank shows its face hollow, a choice tile keeps its printed signs in a corner."""
    shown = _symbol(face, obelus)
    if printed == BLANK:
        return format_html('<b class="{}">{}{}</b>', f"t blank {state}".strip(), shown, shown)
    if printed and printed != face:
        classes = f"t{family(face)} pick {state}".strip()
        return format_html('<b class="{}">{}<i>{}</i></b>', classes, shown, _symbol(printed, obelus))
    return tile(face, state, obelus)


@register.simple_tag
def wordmark() -> SafeString:
    """The name of the site in its own letters; the link around it carries the label."""
    return format_html('<svg class="word" viewBox="0 0 96 22" aria-hidden="true">{}</svg>', _use("word"))


@register.simple_tag
def sum_tiles(text: str, obelus: bool = False) -> SafeString:
    """A line of the game as flat tiles, read out as its text."""
    return format_html(
        '<span class="line" role="img" aria-label="{}">{}</span>',
        text,
        format_html_join("", "{}", ((tile(symbol, "flat", obelus),) for symbol in split_line_text(text))),
    )


@register.simple_tag
def board(picture: Picture) -> SafeString:
    """A still board: tiles, closed squares, the open square of a puzzle. Its label says what it shows."""
    rows = ((format_html_join("", "{}", ((_square(cell, picture.obelus),) for cell in row)),) for row in picture.rows)
    return format_html(
        '<div class="board {}" role="img" aria-label="{}">{}</div>',
        "square" if picture.bounded else "open",
        picture.label,
        format_html_join("", "<div>{}</div>", rows),
    )


@register.filter
def own_name(code: str) -> str:
    """A language in its own words, without the country where the site has no second one of it: `Português`."""
    base = code.partition("-")[0]
    shared = sum(1 for other, _name in settings.LANGUAGES if other.partition("-")[0] == base) > 1
    name: str = get_language_info(code if shared else base)["name_local"]
    return name[:1].upper() + name[1:]


def _square(cell: Cell, obelus: bool) -> SafeString:
    if cell.tile:
        return format_html("<i>{}</i>", laid_tile(cell.printed, cell.tile, "new" if cell.new else "", obelus))
    if cell.open is not None:
        # The arrow shows how the line is read; the script of the puzzle lays a tile in its place.
        return format_html(
            '<i class="cur {}"><svg viewBox="0 0 24 24" aria-hidden="true">{}</svg></i>', cell.open, _use("tri")
        )
    if cell.premium:
        star = format_html('<svg viewBox="0 0 24 24" aria-hidden="true">{}</svg>', _use("star")) if cell.centre else ""
        classes = f"p{cell.premium.lower()}{' star' if cell.centre else ''}"
        return format_html('<i class="{}">{}<span>{}</span></i>', classes, star, cell.premium)
    classes = "res" if cell.closed else "will" if cell.closes else ""
    return format_html('<i class="{}"></i>', classes) if classes else SafeString("<i></i>")
