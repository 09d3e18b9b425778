"""Games played on inside the kernel (`rollout.pyx`)."""

from array import array
from collections.abc import Sequence
from typing import Any

from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.win_table import WinTable

Note = tuple[int, int, Any, int, tuple[int, ...] | None]

class Playout:
    candidate_count: int
    def set_rules(
        self,
        *,
        hand_size: int,
        discards: bool,
        swaps: bool,
        swap_stock: int,
        scoreless_turns: int,
        scoreless_always: bool,
        scoreless_deducts: bool,
        out: bool,
        out_bonus: int,
        no_play: bool,
        points: Sequence[int],
    ) -> None: ...
    def set_policies(
        self,
        leaves: LeaveTable | None,
        most_worth: int,
        treasures: Sequence[int],
        wanted: Sequence[int],
        weighs: Sequence[bool],
    ) -> None: ...
    def set_chances(self, table: WinTable | None) -> None: ...
    def begin(self, scores: Sequence[int], to_move: int, scoreless: int) -> None: ...
    def see(self, hand: Sequence[int], sizes: Sequence[int], pool: Sequence[int], stock: int) -> None: ...
    def know(self, hands: Sequence[Sequence[int]], stock: Sequence[int]) -> None: ...
    def add_swap(self, tiles: Sequence[int]) -> None: ...
    def add_pass(self) -> None: ...
    def run(
        self,
        candidate: int,
        seed: int,
        first: int,
        points: array[int],
        wins: array[int],
        utilities: array[int],
        plies: int,
    ) -> None: ...
    def trace(
        self, candidate: int, seed: int, iteration: int, plies: int
    ) -> tuple[list[tuple[int, ...]], tuple[int, ...], list[Note], tuple[int, ...], bool]: ...
    def reach(
        self, candidate: int, seed: int, iteration: int
    ) -> tuple[list[tuple[int, ...]], tuple[int, ...], int, int, bool]: ...
    def leave(self) -> None: ...
    def play(self, seed: int) -> tuple[tuple[int, ...], int]: ...

def paired(one: array[int], other: array[int]) -> tuple[int, int, int]: ...
