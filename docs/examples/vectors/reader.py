"""Tests an implementation of the rules against a file of `solve vectors`.

`python3 reader.py psk.jsonl` tests the class Game below, which plays under positional superko without suicide. Put your own
implementation in its place: it needs `legal`, `play`, `position`, `ended` and `score`.
"""

import json
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Game:
    """A game under positional superko: two passes in a row end it, and area is scored."""

    def __init__(self, board, start, to_move):
        self.rows, self.cols = map(int, board.split("x"))
        self.stones, self.mover = start, "XO"[to_move == "white"]
        self.stood, self.passes = {start}, 0

    @property
    def position(self):
        return self.stones

    @property
    def ended(self):
        return self.passes == 2

    def name(self, row, col):
        return f"{COLUMNS[col]}{self.rows - row}"

    def points(self):
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def near(self, point):
        row, col = point
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [(r, c) for r, c in around if 0 <= r < self.rows and 0 <= c < self.cols]

    def part(self, stones, point):
        """The points of one kind around a point, and the kinds beside them."""
        part, beside, todo = {point}, set(), [point]
        while todo:
            for other in self.near(todo.pop()):
                if stones[other] != stones[point]:
                    beside.add(stones[other])
                elif other not in part:
                    part.add(other)
                    todo.append(other)
        return part, beside

    def read(self):
        rows = self.stones.split("/")
        return {(row, col): rows[row][col] for row, col in self.points()}

    def text(self, stones):
        return "/".join("".join(stones[row, col] for col in range(self.cols)) for row in range(self.rows))

    def placed(self, point):
        """The position after a stone on a point, or None if it may not be placed."""
        stones = self.read()
        if stones[point] != ".":
            return None
        stones[point] = self.mover
        for other in self.near(point):
            if stones[other] not in (".", self.mover):
                chain, beside = self.part(stones, other)
                if "." not in beside:
                    stones.update((taken, ".") for taken in chain)
        if "." not in self.part(stones, point)[1]:
            return None
        after = self.text(stones)
        return None if after in self.stood else after

    def legal(self):
        return {self.name(*point) for point in self.points() if self.placed(point)} | {"pass"}

    def play(self, move):
        if move == "pass":
            self.passes += 1
        else:
            [point] = [point for point in self.points() if self.name(*point) == move]
            self.stones, self.passes = self.placed(point), 0
            self.stood.add(self.stones)
        self.mover = "O" if self.mover == "X" else "X"

    def score(self):
        """Black's area minus White's."""
        stones, seen, score = self.read(), set(), 0
        for point in self.points():
            if point not in seen:
                part, beside = self.part(stones, point)
                seen |= part
                owner = stones[point] if stones[point] != "." else "".join(beside)
                score += {"X": len(part), "O": -len(part)}.get(owner, 0)
        return score


def test(vector):
    """What the implementation does otherwise than the vector, or None."""
    game = Game(vector["board"], vector["start"], vector["to_move"])
    for number, node in enumerate(vector["nodes"]):
        if game.ended or game.position != node["position"]:
            return f"before move {number + 1}: the position is {game.position}, expected {node['position']}"
        if game.legal() != set(node["legal"]):
            return f"before move {number + 1} on {game.position}: {sorted(game.legal() ^ set(node['legal']))}"
        if node["played"]:
            game.play(node["played"]["move"])
    if game.ended != (vector["score"] is not None):
        return "the end comes at another move"
    if game.ended and str(game.score()) != vector["score"]:
        return f"the score is {game.score()}, expected {vector['score']}"
    return None


def main():
    vectors = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    wrong = 0
    for number, vector in enumerate(vectors, 1):
        what = test(vector)
        if what:
            wrong += 1
            moves = " ".join(node["played"]["move"] for node in vector["nodes"] if node["played"])
            print(f"line {number}, {vector['board']}, {moves}: {what}")
    print(f"{len(vectors)} games, {sum(len(vector['nodes']) for vector in vectors)} nodes, {wrong} games differ")
    sys.exit(1 if wrong else 0)


main()
