"""The equation map holds every true line and nothing else, and its file may be missing, damaged or shared."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from searching import equation_map
from summy.engine import equation_map as maps
from summy.engine.kernel.equations import EquationMap, build_map

pytestmark = pytest.mark.kernel

SYMBOLS = "0123456789+-x:="


def true_lines(longest: int) -> Iterator[str]:
    """All true lines of at most so many symbols, from their left sides."""
    for size in range(3, longest - 1):
        for left in itertools.product(SYMBOLS[:-1], repeat=size):
            value = value_of("".join(left))
            if value is not None and value >= 0 and value.denominator == 1:
                line = f"{''.join(left)}={value}"
                if len(line) <= longest:
                    yield line


def value_of(left: str) -> Fraction | None:
    """Exact value of a left side with at least one operator; None when it is none."""
    numbers = left.replace("+", " ").replace("-", " ").replace("x", " ").replace(":", " ").split(" ")
    if len(numbers) < 2 or any(not number or (number[0] == "0" and number != "0") for number in numbers):
        return None
    total, term = Fraction(0), Fraction(int(numbers[0]))
    signs = [symbol for symbol in left if symbol in "+-x:"]
    sign = 1
    for operator, number in zip(signs, map(int, numbers[1:]), strict=True):
        if operator in "+-":
            total += sign * term
            term, sign = Fraction(number), 1 if operator == "+" else -1
        elif operator == "x":
            term *= number
        elif number == 0:
            return None
        else:
            term /= number
    return total + sign * term


def test_a_small_map_holds_every_true_line_and_nothing_else() -> None:
    expected: dict[str, set[str]] = {}
    for line in true_lines(7):
        expected.setdefault("".join(sorted(line)), set()).add(line)
    found = equation_map(7)
    assert found.equations == sum(map(len, expected.values())) == 12_517
    assert found.multisets == len(expected)
    for tiles, lines in expected.items():
        in_map = ["".join(SYMBOLS[symbol] for symbol in line) for line in found.lines(map(SYMBOLS.index, tiles))]
        assert sorted(in_map) == sorted(lines)


def test_multisets_without_a_line_are_not_found() -> None:
    found = equation_map(8)
    assert found.lines(map(SYMBOLS.index, "1+1=3")) == []
    assert found.lines([]) == []
    assert found.lines(map(SYMBOLS.index, "=" * 5)) == []


def test_the_number_of_lines_of_each_length_is_known() -> None:
    counts = Counter({symbols: equation_map(symbols).equations for symbols in (5, 6, 7, 8, 9)})
    assert counts == {5: 184, 6: 660, 7: 12_517, 8: 79_863, 9: 1_029_186}


@pytest.mark.nightly
def test_the_large_map_is_built_right() -> None:
    found = equation_map(10)
    assert (found.equations, found.multisets) == (9_913_681, 190_107)
    smaller = equation_map(9)
    for tiles in itertools.combinations_with_replacement(range(10), 5):
        multiset = [*tiles, 10, 12, 14]
        assert sorted(found.lines(multiset)) == sorted(smaller.lines(multiset))


@pytest.mark.parametrize("symbols", [4, 12, -1])
def test_maps_of_other_sizes_are_refused(symbols: int) -> None:
    with pytest.raises(ValueError, match="5 to 11"):
        build_map(symbols)


def test_a_damaged_map_is_refused() -> None:
    whole = build_map(6)
    assert EquationMap(whole).equations == 660
    for at in (0, 8, 200, len(whole) // 2, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[at] ^= 16
        with pytest.raises(ValueError, match="equation map"):
            EquationMap(damaged)
    for part in (whole[:-8], whole + b"\0" * 8, whole[:100], b""):
        with pytest.raises(ValueError, match="equation map"):
            EquationMap(part)


def found_by_process(folder: Path | str, searches: int, extra: str = "") -> list[str]:
    """Run some searches in a process of its own; gives the map's symbols (or None) and the number of plays."""
    program = f"""
from summy.engine import equation_map, movegen
from summy.engine.kernel.search import current_map
from summy.position_text import parse_position
{extra}
position = parse_position("summy;=@0,0;;04568+x=;0;0;0;0;#0;-")
plays = [len(movegen.generate(position)) for _ in range({searches})]
print(getattr(current_map(), "symbols", None), *sorted(set(plays)))
"""
    environment = {**os.environ, maps.SETTING: str(folder)}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_a_process_builds_the_map_after_some_searches_and_the_next_one_opens_it(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert found_by_process(folder, maps.WITHOUT)[0] == "None"
    assert not folder.exists()
    built = found_by_process(folder, maps.WITHOUT + 2)
    assert built[0] == "9"
    assert len(built) == 2, "the number of plays changed with the map"
    file = folder / "equations-9.map"
    assert [path.name for path in folder.iterdir()] == [file.name]
    before = file.stat().st_mtime_ns
    assert found_by_process(folder, maps.WITHOUT + 2) == built
    assert file.stat().st_mtime_ns == before


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "equations-9.map"
    for content in (b"", b"not a map", bytes(100_000)):
        file.write_bytes(content)
        assert found_by_process(tmp_path, maps.WITHOUT + 2)[0] == "9"
        assert file.stat().st_size > 10_000_000


def test_a_larger_map_is_preferred(tmp_path: Path) -> None:
    extra = "equation_map.LARGE = 8; equation_map.SMALL = 7"
    (tmp_path / "equations-8.map").write_bytes(build_map(8))
    assert found_by_process(tmp_path, maps.WITHOUT + 2, extra)[0] == "8"
    assert found_by_process(tmp_path, 1, extra + "; equation_map.prepare(7)")[0] == "8"


def test_everything_works_without_a_map_and_without_a_place_for_it(tmp_path: Path) -> None:
    with_map = found_by_process(tmp_path, maps.WITHOUT + 2)
    assert found_by_process("off", maps.WITHOUT + 2) == ["None", with_map[1]]
    nowhere = tmp_path / "file"
    nowhere.write_text("a file, not a folder")
    assert found_by_process(nowhere / "deeper", maps.WITHOUT + 2) == with_map
