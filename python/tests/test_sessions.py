"""Sessions keep what they know, let other threads run, and are interrupted by Ctrl-C."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import superko


def test_what_is_known_costs_no_nodes() -> None:
    session = superko.Session("2x3", "psk")
    first = session.solve()
    assert first.nodes > 0 and session.results > 0
    assert session.solve(move_values=False).nodes < first.nodes
    assert session.value() == 0
    after = session.solve(moves="B2 A1")
    assert after.value == superko.solve("2x3", "psk", moves="B2 A1").value


def test_what_a_limit_has_cut_short_goes_on() -> None:
    session = superko.Session("3x3", "psk")
    whole = superko.solve("3x3", "psk", move_values=False, best_moves="one").nodes
    rounds = 0
    while session.value(node_limit=whole // 4) is None:
        rounds += 1
        assert rounds < 100
    assert rounds > 0 and session.value() == 9


@pytest.mark.parametrize("rules", ["jann", "jann --scoring territory", "nieminen", "kee2009", "spight --scoring territory"])
def test_the_value_of_a_move_is_that_of_the_state_after_it(rules: str) -> None:
    session = superko.Session("1x3", rules)
    states: list[list[str]] = [[]]
    compared = 0
    for moves in states:
        found = session.solve(moves=moves)
        for move, value in found.move_values.items():
            game = session.game(moves=[*moves, move])
            assert game.value() == value, (moves, move)
            compared += 1
            if not game.ended and len(moves) < 3:
                states.append(game.moves)
    assert compared > 50


def test_several_threads_ask_one_session() -> None:
    session = superko.Session("3x3", "psk")
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(session.value, moves=[move]) for move in session.game().legal]
        found = [future.result() for future in asked]
    assert found == list(superko.solve("3x3", "psk").move_values.values())


def test_other_threads_count_meanwhile() -> None:
    counted, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    superko.solve("4x5", "psk", time_limit=1.0)
    during = counted[0] - before
    done.set()
    thread.join()
    assert during > 50


INTERRUPTED = """
import signal, sys, threading, time
import superko

# What a shell has started in the background is deaf to Ctrl-C, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)
{setup}

def interrupt():
    signal.raise_signal(signal.SIGINT)

threading.Timer(0.5, interrupt).start()
started = time.monotonic()
try:
    {work}
except KeyboardInterrupt:
    took = time.monotonic() - started
    {after}
    print(f"interrupted after {{took:.2f}}")
    sys.exit(0 if took < 1.5 else 3)
sys.exit(4)
"""


@pytest.mark.parametrize(
    ("setup", "work", "after"),
    [
        ("", "superko.solve('4x5', 'psk')", ""),
        ("", "superko.solve('4x5', 'psk', threads=2)", ""),
        ("", "superko.solve('4x4', 'simple-ko')", ""),
        ("", "superko.prove('4x5', 'psk')", ""),
        ("", "superko.compare('4x5', ['psk', 'ssk'])", ""),
        (
            "session = superko.Session('3x4', 'psk --suicide allowed')",
            "[session.game(moves=[move]).solve() for move in session.game().legal]; time.sleep(9)",
            "assert session.results > 0; session.value(node_limit=1)",
        ),
    ],
)
def test_ctrl_c_interrupts_within_a_second(setup: str, work: str, after: str) -> None:
    script = textwrap.dedent(INTERRUPTED).format(setup=setup, work=work, after=after or "pass")
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def forked(session: superko.Session) -> superko.Value | None:
    return session.value()


KNOWN: list[superko.Session] = []


def of_known(place: int) -> str:
    return str(KNOWN[place].value())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_session_is_used_after_a_fork() -> None:
    session = superko.Session("2x3", "psk")
    assert session.value() == 0
    KNOWN.append(session)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(of_known, [0, 0]).get(timeout=60) == ["0", "0"]


def test_answers_and_sessions_are_pickled() -> None:
    solution = superko.solve("2x2", "simple-ko")
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and again.value is superko.NO_RESULT
    session = pickle.loads(pickle.dumps(superko.Session([(0, 1)], "psk")))
    assert session.value() == 0
    game = pickle.loads(pickle.dumps(superko.Game("1x2", "psk", moves="A1 B1")))
    assert game.barred[0].since == 1
    with pytest.raises(superko.IllegalMove) as raised:
        game.play("A1")
    error = pickle.loads(pickle.dumps(raised.value))
    assert str(error) == str(raised.value) and error.barred == raised.value.barred and error.part == "moves"
