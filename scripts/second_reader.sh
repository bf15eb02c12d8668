#!/usr/bin/env bash
# Has Python's sgfmill, which shares nothing with this program, read the games in SGF that it writes, and compares moves,
# values, labels and variations with what `solve --json` prints. Usage: scripts/second_reader.sh [PROGRAM]
# Without sgfmill, which scripts/python_environment.sh installs in the target folder, it is left out (PYTHON names another Python).
set -euo pipefail
cd "$(dirname "$0")/.."
solve=${1:-target/debug/solve}
python=${PYTHON:-$(scripts/python_environment.sh 2>/dev/null || dirname "$(command -v python3)")/python3}
if ! "$python" -c 'import sgfmill' 2>/dev/null; then
  echo "sgfmill is not installed for $python: the second reader is left out"
  exit 0
fi
exec "$python" - "$solve" <<'PYTHON'
import json
import subprocess
import sys
from fractions import Fraction

from sgfmill import sgf, sgf_grammar

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
QUESTIONS = [
    ["--board", "2x2", "--rules", "psk", "--moves", "B2 A1 B1"],
    ["--board", "2x2", "--rules", "kee2020", "--to-move", "white"],
    ["--board", "3x3", "--rules", "nssk", "--start", "X.O/.../...", "--to-move", "white"],
    ["--board", "2x3", "--rules", "ssk", "--start", "OOO/.X.", "--to-move", "white"],
    ["--board", "1x4", "--rules", "kee2009", "--lift", "produced", "--moves", "B1 pass"],
    ["--board", "2x2", "--rules", "simple-ko"],
    ["--board", "1x3", "--rules", "jann", "--moves", "B1"],
    ["--board", "2x2", "--rules", "spight-territory"],
]


def run(arguments):
    return subprocess.run([solve, *arguments], check=True, capture_output=True).stdout


def name(letters, rows):
    """The name of a move's value, two letters from the top left or nothing."""
    if not letters:
        return "pass"
    column, row = (ord(letter) - ord("a") for letter in letters)
    return f"{COLUMNS[column]}{rows - row}"


def move(properties, rows):
    """The player and the name of a node's move."""
    for colour in "BW":
        if colour in properties:
            return colour, name(properties[colour][0].decode(), rows)
    return None, sgf_grammar.text_value(properties["SKMV"][0]).decode()


def labels_of(properties, rows):
    return dict(
        (name(point.decode(), rows), sgf_grammar.simpletext_value(label).decode())
        for point, label in map(sgf_grammar.parse_compose, properties.get("LB", []))
    )


def lost(answer, worth):
    """How many points a first move loses; None where there is no result."""
    if "no-result" in (answer["value"], worth):
        return None
    difference = Fraction(answer["value"]) - Fraction(worth)
    turned = (answer["to_move"] == "white") != (len(answer["moves"]) % 2 == 1)
    return -difference if turned else difference


def check(question):
    answer = json.loads(run([*question, "--json", "--move-values"]))
    data = run([*question, "--move-values", "--sgf", "-"])
    rows, cols = map(int, answer["board"].split("x"))
    properties = list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data)))
    played = [move(node, rows) for node in properties[1:]]
    assert [mv for _, mv in played] == answer["moves"] + answer["line"], (question, played)
    turn = {"black": 0, "white": 1}[answer["to_move"]]
    for place, (colour, _) in enumerate(played):
        assert colour in (None, "BW"[(turn + place) % 2]), (question, place)
    asked = len(answer["moves"])
    for place, node in enumerate(properties):
        value = node.get("V")
        if place < asked or answer["value"] == "no-result":
            assert value is None, (question, place)
        else:
            difference = Fraction(value[0].decode()) - Fraction(answer["value"])
            assert abs(difference) < Fraction(1, 1000000), (question, place)
        rate = node.get("SBKV")
        if value is None:
            assert rate is None, (question, place)
        else:
            score = Fraction(answer["value"])
            assert rate[0] == (b"100" if score > 0 else b"0" if score < 0 else b"50"), (question, place, rate)
    best = [mv for mv in answer["best_moves"] if mv[0] in COLUMNS]
    bare = list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(run([*question, "--best-moves", "all", "--sgf", "-"]))))
    assert labels_of(bare[asked], rows) == {mv: answer["value"] for mv in best}, question
    labels = labels_of(properties[asked], rows)
    expected = {mv["move"]: mv["value"] for mv in answer["move_values"] if mv["move"][0] in COLUMNS}
    assert labels == expected, (question, labels, expected)
    # The moves of the line are labelled at each node, the best ones with the value.
    for place, (_, mv) in enumerate(played[asked:]):
        if mv[0] in COLUMNS:
            assert labels_of(properties[asked + place], rows)[mv] == answer["value"], (question, place)
    root = {key: sgf_grammar.text_value(properties[0][key][0]).decode() for key in ("GN", "GC", "PB", "PW")}
    assert root["GN"].startswith(answer["board"]) and len(root["GC"]) > 40, (question, root)
    # The whole of it as a game, where the reader knows the board: it has squares alone.
    if rows == cols:
        game = sgf.Sgf_game.from_bytes(data)
        assert (game.get_size(), game.get_komi(), game.get_charset()) == (rows, 0.0, "UTF-8"), question
        sequence = game.get_main_sequence()
        for (colour, mv), node in zip(played, sequence[1:], strict=True):
            who, point = node.get_move()
            there = "pass" if point is None else f"{COLUMNS[point[1]]}{point[0] + 1}"
            assert (who.upper(), there) == (colour, mv), (question, mv)
        first = [
            move({key: child.get_raw_list(key) for key in child.properties()}, rows)[1]
            for child in sequence[asked]
        ]
        assert sorted(first) == sorted(mv["move"] for mv in answer["move_values"]), (question, first)
        worth = {mv["move"]: mv["value"] for mv in answer["move_values"]}
        for mv, child in zip(first, sequence[asked], strict=True):
            points_lost = lost(answer, worth[mv])
            if child.get_move()[0] is not None and points_lost is not None:
                assert child.has_property("BM") == (points_lost > 0), (question, mv)
                assert not (child.has_property("TE") and points_lost > 0), (question, mv)
    return len(played)


solve = sys.argv[1]
moves = sum(check(question) for question in QUESTIONS)
print(f"{len(QUESTIONS)} games in SGF read by sgfmill, {moves} moves of their lines compared")
PYTHON
