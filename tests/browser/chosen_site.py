"""A site whose deals are chosen by the test, where the clock of tournaments is a short one and nobody waits long for
somebody who has left.

Started by `running_site` as `python -c PROGRAM DATA PORT WORKERS`. Tables that are opened while there is a file `seed`
in the data directory have that seed, written in hexadecimal digits. A file `stock-SEED` replaces the order of that
deal's stock (names of tiles, one a line) and lets the first seat begin.
"""

from __future__ import annotations

SIDE_S = 30
"""Seconds a side has before overtime begins: the least that a table may have."""

FORGIVEN_MS = 1_500
"""How long an absence is forgiven."""

COUNTDOWN_MS = 3_000
"""How long the others wait then before they may claim the game."""

PROGRAM = f"""
import sys, pathlib
from functools import lru_cache
from summy.web import serve
from summy.web.configuration import read_server_settings

data, port, workers = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
serve.set_up(read_server_settings(data))

from summy.web.games import absence, deals
from summy.web.games.table_settings import ClockSettings
from summy.web.lobby import table_form

absence.FORGIVEN_MS = {FORGIVEN_MS}
absence._COUNTDOWN_LEAST_MS = absence._COUNTDOWN_MOST_MS = {COUNTDOWN_MS}

seed = data / "seed"
fresh, dealt = deals.new_seed, deals._deal
deals.new_seed = lambda: bytes.fromhex(seed.read_text()) if seed.exists() else fresh()

@lru_cache
def arranged(rules, options, chosen, sides):
    deal = dealt(rules, options, chosen, sides)
    stock = data / f"stock-{{chosen}}"
    if stock.exists():
        # Both are computed once and kept in the instance's dictionary; so these values are taken instead.
        deal.__dict__["stock"] = tuple(stock.read_text().split())
        deal.__dict__["seats"] = tuple(range(sides))
    return deal

deals._deal = arranged
table_form.own_clocks = lambda rules: {{"tournament": ClockSettings("total", total_s={SIDE_S}, overtime=True)}}
sys.exit(serve.run(port=port, data=data, workers=workers, tell=lambda line: print(line, flush=True)))
"""
