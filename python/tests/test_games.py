"""Games are refereed: what may be played, what is banned and since when, how they end."""

from __future__ import annotations

import copy

import pytest

import superko


def test_a_bar_names_its_moment() -> None:
    game = superko.Game("1x2", "psk", moves=["A1", "B1"])
    assert (game.legal, game.player, game.position, game.last) == (["pass"], "black", ".O", "B1")
    (barred,) = game.barred
    assert (barred.move, barred.player, barred.number, barred.since) == ("A1", "black", 3, 1)
    assert barred.moment == superko.Moment(1, "X.", False, "black", "A1")
    with pytest.raises(superko.IllegalMove, match=r"moves: move 3, Black A1: banned") as raised:
        game.play("A1")
    assert raised.value.barred == barred and raised.value.part == "moves"
    assert game.moves == ["A1", "B1"]


def test_what_bars_one_ruleset_is_free_under_another() -> None:
    moves = ["A1", "B1", "pass", "pass"]
    assert superko.Game("1x2", "kee2020", moves=moves[:3]).ended is False
    assert superko.Game("1x2", "psk", moves=moves).ended is True


def test_a_move_tells_what_it_did() -> None:
    game = superko.Game("2x2", "psk", start=".O/X.")
    step = game.play("b2" if "B2" in game.legal else game.legal[0])
    assert step == game.steps[-1] and step.number == 1 and step.player == "black"
    game = superko.Game("1x3", "psk", start=".O.")
    refused = game.refused
    assert set(refused) <= {"A1", "C1"} and all("liberty" in why or "suicide" in why for why in refused.values())


def test_a_game_ends_with_its_score_and_is_taken_back() -> None:
    game = superko.Game("2x2", "psk", start="X./..")
    game.play("pass")
    game.play("pass")
    assert game.ended and game.score == 4 and game.player is None and not game.legal and game.value() == 4
    with pytest.raises(superko.IllegalMove, match="the game has ended"):
        game.play("pass")
    assert game.undo().player == "white" and game.moves == ["pass"]
    assert game.undo(0).moves == ["pass"]
    for count in (2, -1):
        with pytest.raises(superko.Error, match="count"):
            game.undo(count)


def test_a_copy_is_played_on_its_own() -> None:
    game = superko.Game("2x2", "psk", moves="B2")
    other = copy.copy(game)
    other.play("A1")
    assert (game.moves, other.moves) == (["B2"], ["B2", "A1"]) and other.session is game.session


def test_a_game_is_solved_where_it_stands() -> None:
    game = superko.Game("2x2", "psk", moves="B2 A1 B1")
    solution = game.solve()
    assert solution.value == game.value() == 1 and solution.best_moves == ["A2", "pass"]
    assert solution.game().position == game.position
    with pytest.raises(superko.Error, match="session"):
        superko.Game("2x2", "psk", session=superko.Session("2x2", "ssk"))


def test_stages_and_words_of_rulesets() -> None:
    game = superko.Game("1x3", "jann", start=".X.", moves=["pass", "pass"])
    assert game.legal == ["accept", "resume", "resume-modified"]
    game = superko.Game("1x3", "spight", moves="B1 pass pass pass", scoring="territory")
    assert game.stage == "the encore"
    assert superko.Game("1x3", "jann").stage is None


def test_three_players_take_turns() -> None:
    game = superko.Game("1x3", "psk", players=3)
    players = []
    for move in ("A1", "pass", "pass", "pass"):
        players.append(game.player)
        game.play(move)
    assert players == ["black", "white", "red", "black"]


def test_a_diagram_of_a_graph_is_a_list() -> None:
    assert "P" in str(superko.Game([("P", "Q")], "psk", moves=["P"]))
