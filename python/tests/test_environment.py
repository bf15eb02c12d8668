"""Environments of learners: ours beside those of the packages that can be installed, move by move."""

from __future__ import annotations

import doctest
import importlib.util
import random
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
import superko

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from superko import environment  # noqa: E402

GAMES = 40


def test_the_examples_print_what_they_say(root: Path) -> None:
    page = (root / "docs/python.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```pycon environment\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(examples) == 1
    for text in [*examples, environment.__doc__ or ""]:
        test = doctest.DocTestParser().get_doctest(text, {}, "examples", None, 0)
        assert len(test.examples) > 3 and doctest.DocTestRunner().run(test).failed == 0


def test_the_interface_is_that_of_pettingzoo() -> None:
    from pettingzoo.test import api_test

    for board, rules in [("3x3", "pettingzoo"), ("2x4", "kee2020"), ("3x3", "nogo"), ("2x2", "openspiel")]:
        with pytest.warns(UserWarning):  # no stone is on the board at first, and an observation is a dict
            api_test(environment.env(board, rules), num_cycles=50)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_it_is_what_go_v5_is(size: int) -> None:
    go_v5 = pytest.importorskip("pettingzoo.classic.go_v5", reason="the games of pettingzoo are not installed")
    chance = random.Random(size)
    for _ in range(GAMES):
        theirs = go_v5.env(board_size=size, komi=0.5)
        ours = environment.env((size, size), "pettingzoo", komi=0.5, ties="white")
        theirs.reset(), ours.reset()
        for _ in range(60):
            (seen, *ends, _), (expected, *expected_ends, _) = ours.last(), theirs.last()
            assert ours.agent_selection == theirs.agent_selection and ends == expected_ends
            assert (seen["observation"] == expected["observation"]).all()
            assert (seen["action_mask"] == expected["action_mask"]).all(), ours.unwrapped.game.moves
            if ends[1]:
                break
            action = chance.choice(list(np.flatnonzero(expected["action_mask"])))
            theirs.step(action), ours.step(action)


def drawn(legal: list[str], chance: random.Random) -> str:
    """A move by lot, and a pass seldom."""
    move = chance.choice(legal)
    return chance.choice(legal) if move == "pass" else move


@pytest.mark.parametrize("size", [2, 3, 4])
def test_openspiel_plays_its_ruleset(size: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    chance, drawn_games = random.Random(size), 0
    game = pyspiel.load_game("go", {"board_size": size, "komi": 0.5})
    for _ in range(GAMES):
        theirs, ours = game.new_initial_state(), superko.Game((size, size), "openspiel")
        while not theirs.is_terminal():
            texts = {action: theirs.action_to_string(action).split()[-1].upper() for action in theirs.legal_actions()}
            actions = {"pass" if text == "PASS" else text: action for action, text in texts.items()}
            assert not ours.ended and set(ours.legal) == set(actions), ours.moves
            move = drawn(ours.legal, chance)
            theirs.apply_action(actions[move])
            ours.play(move)
        assert ours.ended, ours.moves
        repeated = "occurs for the second time" in ours.steps[-1].words
        drawn_games += repeated
        black = 0.0 if repeated else reward(ours, Fraction(1, 2))
        assert theirs.returns() == [black, -black], ours.moves
    assert drawn_games > 0 or size > 3


def reward(game: superko.Game, komi: Fraction) -> float:
    assert game.score is not None
    return 1.0 if game.score > komi else -1.0


@pytest.mark.parametrize("size", [2, 3])
def test_pgx_plays_its_ruleset(size: int) -> None:
    """In a process of its own: jax has threads, beside which another test cannot fork."""
    for package in ("pgx", "jax"):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    subprocess.run([sys.executable, __file__, str(size)], check=True, timeout=300)


def walk_beside_pgx(size: int) -> None:
    """Random games of pgx and of its ruleset side by side."""
    import jax
    import pgx
    from pgx.go import Go

    chance, lost = random.Random(size), 0
    version = tuple(int(number) for number in re.findall(r"\d+", pgx.__version__)[:2])
    rules = "pgx" if version >= (2, 4) else "pgx-window"
    env = Go(size=size, komi=0.5)
    init, step = jax.jit(env.init), jax.jit(env.step)
    for _ in range(GAMES):
        theirs, ours = init(jax.random.PRNGKey(0)), superko.Game((size, size), rules)
        points, black = ours.board.points, int(theirs.current_player)
        while not theirs.terminated:
            mask = np.asarray(theirs.legal_action_mask)
            legal = [*(point for point, is_legal in zip(points, mask, strict=False) if is_legal), "pass"]
            assert not ours.ended and ours.legal == legal, ours.moves
            move = drawn(legal, chance)
            theirs = step(theirs, points.index(move) if move in points else len(points))
            ours.play(move)
        assert ours.ended, ours.moves
        lost += "occurs for the second time" in ours.steps[-1].words
        assert float(theirs.rewards[black]) == reward(ours, Fraction(1, 2)), ours.moves
    assert lost > 0


def test_an_agent_is_told_what_every_action_is_worth() -> None:
    env = environment.raw_env("2x2", "psk")
    env.reset(options={"moves": "B2 A1"})
    assert env.agent_selection == "black_0" and env.game.moves == ["B2", "A1"]
    values = env.values()
    assert {action for action, legal in enumerate(env.observe("black_0")["action_mask"]) if legal} == set(values)
    assert values[0] == superko.solve("2x2", "psk", moves="B2 A1 A2").value
    # The stones of the last two moves: White's of the last, and Black's of the one before.
    planes = env.observe("black_0")["observation"]
    assert planes.shape == (2, 2, 17)
    assert [int(planes[:, :, plane].sum()) for plane in range(5)] == [1, 1, 1, 0, 0]
    env.reset()
    assert env.game.moves == [] and not env.observe("black_0")["observation"].any()


def test_rewards_are_those_of_the_score_and_the_komi() -> None:
    for komi, ties, black in [(0.0, "draw", 1.0), (1.0, "draw", 0.0), (1.0, "white", -1.0), (1.5, "draw", -1.0)]:
        env = environment.raw_env("1x1", "psk", komi=komi - 1, ties=ties)  # type: ignore[arg-type]
        env.reset()
        for _ in range(2):
            env.step(1)
        assert env.rewards == {"black_0": black, "white_0": -black}
    nobody_passes = environment.raw_env("1x2", "nogo")
    nobody_passes.reset(options={"moves": "A1"})
    assert nobody_passes.observe("white_0")["action_mask"].tolist() == [0, 0, 1]
    nobody_passes.step(2)
    assert nobody_passes.rewards["black_0"] == 1.0


def test_what_an_environment_cannot_be_is_refused() -> None:
    for board, rules, why in [
        ("cycle:4", "psk", "expected a grid"),
        ("2x2", "button-go", "the move coupon"),
        ("2x2", "psk --players 3", "more than two players"),
    ]:
        with pytest.raises(superko.Error, match=why):
            environment.env(board, rules)
    with pytest.raises(superko.Error, match="ties"):
        environment.raw_env("2x2", "psk", ties="black")  # type: ignore[arg-type]
    env = environment.raw_env("2x2", "psk")
    env.reset(options={"moves": "A2 B2 A1"})
    with pytest.raises(superko.IllegalMove):
        env.step(0)


if __name__ == "__main__":
    walk_beside_pgx(int(sys.argv[1]))
