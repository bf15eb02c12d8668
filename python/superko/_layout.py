"""Where the points of a board are drawn: the unit is the distance of two lines of a grid, and ``y`` goes down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ._boards import Board

APART = 1.4
"""How far apart the points of a graph are, at least: their names need more room than those of a grid."""

STUB = 0.62
"""How far a line of a torus goes on past the border."""

LETTER = 0.14
"""The width of a letter of a name."""

WORK = 200_000
"""How many distances of a graph are looked at for one drawing, or a few times as many: a large graph is drawn at once too."""

Place = tuple[float, float]


@dataclass
class Layout:
    """A drawing of a board."""

    places: dict[str, Place]
    """The points."""
    lines: list[tuple[Place, Place]] = field(default_factory=list)
    """The lines between them."""
    stubs: list[tuple[Place, Place]] = field(default_factory=list)
    """Lines that leave the picture on one side and come back on another."""
    names: list[tuple[str, Place]] = field(default_factory=list)
    """Coordinates, or names of points, and the letters at stubs."""
    width: float = 0
    height: float = 0


@lru_cache(maxsize=64)
def layout_of(board: Board) -> Layout:
    """The drawing of a board. It is made once."""
    return _in_rows(board) if board.is_laid_out else _graph(board)


def _in_rows(board: Board) -> Layout:
    """A grid, or a torus: a grid whose lines go on past the border, to where the same letter stands."""
    torus = 0.0 if board.is_grid else STUB
    left, top = 0.875 + torus, 0.645 + torus
    places = {
        name: (left + place % board.cols, top + place // board.cols) for place, name in enumerate(board.points)
    }
    found = Layout(places, width=left + board.cols - 1 + 0.63 + torus, height=top + board.rows - 1 + 0.85 + torus)
    letters = 0
    for one, other in board.edges:
        (x, y), (u, v) = places[one], places[other]
        if abs(x - u) + abs(y - v) < 1.5:
            found.lines.append(((x, y), (u, v)))
            continue
        letter, letters = _letter(letters), letters + 1
        right, down = math.copysign(STUB, u - x) if y == v else 0, math.copysign(STUB, v - y) if x == u else 0
        for at, end in (((x, y), (x - right, y - down)), ((u, v), (u + right, v + down))):
            found.stubs.append((at, end))
            found.names.append((letter, (end[0] + 0.27 * (end[0] - at[0]), end[1] + 0.27 * (end[1] - at[1]))))
    for place, name in enumerate(board.points):
        x, y = places[name]
        if place % board.cols == 0:
            found.names.append((name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), (0.19, y)))
        if place // board.cols == board.rows - 1:
            found.names.append((name.rstrip("0123456789"), (x, found.height - 0.2)))
    return found


def _letter(place: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[place % 26] * (1 + place // 26)


def _graph(board: Board) -> Layout:
    """A graph, with as much room as its names need."""
    places: dict[str, Place] = {}
    left = 0.0
    for part in _parts(board):
        spots = _spread(_placed(part))
        shift = left - min(x for x, _ in spots)
        places.update(zip(part, ((x + shift, y) for x, y in spots), strict=True))
        left = max(x for x, _ in places.values()) + APART
    lines = [(places[one], places[other]) for one, other in board.edges]
    names = list(_named(places, lines))
    # Half a unit around a point, and around a name what it takes up.
    taken = [(x, y, 0.55, 0.55) for x, y in places.values()]
    taken += [(x, y, 0.15 + len(name) * LETTER / 2, 0.3) for name, (x, y) in names]
    west, north = min(x - wide for x, _, wide, _ in taken), min(y - high for _, y, _, high in taken)

    def moved(place: Place) -> Place:
        return round(place[0] - west, 4), round(place[1] - north, 4)

    return Layout(
        {name: moved(place) for name, place in places.items()},
        [(moved(one), moved(other)) for one, other in lines],
        names=[(name, moved(place)) for name, place in names],
        width=max(x + wide for x, _, wide, _ in taken) - west,
        height=max(y + high for _, y, _, high in taken) - north,
    )


def _parts(board: Board) -> Iterator[dict[str, list[str]]]:
    """The connected parts: the neighbours of every point."""
    near: dict[str, list[str]] = {name: [] for name in board.points}
    for one, other in board.edges:
        near[one].append(other)
        near[other].append(one)
    seen: set[str] = set()
    for first in board.points:
        if first in seen:
            continue
        part, seen = [first], seen | {first}
        for name in part:
            part += [other for other in near[name] if other not in seen]
            seen.update(near[name])
        yield {name: near[name] for name in board.points if name in part}


def _placed(near: dict[str, list[str]]) -> list[Place]:
    """Places for a connected part: as its shape is known, or around a circle with crossings taken out."""
    names, count = list(near), len(near)
    if all(len(others) <= 2 for others in near.values()):
        ends = [name for name, others in near.items() if len(others) <= 1]
        walk = _walked(near, ends[0] if ends else names[0])
        spots = [(float(place), 0.0) for place in range(count)] if ends else _circle(count)
        return [spots[walk.index(name)] for name in names]
    centre = next((place for place, others in enumerate(near.values()) if len(others) == count - 1), None)
    if centre is not None and sum(map(len, near.values())) == 2 * (count - 1):
        around = _circle(count - 1, 1.2)
        return [*around[:centre], (0.0, 0.0), *around[centre:]]
    if all(len(others) == count - 1 for others in near.values()):
        return _circle(count, 1.2)
    return _pulled(near)


def _walked(near: dict[str, list[str]], first: str) -> list[str]:
    """The points of a path or a cycle, in order."""
    walk = [first]
    while following := [name for name in near[walk[-1]] if name not in walk]:
        walk.append(following[0])
    return walk


def _circle(count: int, least: float = 0) -> list[Place]:
    """Points around a circle, from the top, clockwise, one unit apart or more."""
    radius = max(least, 0.5 / math.sin(math.pi / count) if count > 1 else 0)
    angles = [math.tau * place / count for place in range(count)]
    return [(radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles]


def _pulled(near: dict[str, list[str]]) -> list[Place]:
    """Places whose distances are as those in the graph: stress majorisation (Gansner, Koren, North 2004), from the order of
    the points around a circle and some others, of which the one with the fewest faults is taken."""
    names = list(near)
    wanted = [_distances(near, name) for name in names]
    edges = [(names.index(a), names.index(b)) for a in names for b in near[a] if names.index(a) < names.index(b)]
    best: tuple[float, list[Place]] | None = None
    steps = [step for step in range(1, 12) if math.gcd(step, len(names)) == 1]
    for step in steps[: max(2, WORK // 100 // len(names) ** 2)]:
        circle = _circle(len(names), 1.2)
        spots = [circle[place * step % len(names)] for place in range(len(names))]
        # Out of the symmetry of the circle, in which points may be stuck.
        spots = [(x + 0.01 * place * place, y + 0.02 * place) for place, (x, y) in enumerate(spots)]
        _majorise(spots, wanted)
        faults = _faults(spots, edges)
        if best is None or faults < best[0] - 1e-9:
            best = faults, spots
    assert best is not None
    return _upright(best[1], edges)


def _distances(near: dict[str, list[str]], first: str) -> list[int]:
    found, queue = {first: 0}, [first]
    for name in queue:
        for other in near[name]:
            if other not in found:
                found[other] = found[name] + 1
                queue.append(other)
    return [found[name] for name in near]


def _majorise(spots: list[Place], wanted: Sequence[Sequence[int]]) -> None:
    """Moves every point to the mean of where the others want it, until little moves."""
    for _ in range(max(20, min(500, WORK // 4 // len(spots) ** 2))):
        moved = 0.0
        for i, (x, y) in enumerate(spots):
            sums = [0.0, 0.0, 0.0]
            for j, (u, v) in enumerate(spots):
                if i != j:
                    far = wanted[i][j]
                    weight, apart = 1 / far**2, max(1e-6, math.dist((x, y), (u, v)))
                    sums[0] += weight * (u + far * (x - u) / apart)
                    sums[1] += weight * (v + far * (y - v) / apart)
                    sums[2] += weight
            spots[i] = sums[0] / sums[2], sums[1] / sums[2]
            moved = max(moved, math.dist((x, y), spots[i]))
        if moved < 1e-6:
            break


def _faults(spots: Sequence[Place], edges: Sequence[tuple[int, int]]) -> float:
    """Crossings of edges, and thrice the points that lie on an edge of others or nearly on another point."""

    def side(p: Place, q: Place, r: Place) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    count = 0.0
    for place, (a, b) in enumerate(edges):
        p, q = spots[a], spots[b]
        for c, d in edges[place + 1 :]:
            if len({a, b, c, d}) == 4:
                r, s = spots[c], spots[d]
                count += side(p, q, r) != side(p, q, s) and side(r, s, p) != side(r, s, q)
        count += sum(3 for other, at in enumerate(spots) if other not in (a, b) and _off(at, p, q) < 0.35)
    return count + sum(3 for i, one in enumerate(spots) for other in spots[i + 1 :] if math.dist(one, other) < 0.6)


def _upright(spots: list[Place], edges: Sequence[tuple[int, int]]) -> list[Place]:
    """Turned so that edges run along and across as far as they can, the first point up and the second not on the right."""

    def turned(angle: float) -> list[Place]:
        sin, cos = math.sin(angle), math.cos(angle)
        return [(x * cos - y * sin, x * sin + y * cos) for x, y in spots]

    def slant(drawn: list[Place]) -> float:
        ends = ((drawn[a], drawn[b]) for a, b in edges)
        return round(sum(math.sin(2 * math.atan2(v - y, u - x)) ** 2 for (x, y), (u, v) in ends), 6)

    angle = min((math.radians(tenths / 10) for tenths in range(900)), key=lambda angle: slant(turned(angle)))
    quarters = [turned(angle + quarter * math.pi / 2) for quarter in range(4)]
    drawn = min(quarters, key=lambda drawn: round(drawn[0][1] - sum(y for _, y in drawn) / len(drawn), 6))
    on_the_right = drawn[1][0] > sum(x for x, _ in drawn) / len(drawn) + 1e-6
    return [(-x, y) for x, y in drawn] if on_the_right else drawn


def _spread(spots: list[Place]) -> list[Place]:
    """Scaled so that the two nearest points are far enough apart; where a few are very near, they are pushed away."""
    least = min((math.dist(one, other) for i, one in enumerate(spots) for other in spots[i + 1 :]), default=APART)
    factor = min(2.0, max(1, APART / max(least, 0.05)))
    found = [(x * factor, y * factor) for x, y in spots]
    for _ in range(200):
        still = True
        for i in range(len(found)):
            for j in range(i):
                (x, y), (u, v) = found[i], found[j]
                apart = math.dist((x, y), (u, v))
                if apart < APART - 1e-6:
                    still = False
                    push = (APART - apart) / (2 * max(apart, 1e-3))
                    across, down = (x - u) * push, (y - v) * push
                    found[i], found[j] = (x + across, y + down), (u - across, v - down)
        if still:
            break
    return found


def _named(places: dict[str, Place], lines: Iterable[tuple[Place, Place]]) -> Iterator[tuple[str, Place]]:
    """For each point the place beside it that is farthest from edges, other points and names that stand already."""
    lines, done = list(lines), list[tuple[float, Place]]()
    middle = sum(x for x, _ in places.values()) / len(places), sum(y for _, y in places.values()) / len(places)
    for name, (x, y) in places.items():
        wide = len(name) * LETTER / 2
        best: tuple[float, Place] | None = None
        # Away from the middle if it can be, upwards in the middle.
        out = math.atan2(y - middle[1], x - middle[0]) if math.dist((x, y), middle) > 0.1 else -math.pi / 2
        for turn in range(16):
            angle = out + math.pi / 8 * (turn // 2 + 1 if turn % 2 else -turn // 2)
            at = x + (0.55 + wide) * math.cos(angle), y + 0.7 * math.sin(angle)
            rooms = [0.45, *(_off(at, one, other) for one, other in lines)]
            rooms += [math.dist(at, other) - 0.4 for other in places.values() if other != (x, y)]
            rooms += [math.dist(at, other) - wide - half for half, other in done]
            room = min(rooms)
            if best is None or room > best[0] + 1e-6:
                best = room, at
        assert best is not None
        done.append((wide, best[1]))
        yield name, best[1]


def _off(point: Place, one: Place, other: Place) -> float:
    """How far a point lies from the segment between two others."""
    across, down = other[0] - one[0], other[1] - one[1]
    square = across**2 + down**2
    along = ((point[0] - one[0]) * across + (point[1] - one[1]) * down) / square if square else 0
    along = min(1.0, max(0.0, along))
    return math.dist(point, (one[0] + along * across, one[1] + along * down))
