"""A server whose deals are arranged by a test: the n-th deal has the n-th stock of `arranged.json`.

Started as `python arranged_deals.py DATA PORT WORKERS`. Seeds are made from the deal's number; only the order of the
stock is replaced, so that a test can exchange hidden tiles and leave everything else as it was.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import lru_cache
from pathlib import Path


def main(data: Path, port: int, workers: int) -> int:
    """Arrange the deals, then serve as always."""
    from summy.deal import Deal
    from summy.rulesets import load_ruleset
    from summy.web import serve
    from summy.web.configuration import read_server_settings

    serve.set_up(read_server_settings(data))
    from summy.web.games import deals

    stocks = json.loads((data / "arranged.json").read_text())
    seeds = [hashlib.sha256(str(number).encode()).digest() for number in range(len(stocks))]
    unused = iter(seeds)

    @lru_cache
    def arranged(rules: str, options: tuple[tuple[str, object], ...], seed: str, sides: int) -> Deal:
        deal = Deal(load_ruleset(rules, dict(options)), bytes.fromhex(seed), sides)
        # Both are computed once and kept in the instance's dictionary; so these values are taken instead.
        deal.__dict__["stock"] = tuple(stocks[seeds.index(deal.seed)])
        deal.__dict__["seats"] = tuple(range(sides))
        if deal.ruleset.first_side == "draw":
            deal.__dict__["opening_draws"] = (("20", "0"),)
        return deal

    deals._deal = arranged
    deals.new_seed = lambda: next(unused)
    return serve.run(port=port, data=data, workers=workers, tell=lambda line: print(line, flush=True))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
