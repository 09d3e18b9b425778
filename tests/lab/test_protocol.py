"""The line protocol: every line has its answer, nothing ends it but quit."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import summy
from damage import GOOD_TEXT
from summy.engine.movegen import generate
from summy.lab import protocol
from summy.lab.analysis import Analysis, analyse_static
from summy.lab.protocol import Session
from summy.lab.searching import Effort, never
from summy.move import Move
from summy.position import Position
from summy.position_text import parse_position

pytestmark = pytest.mark.kernel

TEXT = GOOD_TEXT.strip()
ENDED = "summy;=@0,0;;#0 #0;6 5;0;0;2;#0 #0;-"


class Talk:
    """A session whose answers are kept."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.session = Session(lambda text: self.answers.extend(text.splitlines()))

    def __call__(self, line: str) -> list[str]:
        """The answers to a line, those of its search included."""
        before = len(self.answers)
        assert self.session.handle(line)
        self.session.finish()
        return self.answers[before:]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_introduction(talk: Talk) -> None:
    lines = talk("summy")
    assert lines[0].startswith("id name summy ")
    assert lines[-1] == "summyok"
    assert any(line.startswith("option name Player type combo default none") for line in lines)
    assert talk("isready") == ["readyok"]


def test_best_move_of_a_position(talk: Talk) -> None:
    assert talk(f"position {TEXT}") == []
    assert talk("setoption name Lines value 3") == []
    method, *lines, best = talk("go")
    assert method.startswith("info method static work ")
    assert [line.split()[2] for line in lines] == ["1", "2", "3"]
    move = best.removeprefix("bestmove ")
    assert lines[0].endswith(f" moves {move}")
    assert move in generate(parse_position(TEXT)).texts


def test_a_player_plays_from_its_seed(talk: Talk) -> None:
    talk(f"position {TEXT}")
    talk("setoption name Player value pip")
    moves = set()
    for seed in range(12):
        talk(f"setoption name Seed value {seed}")
        first, second = talk("go"), talk("go")
        assert first == second
        moves.add(first[-1])
    assert len(moves) > 1


def test_moves_lead_from_position_to_position(talk: Talk) -> None:
    talk(f"position {TEXT} moves 1,-2v 6x(3)+40=58 | discard #3")
    shown = talk("show")[0].removeprefix("position ")
    position = parse_position(shown)
    assert position.to_move == 0
    assert position.scores == (32, 0)
    assert position.discarded == ((), 6)
    assert talk("go") == ["error bad_form hands[0]: the hand of the side to move is not known"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", "bad_command"),
        ("go", "no_position"),
        ("show", "no_position"),
        ("position", "unknown_ruleset"),
        ("position nonsense", "unknown_ruleset"),
        (f"position {TEXT} moves 1,-1v 6(3)x8=540", "not_equal"),
        (f"position {TEXT} moves hm", "bad_form"),
        (f"position {TEXT} moves resign", "game_over"),
        ("setoption", "bad_command"),
        ("setoption name Colour value red", "unknown_option"),
        ("setoption name Player value nobody", "unknown_player"),
        ("setoption name Lines value 0", "bad_command"),
        ("setoption name Lines value ٣", "bad_command"),
        ("setoption name Seed value 99999999999999999999999", "bad_command"),
    ],
)
def test_bad_input_has_a_code(talk: Talk, line: str, code: str) -> None:
    (answer,) = talk(line)
    assert answer.startswith(f"error {code} ")
    assert talk("isready") == ["readyok"]


def test_bad_go_is_refused_and_a_bad_position_keeps_the_good_one(talk: Talk) -> None:
    talk(f"position {TEXT}")
    assert talk("go nodes x")[0].startswith("error bad_command ")
    assert talk("go time")[0].startswith("error bad_command ")
    assert talk("go endgame")[0].startswith("error no_endgame ")
    assert talk("go sideways")[0].startswith("error bad_command ")
    assert talk("position summy;broken")[0].startswith("error ")
    assert talk("go")[-1].startswith("bestmove ")
    talk(f"position {ENDED}")
    assert talk("go") == ["error game_over the game is over"]


def slow_until(stop_seen: threading.Event) -> Callable[..., Analysis]:
    """An analysis that goes on until it is stopped."""

    def slow(
        position: Position, effort: Effort, also: Sequence[Move] = (), stopped: Callable[[], bool] = never
    ) -> Analysis:
        while not stopped():
            stop_seen.wait(0.001)
        stop_seen.set()
        return analyse_static(position, effort.top)

    return slow


def test_stop_ends_a_search_and_meanwhile_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_seen = threading.Event()
    monkeypatch.setattr(protocol, "analyse", slow_until(stop_seen))
    answers: list[str] = []
    session = Session(lambda text: answers.extend(text.splitlines()))
    for line in (f"position {TEXT}", "go", "isready", "go", f"position {TEXT}", "setoption name Lines value 2"):
        assert session.handle(line)
    assert answers[0] == "readyok"
    assert [answer.split()[1] for answer in answers[1:]] == ["busy"] * 3
    assert not stop_seen.is_set()
    session.handle("stop")
    session.finish()
    assert stop_seen.is_set()
    assert answers[-1].startswith("bestmove ")
    assert session.handle("go")
    assert not session.handle("quit")
    session.finish()
    assert sum(answer.startswith("bestmove ") for answer in answers) == 2


def test_a_real_search_is_stopped() -> None:
    answers: list[str] = []
    session = Session(lambda text: answers.extend(text.splitlines()))
    for line in (f"position {TEXT}", "go iterations 100000000", "isready", "stop"):
        session.handle(line)
    session.finish()
    assert answers[0] == "readyok"
    assert answers[-1].startswith("bestmove ")


def test_iterations_and_time(talk: Talk) -> None:
    talk(f"position {TEXT}")
    first, second = talk("go iterations 32"), talk("go iterations 32")
    assert first == second
    assert first[0].startswith("info method simulation work ")
    assert " win 0." in first[1]
    assert talk("go time 200")[-1].startswith("bestmove ")


def test_a_fault_of_ours_is_an_answer_too(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Analysis:
        raise KeyError("broken\nin two lines")

    monkeypatch.setattr(protocol, "analyse", broken)
    talk(f"position {TEXT}")
    (answer,) = talk("go")
    assert answer.startswith("error fault KeyError")
    assert talk("isready") == ["readyok"]


@given(st.lists(st.one_of(st.text(max_size=40), st.sampled_from([
    "summy", "isready", "go", "stop", "show", f"position {TEXT}", f"position {TEXT} moves pass", "position ;;;;",
    "setoption name Seed value 5", "setoption name Player value tess", "position summy;1@0,0;;#;;;;;",
])), max_size=8))  # fmt: skip
@settings(max_examples=30, deadline=None)
def test_no_line_ends_it(lines: list[str]) -> None:
    talk = Talk()
    for line in lines:
        if line.strip().split(" ")[0] != "quit":
            talk(line)
    assert talk("isready") == ["readyok"]
    assert not any(answer.startswith("error fault") for answer in talk.answers)


def test_as_a_program() -> None:
    script = f"summy\nposition {TEXT}\ngo\n".encode() + b"\xff\xfe\nquit\nisready\n"
    ran = subprocess.run([sys.executable, "-m", "summy", "engine"], input=script, capture_output=True, check=True)
    lines = ran.stdout.decode().splitlines()
    assert "summyok" in lines
    assert sum(line.startswith("bestmove ") for line in lines) == 1
    assert sum(line.startswith("error bad_command ") for line in lines) == 1
    assert "readyok" not in lines


def test_the_end_of_the_input_waits_for_the_search() -> None:
    ran = summy("engine", stdin=f"position {TEXT}\ngo\n")
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("bestmove ")
