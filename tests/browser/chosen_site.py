"""A site whose deals are chosen by the test, and where the tournament clock of the form is a short one.

Started by `running_site` as `python -c PROGRAM DATA PORT WORKERS`. Tables that are opened while there is a file `seed`
in the data directory have that seed, written in hexadecimal digits.
"""

from __future__ import annotations

SIDE_S = 30
"""Seconds a side has before overtime begins: the least that a table may have."""

PROGRAM = f"""
import sys, pathlib
from summy.web import serve
from summy.web.configuration import read_server_settings

data, port, workers = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
serve.set_up(read_server_settings(data))

from summy.web.games import deals
from summy.web.games.table_settings import ClockSettings
from summy.web.lobby import table_form

seed = data / "seed"
fresh = deals.new_seed
deals.new_seed = lambda: bytes.fromhex(seed.read_text()) if seed.exists() else fresh()
table_form.own_clocks = lambda rules: {{"tournament": ClockSettings("total", total_s={SIDE_S}, overtime=True)}}
sys.exit(serve.run(port=port, data=data, workers=workers, tell=lambda line: print(line, flush=True)))
"""
