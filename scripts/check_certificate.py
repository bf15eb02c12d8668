#!/usr/bin/env python3
"""Checks certificates of values of Go positions: python3 scripts/check_certificate.py FILE...

Written from the page solutions/CERTIFICATES.md alone, and for bounded certificates from docs/formats.md; it shares no code
with the solver, which has a checker of its own, so that what both accept rests on neither. Fact, read, claim, lemma, key, phase are the page's words.

In here a player is 0 for Black, 1 for White, and so on. A set of intersections is a bit mask; a position is the mask of
Black's stones and, as many bits higher as there are intersections, that of White's, and so on for all players. A fact
is position * 128 + tag, tag being class + 16 * (player + 1), or + 0 without a player, as in the binary form; a fact with a
second position has the position and a bit for `some` above that of its own. A read -FACT is fact * 2, +FACT is fact * 2 + 1;
a mean is (fact, p, q, relation, None), a margin (fact, p, q, None, k). A claim is (relation, p, q), its relation an index of
RELATIONS, so that relation >> 1 is the side that is sure.
"""
import argparse
import io
import os
import re
import sys
import zlib
from array import array
from functools import reduce
from math import gcd
from operator import or_

PASS, COUPON, RESIGN = 255, 254, 253
RELATIONS = (">=", ">", "<=", "<")
IN_WORDS = ("at least", "more than", "at most", "less than")
PLAYERS = ("black", "white", "red", "green", "yellow", "violet")
STONES = "XORGYV"
STOOD, UNDONE, PASSED, INITIALISED, DISTURBED, DECLINED, OCCURRED, OCCURRED_TWICE, FOLLOWED = range(9)
CLASSES = ("stood", "undone", "passed", "initialised", "disturbed", "declined", "occurred", "occurred-twice",
           "followed-1", "followed-2", "followed-3", "followed-4", "moved", "made")
MOVED, MADE = 12, 13
TALLIED = (PASSED, 8, 9, 10, 11, MADE)
WIN_BY_CYCLE = 10000
BARRING = (STOOD, UNDONE, INITIALISED, DISTURBED, DECLINED, MOVED)
END, STOP, LIFE, BARRED, STOP_LEMMA, STOP_LAST, LEMMA, LAST = range(8)  # outcomes, as in the binary form of version 2
MAPS = tuple("".join(c for i, c in enumerate("tvhx") if m >> i & 1) or "=" for m in range(16))
EMPTY = 1 << 20  # lines in a row without a word
LINE = 65536  # bytes of a line, and the most moves of a theorem: no line has as many
LARGEST = 1 << 40  # numerators, denominators and k
REMEMBERED = 1 << 17  # entries of a table of things worked out before
PARTS_REMEMBERED = 1 << 21  # the same of parts of a board with replies, which are much work and come again late
ITEM = 16  # what a lemma, a theorem or a read of a tally takes of the memory, in plain reads


class Wrong(Exception):
    """The certificate is not verified: why, and where if that is known already."""

    def __init__(self, why, where=None):
        super().__init__(why)
        self.why, self.where = why, where


def need(right, found, expected):
    if not right:
        found = " ".join(found) if isinstance(found, list) else str(found)
        found = ascii(found if len(found) <= 160 else found[:160] + "...")[1:-1]
        raise Wrong(f"found {found or 'nothing'}, expected {expected}")


class Memo(dict):
    """A function that remembers, up to a limit at which it forgets everything: the memory stays bounded."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def __missing__(self, key):
        if len(self) >= REMEMBERED:
            self.clear()
        value = self[key] = self.function(key)
        return value


# ---- The board


def size(mask):
    return bin(mask).count("1")


def moved(mask, images):
    """The union of the images of the bits of a mask."""
    result = 0
    while mask:
        low = mask & -mask
        result |= images[low.bit_length() - 1]
        mask ^= low
    return result


class Board:
    """Intersections, chains, captures, area, and what a player keeps by passing. `edges` is None for a grid."""

    def __init__(self, rows, columns, edges=None):
        self.rows, self.columns, self.n, self.edges = rows, columns, rows * columns, edges
        self.suicide, self.players = None, 2
        self.full = (1 << self.n) - 1
        first = sum(1 << row * columns for row in range(rows))
        self.not_first, self.not_last = self.full & ~first, self.full & ~(first << columns - 1)
        if edges is not None:
            around = [1 << i for i in range(self.n)]
            for one, other in edges:
                around[one] |= 1 << other
                around[other] |= 1 << one
            self.near = Memo(lambda mask: moved(mask, around)).__getitem__
        letters = ["ABCDEFGHJKLMNOPQRSTUVWXYZ"[c % 25] * (c // 25 + 1) for c in range(columns)]
        self.names = {i: letters[i % columns] + str(rows - i // columns) for i in range(self.n)}
        self.names[PASS] = "pass"
        self.moves = {name: move for move, name in self.names.items()}
        self.chains, self.owned, self.kept = Memo(self._chains), Memo(self._owned), Memo(self._kept)

    def split(self, position):
        """The stones of each player."""
        if self.players == 2:
            return [position & self.full, position >> self.n & self.full]
        return [position >> self.n * player & self.full for player in range(self.players)]

    def joined(self, stones):
        if self.players == 2:
            return stones[0] | stones[1] << self.n
        return sum(mask << self.n * player for player, mask in enumerate(stones))

    def near(self, mask):
        """The intersections of a mask and their neighbours."""
        wide = mask | (mask & self.not_last) << 1 | (mask & self.not_first) >> 1
        return (wide | mask << self.columns | mask >> self.columns) & self.full

    def parts(self, mask):
        """The connected parts of a mask."""
        while mask:
            part, grown = 0, mask & -mask
            while part != grown:
                part, grown = grown, self.near(grown) & mask
            yield part
            mask &= ~part

    def _chains(self, position):
        """For each player his chains, with their liberties."""
        all_stones = self.split(position)
        empty = self.full & ~union(all_stones)
        return [[(chain, self.near(chain) & empty) for chain in self.parts(stones)] for stones in all_stones]

    def stands(self, position):
        """Whether every chain has a liberty."""
        return all(liberties for chains in self.chains[position] for _, liberties in chains)

    def place(self, position, player, i):
        """The position after a stone on i, or None if that is not admitted."""
        stones, chains, new = self.split(position), self.chains[position], 1 << i
        if union(stones) & new:
            return None
        for other, theirs in enumerate(chains):
            if other != player:
                for chain, liberties in theirs:
                    if not liberties & ~new:
                        stones[other] &= ~chain
        own = new
        for chain, liberties in chains[player]:
            if liberties & new:
                own |= chain
        stones[player] |= new
        if not self.near(own) & ~union(stones):
            if self.suicide == "forbidden" or self.suicide == "multi-stone" and own == new:
                return None
            stones[player] &= ~own
        return self.joined(stones)

    def _owned(self, position):
        """For each player the sizes of his area and of his territory."""
        stones = self.split(position)
        territory = [0] * self.players
        for region in self.parts(self.full & ~union(stones)):
            edge = self.near(region)
            touched = [player for player, mask in enumerate(stones) if edge & mask]
            if len(touched) == 1:
                territory[touched[0]] += size(region)
        return [(size(mask) + more, more) for mask, more in zip(stones, territory)]

    def taxed(self, position, tax):
        """The score where empty intersections count in independent life regions, each of which pays a tax."""
        points, stones, chains = [], self.split(position), self.chains[position]
        empty = self.full & ~union(stones)
        for player, own in enumerate(stones):
            sum_ = size(own)
            atari = union(chain for chain, liberties in chains[player] if size(liberties) == 1)
            dame = union(part for part in self.parts(empty) if all(self.near(part) & mask for mask in stones))
            for region in self.parts(own | empty):
                if region & own and not region & (atari | dame):
                    sum_ += size(region & empty) - tax
            points.append(sum_)
        return points[0] - points[1]

    def _kept(self, what):
        """The number of intersections that a player keeps by passing (Benson's theorem)."""
        position, player = what
        return size(union(self.alive(position, player, self.suicide == "forbidden" and self.players == 2)))

    def alive(self, position, player, empty_alone):
        """A player's chains that are alive by Benson's theorem, and the eyes of one intersection beside them. A region is vital to a
        chain if its empty intersections, or else all of them, touch the chain."""
        stones = self.split(position)
        to_touch = self.full & ~union(stones) if empty_alone else self.full
        chains = list(self.parts(stones[player]))
        regions = [(region, self.near(region)) for region in self.parts(self.full & ~stones[player])]
        removed = [None]
        while removed:
            removed = [chain for chain in chains if 2 > sum(
                1 for region, edge in regions if edge & chain and not region & to_touch & ~self.near(chain))]
            chains = [chain for chain in chains if chain not in removed]
            regions = [(region, edge) for region, edge in regions if not any(edge & chain for chain in removed)]
        left = union(chains)
        return left, union(region for region, edge in regions if size(region) == 1 and edge & left)

    def position(self, text):
        """A position from its text, or None."""
        rows = text.split("/")
        letters = STONES[:self.players]
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows) or text.strip(letters + "./"):
            return None
        points = "".join(rows)
        if points.strip(letters + "."):
            return None
        return sum(1 << i + self.n * letters.index(c) for i, c in enumerate(points) if c != ".")

    def text(self, position):
        stones = self.split(position)
        points = ["".join(c for c, mask in zip(STONES, stones) if mask >> i & 1) or "." for i in range(self.n)]
        return "/".join("".join(points[i:i + self.columns]) for i in range(0, self.n, self.columns))

    def number(self, position, mover=0):
        """The number of a position of two players from the side of the mover."""
        own, other = self.split(position) if mover == 0 else reversed(self.split(position))
        return 1 + sum(((own >> i & 1) + 2 * (other >> i & 1)) * 3 ** i for i in range(self.n))

    def numbered(self, number, mover=0):
        """The position of a number."""
        digits = [(number - 1) // 3 ** i % 3 for i in range(self.n)]
        own, other = (sum(1 << i for i, digit in enumerate(digits) if digit == d) for d in (1, 2))
        return self.joined([own, other] if mover == 0 else [other, own])


def union(masks):
    return reduce(or_, masks, 0)


def of_letters(board, letters):
    """The images of the intersections of a grid under a map of letters."""
    images = []
    for i in range(board.n):
        row, column = divmod(i, board.columns)
        row, column = (column, row) if "t" in letters else (row, column)
        row = board.rows - 1 - row if "v" in letters else row
        column = board.columns - 1 - column if "h" in letters else column
        images.append(row * board.columns + column)
    return images


class Map:
    """A map; `there` takes positions, `back` is the inverse on reads of kinds - and +."""

    def __init__(self, board, image, exchanges):
        self.identity = image == list(range(board.n)) and not exchanges
        self.board, self.exchanges, self.image = board, int(exchanges), image
        n, players = board.n, board.players
        bits = [image[i % n] + n * (i // n ^ self.exchanges) for i in range(n * players)]
        alone = [image[i % n] + n * (i // n) for i in range(n * players)]
        # Behind the position of a fact there may be a second one, the bit that there is one, and a number of moves.
        more = [n * players + bit for bit in bits] + [2 * n * players + bit for bit in range(15)]
        all_back = [0] * len(bits + more)
        for i, bit in enumerate(bits + more):
            all_back[bit] = 1 << i
        # The lowest eight bits of a read: its kind, its class, and 0 for no player, 1 for Black, and so on.
        owner = (0, 2, 1) if self.exchanges else range(8)
        low = [(owner[i >> 5] if i >> 5 < len(owner) else 0) << 5 | i & 31 for i in range(256)]
        there, unexchanged = [1 << bit for bit in bits], [1 << bit for bit in alone]
        self.there = Memo(lambda position: moved(position, there))
        self.alone = Memo(lambda position: moved(position, unexchanged))
        self.back = Memo(lambda read: moved(read >> 8, all_back) << 8 | low[read & 255])

    def key(self, key, rules):
        position, mover, phase = key
        return self.there[position], mover ^ self.exchanges, phase if self.identity else rules.image(self, phase)

    def claim_back(self, claim):
        relation, p, q = claim
        return (relation ^ 2, -p, q) if self.exchanges else claim

    def tally_back(self, read):
        """As under x the sums change their signs and the claims their player, a margin of p/q is one of -p/q."""
        fact, p, q, relation, k = read
        fact = self.back[fact << 1] >> 1
        return (fact, -p, q, None if relation is None else relation ^ 2, k) if self.exchanges \
            else (fact, p, q, relation, k)


# ---- Claims, and reads of tallies


def serves(claim, score, count=1):
    """Whether score/count stands in the relation of the claim."""
    relation, p, q = claim
    lead = score * q - p * count if relation < 2 else p * count - score * q
    return lead > 0 or lead == 0 and not relation & 1


def covers(claim, other):
    """Whether both are claims of one player, and every score that serves the claim serves the other."""
    lead = claim[1] * other[2] - other[1] * claim[2]
    lead = -lead if claim[0] >= 2 else lead
    return claim[0] >> 1 == other[0] >> 1 and (lead > 0 or lead == 0 and (claim[0] & 1 or not other[0] & 1))


def stronger(claim, other):
    """The one of two claims of a player, of which none, one or both are there, that covers the other."""
    return claim if other is None or claim is not None and covers(claim, other) else other


def before_scoring(fact, p, q, k, relation, area):
    """The margin that the tally must have before it is scored with the area to have k after it; if k is None, to have
    a mean in this relation to p/q after it."""
    k = relation & 1 if k is None else k
    return fact, p, q, None, k - (q * area - p if relation < 2 else p - q * area)


def strongest(tallies):
    """Of the means those that imply the others, by fact, and of the margins the k, by fact, p and q."""
    means, margins = {}, {}
    for fact, p, q, relation, k in tallies:
        if k is not None:
            margins[fact, p, q] = max(k, margins.get((fact, p, q), k))
        elif fact not in means or covers((relation, p, q), means[fact]):
            means[fact] = relation, p, q
    return means, margins


def implied(read, plain, means, margins):
    fact, p, q, relation, k = read
    if k is None:
        return fact << 1 in plain or fact in means and covers(means[fact], (relation, p, q))
    return fact << 1 in plain or margins.get((fact, p, q), k - 1) >= k


# ---- Rules: clauses, and the machine that they make up. As in the page, P is the position on the board, M the mover, N the
# next player, Q the position after a stone play, S the fact of a ban on repetition.

BANS = ("position", "situation", "natural-situation", "passed-situation", "left-position")
BARS = ("basic-ko", "move", "capture") + BANS + ("initialised-twice", "disturbed-twice", "declined")
NUMBERS = {"players": (3, 6), "window": (1, 20), "successions": (2, 2), "cut": (1, 10000), "captures": (1, 20), "passes-in-a-row": (1, 12), "draw-at-occurrence": (2, 3), "price-of-pass": (1, 100)}
# The clauses in their order, with the values that can be written.
CLAUSES = {"players": None, "suicide": ("allowed", "multi-stone"), "bars": None, "bars-only": ("captures",),
           "start": ("free",), "window": None, "repetition": ("draws", "loses", "scores", "prisoners"), "lifted-by": ("pass", "two-passes"), "coupons": None,
           "occurs": ("produced", "produced-ko"), "passes": ("none", "return-prisoner"), "passes-in-a-row": None,
           "successions": None, "second-pass": ("player", "opponents"), "passes-forgotten-by": ("disturbing-play",), "all-pass-in-one-situation": ("true",), "draw-at-occurrence": None,
           "occurrences-since": ("pass",), "cut": None, "captures": None, "scoring": ("territory", "stones"), "tax": ("seki", "all"),
           "scored": ("scoring-positions",), "prisoners": ("as-passed",), "price-of-pass": None, "first-pass": None,
           "last-pass": ("white", "equal")}
MOST_HALVES, MOST_COUPONS = 200, 8


class Change:
    """How a play that leads on changes the history: the classes that it clears as a mask, the score that it adds to all
    tallies, the facts that it sets, and the half points that it brings."""

    __slots__ = ("clears", "scores", "sets", "brings")

    def __init__(self, clears=0, scores=None, sets=(), brings=0):
        self.clears, self.scores, self.sets, self.brings = clears, scores, sets, brings


class Play:
    """What the rules say of a play. A stop is (fact, how, what): "ends" and a score; "mean" and the score of (score, 1), or
    None for (0, 0); "won" and the prisoners of the play; or "leads" and (key, change). `ends` is a score, `leads` a key and `change` what becomes of the history."""

    __slots__ = ("bars", "stops", "ends", "leads", "change")

    def __init__(self, bars=(), stops=(), ends=None, leads=None, change=None):
        self.bars, self.stops, self.ends, self.leads, self.change = bars, stops, ends, leads, change


def fact_of(kind, position, player=None):
    return position << 7 | kind | (0 if player is None else 16 + 16 * player)


def number_within(word, least, most):
    """A number as it is written, or None."""
    return int(word) if re.fullmatch("[1-9][0-9]{0,4}", word) and least <= int(word) <= most else None


class Rules:
    """The rules of clauses, `given` as a header has them."""

    def __init__(self, board, given, title, options=None):
        self.board, self.given, self.title, self.options = board, given, title, options
        get = given.get
        self.players = n = get("players", 2)
        board.players, board.suicide = n, get("suicide", "forbidden")
        self.bars = bars = get("bars", ())
        ban = [word for word in bars if word in BANS]
        self.ban = ban[0] if ban else None
        self.lifts_by, self.occurs = get("lifted-by", "nothing"), get("occurs", "stands")
        self.ko, self.once, self.peace, self.initialised, self.disturbed, self.declined = (
            word in bars for word in ("basic-ko", "move", "capture", "initialised-twice", "disturbed-twice", "declined"))
        self.passes, self.enough = get("passes"), get("captures")  # None where all passes are moves, and no number wins
        self.winner = bool(self.passes or self.enough)  # there is no score, and only a winner
        self.captures, self.free, self.repeats = "bars-only" in given, "start" in given, get("repetition")
        self.by_prisoners = self.repeats == "prisoners"
        self.window = get("window", 0)
        self.coupons, self.successions, self.cut = get("coupons", ()), get("successions", 1), get("cut")
        self.tax, self.first, self.last = get("tax"), get("first-pass"), get("last-pass")
        self.in_a_row, self.second, self.draw = get("passes-in-a-row"), get("second-pass"), get("draw-at-occurrence")
        self.forgets, self.settles = "passes-forgotten-by" in given, "all-pass-in-one-situation" in given
        self.since_pass, self.territory = "occurrences-since" in given, get("scoring") == "territory"
        self.only_stones = get("scoring") == "stones"
        self.tallies, self.as_passed, self.price = "scored" in given, "prisoners" in given, get("price-of-pass", 0)
        self.asks = bool(self.ban or self.once or self.initialised or self.disturbed or self.declined or self.second or self.draw)
        caps = [0]
        caps += [self.in_a_row - 1] if self.in_a_row else []
        caps += [n - 1] if self.tallies else []
        caps += [n] if self.disturbed else []
        caps += [1] if self.declined or self.initialised or self.lifts_by == "two-passes" else []
        caps += [n - 2] if self.second == "opponents" else []
        self.cap = max(caps)
        self.followers = 0
        if self.tallies:
            self.followers = n - 2 if n > 2 else int(self.territory and not self.as_passed)
        self.unit = self.cap + 1 + (board.n if self.ko else 0)
        self.situations = self.ban == "passed-situation"
        self.seconds = self.situations or self.once  # whether there are facts about two positions
        self.most_second = 3 ** min(board.n, 20)
        self.paid = bool(self.price or self.coupons or self.first)
        self.holds = self.territory and (self.tallies or self.repeats)  # whether a phase has the prisoners
        # How many values the digits of a phase have: whether somebody has passed, whether the mover is who did not move
        # first, successions of passes, coupons taken, moves made, the prisoners that the mover holds, and the other player.
        # `digits` says whether any is kept.
        held = 1 << 12 if self.passes == "return-prisoner" else self.enough or 1
        self.radices = (2 if self.first else 1, 2 if self.last == "equal" else 1, self.successions,
                        1 + len(self.coupons), self.cut or 1, held, held)
        self.digits = bool(self.cut) or self.radices != (1,) * 7
        self.exchangeable = n == 2 and self.last != "white" and (not self.first or self.first[0] == self.first[1])
        if self.coupons:
            board.names = {**{i: board.names[i] for i in range(board.n)}, COUPON: "coupon", PASS: "pass"}
            board.moves = {name: move for move, name in board.names.items()}
        if self.passes:
            board.names = {**board.names, RESIGN: "resign"}
            board.moves = {name: move for move, name in board.names.items()}
        self.endless = not self.always_ends()  # games may go on for ever, and there may be closed sets
        self.life = self.always_ends() and not (
            self.territory or self.only_stones or self.tallies or self.paid or self.draw or self.repeats or self.cut or self.tax or self.winner)
        self.score, self.tags = Memo(self._score), self.known_facts()

    def always_ends(self):
        """Whether the page says that every game ends."""
        stops = self.in_a_row or self.second or self.settles
        kept = self.ban and not self.window and self.lifts_by == "nothing" and (self.ban != "left-position" or self.board.suicide == "forbidden")
        few = (self.peace or self.enough) and self.board.suicide == "forbidden"
        passes = (kept or self.once or few) and (stops or self.passes) or self.initialised and self.in_a_row or self.declined and self.in_a_row == 2 \
            or self.second and (self.second == "player" or self.players == 2) and not self.forgets \
            or self.disturbed and (self.second or self.in_a_row and self.in_a_row <= self.players)
        bans = self.ban and not self.window
        return bool(self.cut or (bans or self.once or self.draw or few) and passes or self.draw and not self.since_pass)

    def together(self):
        """What is wrong with the clauses beside each other, if anything is."""
        n, lifts, two = self.players, self.lifts_by != "nothing", self.in_a_row is not None and self.in_a_row <= 2
        ends = self.in_a_row or self.second or self.settles or self.cut or self.passes or self.draw and not self.since_pass
        bans = self.ban and self.ban != "left-position"
        about_passes = self.initialised or self.disturbed or self.declined
        returns = self.passes == "return-prisoner"
        wrong = {
            "passes or captures with more than two players, or with suicide": self.winner and (
                n > 2 or self.board.suicide != "forbidden"),
            "passes or captures with what is about scores": self.winner and (
                self.repeats or self.paid or self.draw or self.tallies or self.territory or self.only_stones or self.cut
                or self.tax),
            "passes or captures with what is about passes": self.winner and (
                lifts or self.second or about_passes or self.situations),
            "passes with passes-in-a-row": self.passes and self.in_a_row,
            "return-prisoner without a ban on what has stood, with other clauses, or on such a board": returns and (
                not bans or self.enough or self.peace or self.board.n > 6),
            "capture without passes, or with captures": self.peace and (not self.winner or self.enough),
            "passes or captures, and games that might not end": self.winner and not self.always_ends(),
            "start, bars-only or repetition without a ban on what has stood": (
                self.free or self.captures or self.repeats) and not bans,
            "repetition with other ends, or with points for moves": self.repeats and (
                n > 2 or self.draw or self.tallies or self.paid),
            "repetition by territory that loses, or with other clauses": self.repeats and self.territory and (
                self.repeats == "loses" or self.situations or self.successions > 1),
            "repetition by prisoners with other clauses, or on such a board": self.by_prisoners and (
                not self.territory or lifts or self.board.n > 8),
            "window without repetition or cut, or with other clauses": self.window and (
                not self.repeats or self.situations or lifts or not self.cut),
            "move with more than two players, or on such a board": self.once and (n > 2 or self.board.n > 20),
            "coupons with other clauses": self.coupons and (
                n > 2 or about_passes or self.situations or self.tallies or self.draw),
            "successions with other clauses": self.successions > 1 and (
                not self.in_a_row or lifts or about_passes or self.situations),
            "cut with other clauses": self.cut and (
                self.situations or self.tallies or self.draw or self.territory or self.paid),
            "tax without area, or with more than two players": self.tax and (self.territory or self.only_stones or n > 2),
            "first-pass with other clauses": self.first and (
                n > 2 or self.in_a_row == 1 or self.situations or self.tallies or self.draw),
            "last-pass with other clauses": self.last and (not self.price or self.situations),
            "lifted-by without a ban on repetition": lifts and not self.ban,
            "two-passes where two passes in a row end the game": self.lifts_by == "two-passes" and two,
            "occurs where nothing lifts": self.occurs != "stands" and not (lifts or self.coupons and self.ban),
            "occurs with such a ban": self.occurs != "stands" and self.ban in ("natural-situation", "left-position"),
            "passed-situation with other clauses, or on such a board": self.situations and (
                n > 2 or self.ko or self.cap > 1 or self.territory and self.tallies or self.board.n > 9),
            "left-position with more than two players": self.ban == "left-position" and n > 2,
            "declined without passes-in-a-row 2, or with more than two players": self.declined and (
                n > 2 or self.in_a_row != 2),
            "passes-forgotten-by without second-pass and disturbed-twice": self.forgets and not (
                self.second and self.disturbed),
            "all-pass-in-one-situation without passed-situation": self.settles and not self.situations,
            "scoring-positions without second-pass player": self.tallies and self.second != "player",
            "scoring-positions with another end, or a price": self.tallies and (
                self.in_a_row or self.settles or self.forgets or self.price),
            "prisoners without territory and scoring-positions": self.as_passed and not (
                self.territory and self.tallies),
            "territory with more than two players": self.territory and n > 2,
            "territory with a draw": self.territory and not self.tallies and self.draw,
            "a price with other clauses": self.price and (n > 2 or self.board.suicide != "forbidden" or self.draw),
            "occurrences-since without draw-at-occurrence": self.since_pass and not self.draw,
            "no clause that ends the game": not ends,
            "rules that ask for the history, and games that might not end": self.asks and not self.always_ends(),
            "games that might not end with other clauses": self.endless and (n > 2 or self.territory or self.paid),
        }
        return next((what for what, is_so in wrong.items() if is_so), None)

    def known_facts(self):
        """The tags of the facts that there are."""
        stood = MADE if self.by_prisoners else STOOD
        own = [stood] if self.ban and self.ban != "position" else []
        own += [PASSED] if self.second else []
        own += [kind for has, kind in ((self.initialised, INITIALISED), (self.disturbed, DISTURBED),
                                       (self.declined, DECLINED), (self.draw, OCCURRED),
                                       (self.draw == 3, OCCURRED_TWICE)) if has]
        own += [FOLLOWED - 1 + j for j in range(1, self.followers + 1)]
        tags = {kind + 16 * (1 + player) for kind in own for player in range(self.players)}
        tags |= {stood} if self.ban == "position" else set()
        tags |= {MOVED} if self.once else set()
        return tags | ({UNDONE} if self.occurs == "produced-ko" else set())

    # Phases.

    def is_phase(self, phase):
        most = self.cap if self.in_a_row is None else min(self.cap, self.in_a_row - 1)
        if self.situations:
            own, other = phase >> 2 & 0x7fff, phase >> 17
            settled = not phase & 2 or phase & 1 and self.settles
            runs = not phase & 1 or self.cap == 0 or most >= 1
            return max(own, other) <= self.most_second and bool(settled) and runs
        folded, rest = divmod(phase, self.unit)
        room = 1
        for radix in self.radices:
            room *= radix
        return folded <= (1 << 21 if self.holds else room - 1) and (rest <= most or rest > self.cap)

    def taken_run_ko(self, phase):
        """The prisoners of the mover, the run, and the intersection excluded."""
        if self.situations:
            return 0, min(phase & 1, self.cap), None
        folded, rest = divmod(phase, self.unit)
        folded = 0 if self.digits else folded
        taken = -(folded + 1) // 2 if folded & 1 else folded // 2
        return (taken, rest, None) if rest <= self.cap else (taken, 0, rest - self.cap - 1)

    def digits_of(self, phase):
        """Whether somebody has passed, whether the mover is who did not move first, successions, coupons, moves, and the
        prisoners that the mover and the other player hold."""
        above, digits = phase // self.unit, []
        for radix in self.radices:
            above, digit = divmod(above, radix)
            digits.append(digit)
        return digits

    def moved_on(self, phase, rest, passed=0, successions=0, coupons=0, takes=0):
        """The phase after a move, None if the game is cut off by it: more that has happened, and the run or ko."""
        first, second, came, taken, moves, own, other = self.digits_of(phase)
        if self.cut and moves + 1 >= self.cut:
            return None
        digits = ((first or passed) and self.radices[0] - 1, 1 - second if self.last == "equal" else 0,
                  came + successions, taken + coupons, moves + 1 if self.cut else 0, other, own + takes)
        above = 0
        for digit, radix in reversed(tuple(zip(digits, self.radices))):
            above = above * radix + digit
        return above * self.unit + rest

    def phase(self, taken, rest):
        return (2 * taken if taken >= 0 else -2 * taken - 1) * self.unit + rest

    def turned(self, number):
        """The number of a position from the other side."""
        return number and self.board.number(self.board.numbered(number), 1)

    def image(self, map_, phase):
        if self.situations:
            def image(number):
                return number and self.board.number(map_.alone[self.board.numbered(number)])
            return phase & 3 | image(phase >> 2 & 0x7fff) << 2 | image(phase >> 17) << 17
        rest = phase % self.unit
        return phase if rest <= self.cap else phase - rest + self.cap + 1 + map_.image[rest - self.cap - 1]

    # The machine.

    def S(self, X, Y, second=0):
        """The facts of a ban on repetition about X and Y; second is the number of the position that the opponent of Y
        passed on last, from Black's side, or with a window the number of moves after which X stands."""
        if not self.ban:
            return ()
        if self.window:
            X |= second << 2 * self.players * self.board.n + 1
        if self.situations and second:
            X |= (self.board.numbered(second) | 1 << 2 * self.board.n) << 2 * self.board.n
        return (fact_of(MADE if self.by_prisoners else STOOD, X, None if self.ban == "position" else Y),)

    def start(self, P, M):
        facts = [] if self.ban == "left-position" or self.free else list(self.S(P, M))
        return facts + ([fact_of(OCCURRED, P, M)] if self.draw else [])

    def _score(self, P):
        """The score of a position without the prisoners of a phase."""
        if self.winner:
            return 0
        if self.tax:
            return self.board.taxed(P, 2 if self.tax == "all" else 0)
        if self.only_stones:
            sizes = [size(stones) for stones in self.board.split(P)]
            return sizes[0] - sizes[1] if self.players == 2 else sizes[0]
        points = [owned[self.territory] for owned in self.board.owned[P]]
        return points[0] - points[1] if self.players == 2 else points[0]

    def play(self, key, move):
        """What is said of a play, None if it is not admitted."""
        P, M, phase = key
        N = (M + 1) % self.players
        if move == PASS:
            return self.pass_play(P, M, N, phase)
        if move == COUPON:
            return self.coupon_play(P, M, N, phase)
        if move == RESIGN:
            return Play(ends=1 if M else -1)
        taken, run, excluded = self.taken_run_ko(phase)
        Q = None if excluded == move else self.board.place(P, M, move)
        if Q is None or self.declined and run >= 1 and Q == P:
            return None
        takes = size(self.board.split(P)[1 - M]) - size(self.board.split(Q)[1 - M]) if self.winner else 0
        if self.peace and takes:
            return None
        return self.stone_play(P, M, N, Q, move, phase, taken, run, takes)

    def stone_play(self, P, M, N, Q, move, phase, taken, run, takes):
        bars, stops, sets, clears = [], [], [], 0
        if self.ban == "left-position":
            bars += self.S(Q, M)
            sets += self.S(P, N)
        elif self.ban:
            own = phase >> 2 & 0x7fff if self.situations else 0
            asked = stood = self.S(Q, N, self.turned(own) if M else own)
            if self.window:
                moves = self.digits_of(phase)[4]
                stood = self.S(Q, N, moves + 1)
                asked = [self.S(Q, N, after)[0] for after in range(max(moves + 1 - self.window, 0), moves + 1)]
            stones = [size(union(self.board.split(position))) for position in (P, Q)]
            if not self.captures or stones[1] <= stones[0]:
                if self.by_prisoners:
                    stops += [(fact, "won", self.prisoners(P, M, Q)) for fact in asked]
                elif self.repeats:
                    worth = {"draws": 0, "loses": self.board.n if M else -self.board.n}.get(self.repeats)
                    if worth is None:
                        worth = self.score[Q] + (taken if M == 0 else -taken) + self.prisoners(P, M, Q)
                    stops += [(fact, "ends", worth) for fact in asked]
                else:
                    bars += asked
            sets += stood
        if self.once:
            moved_to = P | (Q | 1 << 2 * self.board.n) << 2 * self.board.n
            bars.append(fact_of(MOVED, moved_to))
            sets.append(fact_of(MOVED, moved_to))
        if self.occurs == "produced-ko":
            bars.append(fact_of(UNDONE, Q))
            sets.append(fact_of(UNDONE, P))
            clears |= 1 << UNDONE
        disturbing = 1 <= run <= self.players - 1
        for kind, now in ((INITIALISED, self.initialised and run >= 1), (DISTURBED, self.disturbed and disturbing)):
            if now:
                bars.append(fact_of(kind, P, M))
                sets.append(fact_of(kind, P, M))
        if self.forgets and disturbing:
            clears |= 1 << PASSED
        if self.declined:
            bars.append(fact_of(DECLINED, Q, M))
            if run >= 1:
                sets.append(fact_of(DECLINED, P, M))
        if self.draw:
            sets.append(fact_of(OCCURRED, Q, N))
        excluded = self.ko_of(P, M, Q, move) if self.ko else None
        rest, brings = 0 if excluded is None else self.cap + 1 + excluded, 0
        if self.territory:
            brings = 2 * self.prisoners(P, M, Q)
        if self.situations:
            leads = self.turned(phase >> 17) << 2 | self.turned(phase >> 2 & 0x7fff) << 17
        elif self.tallies or self.holds:
            leads, brings = self.phase(-taken - (brings if M == 0 else -brings) // 2, rest), 0
        elif self.enough and self.digits_of(phase)[5] + takes >= self.enough:
            return Play(tuple(bars), tuple(stops), ends=-1 if M else 1)
        elif self.digits:
            leads = self.moved_on(phase, rest, takes=takes)
            if leads is None:
                return Play(tuple(bars), tuple(stops), ends=self.score[Q])
        else:
            leads = rest
        scores = self.prisoners(P, M, Q) or None if self.by_prisoners else None
        key, change = (Q, N, leads), Change(clears, scores, tuple(sets), brings)
        return Play(tuple(bars), tuple(stops) + self.draws(key, change), leads=key, change=change)

    def prisoners(self, P, M, Q):
        """The prisoners of a stone play, White's stones minus Black's; none where they do not count."""
        before, after = self.board.split(P), self.board.split(Q)
        gone = [size(one) + (player == M) - size(other) for player, (one, other) in enumerate(zip(before, after))]
        return gone[1] - gone[0] if self.territory else 0

    def coupon_play(self, P, M, N, phase):
        """The coupon on top of the stack, which lifts the ban on repetition; None if all have been taken."""
        taken = self.digits_of(phase)[3]
        if taken >= len(self.coupons):
            return None
        stands = self.occurs == "stands" and self.ban in ("position", "situation")
        value = self.coupons[taken] if M == 0 else -self.coupons[taken]
        change = Change(1 << STOOD | 1 << UNDONE, None, tuple(self.S(P, N)) if stands else (), value)
        return Play(leads=(P, N, self.moved_on(phase, 0, coupons=1)), change=change)

    def ko_of(self, P, M, Q, move):
        """The intersection that basic-ko excludes after a stone play, or None."""
        before, after, new = self.board.split(P), self.board.split(Q), 1 << move
        captured = union(one & ~other for player, (one, other) in enumerate(zip(before, after)) if player != M)
        beside = self.board.near(new) & ~new
        is_ko = size(captured) == 1 and not beside & after[M] and beside & ~union(after) == captured
        return captured.bit_length() - 1 if is_ko else None

    def draws(self, key, change):
        if not self.draw:
            return ()
        X, Y, _ = key
        once, twice = fact_of(OCCURRED, X, Y), fact_of(OCCURRED_TWICE, X, Y)
        if self.draw == 2:
            return ((once, "ends", 0),)
        sets = tuple(twice if fact == once else fact for fact in change.sets)
        again = Change(change.clears, change.scores, sets, change.brings)
        return (twice, "ends", 0), (once, "leads", (key, again))

    def pass_play(self, P, M, N, phase):
        taken, run, _ = self.taken_run_ko(phase)
        if self.passes == "none" or self.passes and not self.digits_of(phase)[5]:
            return None
        n, brings = self.players, self.price if M else -self.price
        score = self.score[P] + (taken if M == 0 else -taken)
        ends, between = score + brings, False
        if self.last == "white" and M == 0 or self.last == "equal" and not self.digits_of(phase)[1]:
            ends -= brings  # the other player passes once more and pays as much
        if run + 1 == self.in_a_row:
            between = self.digits_of(phase)[2] + 1 < self.successions
        if run + 1 == self.in_a_row and not between or self.situations and phase & 2:
            return Play(ends=ends)
        rest = 0 if between else min(run + 1, self.cap)
        if self.digits and self.moved_on(phase, rest) is None:
            return Play(ends=ends)
        passed, stops = fact_of(PASSED, P, M), []
        counts = self.second == "player" or self.second == "opponents" and run + 1 >= n - 1
        if self.tallies:
            for j in range(self.followers, 0, -1):
                stops.append((fact_of(FOLLOWED - 1 + j, P, M), "mean", score if run + 1 + j >= n else None))
            stops.append((passed, "mean", score if run + 1 >= n else None))
        elif counts:
            stops.append((passed, "ends", ends))
        lifts = self.lifts_by == "pass" or self.lifts_by == "two-passes" and run >= 1
        clears = 1 << UNDONE | (1 << STOOD if lifts else 0)
        clears |= 1 << OCCURRED | 1 << OCCURRED_TWICE if self.since_pass else 0
        sets = []
        if self.occurs == "stands" and (
                self.ban in ("situation", "passed-situation") or self.ban == "position" and (lifts or self.window)):
            second = self.digits_of(phase)[4] + 1 if self.window else self.board.number(P) if self.situations else 0
            sets += self.S(P, N, second)
        if counts:
            sets.append(passed)
        for j in range(1, min(run, self.followers) + 1):
            sets.append(fact_of(FOLLOWED - 1 + j, P, (M - j) % n))
        if self.initialised and run >= 1:
            sets.append(fact_of(INITIALISED, P, M))
        if self.draw:
            sets.append(fact_of(OCCURRED, P, N))
        if self.situations:
            here = self.board.number(P, M)
            settled = self.settles and phase >> 17 == here
            leads = 1 | 2 * settled | self.turned(phase >> 17) << 2 | self.turned(here) << 17
        elif self.digits:
            leads = self.moved_on(phase, rest, passed=1, successions=int(between), takes=-1 if self.passes else 0)
        else:
            leads = self.phase(-taken, rest)
        brings *= 2
        if self.first and not self.digits_of(phase)[0]:
            brings += -self.first[1] if M else self.first[0]
        change = Change(clears, score if self.tallies and run >= n - 1 else None, tuple(sets), brings)
        key = P, N, leads
        stops += () if self.since_pass else self.draws(key, change)
        return Play((), tuple(stops), leads=key, change=change)


SUPERKO_OPTIONS = {"suicide": ("forbidden", "allowed", "multi-stone"), "scoring": ("area",)}  # the first is the default
LIFTING_OPTIONS = dict(SUPERKO_OPTIONS, lift=("stands", "produced", "produced-ko"))
SPIGHT = {"bars": ("position",), "lifted-by": "pass", "second-pass": "player"}
# The rulesets of version 1, with their options and their clauses.
RULESETS = {
    "psk": (SUPERKO_OPTIONS, {"bars": ("position",), "passes-in-a-row": 2}),
    "ssk": (SUPERKO_OPTIONS, {"bars": ("situation",), "passes-in-a-row": 2}),
    "nssk": (SUPERKO_OPTIONS, {"bars": ("natural-situation",), "passes-in-a-row": 2}),
    "spight": (LIFTING_OPTIONS, SPIGHT),
    "kee2009": (LIFTING_OPTIONS, dict(SPIGHT, scored="scoring-positions")),
    "kee2020": (LIFTING_OPTIONS, {"bars": ("position", "initialised-twice"), "lifted-by": "pass", "passes-in-a-row": 3}),
    "simple-ko": (SUPERKO_OPTIONS, {"bars": ("basic-ko",), "passes-in-a-row": 2}),
}


# ---- The two readers. Both give the same steps: ("lemma", key, claim, reads or None, plays); ("closed", statements),
# after it ("proof", plays) for each of its lemmas; ("theorem", position, player, moves, claim, or_no_end, reference). A
# statement is (key, claim); a play (move, outcome); an outcome (END,), (STOP, place), (LIFE,), (BARRED, class, fact or
# None) or a reference, (LEMMA, LAST, STOP_LEMMA or STOP_LAST, number, Map).


class Reader:
    """The header, and what is asked in both forms of what is read."""

    def __init__(self, file, first_line, most):
        self.file, self.first_line, self.most, self.lemmas = file, first_line, most, 0
        self.board = self.rules = self.version = None

    def header(self, line, peek):
        """The header; each call of `line` gives the words of a line, and `peek` those of the next line."""
        if self.version == 1:
            self.header_of_ruleset(line)
        else:
            self.header_of_clauses(line, peek)
        self.wide = next(c for c in range(5, 0, -1) if (self.rules.players + 1) ** c <= 256)  # points in a byte

    def header_of_ruleset(self, line):
        words = line()
        board = Board(*self.sides(words[1:] if words[:1] == ["board"] else [], words))
        words = line()
        need(len(words) == 2 and words[0] == "rules" and words[1] in RULESETS, words,
             "`rules` and one of " + ", ".join(RULESETS))
        name, (known, clauses), options = words[1], RULESETS[words[1]], {}
        while len(options) < len(known):
            option = line()
            need(len(option) == 3 and option[0] == "option" and option[1] in known and option[1] not in options, option,
                 "an option, still missing: " + ", ".join(name for name in known if name not in options))
            need(option[2] in known[option[1]], option, "one of " + ", ".join(known[option[1]]))
            options[option[1]] = option[2]
        given = dict(clauses, suicide=options["suicide"], occurs=options.get("lift", "stands"))
        title = name + "".join(f" --{key} {value}" for key, value in options.items() if value != known[key][0])
        self.board, self.rules = board, Rules(board, given, title, dict(options, rules=name))
        self.list_maps(())

    def header_of_clauses(self, line, peek):
        words = line()
        is_graph = words[:2] == ["board", "graph"]
        rows, columns = self.sides(words[2:] if is_graph else words[1:] if words[:1] == ["board"] else [], words)
        board, images = Board(rows, columns), []
        if is_graph:
            board = Board(rows, columns, self.edges(board, line()))
            while peek()[:1] == ["map"]:
                images.append(self.permutation(board, line()[1:], images[-1] if images else list(range(board.n))))
                need(len(images) <= 1 << 14, "more maps", "at most 2^14")
        if peek()[:1] == ["rules"]:
            name = " ".join(line()[1:])
            need(1 <= len(name) <= 200 and all(" " <= c <= "~" for c in name), name, "a name of 1 to 200 characters")
        given, told, left = {}, [], list(CLAUSES)
        while peek()[:1] == ["clause"]:
            words = line()
            need(len(words) > 2 and words[1] in left, words, "clause NAME VALUE, NAME one of " + ", ".join(left))
            left = left[left.index(words[1]) + 1:]
            given[words[1]] = self.value(words[1], " ".join(words[2:]))
            told.append(" ".join(words[1:]))
        self.board, self.rules = board, Rules(board, given, f"[{'; '.join(told)}]")
        wrong = self.rules.together()
        need(not wrong, wrong, "clauses that go together")
        self.list_maps(images)

    def sides(self, words, line):
        found = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", words[0]) if len(words) == 1 else None
        need(found and int(found[1]) * int(found[2]) <= 64, line, "`board RxC` with at most 64 intersections")
        return int(found[1]), int(found[2])

    def edges(self, board, words):
        edges = []
        need(words[:1] == ["edges"], words, "`edges` and pairs of neighbours")
        for word in words[1:]:
            ends = tuple(board.moves.get(name, PASS) for name in word.split("-"))
            need(len(ends) == 2 and ends[0] < ends[1] < PASS and (not edges or edges[-1] < ends), word,
                 "two neighbours in ascending order, after the edge before")
            edges.append(ends)
        return edges

    def permutation(self, board, words, before):
        images = [board.moves.get(name, PASS) for name in words]
        need(sorted(images) == list(range(board.n)), words, "the images of the intersections, each once")
        need(images > before, words, "a map after the one before")
        known = set(board.edges)
        need(all(tuple(sorted((images[a], images[b]))) in known for a, b in board.edges), words,
             "a map that takes neighbours to neighbours")
        return images

    def value(self, key, word):
        """The value of a clause."""
        if key == "bars":
            bars = word.split(", ")
            need(all(bar in BARS for bar in bars) and bars == [bar for bar in BARS if bar in bars], word,
                 "words of " + ", ".join(BARS) + ", in this order")
            need(sum(1 for bar in bars if bar in BANS) < 2, word, "one ban on repetition at most")
            return tuple(bars)
        if key == "coupons":
            coupons = tuple(map(self.halves, word.split(", ")))
            need(len(coupons) <= MOST_COUPONS and list(coupons) == sorted(coupons, reverse=True), word,
                 f"at most {MOST_COUPONS} coupons, none worth more than the one before it")
            return coupons
        if key == "first-pass":
            gains, left = [0, 0], ["black", "white"]
            for gain in word.split(", "):
                player, _, points = gain.partition(" ")
                need(player in left, word, "black and its points, white and its points, or both")
                left = left[left.index(player) + 1:]
                gains[PLAYERS.index(player)] = self.halves(points)
            return tuple(gains)
        if key in NUMBERS:
            number = number_within(word, *NUMBERS[key])
            need(number is not None, word, "a number from {} to {}".format(*NUMBERS[key]))
            return number
        need(word in CLAUSES[key], word, "one of " + ", ".join(CLAUSES[key]))
        return word

    def halves(self, text):
        """Points above 0 as they are written, in halves."""
        found = re.fullmatch("([1-9][0-9]{0,2})(/2)?", text)
        need(found and (int(found[1]) % 2 if found[2] else True), text, "points, whole or as 1/2")
        halves = int(found[1]) * (1 if found[2] else 2)
        need(halves <= MOST_HALVES, text, f"at most {MOST_HALVES // 2} points")
        return halves

    def list_maps(self, images):
        """The maps by the names that they have in the text form, and by the numbers that they have in the binary form."""
        board, self.maps, self.numbered_maps = self.board, {}, {}
        exchanges = (False, True) if self.rules.exchangeable else (False,)
        for x in exchanges:
            if board.edges is None:
                for m in range(8):
                    if m & 1 == 0 or board.rows == board.columns:
                        letters = MAPS[m + 8 * x]
                        self.numbered_maps[m + 8 * x] = self.maps[letters] = letters
            else:
                for i in range(len(images) + 1):
                    name = (str(i) if i else "") + ("x" if x else "") or "="
                    self.numbered_maps[2 * i + x] = self.maps[name] = name

        def made(name):
            exchanged = name.endswith("x")
            moves = name.rstrip("=x")
            if board.edges is None:
                return Map(board, of_letters(board, moves), exchanged)
            return Map(board, images[int(moves) - 1] if moves else list(range(board.n)), exchanged)
        self.made = Memo(made)

    def room(self, count):
        if count > self.most:
            raise Wrong(f"refused: one step asks for more than {self.most} reads at once (see --max-reads)")

    def key_of(self, position, player, phase):
        need(phase < 1 << 32 and self.rules.is_phase(phase), phase, "a phase that the rules have")
        if not self.board.stands(position):
            need(False, self.board.text(position), "a position in which every chain has a liberty")
        return position, player, phase

    def fraction(self, p, q):
        if not 1 <= q <= LARGEST or abs(p) > LARGEST or gcd(p, q) > 1:
            need(False, f"{p}/{q}", "a fraction in lowest terms, without numbers beyond 2^40")
        return p, q

    def known(self, tag, word=None):
        if tag not in self.rules.tags:
            known = (f"{CLASSES[t & 15]}:POSITION" + (":" + PLAYERS[(t >> 4) - 1] if t > 15 else "")
                     for t in sorted(self.rules.tags))
            need(False, word or f"byte {tag}", "a fact of these rules: " + (", ".join(known) or "none"))
        return tag

    def second(self, number, tag):
        """What stands above the position of a fact for the number of its second position or for 0, or for its number of
        moves."""
        if self.counts_moves(tag):
            need(0 <= number < self.rules.cut, number, "a number of moves below the cut")
            return number << 2 * self.rules.players * self.board.n + 1
        need((tag & 15 == MOVED) <= number <= self.rules.most_second, number,
             "the number of a position, or 0 under passed-situation")
        return (self.board.numbered(number) | 1 << 2 * self.board.n) << 2 * self.board.n if number else 0

    def counts_moves(self, tag):
        return self.rules.window and tag & 15 == STOOD

    def has_second(self, tag):
        return (self.rules.situations or self.rules.window) and tag & 15 == STOOD or tag & 15 == MOVED

    def tally(self, fact, p, q, relation, k):
        need((self.rules.tallies or self.rules.by_prisoners and k is not None) and fact & 15 in TALLIED, "mean or margin",
             "them under scoring-positions only, or margins where prisoners decide a repetition")
        need(k is None or abs(k) <= LARGEST, k, "no k beyond 2^40")
        return fact, p, q, relation, k

    def closed(self, count):
        need(self.rules.endless, "a closed set", "one under rules whose games may go on for ever")
        need(count > 0, count, "at least one lemma in a closed set")
        return range(self.lemmas + 1, self.lemmas + 1 + count)


def whole(word, pattern=r"0|-?[1-9][0-9]{0,18}"):
    need(re.fullmatch(pattern, word), word, "a number")
    return int(word)


def natural(word):
    return whole(word, r"0|[1-9][0-9]{0,18}")


class TextReader(Reader):
    def __init__(self, *given):
        super().__init__(*given)
        self.ahead, self.seen, self.at = None, 0, 1
        self.reads = Memo(self.read)

    def where(self):
        return f"line {self.at}"

    def peek(self):
        """The words of the next line that has any; none at the end of the file."""
        empty = 0
        while self.ahead is None:
            need(empty < EMPTY, f"{EMPTY} lines without a word", "fewer in a row")
            empty += 1
            line = self.file.readline(LINE + 1) if self.seen else self.first_line
            self.seen += bool(line)
            if len(line) > LINE and line[-1:] != b"\n":
                raise Wrong(f"found a longer line, expected at most {LINE} bytes", f"line {self.seen}")
            try:
                text = line.decode().partition("#")[0].rstrip("\n")
            except UnicodeDecodeError:
                raise Wrong("found bytes that are not UTF-8, expected text", f"line {self.seen}") from None
            self.ahead = [word for word in text.split(" ") if word] or (None if line else [])
        return self.ahead

    def take(self):
        words = self.peek()
        self.at = max(1, self.seen)
        need(words, "the end of the file", "a line more, the last one being `end`")
        self.ahead = None
        return words

    def start(self):
        words = self.take()
        need(words[:2] == ["superko", "certificate"] and words[2:] in (["1"], ["2"]), words,
             "`superko certificate 1` or 2, or with `binary` after it and nothing else in the first line")
        self.version = int(words[2])
        self.header(self.take, self.peek)

    def steps(self):
        words = self.take()
        while words != ["end"]:
            if words[0] == "lemma":
                key, claim = self.statement(words)
                reads = set() if self.peek()[:1] == ["reads"] else None
                while self.peek()[:1] == ["reads"]:
                    reads.update(map(self.reads.__getitem__, self.take()[1:]))
                    self.room(len(reads))
                yield "lemma", key, claim, reads, self.plays()
            elif words[0] == "closed":
                numbers, statements = self.closed(natural(" ".join(words[1:]))), []
                for _ in numbers:
                    statements.append(self.statement(self.take()))
                    self.room(ITEM * len(statements))
                yield "closed", statements
                for number in numbers:
                    words = self.take()
                    need(words == ["proof", str(number)], words, f"`proof {number}`")
                    yield "proof", self.plays()
            else:
                need(words[0] == "theorem", words, "a lemma, a closed set, a theorem or `end`")
                yield self.theorem(words)
            words = self.take()
        need(not self.peek(), self.peek() and self.take(), "nothing after the end")

    def statement(self, words):
        self.lemmas += 1
        need(len(words) == 7 and words[:2] == ["lemma", str(self.lemmas)], words,
             f"`lemma {self.lemmas} POSITION PLAYER PHASE RELATION SCORE`")
        return self.key_of(self.position(words[2]), self.player(words[3]), natural(words[4])), self.claim(*words[5:])

    def plays(self):
        plays = []
        while self.peek()[:1] == ["play"] or not plays:
            words = self.take()
            need(len(words) > 2 and words[0] == "play" and len(plays) < len(self.board.names), words,
                 f"1 to {len(self.board.names)} lines `play MOVE` and an outcome")
            plays.append((self.move(words[1]), self.outcome(words[2:])))
        return plays

    def theorem(self, words):
        after = words[3:4] == ["after"]
        moves = [self.move(move) for move in "".join(words[4:5]).split(",")] if after else []
        rest = words[5 if after else 3:]
        or_no_end = rest[2:3] == ["or-no-end"]
        reference = rest[3 + or_no_end:]
        need(len(reference) == 3 and rest[2 + or_no_end] == "by" and reference[0] in ("lemma", "last"), words,
             "`theorem POSITION PLAYER [after MOVE,MOVE...] RELATION SCORE [or-no-end] by` and a reference to a lemma")
        return ("theorem", self.position(words[1]), self.player(words[2]), moves, self.claim(*rest[:2]), or_no_end,
                self.outcome(reference))

    def outcome(self, words):
        if len(words) == 1 and words[0] in ("end", "life"):
            return ({"end": END, "life": LIFE}[words[0]],)
        if words == ["stop"] and self.version == 1:
            return STOP, 0
        if len(words) == 2 and words[0] == "stop" and self.version == 2:
            need(number_within(words[1], 1, 255), words, "`stop` and its place, from 1")
            return STOP, int(words[1]) - 1
        if len(words) == 2 and words[0] == "barred":
            fact = self.fact(words[1])
            need(fact & 15 in BARRING, words[1], "a fact that can bar a play")
            return BARRED, fact & 15, fact
        by_stop = words[:1] == ["stop"] and self.version == 2
        words = words[1:] if by_stop else words
        need(len(words) == 3 and words[0] in ("lemma", "last"), words,
             "`end`, `stop`, `life`, `barred FACT`, `lemma N MAP` or `last N MAP`")
        need(words[2] in self.maps, words[2], "a map of the board: `=`, letters or a number, x with two players only")
        kinds = (STOP_LEMMA, STOP_LAST) if by_stop else (LEMMA, LAST)
        return kinds[words[0] == "last"], natural(words[1]), self.made[self.maps[words[2]]]

    def position(self, word):
        position = self.board.position(word)
        need(position is not None, word, f"a position, {self.board.rows} rows of {self.board.columns} of "
             + " ".join(STONES[:self.rules.players] + "."))
        return position

    def player(self, word):
        playing = PLAYERS[:self.rules.players]
        need(word in playing, word, "one of " + ", ".join(playing))
        return playing.index(word)

    def move(self, word):
        need(word in self.board.moves, word, "a move")
        return self.board.moves[word]

    def score(self, word):
        p, slash, q = word.partition("/")
        need(q != "1", word, "a whole number without a denominator")
        return self.fraction(whole(p), natural(q) if slash else 1)

    def claim(self, relation, score):
        need(relation in RELATIONS, relation, "one of " + " ".join(RELATIONS))
        return (RELATIONS.index(relation), *self.score(score))

    def fact(self, word):
        kind, *parts = word.split(":")
        need(kind in CLASSES and 1 <= len(parts) <= 3, word, "a fact")
        tag = CLASSES.index(kind)
        if parts[1:2] and parts[1] in PLAYERS:
            tag += 16 + 16 * self.player(parts.pop(1))
        self.known(tag, word)
        need(bool(self.has_second(tag)) == (len(parts) == 2), word,
             "a second position under passed-situation and of moved only, and a number of moves with a window")
        if len(parts) == 1:
            return self.position(parts[0]) << 7 | tag
        if self.counts_moves(tag):
            number = natural(parts[1])
        else:
            number = 0 if parts[1] == "none" else self.board.number(self.position(parts[1]))
        return (self.position(parts[0]) | self.second(number, tag)) << 7 | tag

    def read(self, word):
        if word[0] in "-+":
            return self.fact(word[1:]) << 1 | (word[0] == "+")
        kind, *parts = word.split(":")
        need((kind, len(parts)) in (("mean", 4), ("margin", 4), ("margin", 5)), word, "a read")
        need(self.rules.tallies or self.rules.by_prisoners, word,
             "means and margins under scoring-positions only, or where prisoners decide a repetition")
        if kind == "margin":
            return self.tally(self.fact(":".join(parts[:-2])), *self.score(parts[-2]), None, whole(parts[-1]))
        fact = self.fact(":".join(parts[:3]))
        length = 2 if parts[3][1:2] == "=" else 1
        relation, p, q = self.claim(parts[3][:length], parts[3][length:])
        return self.tally(fact, p, q, relation, None)


class BinaryReader(Reader):
    def __init__(self, *given):
        super().__init__(*given)
        self.buffer, self.at, self.before, self.ahead = b"", 0, len(self.first_line), None
        self.positions = Memo(self.position_of)
        self.tags = Memo(self.tag_of)
        self.facts = Memo(lambda data: self.positions[data[1:]] << 7 | self.tags[data[0]])
        self.plain = Memo(lambda data: self.facts[data[1:]] << 1 | data[0])

    def where(self):
        return f"byte {self.before + self.at}"

    def start(self):
        self.version = 1 if self.first_line.split()[2] == b"1" else 2
        self.header(self.line, self.peek)
        words = self.line()
        need(words == ["data"], words, "`data`")
        self.points_a_byte = self.wide
        self.wide = -(-self.board.n // self.points_a_byte)

    def tag_of(self, byte):
        """The tag of a fact from its byte: version 1 has four classes."""
        return self.known(byte if self.version == 2 else byte & 3 | byte >> 2 << 4)

    def peek(self):
        if self.ahead is None:
            self.ahead = self.line()
        return self.ahead

    def line(self):
        if self.ahead is not None:
            words, self.ahead = self.ahead, None
            return words
        line = self.file.readline(LINE + 1)
        self.before += len(line)
        need(line[-1:] == b"\n", line[:80].decode("latin-1"), f"a line of the header of at most {LINE} bytes")
        words = line[:-1].decode("latin-1").split(" ")
        need(all(words) and b"#" not in line, line[:80].decode("latin-1"), "a line without comments or needless spaces")
        return words

    def take(self, count):
        while len(self.buffer) - self.at < count:
            more = self.file.read(LINE)
            need(more, "the end of the file", "a byte more, the last one being the end of the certificate")
            self.buffer, self.before, self.at = self.buffer[self.at:] + more, self.before + self.at, 0
        self.at += count
        return self.buffer[self.at - count:self.at]

    def byte(self, most=255):
        if self.at == len(self.buffer):
            self.take(1)
            self.at -= 1
        byte = self.buffer[self.at]
        self.at += 1
        if byte > most:
            need(False, f"byte {byte}", f"0 to {most}")
        return byte

    def number(self):
        value = self.byte()
        if value < 128:
            return value
        value &= 127
        for shift in range(7, 63, 7):
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                need(byte, "a number with needless bytes", "its shortest form")
                return value
        raise Wrong("found a number of more than 9 bytes, expected none")

    def signed(self):
        value = self.number()
        return -(value >> 1) - 1 if value & 1 else value >> 1

    def position_of(self, data):
        n, position, wide, colours = self.board.n, 0, self.points_a_byte, self.rules.players + 1
        for i in range(n):
            digit = data[i // wide] // colours ** (i % wide) % colours
            position |= 1 << i + n * (digit - 1) if digit else 0
        for i, byte in enumerate(data):
            need(byte < colours ** min(wide, n - wide * i), f"byte {byte}", "one of a position")
        return position

    def position(self):
        return self.positions[self.take(self.wide)]

    def key(self):
        position, number = self.position(), self.number()
        return self.key_of(position, number % self.rules.players, number // self.rules.players)

    def claim(self):
        number = self.number()
        relation = RELATIONS.index((">=", ">", "<", "<=")[number & 3])
        return (relation, *self.fraction(self.signed(), (number >> 2) + 1))

    def move(self):
        byte = self.byte()
        need(byte in self.board.names, f"byte {byte}", "a move")
        return byte

    def reads(self):
        reads = set()
        for _ in range(self.number()):
            data = self.take(2 + self.wide)
            tag = self.tags[data[1]]
            second = self.second(self.number(), tag) << 7 if self.has_second(tag) else 0
            if data[0] < 2:
                reads.add(self.plain[data] | second << 1)
            else:
                need(data[0] < 4, f"byte {data[0]}", "a kind of read, 0 to 3")
                fact = self.facts[data[1:]] | second
                if data[0] == 2:
                    relation, p, q = self.claim()
                    reads.add(self.tally(fact, p, q, relation, None))
                else:
                    q = self.number()
                    reads.add(self.tally(fact, *self.fraction(self.signed(), q), None, self.signed()))
            if len(reads) > self.most:
                self.room(len(reads))
        return reads

    def plays(self, number):
        count = self.number()
        most = len(self.board.names)
        need(1 <= count <= most, f"{count} plays", f"1 to {most}")
        return [(self.move(), self.outcome(number)) for _ in range(count)]

    def outcome(self, number):
        code = self.byte() if self.version == 1 else self.number()
        kind, m = code & 7, code >> 3
        if self.version == 1 and BARRED <= kind < LEMMA:
            need(m == 0, f"byte {code}", "an outcome")
            return BARRED, (STOOD, UNDONE, INITIALISED)[kind - BARRED], None
        if kind >= STOP_LEMMA:
            need(m in self.numbered_maps, f"outcome {code}", "a map of the board")
            return kind, number - self.signed(), self.made[self.numbered_maps[m]]
        if kind == STOP and (m == 0 or self.version == 2 and m < 256):
            return STOP, m
        if kind == BARRED:
            need(m in BARRING, f"outcome {code}", "a class that can bar a play")
            return BARRED, m, None
        need(m == 0 and kind != STOP, f"outcome {code}", "an outcome")
        return (kind,)

    def steps(self):
        kind = self.byte(4)
        while kind:
            if kind == 1:
                position, player, moves = self.position(), self.byte(self.rules.players - 1), self.number()
                need(moves <= LINE, f"a theorem with {moves} moves", f"at most {LINE}")
                moves = [self.move() for _ in range(moves)]
                or_no_end, claim, reference = self.byte(1), self.claim(), self.outcome(self.lemmas + 1)
                need(reference[0] >= LEMMA, "another outcome", "a reference to a lemma")
                yield "theorem", position, player, moves, claim, bool(or_no_end), reference
            elif kind == 4:
                numbers, statements = self.closed(self.number()), []
                for _ in numbers:
                    statements.append((self.key(), self.claim()))
                    self.room(ITEM * len(statements))
                self.lemmas += len(statements)
                yield "closed", statements
                for number in numbers:
                    yield "proof", self.plays(number)
            else:
                self.lemmas += 1
                key, claim, reads = self.key(), self.claim(), self.reads() if kind == 2 else None
                yield "lemma", key, claim, reads, self.plays(self.lemmas)
            kind = self.byte(4)
        need(self.at == len(self.buffer) and not self.file.read(1), "more bytes", "nothing after the end")


# ---- The checker


class Lemma:
    __slots__ = ("key", "claim", "plain", "tallies", "closed", "cost")


class Checker:
    """Checks the steps one by one, and holds the lemmas to which a later one may refer."""

    def __init__(self, reader):
        self.reader, self.rules, self.board = reader, reader.rules, reader.board
        self.held, self.cost = {}, 0
        self.lemmas = self.closed = self.reads = self.theorems = 0
        self.states = {}  # the strongest claims of each: of Black, of White, the same with or-no-end
        # A short read fits a machine word, eight bytes where a number of its own takes forty.
        bits = (self.rules.players + 2 * self.rules.seconds) * self.board.n + 9 if not self.rules.window else 65
        self.packed = (lambda reads: array("Q", reads)) if bits <= 64 else tuple

    def run(self):
        unproved = []  # of a closed set, the last one first
        for kind, *step in self.reader.steps():
            try:
                if kind == "theorem":
                    self.theorems += 1
                    where = f"theorem {self.theorems}"
                    self.theorem(*step)
                elif kind == "lemma":
                    self.lemmas += 1
                    where = f"lemma {self.lemmas}"
                    key, claim, given, plays = step
                    self.hold(self.lemmas, key, claim, *self.prove(key, claim, given, plays, False), False)
                elif kind == "proof":
                    number, key, claim = unproved.pop()
                    where = f"lemma {number}"
                    self.prove(key, claim, frozenset(), step[0], True)
                else:
                    for key, claim in step[0]:
                        self.lemmas += 1
                        self.closed += 1
                        where = f"lemma {self.lemmas}"
                        self.hold(self.lemmas, key, claim, (), (), True)
                        unproved.append((self.lemmas, key, claim))
                    unproved.reverse()
            except Wrong as wrong:
                wrong.where = where
                raise
        need(self.theorems, "no theorem", "at least one: the certificate proves nothing")

    def charge(self, cost):
        self.cost += cost
        if self.cost > self.reader.most:
            raise Wrong(f"refused: more than {self.reader.most} reads to be held at once (see --max-reads)")

    def hold(self, number, key, claim, plain, tallies, closed):
        lemma = self.held[number] = Lemma()
        lemma.key, lemma.claim, lemma.closed = key, claim, closed
        lemma.plain, lemma.tallies = self.packed(plain) if plain else (), tuple(tallies)
        lemma.cost = ITEM + len(plain) + ITEM * len(tallies)
        self.reads += len(plain) + len(tallies)
        self.charge(lemma.cost)

    def prove(self, key, claim, given, plays, in_closed):
        """Checks the proof of a lemma. Its reads, plain and of tallies: those given, or else those that it needs."""
        sure = claim[0] >> 1
        own = (key[1] > 0) == (sure > 0)
        plain = {read for read in given or () if type(read) is int}
        tallies = set(given or ()) - plain
        need(all(relation is None or relation >> 1 == sure for _, _, _, relation, _ in tallies),
             "a mean with a claim of the other player", "claims of the player who is sure")
        means, margins = strongest(tallies)
        for (move, outcome), play in zip(plays, self.admitted(key, plays, own)):
            try:
                needed, of_tallies = self.needs(play, claim, own, outcome, in_closed)
                if given is None:
                    plain |= needed
                    tallies |= of_tallies
                    self.reader.room(len(plain) + ITEM * len(tallies))
                elif not needed <= plain or not all(implied(read, plain, means, margins) for read in of_tallies):
                    missing = list(needed - plain) + [r for r in of_tallies if not implied(r, plain, means, margins)]
                    need(False, min(map(self.read_text, missing)) + " needed",
                         "it among the reads, or one that implies it")
            except Wrong as wrong:
                wrong.why = f"play {self.board.names[move]}: {wrong.why}"
                raise
        if given is None and tallies:
            means, margins = strongest(tallies)
            tallies = {(fact, p, q, relation, None) for fact, (relation, p, q) in means.items()}
            tallies |= {(*about, None, k) for about, k in margins.items()}
            tallies = {read for read in tallies if read[0] << 1 not in plain}
            need(all(k is None or abs(k) <= LARGEST for *_, k in tallies), "a margin needed", "no k beyond 2^40")
        return plain, tallies

    def admitted(self, key, plays, own):
        """What the ruleset says of each play of a proof, which must be those that there should be."""
        found = [move for move, _ in plays]
        need(not own or len(plays) == 1, f"{len(plays)} plays", "one, as the mover is sure of the claim")
        said = [(move, self.rules.play(key, move)) for move in (found if own else self.board.names)]
        wanted = [move for move, play in said if play is not None]
        if found != wanted:
            name = lambda moves: ",".join(map(self.board.names.get, moves))
            need(False, name(found), "a play that the board admits" if own else f"every play in order: {name(wanted)}")
        return [play for _, play in said if play is not None]

    def needs(self, play, claim, own, outcome, in_closed):
        """What a play with its outcome needs: plain reads, and reads of tallies."""
        kind, relation, p, q = outcome[0], *claim
        plain, tallies = {bar << 1 for bar in play.bars} if own else set(), set()
        if kind == BARRED:
            need(not own, "barred", "another outcome for a play of the player who is sure")
            bars = [bar for bar in play.bars if bar & 15 == outcome[1] and outcome[2] in (None, bar)]
            need(bars, "banned by a fact that is not one of its bars",
                 "one of these: " + (", ".join(map(self.fact_text, play.bars)) or "none"))
            plain.add(bars[0] << 1 | 1)
            return plain, tallies
        before = play.stops
        if kind == STOP:
            need(outcome[1] < len(play.stops), "stop", f"another outcome for a play with {len(play.stops)} stops")
            before, (fact, how, what) = play.stops[:outcome[1]], play.stops[outcome[1]]
            need(how != "leads", "stop", "a stop that ends the game")
            plain.add(fact << 1 | 1)
            if how == "mean":
                tallies.add(self.end_of(fact, what, claim))
            elif how == "won":
                margin = self.won(fact, what, claim)
                need(margin is not None, "a cycle", f"an end that is {claim_text(claim)}, which no win by prisoners is")
                tallies |= margin
            else:
                need(serves(claim, what), f"the score {what}", f"one {claim_text(claim)}")
        elif kind == END:
            need(play.ends is not None, "end", "another outcome for a play that does not end the game, or by a stop")
            need(serves(claim, play.ends), f"the score {play.ends}", f"one {claim_text(claim)}")
        elif kind == LIFE:
            need(play.leads is not None, "life", "`end` for a play that ends the game")
            need(self.rules.life, "life", "it only where the area of the last position counts and every game ends")
            score = self.kept(play.leads[0], relation >> 1)
            need(serves(claim, score), f"life for the score {score}", f"one {claim_text(claim)}")
        else:
            leads, change = play.leads, play.change
            if kind in (STOP_LEMMA, STOP_LAST):
                places = [place for place, (_, how, _) in enumerate(play.stops) if how == "leads"]
                need(places, "stop lemma", "another outcome for a play without a stop that leads on")
                before, (fact, _, (leads, change)) = play.stops[:places[0]], play.stops[places[0]]
                plain.add(fact << 1 | 1)
            need(leads is not None, "another outcome", "`end` for a play that ends the game")
            lemma = self.refer(outcome, leads, change.brings, claim, in_closed)
            try:
                self.take_back(lemma, outcome[2], change, relation, plain, tallies)
            except Wrong as wrong:
                wrong.why = f"lemma {outcome[1]}: {wrong.why}"
                raise
        for fact, how, what in before:  # the stops that must not hurt
            margin = self.won(fact, what, claim) if how == "won" else None
            if how == "mean":
                tallies.add(self.end_of(fact, what, claim))
            elif margin is not None:
                tallies |= margin
            elif how in ("leads", "won") or not serves(claim, what):
                plain.add(fact << 1)
        return plain, tallies

    def end_of(self, fact, last, claim):
        """The end of a fact."""
        relation, p, q = claim
        return (fact, p, q, relation, None) if last is None else before_scoring(fact, p, q, None, relation, last)

    def won(self, fact, last, claim):
        """What an end by prisoners needs of its fact, `last` being those of the play: nothing if a loss serves the claim;
        None if a win does not."""
        win, last = (-WIN_BY_CYCLE, -last) if claim[0] >> 1 else (WIN_BY_CYCLE, last)
        if serves(claim, -win):
            return set()
        if serves(claim, 0):
            return {(fact, 0, 1, None, -last)}
        return {(fact, 0, 1, None, 1 - last)} if serves(claim, win) else None

    def kept(self, position, sure):
        """The score that a side is sure of by passing to the end."""
        n, kept = self.board.n, self.board.kept
        if self.rules.players == 2:
            return n - 2 * kept[position, 1] if sure else 2 * kept[position, 0] - n
        return n - sum(kept[position, player] for player in range(1, self.rules.players)) if sure else kept[position, 0]

    def refer(self, reference, key, brought, claim, closed_too):
        """The lemma referred to, if it fits the key and, when so many half points have been brought, the claim."""
        kind, number, map_ = reference
        lemma = self.held.get(number)
        if lemma is None:
            need(False, f"a reference to lemma {number}", "one to a lemma before it that no `last` has forgotten")
        need(closed_too or not lemma.closed, f"a reference to a lemma of a closed set, {number}", "one outside of them")
        image, taken_back = map_.key(key, self.rules), map_.claim_back(lemma.claim)
        relation, p, q = taken_back
        taken_back = (relation, 2 * p + brought * q, 2 * q) if brought & 1 else (relation, p + brought // 2 * q, q)
        if image != lemma.key:
            need(False, f"lemma {number} about {self.key_text(lemma.key)}", f"one about {self.key_text(image)}")
        if not covers(taken_back, claim):
            need(False, f"lemma {number} for a score {claim_text(taken_back)}", f"one that covers {claim_text(claim)}")
        if kind in (LAST, STOP_LAST):
            del self.held[number]
            self.cost -= lemma.cost
        return lemma

    def take_back(self, lemma, map_, change, relation, plain, tallies):
        """Adds what is needed before the play for the reads of the lemma to hold after it."""
        taken = set(lemma.plain) if map_.identity else set(map(map_.back.__getitem__, lemma.plain))
        for fact in change.sets:
            if fact << 1 in taken:
                need(False, f"the read {self.read_text(fact << 1)}", "none of a fact that the play sets")
            taken.discard(fact << 1 | 1)
        if change.clears:
            cleared = {read for read in taken if change.clears >> (read >> 1 & 15) & 1}
            for read in cleared:
                if read & 1:
                    need(False, f"the read {self.read_text(read)}", "none of a fact that the play clears")
            taken -= cleared
        plain |= taken
        for read in map(map_.tally_back, lemma.tallies):
            fact, p, q, of_mean, k = read
            if fact in change.sets:
                need(serves((of_mean, p, q), 0) if k is None else k <= 0,
                     f"the read {self.read_text(read)}", "one that a tally of (0, 0) meets")
            elif change.clears >> (fact & 15) & 1:
                pass  # it holds of a fact that does not hold
            elif change.scores is not None:
                tallies.add(before_scoring(fact, p, q, k, relation if k is not None else of_mean, change.scores))
            else:
                tallies.add(read)

    def theorem(self, position, player, moves, claim, or_no_end, reference):
        need(self.board.stands(position), self.board.text(position), "a start in which every chain has a liberty")
        key, past, brought = (position, player, 0), {fact: (0, 0) for fact in self.rules.start(position, player)}, 0
        for i, move in enumerate(moves):
            try:
                key, more = self.advance(key, past, move)
                brought += more
            except Wrong as wrong:
                wrong.why = f"move {i + 1}, {self.board.names[move]}: {wrong.why}"
                raise
        lemma, map_ = self.refer(reference, key, brought, claim, or_no_end), reference[2]
        for read in map(map_.back.__getitem__, lemma.plain):
            if (read >> 1 in past) != read & 1:
                need(False, f"a read of lemma {reference[1]}, {self.read_text(read)}", "one that holds")
        for read in map(map_.tally_back, lemma.tallies):
            fact, p, q, of_mean, k = read
            total, count = past.get(fact, (0, 0))
            lead = q * total - p * count if claim[0] < 2 else p * count - q * total
            need(fact not in past or (lead >= k if k is not None else serves((of_mean, p, q), total, count or 1)),
                 f"a read of lemma {reference[1]}, {self.read_text(read)}", f"one that the tally {total, count} meets")
        state = position, player, tuple(moves)
        if state not in self.states:
            self.charge(ITEM + len(moves))
            self.states[state] = [None] * 4
        slot = (claim[0] >> 1) + (2 if or_no_end else 0)
        known = self.states[state][slot]
        if known is None or not covers(known, claim):
            self.states[state][slot] = claim

    def advance(self, key, past, move):
        """The key after a move of a theorem, and the half points that it brings; the history changes."""
        play = self.rules.play(key, move)
        need(play is not None, "a move that the board does not admit", "one that it does")
        for bar in play.bars:
            if bar in past:
                need(False, f"a move banned by {self.fact_text(bar)}", "one that is not banned")
        leads, change = play.leads, play.change
        held = next((stop for stop in play.stops if stop[0] in past), None)
        if held is not None:
            leads, change = held[2] if held[1] == "leads" else (None, None)
        need(leads is not None, "a move that ends the game", "one that does not")
        for fact in [fact for fact in past if change.clears >> (fact & 15) & 1]:
            del past[fact]
        if change.scores is not None:
            for fact in past:
                if fact & 15 in TALLIED:
                    past[fact] = past[fact][0] + change.scores, past[fact][1] + 1
        past.update((fact, (0, 0)) for fact in change.sets)
        return leads, change.brings

    # What follows, in words.

    def follows(self, claims):
        """What the claims about one state prove of it, and whether that is its value."""
        if self.rules.endless:
            return self.follows_without_end(claims)
        # Where every game ends the words or-no-end say nothing.
        lower, upper = stronger(claims[0], claims[2]), stronger(claims[1], claims[3])
        if lower and upper and lower[1] * upper[2] == upper[1] * lower[2] and not (lower[0] | upper[0]) & 1:
            return f"value {score_text(*lower[1:])}", True
        need(not lower or not upper or lower[1] * upper[2] < upper[1] * lower[2],
             " and ".join(map(claim_text, filter(None, claims))), "theorems that do not contradict each other")
        return "value " + " and ".join(IN_WORDS[r] + " " + score_text(p, q) for r, p, q in filter(None, claims)), False

    def follows_without_end(self, claims):
        """Where games may go on for ever. Let l be the most that Black can force in finite play, h the least that White can hold him
        to, -n and n where they cannot force an end. Both are whole numbers from -n to n, and l <= h."""
        n = self.board.n
        low, high = [-n, n], [-n, n]  # between what l and h are known to be
        for slot, claim in enumerate(claims):
            if claim and slot & 1 == 0:
                least = claim[1] // claim[2] + 1 if claim[0] & 1 else -(-claim[1] // claim[2])
                high[0] = max(high[0], min(least, n))
                low[0] = max(low[0], least) if slot < 2 else low[0]
            elif claim:
                most = -(-claim[1] // claim[2]) - 1 if claim[0] & 1 else claim[1] // claim[2]
                low[1] = min(low[1], max(most, -n))
                high[1] = min(high[1], most) if slot < 2 else high[1]
        low[1], high[0] = min(low[1], high[1]), max(high[0], low[0])
        need(low[0] <= low[1] and high[0] <= high[1], f"l in {low} and h in {high}",
             "theorems that do not contradict each other")
        ends = [str(end[0]) if end[0] == end[1] else f"{end[0]}..{end[1]}" for end in (low, high)]
        interval = f"interval [{ends[0]}, {ends[1]}]"
        if low[1] < 0 < high[0]:
            return f"value no result, {interval}", True
        if low[0] == low[1] >= 0:
            return f"value {low[0]}, {interval}", True
        if high[0] == high[1] <= 0:
            return f"value {high[0]}, {interval}", True
        return interval, False

    def last_words(self, claims):
        """The same for the last line, in the words of the other checker, which says no more than what the theorems say word for
        word; and whether that is the value."""
        ends, or_no_end = claims[:2], [stronger(*claims[::2]), stronger(*claims[1::2])]

        def meet(player, others):
            own, other = ends[player], others[1 - player]
            return own[1:] if own and other and not (own[0] | other[0]) & 1 and own[1:] == other[1:] else None

        def forced(player):
            n = self.board.n
            never = (1, n, 1) if player else (3, -n, 1)  # the other player's claim that this one can force no end
            if or_no_end[1 - player] and covers(or_no_end[1 - player], never):
                return never[1]
            met = meet(player, or_no_end)
            return met[0] if met and met[1] == 1 else None

        low, high = (forced(0), forced(1)) if self.rules.endless else (None, None)
        if low is not None and high is not None:
            value = "no-result" if low < 0 < high else max(low, 0) or min(high, 0)
            return f"value {value}, {low} and {high} forced in finite play", True
        if not self.rules.endless and meet(0, ends):
            return f"value {score_text(*meet(0, ends))}", True
        words = [(claim, "") for claim in ends if claim]
        words += [(claim, " or no end") for claim, end in zip(or_no_end, ends) if claim and claim != end]
        return ", ".join(f"value {IN_WORDS[r]} {score_text(p, q)}{more}" for (r, p, q), more in words), False

    def fact_text(self, fact):
        player, position, bits = fact >> 4 & 7, fact >> 7, self.rules.players * self.board.n
        second = ""
        if self.reader.has_second(fact & 127):
            second = ":" + (self.board.text(position >> bits) if position >> 2 * bits else "none")
        if self.reader.counts_moves(fact & 127):
            second = f":{position >> 2 * bits + 1}"
        return f"{CLASSES[fact & 15]}:{self.board.text(position)}" + (":" + PLAYERS[player - 1] if player else "") + second

    def read_text(self, read):
        if isinstance(read, int):
            return "-+"[read & 1] + self.fact_text(read >> 1)
        fact, p, q, relation, k = read
        if k is None:
            return f"mean:{self.fact_text(fact)}:{RELATIONS[relation]}{score_text(p, q)}"
        return f"margin:{self.fact_text(fact)}:{score_text(p, q)}:{k}"

    def key_text(self, key):
        return f"{self.board.text(key[0])} {PLAYERS[key[1]]} phase {key[2]}"

    def state_text(self, state):
        position, player, moves = state
        names = ",".join(map(self.board.names.get, moves)) if len(moves) <= 20 else f"{len(moves)} moves"
        return f"{self.board.text(position)} {PLAYERS[player]}" + (f" after {names}" if moves else "")

    def report(self):
        """What was checked, what follows for each state, and the summary."""
        options, board = self.rules.options, f"{self.board.rows}x{self.board.columns}"
        if self.board.edges is not None:
            board = f"graph {board} with {len(self.board.edges)} edge" + "s" * (len(self.board.edges) != 1)
        head = f"{board} {self.rules.title}"
        rules = f"clauses {self.rules.title}" if options is None else f"rules {options['rules']}, " + ", ".join(
            f"{name} {value}" for name, value in options.items() if name != "rules")
        lines = [f"board {board}, {rules}",
                 f"lemmas {self.lemmas} (in closed sets {self.closed}), reads {self.reads}, theorems {self.theorems}"]
        found = [(state, *self.follows(claims)) for state, claims in self.states.items()]
        if len(found) <= 8:
            lines += [f"{self.state_text(state)}: {what}" for state, what, _ in found]
        last = [self.last_words(claims) for claims in self.states.values()]
        if len(last) == 1:
            return lines, f"{head}: {last[0][0]}"
        return lines, f"{head}: {sum(is_value for _, is_value in last)} values, {len(last)} states"


def score_text(p, q):
    return str(p) if q == 1 else f"{p}/{q}"


def claim_text(claim):
    return f"{RELATIONS[claim[0]]} {score_text(*claim[1:])}"


# ---- Bounded certificates, as docs/formats.md defines them: a move of one player, the prover, in each state that he can come
# to. A state is (black, white, mover, ko, passed), the first two being masks, and stands for its images under the
# symmetries of the board; `ko` is the intersection that may not be retaken at once or NO_KO.

BOUNDED = b"superko bounded certificate 1\n"
NO_KO = 255
SUICIDES = ("forbidden", "multi-stone", "allowed")  # each allows those before it
MOST_IMAGES = 1 << 10  # permutations, of which it is tested that they are a group
# Rulesets with a name, without suicide.
NAMED = [(name, RULESETS[name][1]) for name in ("simple-ko", "psk", "ssk", "nssk", "spight", "kee2009", "kee2020")] + [
    ("spight2", {"bars": ("left-position", "declined"), "lifted-by": "pass", "passes-in-a-row": 2}),
    ("kee2007", {"bars": ("passed-situation",), "all-pass-in-one-situation": "true"}),
    ("kee2020-march", {"bars": ("position", "disturbed-twice"), "lifted-by": "pass", "second-pass": "opponents",
                       "passes-forgotten-by": "disturbing-play"}),
]

NATURAL = RULESETS["nssk"][1]
# Clauses of which bounded certificates say nothing.
FURTHER = {"bars-only", "start", "repetition", "coupons", "successions", "cut", "tax", "first-pass", "last-pass",
           "passes", "captures"}


def unclaimed(given, threshold, proof):
    """Why a claim for so many points does not follow from a proof under rules of clauses, or None if it does."""
    rules = Rules(Board(1, 1), given, "")
    suicide, in_a_row = given.get("suicide", "forbidden"), rules.in_a_row
    for covered, why in ((rules.players == 2, "more than two play"), (not rules.territory, "territory is counted"),
                         (not rules.price, "a pass costs points"),
                         (not rules.draw, "a state that occurs again ends the game"),
                         (not FURTHER & given.keys() and not rules.once and not rules.only_stones,
                          "of one of its clauses nothing is known here")):
        if not covered:
            return why
    if SUICIDES.index(suicide) > SUICIDES.index(proof.suicide):
        return "suicide is not answered"
    if in_a_row == 1:
        return "a single pass ends the game"
    if in_a_row != 2 and not proof.plays_on:
        return "play may go on after two passes in a row, which the proof does not answer"
    if not rules.always_ends():
        if rules.asks or not in_a_row or not rules.ko:
            return "a ko may be retaken at once, or nothing ends the game"
        if suicide != "forbidden":
            return "play in a settled position may go on for ever by suicide"
        if proof.retakes:
            return "a ko that is taken after a pass may be retaken at once in the proof"
        return proof.comes_again
    other_ends = in_a_row or rules.settles or rules.forgets or rules.second != "player"
    if rules.tallies and (other_ends or suicide != "forbidden"):
        return "means of scoring positions with such ends, or with suicide"
    if not rules.ko and not rules.ban:
        return "a ko may be retaken at once"
    # Whether a ko that was taken right after a pass may not be retaken at once.
    undoing, stands, plain = rules.occurs == "produced-ko", rules.occurs == "stands", rules.lifts_by == "nothing"
    barred = rules.ko or rules.ban == "left-position" or undoing or (
        rules.ban == "position" and (stands or plain) or rules.ban in ("situation", "passed-situation") and stands)
    # Under natural situational superko a position comes back only if stones make it twice at the same player's turn.
    natural = {clause: value for clause, value in given.items() if clause not in ("suicide", "occurs")} == NATURAL and not undoing
    return (proof.made_again if natural else proof.recreated) or not barred and proof.ko_after_pass or \
        rules.tallies and threshold > 0 and proof.passed_again or None


class Replies:
    """Whether a position is settled by replies: whatever the opponent does, a few stones of the prover make what lies around
    his chains K into eyes and intersections that are all adjacent to K. Which of the players he is does not matter in here."""

    UNKNOWN = 65, 0  # the least number of replies that is proved, and the least that is not refuted

    def __init__(self, board, replies, part, out_of_touch):
        self.board, self.most, self.largest, self.out_of_touch = board, replies, part, out_of_touch
        self.beside = [board.near(1 << i) for i in range(board.n)]
        self.parts = Memo(lambda mask: tuple(board.parts(mask)))
        self.near = Memo(lambda part: part & board.near(board.full & ~part))  # those adjacent to one outside of a part
        # Whether chains are all alive on the board from which all other stones are taken off.
        self.alone = Memo(lambda chains: board.alive(board.joined([chains, 0]), 0, False)[0] == chains)
        self.given, self.made = {}, {}  # what is known of `gives` and of `makes`
        self.findings = Memo(lambda found: found)  # equal pairs share one object

    def settle(self, own, others, alive, points):
        """Whether a position is settled for the player of the stones `own`, of whose chains these are alive, as he is sure of so
        many points."""
        self.spare = self.board.n - points  # the intersections that he does not need
        if self.far(own):
            return False
        living = list(self.board.parts(alive))
        for chosen in range((1 << len(living)) - 1, 0, -1):  # all first
            chains = union(chain for i, chain in enumerate(living) if chosen >> i & 1)
            if not self.far(chains) and self.alone[chains] and self.enough(chains, own, others, 0):
                return True
        return any(not self.far(chain) and self.enough(chain, own, others, 2) for chain in self.board.parts(own))

    def far(self, stones):
        """Whether too many intersections are out of touch with stones."""
        return size(self.board.full & ~self.board.near(stones)) > self.out_of_touch + self.spare

    def enough(self, chains, own, others, eyes):
        """Whether parts outside of chains give so many eyes, and all others are spare."""
        outside = self.board.full & ~chains
        spare, parts = self.spare, []
        for part in self.parts[outside]:
            if size(part) > self.largest and part != self.near[part]:
                spare -= size(part)
            else:
                parts.append(part)
        if spare < 0:
            return False
        if self.spare == 0:
            return self.give(outside, own, others, eyes, self.most)
        # By the eyes that are missing and the spare intersections that are left, the most replies that are left.
        left = {(eyes, spare): self.most}
        for part in parts:
            before, left = left, {}
            for (missing, spare), most in before.items():
                if spare >= size(part):  # without it
                    state = missing, spare - size(part)
                    left[state] = max(most, left.get(state, 0))
                for more in range(missing + 1):
                    least = self.least(part, own & part, others & part, more, most)
                    if least is None:
                        break
                    state = missing - more, spare
                    left[state] = max(most - least, left.get(state, 0))
        return any(missing == 0 for missing, _ in left)

    def give(self, mask, own, others, eyes, replies):
        """Whether the connected parts of a mask give so many eyes with so many replies. A part that gives some eyes gives fewer
        with as many replies, so that no part is asked for more than are missing."""
        parts = self.parts[mask]
        if len(parts) == 1:
            return self.gives(mask, own & mask, others & mask, eyes, replies)
        if sum(part != self.near[part] for part in parts) > replies:
            return False
        left = {eyes: replies}  # by the eyes that are missing the most replies that are left
        for part in parts:
            before, left = left, {}
            for missing, most in before.items():
                for more in range(missing + 1):
                    least = self.least(part, own & part, others & part, more, most)
                    if least is None:
                        break
                    left[missing - more] = max(most - least, left.get(missing - more, 0))
            if not left:
                return False
        return 0 in left

    def least(self, part, own, others, eyes, most):
        """The least number of replies with which a part gives so many eyes, or None if that is above a limit."""
        return next((replies for replies in range(most + 1) if self.gives(part, own, others, eyes, replies)), None)

    def gives(self, part, own, others, eyes, replies):
        """Whether a part gives so many eyes with so many replies. A stone of the opponent takes K if two eyes are asked and it
        fills the last near intersection, as the prover's stones on a part are never near. After another one it is enough to
        look for a stone of the prover: a part that gives the eyes as it stands, and not all of it near, has one."""
        near = self.near[part]
        free = near & ~(own | others)
        if eyes and not free or eyes == 2 and not free & free - 1:
            return False
        if eyes < 2 and near == part:
            return True
        if replies == 0:
            return False
        key = part << 2 | eyes, own | others << self.board.n
        least, refuted = self.given.get(key, self.UNKNOWN)
        if least <= replies or replies < refuted:
            return least <= replies
        found = self.makes(part, own, others, eyes, replies - 1) and all(
            self.makes(part, mine, theirs, eyes, replies - 1) for theirs, mine, _, free in self.stones(part, others, own) if free)
        return self.learn(self.given, key, replies, found)

    def makes(self, part, own, others, eyes, replies):
        """Whether some stone of the prover makes a part give so many eyes with so many replies."""
        key = part << 2 | eyes, own | others << self.board.n
        least, refuted = self.made.get(key, self.UNKNOWN)
        if least <= replies or replies < refuted:
            return least <= replies
        near, found = self.near[part], False
        for mine, theirs, chain, free in self.stones(part, own, others):
            if chain & near:
                found = self.give(part & ~chain, mine, theirs, eyes, replies)
            else:
                found = free and self.gives(part, mine, theirs, eyes, replies)
            if found:
                break
        return self.learn(self.made, key, replies, found)

    def learn(self, known, key, replies, found):
        if len(known) >= PARTS_REMEMBERED:
            known.clear()
        least, refuted = known.get(key, self.UNKNOWN)
        known[key] = self.findings[(min(least, replies), refuted) if found else (least, max(refuted, replies + 1))]
        return found

    def stones(self, part, own, others):
        """After each stone of a player on a part: his stones, those of the other, the chain of the new stone, and whether this
        is adjacent to an empty intersection of the part."""
        near, left = self.board.near, part & ~(own | others)
        empty = left
        while left:
            new = left & -left
            left ^= new
            mine, theirs, beside = own | new, others, self.beside[new.bit_length() - 1] & others
            while beside:
                chain = self.chain(beside & -beside, others)
                beside &= ~chain
                if not near(chain) & empty & ~new:
                    theirs ^= chain
            chain = self.chain(new, mine)
            yield mine, theirs, chain, bool(near(chain) & part & ~(mine | theirs))

    def chain(self, grown, mask):
        """The connected part of a mask that holds an intersection."""
        chain = 0
        while chain != grown:
            chain, grown = grown, self.board.near(grown) & mask
        return chain


class Proof:
    """All states that the prover can come to, and what is so of them. The walk reads his moves.

    A state is known by its number. A proof may have tens of millions of them, so what is held of each is packed: its position in `of`;
    its mover, mark of a pass and ko as one number in `marks`; the prover's move in `moves`, which is PASS at his opponent's turn;
    the states that it leads to in `nexts`, from its place in `ends` to the next place there. `newest` gives the last state
    of a position, and `older` the one of the same position before a state."""

    NONE = (1 << 32) - 1  # the number of no state

    def __init__(self, reader, start, claim, plays_on, retakes):
        self.reader, self.board, self.rules, self.plays_on, self.retakes = reader, reader.board, reader.rules, plays_on, retakes
        self.suicide = self.board.suicide
        self.prover = claim[0] >> 1
        self.threshold = claim[1] if self.prover == 0 else -claim[1]
        self.replies = reader.replies
        self.needed = max(1, (self.threshold + self.board.n + 1) // 2)  # so many points make up the threshold
        self.settled = Memo(self._settled)  # by position
        self.of = array("q") if 2 * self.board.n < 64 else []
        self.marks, self.older, self.newest = array("H"), array("I"), {}
        self.moves, self.nexts, self.ends = bytearray(), array("I"), array("Q", [0])
        self.ko_after_pass_in = None  # the first state in which the prover takes a ko right after a pass
        try:
            self.open(start, [])
            while len(self.moves) < len(self.of):
                self.visit(len(self.moves))
                if len(self.moves) % 10_000 == 0:
                    progress(f"{len(self.moves)} states of {len(self.of)} or more")
            progress(f"what comes back in {len(self.of)} states")
            self.lines()
        finally:
            progress("")

    # The walk.

    def state(self, i):
        black, white = self.board.split(self.of[i])
        return black, white, self.marks[i] & 1, self.marks[i] >> 2, bool(self.marks[i] & 2)

    def least(self, state):
        black, white, mover, ko, passed = state
        best = black, white, ko
        for images in self.reader.images:
            there = images.there[black]
            if there <= best[0]:
                best = min(best, (there, images.there[white], ko if ko == NO_KO else images.image[ko]))
        return best[0], best[1], mover, best[2], passed

    def _settled(self, position):
        """Whether the prover is sure to be ahead by the threshold."""
        board, stones = self.board, self.board.split(position)
        chains, _ = board.alive(position, self.prover, False)
        near = board.near(chains)
        sure = size(chains) + sum(size(part) for part in board.parts(board.full & ~chains) if not part & ~near)
        # By passing he keeps no intersection on which his opponent has a stone: one that fills a region would have no liberty.
        if 2 * (board.n - size(stones[1 - self.prover])) - board.n >= self.threshold:
            sure = max(sure, size(union(board.alive(position, self.prover, board.suicide == "forbidden"))))
        if 2 * sure - board.n >= self.threshold:
            return True
        return self.replies is not None and self.replies.settle(stones[self.prover], stones[1 - self.prover], chains, self.needed)

    def open(self, state, opened):
        black, white, mover, ko, passed = self.least(state)
        position, marks = black | white << self.board.n, mover | passed << 1 | ko << 2
        number = next((i for i in self.states_of(position) if self.marks[i] == marks), None)
        if number is None:
            if self.settled[position]:
                return
            number = len(self.of)
            self.reader.room(number + 1)
            self.of.append(position)
            self.marks.append(marks)
            self.older.append(self.newest.get(position, self.NONE))
            self.newest[position] = number
        opened.append(number)

    def states_of(self, position):
        """The states of a position, the last one first."""
        i = self.newest.get(position, self.NONE)
        while i != self.NONE:
            yield i
            i = self.older[i]

    def after_stone(self, state, i):
        """The state after a stone, or None if it is not admitted."""
        black, white, mover, ko, _ = state
        position = black | white << self.board.n
        after = None if i == ko else self.board.place(position, mover, i)
        if after is None:
            return None
        ko = self.rules.ko_of(position, mover, after, i)
        return (*self.board.split(after), 1 - mover, NO_KO if ko is None else ko, False)

    def visit(self, number):
        state = self.state(number)
        black, white, mover, _, passed = state
        after_pass, opened, move = (black, white, 1 - mover, NO_KO, True), [], PASS
        if mover != self.prover:
            for i in range(self.board.n):
                after = self.after_stone(state, i)
                if after is not None and self.retakes and passed:
                    after = (*after[:3], NO_KO, False)
                if after is not None:
                    self.open(after, opened)
            if not passed:
                self.open(after_pass, opened)
        else:
            move = self.reader.byte()
            need(move == PASS or move < self.board.n, f"byte {move}", "a move")
            if move == PASS:
                (own, _), (other, _) = self.board.owned[self.of[number]]
                ahead = own - other if self.prover == 0 else other - own
                need(ahead >= self.threshold, "a pass of a player who is not ahead by what he claims", "another move")
                if self.plays_on or not passed:
                    self.open(after_pass, opened)
            else:
                after = self.after_stone(state, move)
                need(after is not None and after[self.prover] >> move & 1, f"byte {move}",
                     "an intersection where a stone can be placed and stays")
                if after[3] != NO_KO and passed and self.ko_after_pass_in is None:
                    self.ko_after_pass_in = number
                self.open(after, opened)
        self.moves.append(move)
        self.nexts.extend(sorted(set(opened)))
        self.ends.append(len(self.nexts))

    def leads_to(self, i):
        """The states that a state leads to, in ascending order."""
        return self.nexts[self.ends[i]:self.ends[i + 1]]

    # What comes back.

    def lines(self):
        player = PLAYERS[self.prover]
        own = lambda: (i for i, marks in enumerate(self.marks) if marks & 1 == self.prover)
        after = lambda passes: ((i, self.nexts[self.ends[i]]) for i in own()
                                if (self.moves[i] == PASS) == passes and self.ends[i] < self.ends[i + 1])
        self.spans = [self.spans_of(step) for step in (1, -1)]

        def missed(state, what):
            return None if state is None else f"{what}: {self.words(state)} {self.board.names[self.moves[state]]}"
        self.recreated = missed(next((i for i, j in after(False) if self.recreates(i, j)), None),
                                f"a stone of {player} may make a position of its line again")
        self.made_again = missed(next((i for i, j in after(False) if self.makes_again(i, j)), None),
                                 f"a stone of {player} may make a position again that one has made")
        self.ko_after_pass = missed(self.ko_after_pass_in, f"{player} takes a ko right after a pass")
        self.passed_again = missed(next((i for i, j in after(True) if self.passes_again(j)), None),
                                   f"a position on which {player} has passed may come back")
        self.longest, again = self.longest_line()
        if again is not None:
            # With a state its position comes back, and more than that is not looked at.
            self.recreated = self.made_again = self.passed_again = f"a state may come back: {self.words(again)}"
        self.comes_again = None if again is None else f"a state may come back: {self.words(again)}"
        self.count = sum(1 for _ in own())

    def words(self, i):
        return f"{self.board.text(self.of[i])} {PLAYERS[self.marks[i] & 1]}"

    def leads(self, i, aim):
        """Whether a state leads to another, or is the other."""
        within = [(least, own, least[aim], own[aim]) for least, own in self.spans]
        open_, seen = [i], {i}
        while open_:
            i = open_.pop()
            if i == aim:
                return True
            if all(least[i] <= least_of_aim and own_of_aim <= own[i] for least, own, least_of_aim, own_of_aim in within):
                fresh = [j for j in self.leads_to(i) if j not in seen]
                seen.update(fresh)
                open_ += fresh
        return False

    def recreates(self, i, j):
        """Whether the stone that leads from one state to another may make a position that has stood on its line."""
        return any(self.leads(k, i) for k in self.states_of(self.of[j]))

    def makes_again(self, i, j):
        """Whether it may make a position that a stone of the prover has made on its line, or that was the start at this turn."""
        made = 1 - self.prover  # his opponent to move, and no mark of a pass
        return any(self.leads(k, i) for k in self.states_of(self.of[j]) if self.marks[k] & 3 == made)

    def passes_again(self, i):
        """Whether the position of a state after a pass of the prover may come back by stones."""
        stones = [j for j in self.leads_to(i) if not self.marks[j] & 2]
        return any(self.leads(j, k) for j in stones for k in self.states_of(self.of[i]))

    def spans_of(self, step):
        """For each state the least number of those that it leads to, and its own, in the order in which a search leaves the states. Where
        no state comes back, one leads only to those whose numbers lie between these two. `step` is -1 for a search backwards."""
        unknown = array("I", [self.NONE])
        least, own = unknown * len(self.of), unknown * len(self.of)
        entered, left = bytearray(len(self.of)), 0
        path = [(0, iter(self.leads_to(0)[::step]))] if self.of else []
        while path:
            i, rest = path[-1]
            entered[i] = 1
            fresh = next((j for j in rest if not entered[j]), None)
            if fresh is None:
                # A state on the path has no number yet, NONE being the greatest.
                least[i], own[i] = min([least[j] for j in self.leads_to(i)] + [left]), left
                left += 1
                path.pop()
            else:
                path.append((fresh, iter(self.leads_to(fresh)[::step])))
        return least, own

    def longest_line(self):
        """The most stones of the prover on a line and None; or None and a state that comes back."""
        most, on_path = array("I", [self.NONE]) * len(self.of), set()
        path = [(0, iter(self.leads_to(0)))] if self.of else []
        while path:
            i, rest = path[-1]
            on_path.add(i)
            fresh = next((j for j in rest if most[j] == self.NONE), None)
            if fresh is None:
                most[i] = max((most[j] for j in self.leads_to(i)), default=0) + (self.moves[i] != PASS)
                on_path.discard(path.pop()[0])
            elif fresh in on_path:
                return None, fresh
            else:
                path.append((fresh, iter(self.leads_to(fresh))))
        return (most[0] if most else 0), None


class BoundedReader(BinaryReader):
    """A bounded certificate, and its verdict."""

    def line(self):
        ahead = self.ahead is not None
        words = super().line()
        need(ahead or all(words) and "#" not in "".join(words), words, "words with single spaces, and no comment")
        return words

    def start(self):
        self.version = 2
        self.header(self.line, self.peek)
        need(self.rules.players == 2, "more players", "two")
        board = self.board
        group = [of_letters(board, letters) for letters in ("", "v", "h", "vh", "t", "tv", "th", "tvh")
                 if "t" not in letters or board.rows == board.columns]
        if board.edges is not None:
            group = [self.made[name].image for name in self.maps if not name.endswith("x")]
            need(len(group) <= MOST_IMAGES, f"{len(group)} maps", f"at most {MOST_IMAGES}")
            known = set(map(tuple, group))
            need(all(tuple(one[i] for i in other) in known for one in group for other in group), "maps", "a group")
        # A map of one set of intersections is that of a position of Black alone.
        self.images = [Map(board, list(image), False) for image in sorted(set(map(tuple, group)))]

    def run(self):
        """The lines of comment, and the last line."""
        words = self.line()
        start = self.board.position(words[1]) if len(words) == 3 and words[0] == "start" else None
        need(start is not None and words[2] in PLAYERS[:2], words, "`start`, a position and a player")
        need(self.board.stands(start), words[1], "a start in which every chain has a liberty")
        state = (*self.board.split(start), PLAYERS.index(words[2]), NO_KO, False)
        sections, data, self.replies = [], self.line(), None
        if data[:1] == ["replies"]:
            numbers = [number_within(word, 1, 64) for word in data[1:]]
            need(len(numbers) == 3 and None not in numbers, data, "`replies` and three whole numbers from 1 to 64")
            need(self.board.suicide == "forbidden", data, "no line `replies` where suicide is not forbidden")
            self.replies, data = Replies(self.board, *numbers), self.line()
        while data[:1] == ["claim"]:
            sections.append(self.section(data))
            need(len(sections) == 1 or sections[-2][0][0] < sections[-1][0][0], data, "claims of Black and then of White")
            data = self.line()
        need(sections and data == ["data"], data, "claims, then `data`")
        head = f"{self.rules.board.rows}x{self.rules.board.columns}"
        if self.board.edges is not None:
            head = f"graph {head} with {len(self.board.edges)} edge" + "s" * (len(self.board.edges) != 1)
        head = f"{head} {self.rules.title}"
        lines = [head, f"start {' '.join(words[1:])}"]
        for claim, plays_on, retakes in sections:
            proof = Proof(self, state, claim, plays_on, retakes)
            name = f"value {IN_WORDS[claim[0]]} {claim[1]}"
            why = unclaimed(self.rules.given, proof.threshold, proof)
            if why is not None:
                raise Wrong(f"not claimed: {why}", name)
            lines += self.judged(name, proof)
        need(self.at == len(self.buffer) and not self.file.read(1), "more bytes", "nothing after the last move")
        return lines, f"{head}: {self.proved([claim for claim, *_ in sections])}"

    def section(self, words):
        need(len(words) in (5, 6) and words[1] in (">=", "<=") and words[3] == "two-passes" and words[4] in ("end", "play")
             and words[5:] in ([], ["retakes"]), words,
             "`claim`, >= or <=, a whole number, `two-passes`, `end` or `play`, `retakes` or nothing")
        points = whole(words[2])
        need(1 - self.board.n <= (points if words[1] == ">=" else -points) <= self.board.n, words,
             "a score that a game can miss")
        return (RELATIONS.index(words[1]), points, 1), words[4] == "play", len(words) == 6

    def judged(self, name, proof):
        """The size of a proof, and under which rulesets its claim follows."""
        longest = f"at most {proof.longest} stones of the player whose claim it is on a line"
        longest = "a state may come back" if proof.longest is None else longest
        lines = [f"{name}: {len(proof.of)} states, {proof.count} moves, {longest}"]
        for suicide in SUICIDES[:SUICIDES.index(proof.suicide) + 1]:
            name_with = name + ("" if suicide == "forbidden" else f" with suicide {suicide}")
            found = [(ruleset, unclaimed(dict(given, suicide=suicide), proof.threshold, proof)) for ruleset, given in NAMED]
            held = [ruleset for ruleset, why in found if why is None]
            lines += [f"{name_with} under {', '.join(held)}"] if held else []
            lines += [f"{name_with} is not claimed under {ruleset}: {why}" for ruleset, why in found if why is not None]
        return lines

    @staticmethod
    def proved(claims):
        low, high = claims[0][1], claims[-1][1]
        need(len(claims) < 2 or low <= high, f">= {low} and <= {high}", "claims that do not contradict each other")
        if len(claims) == 2 and low == high:
            return f"value {low}"
        return ", ".join(f"value {IN_WORDS[relation]} {points}" for relation, points, _ in claims)


# ---- The command


class Unzipped(io.RawIOBase):
    """What a file of gzip holds, one member after the other (RFC 1952) and nothing else. The module gzip of the library
    takes zeros after a member for nothing, and does not look at the reserved bits of its header."""

    def __init__(self, raw):
        self.raw, self.member, self.data = raw, zlib.decompressobj(31), b""

    def readable(self):
        return True

    def readinto(self, buffer):
        while True:
            found = self.member.decompress(self.data, len(buffer))
            self.data = self.member.unconsumed_tail
            if found:
                buffer[:len(found)] = found
                return len(found)
            if self.member.eof:
                self.data = self.member.unused_data or self.raw.read(LINE)
                if not self.data:
                    return 0
                self.member = zlib.decompressobj(31)
            elif not self.data:
                self.data = self.raw.read(LINE)
                if not self.data:
                    raise EOFError("the end of the file within a member")


def check(file, most):
    """The lines of comment on a certificate, whether it is verified, and the last line."""
    reader, checker = None, None
    try:
        first_line = file.readline(LINE + 1)
        binary = first_line in (b"superko certificate 1 binary\n", b"superko certificate 2 binary\n")
        kind = BoundedReader if first_line == BOUNDED else BinaryReader if binary else TextReader
        reader = kind(file, first_line, most)
        reader.start()
        if kind is BoundedReader:
            lines, summary = reader.run()
            return lines, True, summary
        checker = Checker(reader)
        checker.run()
        lines, summary = checker.report()
        return lines, True, summary
    except Wrong as wrong:
        where, why = wrong.where, wrong.why
    except (EOFError, zlib.error) as error:
        where, why = None, f"found broken gzip data ({error}), expected RFC 1952"
    except MemoryError:
        where, why = None, "refused: out of memory"
    except OSError:
        raise
    except Exception as error:  # not foreseen, so nothing is said of the certificate
        where, why = None, f"a fault of this program, nothing is verified: {ascii(error)}"
    where = where or (reader.where() if reader else "byte 0")
    lines = [f"stopped at lemma {checker.lemmas} and theorem {checker.theorems}"] if checker else []
    return lines, False, f"{where}: {why}"


def progress(text):
    """Shows how far a long check has come, in place of what it showed before; on a terminal only, if that can be written."""
    try:
        if sys.stderr is not None and sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    except OSError:
        pass


def complain(line):
    """A line for standard error, or nothing where that cannot be written either."""
    try:
        if sys.stderr is not None:
            print(f"{os.path.basename(sys.argv[0])}: {line}", file=sys.stderr, flush=True)
    except OSError:
        pass


def main():
    parser = argparse.ArgumentParser(description="Checks certificates as described in solutions/CERTIFICATES.md, and bounded "
                                     "ones as in docs/formats.md. "
                                     "Status: 0 all verified, 1 some not, 2 bad usage, a file that cannot be read, or an output "
                                     "that cannot be written.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a certificate, text or binary, gzip'ed or not")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the verdicts, the lines with s")
    parser.add_argument("--max-reads", metavar="N", type=int, default=50_000_000,
                        help=f"refuse to hold more reads than this at once, a lemma counting as {ITEM} more and a "
                        "state of a bounded certificate as one (default %(default)s)")
    given = parser.parse_args()
    if given.max_reads < 1:
        parser.error("--max-reads: expected a number of at least 1")
    status = 0
    for name in given.files:
        prefix = "".join(c if c.isprintable() else "?" for c in name) + ": " if len(given.files) > 1 else ""
        try:
            with open(name, "rb") as raw:
                zipped = raw.peek(2)[:2] == b"\x1f\x8b"
                with io.BufferedReader(Unzipped(raw), LINE) if zipped else raw as file:
                    lines, verified, verdict = check(file, given.max_reads)
            status = max(status, 0 if verified else 1)
        except OSError as error:
            complain(f"{ascii(name)} cannot be read: {error}")
            lines, verified, verdict, status = [], False, "byte 0: the file cannot be read", 2
        for line in [] if given.quiet else lines:
            print(f"{prefix}c {line}")
        print(f"{prefix}s {'VERIFIED' if verified else 'NOT VERIFIED'} {verdict}", flush=True)
    return status


def run():
    """The exit status. An output that cannot be written is one line and the status 2; a reader that has closed it, 141."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        return unwritten("closed", 2)
    try:
        try:
            return main()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return unwritten(None, 141)
    except OSError as error:
        return unwritten(error.strerror, 2)


def unwritten(why, status):
    """Says why standard output cannot be written, and drops what it still holds, which Python would try again."""
    if why is not None:
        complain(f"standard output: {why}")
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


if __name__ == "__main__":
    sys.exit(run())
