#!/usr/bin/env python3
"""Checks certificates of values of Go positions: python3 scripts/check_certificate.py FILE...

Written from the page solutions/CERTIFICATES.md alone; it shares no code with the solver, which has a checker of its
own, so that what both accept rests on neither. Fact, read, claim, lemma, key, phase are the page's words.

In here a player is 0 for Black, 1 for White. A set of intersections is a bit mask; a position is the mask of Black's
stones and, n bits higher, that of White's. A fact is position * 16 + its byte in the binary form. A read -FACT is
fact * 2, +FACT is fact * 2 + 1; a mean is (fact, p, q, relation, None), a margin (fact, p, q, None, k). A claim is
(relation, p, q), its relation an index of RELATIONS, so that relation >> 1 is the player who is sure.
"""
import argparse
import io
import os
import re
import sys
import zlib
from array import array
from math import gcd

PASS = 255
RELATIONS = (">=", ">", "<=", "<")
IN_WORDS = ("at least", "more than", "at most", "less than")
PLAYERS = ("black", "white")
STOOD, UNDONE, PASSED, INITIALISED = range(4)
CLASSES = ("stood", "undone", "passed", "initialised")
END, STOP, LIFE, BARRED, LEMMA, LAST = 0, 1, 2, 3, 6, 7  # outcomes, as in the binary form, which has BARRED thrice
MAPS = tuple("".join(c for i, c in enumerate("tvhx") if m >> i & 1) or "=" for m in range(16))
EMPTY = 1 << 20  # lines in a row without a word
LINE = 65536  # bytes of a line, and the most moves of a theorem: no line has as many
LARGEST = 1 << 40  # numerators, denominators and k
REMEMBERED = 1 << 17  # entries of a table of things worked out before
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
    """The mask whose bits are the images of its bits."""
    result = 0
    while mask:
        low = mask & -mask
        result |= images[low.bit_length() - 1]
        mask ^= low
    return result


class Board:
    """Intersections, chains, captures, area, and what a player keeps by passing."""

    def __init__(self, rows, columns):
        self.rows, self.columns, self.n, self.suicide = rows, columns, rows * columns, None
        self.full = (1 << self.n) - 1
        first = sum(1 << row * columns for row in range(rows))
        self.not_first, self.not_last = self.full & ~first, self.full & ~(first << columns - 1)
        letters = ["ABCDEFGHJKLMNOPQRSTUVWXYZ"[c % 25] * (c // 25 + 1) for c in range(columns)]
        self.names = {i: letters[i % columns] + str(rows - i // columns) for i in range(self.n)}
        self.names[PASS] = "pass"
        self.moves = {name: move for move, name in self.names.items()}
        self.chains, self.area, self.kept = Memo(self._chains), Memo(self._area), Memo(self._kept)

    def split(self, position):
        return [position & self.full, position >> self.n]

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
        black, white = self.split(position)
        empty = self.full & ~(black | white)
        return [[(chain, self.near(chain) & empty) for chain in self.parts(stones)] for stones in (black, white)]

    def stands(self, position):
        """Whether every chain has a liberty."""
        return all(liberties for chains in self.chains[position] for _, liberties in chains)

    def place(self, position, player, i):
        """The position after a stone on i, or None if that is not admitted."""
        stones, chains, new = self.split(position), self.chains[position], 1 << i
        if (stones[0] | stones[1]) & new:
            return None
        for chain, liberties in chains[1 - player]:
            if not liberties & ~new:
                stones[1 - player] &= ~chain
        own = new
        for chain, liberties in chains[player]:
            if liberties & new:
                own |= chain
        stones[player] |= new
        if not self.near(own) & ~(stones[0] | stones[1]):
            if self.suicide == "forbidden" or self.suicide == "multi-stone" and own == new:
                return None
            stones[player] &= ~own
        return stones[0] | stones[1] << self.n

    def _area(self, position):
        """Black's points less White's."""
        black, white = self.split(position)
        score = size(black) - size(white)
        for region in self.parts(self.full & ~(black | white)):
            edge = self.near(region)
            if bool(edge & black) != bool(edge & white):
                score += size(region) if edge & black else -size(region)
        return score

    def _kept(self, what):
        """The number of intersections that a player keeps by passing (Benson's theorem)."""
        position, player = what
        stones = self.split(position)
        to_touch = self.full & ~(stones[0] | stones[1]) if self.suicide == "forbidden" else self.full
        chains = list(self.parts(stones[player]))
        regions = [(region, self.near(region)) for region in self.parts(self.full & ~stones[player])]
        removed = [None]
        while removed:
            removed = [chain for chain in chains if 2 > sum(
                1 for region, edge in regions if edge & chain and not region & to_touch & ~self.near(chain))]
            chains = [chain for chain in chains if chain not in removed]
            regions = [(region, edge) for region, edge in regions if not any(edge & chain for chain in removed)]
        return sum(map(size, chains)) + (sum(1 for region, _ in regions if size(region) == 1) if chains else 0)

    def position(self, text):
        """A position from its text, or None."""
        rows = text.split("/")
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows) or text.strip("XO./"):
            return None
        return sum(1 << i + self.n * "XO".index(c) for i, c in enumerate("".join(rows)) if c != ".")

    def text(self, position):
        points = ["XO"[position >> self.n + i & 1] if (position | position >> self.n) >> i & 1 else "."
                  for i in range(self.n)]
        return "/".join("".join(points[i:i + self.columns]) for i in range(0, self.n, self.columns))


class Map:
    """One of the maps; `there` takes positions, `back` is the inverse on reads of kinds - and +."""

    def __init__(self, board, letters):
        self.identity, self.exchanges, self.image = letters == "=", int("x" in letters), []
        for i in range(board.n):
            row, column = divmod(i, board.columns)
            row, column = (column, row) if "t" in letters else (row, column)
            row = board.rows - 1 - row if "v" in letters else row
            column = board.columns - 1 - column if "h" in letters else column
            self.image.append(row * board.columns + column)
        bits = [self.image[i % board.n] + board.n * (i // board.n ^ self.exchanges) for i in range(2 * board.n)]
        there, back = [1 << bit for bit in bits], [1 << bits.index(i) for i in range(len(bits))]
        # The lowest five bits of a read: its kind, its class, and 0, 1 or 2 for no player, Black, White.
        owner = (0, 2, 1) if self.exchanges else (0, 1, 2)
        low = [owner[i >> 3] << 3 | i & 7 for i in range(24)]
        self.there = Memo(lambda position: moved(position, there))
        self.back = Memo(lambda read: moved(read >> 5, back) << 5 | low[read & 31])

    def key(self, key, simple_ko):
        position, mover, phase = key
        return self.there[position], mover ^ self.exchanges, \
            2 + self.image[phase - 2] if simple_ko and phase >= 2 else phase

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


# ---- Rulesets. As in the page, P is the position on the board, M the mover, N the other player, Q the position after a
# stone play. `tags` are the last bytes of the facts that there are.


class Play:
    """What a ruleset says of a play; `stop_area` is None if the score of the stop is a mean, for which `last` is then
    the area of (area, 1), or None for (0, 0); `clears` is a mask of classes; `scores` an area."""

    bars, sets, clears = (), (), 0
    stop = stop_area = last = scores = ends = leads = None

    def __init__(self, **said):
        self.__dict__.update(said)


def fact_of(kind, position, player=None):
    return position << 4 | kind | (0 if player is None else 4 + 4 * player)


class Ruleset:
    simple_ko = tallies = False

    def __init__(self, board, name, options):
        self.board, self.name, self.options, self.lift = board, name, options, options.get("lift")

    def play(self, key, move):
        """What is said of a play, None if it is not admitted."""
        P, M, phase = key
        if move == PASS:
            return self.pass_play(P, M, 1 - M, phase)
        Q = None if self.simple_ko and phase == 2 + move else self.board.place(P, M, move)
        return None if Q is None else self.stone_play(P, M, 1 - M, phase, Q)


class Superko(Ruleset):
    """psk, ssk, nssk. S(X, Y) is stood:X under psk, stood:X:Y under the others. Start: S(P, M). A stone play: bar
    S(Q, N), leads to Q in phase 0, sets S(Q, N). A pass in phase 0: leads to P in phase 1, under ssk sets S(P, N). A
    pass in phase 1: ends, area of P."""

    def __init__(self, *given):
        super().__init__(*given)
        self.phases, self.tags = 2, {STOOD} if self.name == "psk" else {STOOD + 4, STOOD + 8}

    def S(self, X, Y):
        return fact_of(STOOD, X, None if self.name == "psk" else Y)

    def start(self, P, M):
        return [self.S(P, M)]

    def stone_play(self, P, M, N, phase, Q):
        S = (self.S(Q, N),)
        return Play(bars=S, leads=(Q, N, 0), sets=S)

    def pass_play(self, P, M, N, phase):
        if phase == 1:
            return Play(ends=self.board.area[P])
        return Play(leads=(P, N, 1), sets=(self.S(P, N),) if self.name == "ssk" else ())


class Lifting(Ruleset):
    """What spight, kee2009 and kee2020 share. Start: stood:P. A stone play has the bar stood:Q, with produced-ko also
    undone:Q; it sets stood:Q; with produced-ko it clears the class undone, then sets stood:Q and undone:P. A pass
    clears the classes stood and undone; with stands it then sets stood:P."""

    def __init__(self, *given):
        super().__init__(*given)
        self.tags = {STOOD, self.other + 4, self.other + 8} | ({UNDONE} if self.lift == "produced-ko" else set())

    def start(self, P, M):
        return [fact_of(STOOD, P)]

    def stone_play(self, P, M, N, phase, Q):
        stood = fact_of(STOOD, Q)
        if self.lift != "produced-ko":
            return Play(bars=(stood,), leads=(Q, N, 0), sets=(stood,))
        return Play(bars=(stood, fact_of(UNDONE, Q)), leads=(Q, N, 0), clears=1 << UNDONE,
                    sets=(stood, fact_of(UNDONE, P)))

    def lifting_pass(self, P, *sets, **said):
        stood = (fact_of(STOOD, P),) if self.lift == "stands" else ()
        return Play(clears=1 << STOOD | 1 << UNDONE, sets=stood + sets, **said)


class Spight(Lifting):
    """The phase is always 0. A pass has the stop passed:P:M with the score area of P. A pass that leads on also sets
    passed:P:M."""

    phases, other = 1, PASSED

    def pass_play(self, P, M, N, phase):
        F = fact_of(PASSED, P, M)
        return self.lifting_pass(P, F, stop=F, stop_area=self.board.area[P], leads=(P, N, 0))


class Kee2009(Lifting):
    """Phase 1 after a pass, 0 after a stone. A pass has the stop passed:P:M with a mean as its score: let last be (area
    of P, 1) if the phase is 1 and (0, 0) if it is 0; the score is the mean of the fact's tally and last added together.
    A pass that leads on clears; then, in phase 1, scores all tallies of class passed with the area of P; then sets
    (with stands) stood:P, and passed:P:M."""

    phases, other, tallies = 2, PASSED, True

    def pass_play(self, P, M, N, phase):
        F, area = fact_of(PASSED, P, M), self.board.area[P] if phase else None
        return self.lifting_pass(P, F, stop=F, last=area, scores=area, leads=(P, N, 1))


class Kee2020(Lifting):
    """The phase is the run of passes just made, 0 to 2. In phases 1 and 2 let F be initialised:P:M. A stone play in
    these phases also has the bar F, and also sets F; it leads to phase 0. A pass in phase 2 ends the game with the area
    of P. A pass in phase 0 or 1 leads to the next phase, and in phase 1 also sets F."""

    phases, other = 3, INITIALISED

    def stone_play(self, P, M, N, phase, Q):
        play = super().stone_play(P, M, N, phase, Q)
        if phase:
            F = (fact_of(INITIALISED, P, M),)
            play.bars, play.sets = play.bars + F, play.sets + F
        return play

    def pass_play(self, P, M, N, phase):
        if phase == 2:
            return Play(ends=self.board.area[P])
        return self.lifting_pass(P, *[fact_of(INITIALISED, P, M)] * phase, leads=(P, N, phase + 1))


class SimpleKo(Ruleset):
    """No facts. Phase 1 after a pass; phase 2 + i if a stone may not be placed on i; otherwise 0. A stone play on i is
    not admitted in phase 2 + i. A stone play leads to phase 2 + i if it captured exactly one stone, which stood on i,
    and the new stone has no neighbour of its own colour and exactly one liberty, which is i. A pass in phase 1 ends the
    game with the area of P."""

    simple_ko, tags = True, set()

    def __init__(self, *given):
        super().__init__(*given)
        self.phases = 2 + self.board.n

    def start(self, P, M):
        return []

    def stone_play(self, P, M, N, phase, Q):
        before, after = self.board.split(P), self.board.split(Q)
        captured, new = before[N] & ~after[N], after[M] & ~before[M]
        beside = self.board.near(new) & ~new
        is_ko = size(captured) == 1 and not beside & after[M] and beside & ~after[N] == captured
        return Play(leads=(Q, N, 1 + captured.bit_length() if is_ko else 0))

    def pass_play(self, P, M, N, phase):
        return Play(ends=self.board.area[P]) if phase == 1 else Play(leads=(P, N, 1))


SUPERKO_OPTIONS = {"suicide": ("forbidden", "allowed", "multi-stone"), "scoring": ("area",)}  # the first is the default
LIFTING_OPTIONS = dict(SUPERKO_OPTIONS, lift=("stands", "produced", "produced-ko"))
RULESETS = {"psk": Superko, "ssk": Superko, "nssk": Superko, "spight": Spight, "kee2009": Kee2009, "kee2020": Kee2020,
            "simple-ko": SimpleKo}


# ---- The two readers. Both give the same steps: ("lemma", key, claim, reads or None, plays); ("closed", statements),
# after it ("proof", plays) for each of its lemmas; ("theorem", position, player, moves, claim, or_no_end, reference). A
# statement is (key, claim); a play (move, outcome); an outcome (END,), (STOP,), (LIFE,), (BARRED, class, fact or None)
# or a reference, (LEMMA or LAST, number, Map).


class Reader:
    """The header, and what is asked in both forms of what is read."""

    def __init__(self, file, first_line, most):
        self.file, self.first_line, self.most, self.lemmas = file, first_line, most, 0
        self.board = self.rules = None

    def header(self, line):
        """The header; each call of `line` gives the words of a line."""
        words = line()
        found = re.fullmatch(r"board ([1-9][0-9]?)x([1-9][0-9]?)", " ".join(words))
        need(found and int(found[1]) * int(found[2]) <= 64, words, "`board RxC` with at most 64 intersections")
        board = Board(int(found[1]), int(found[2]))
        words = line()
        need(len(words) == 2 and words[0] == "rules" and words[1] in RULESETS, words,
             "`rules` and one of " + ", ".join(RULESETS))
        ruleset = RULESETS[words[1]]
        known, options = LIFTING_OPTIONS if issubclass(ruleset, Lifting) else SUPERKO_OPTIONS, {}
        while len(options) < len(known):
            option = line()
            need(len(option) == 3 and option[0] == "option" and option[1] in known and option[1] not in options, option,
                 "an option, still missing: " + ", ".join(name for name in known if name not in options))
            need(option[2] in known[option[1]], option, "one of " + ", ".join(known[option[1]]))
            options[option[1]] = option[2]
        board.suicide = options["suicide"]
        self.board, self.rules = board, ruleset(board, words[1], options)
        self.maps = [Map(board, letters) if board.rows == board.columns or "t" not in letters else None
                     for letters in MAPS]

    def room(self, count):
        if count > self.most:
            raise Wrong(f"refused: one step asks for more than {self.most} reads at once (see --max-reads)")

    def key_of(self, position, player, phase):
        need(phase < self.rules.phases, phase, f"a phase of 0 to {self.rules.phases - 1}")
        if not self.board.stands(position):
            need(False, self.board.text(position), "a position in which every chain has a liberty")
        return position, player, phase

    def fraction(self, p, q):
        if not 1 <= q <= LARGEST or abs(p) > LARGEST or gcd(p, q) > 1:
            need(False, f"{p}/{q}", "a fraction in lowest terms, without numbers beyond 2^40")
        return p, q

    def known(self, tag, word=None):
        known = (f"{CLASSES[t & 3]}:POSITION" + (":" + PLAYERS[(t >> 2) - 1] if t > 3 else "") for t in self.rules.tags)
        need(tag in self.rules.tags, word or f"byte {tag}", "a fact of this ruleset: " + (", ".join(known) or "none"))
        return tag

    def tally(self, fact, p, q, relation, k):
        need(self.rules.tallies and fact & 3 == PASSED, "mean or margin",
             "them under kee2009 only, about facts of class passed")
        need(k is None or abs(k) <= LARGEST, k, "no k beyond 2^40")
        return fact, p, q, relation, k

    def closed(self, count):
        need(self.rules.simple_ko, "a closed set", "one under simple-ko only")
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
        need(words == ["superko", "certificate", "1"], words,
             "`superko certificate 1`, or `superko certificate 1 binary` and nothing else in the first line")
        self.header(self.take)

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
            need(len(words) > 2 and words[0] == "play" and len(plays) <= self.board.n, words,
                 f"1 to {self.board.n + 1} lines `play MOVE` and an outcome")
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
        if len(words) == 1 and words[0] in ("end", "stop", "life"):
            return ({"end": END, "stop": STOP, "life": LIFE}[words[0]],)
        if len(words) == 2 and words[0] == "barred":
            fact = self.fact(words[1])
            return BARRED, fact & 3, fact
        need(len(words) == 3 and words[0] in ("lemma", "last"), words,
             "`end`, `stop`, `life`, `barred FACT`, `lemma N MAP` or `last N MAP`")
        map_ = self.maps[MAPS.index(words[2])] if words[2] in MAPS else None
        need(map_, words[2], "`=`, or letters of tvhx in this order, t on square boards only")
        return LEMMA if words[0] == "lemma" else LAST, natural(words[1]), map_

    def position(self, word):
        position = self.board.position(word)
        need(position is not None, word, f"a position, {self.board.rows} rows of {self.board.columns} of X O .")
        return position

    def player(self, word):
        need(word in PLAYERS, word, "black or white")
        return PLAYERS.index(word)

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
        parts = word.split(":")
        need(len(parts) in (2, 3) and parts[0] in CLASSES, word, "a fact")
        tag = CLASSES.index(parts[0]) + (4 + 4 * self.player(parts[2]) if len(parts) == 3 else 0)
        return self.position(parts[1]) << 4 | self.known(tag, word)

    def read(self, word):
        if word[0] in "-+":
            return self.fact(word[1:]) << 1 | (word[0] == "+")
        kind, *parts = word.split(":")
        need((kind, len(parts)) in (("mean", 4), ("margin", 5)), word, "a read")
        fact = self.fact(":".join(parts[:3]))
        if kind == "margin":
            return self.tally(fact, *self.score(parts[3]), None, whole(parts[4]))
        length = 2 if parts[3][1:2] == "=" else 1
        relation, p, q = self.claim(parts[3][:length], parts[3][length:])
        return self.tally(fact, p, q, relation, None)


class BinaryReader(Reader):
    def __init__(self, *given):
        super().__init__(*given)
        self.buffer, self.at, self.before = b"", 0, len(self.first_line)
        self.positions = Memo(self.position_of)
        self.facts = Memo(lambda data: self.positions[data[1:]] << 4 | self.known(data[0]))
        self.plain = Memo(lambda data: self.facts[data[1:]] << 1 | data[0])

    def where(self):
        return f"byte {self.before + self.at}"

    def start(self):
        self.header(self.line)
        words = self.line()
        need(words == ["data"], words, "`data`")
        self.wide = -(-self.board.n // 5)

    def line(self):
        line = self.file.readline(LINE + 1)
        self.before += len(line)
        need(line[-1:] == b"\n", line[:80].decode("latin-1"), f"a line of the header of at most {LINE} bytes")
        return line[:-1].decode("latin-1").split(" ")

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
        n, position = self.board.n, 0
        for i in range(n):
            digit = data[i // 5] // 3 ** (i % 5) % 3
            position |= 1 << i + n * (digit - 1) if digit else 0
        for i, byte in enumerate(data):
            need(byte < 3 ** min(5, n - 5 * i), f"byte {byte}", "one of a position")
        return position

    def position(self):
        return self.positions[self.take(self.wide)]

    def key(self):
        position, number = self.position(), self.number()
        return self.key_of(position, number & 1, number >> 1)

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
            if data[0] < 2:
                reads.add(self.plain[data])
            else:
                need(data[0] < 4, f"byte {data[0]}", "a kind of read, 0 to 3")
                fact = self.facts[data[1:]]
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
        need(1 <= count <= self.board.n + 1, f"{count} plays", f"1 to {self.board.n + 1}")
        return [(self.move(), self.outcome(number)) for _ in range(count)]

    def outcome(self, number):
        byte = self.byte()
        kind, m = byte & 7, byte >> 3
        need(m < 16 and self.maps[m] and (m == 0 or kind >= LEMMA), f"byte {byte}", "an outcome")
        if kind >= LEMMA:
            return kind, number - self.signed(), self.maps[m]
        return (kind,) if kind < BARRED else (BARRED, (STOOD, UNDONE, INITIALISED)[kind - BARRED], None)

    def steps(self):
        kind = self.byte(4)
        while kind:
            if kind == 1:
                position, player, moves = self.position(), self.byte(1), self.number()
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
        self.packed = (lambda reads: array("Q", reads)) if 2 * self.board.n + 5 <= 64 else tuple

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
        own = key[1] == sure
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
            bars = [bar for bar in play.bars if bar & 3 == outcome[1] and outcome[2] in (None, bar)]
            need(bars, "barred by a fact that is not one of its bars",
                 "one of these: " + (", ".join(map(self.fact_text, play.bars)) or "none"))
            plain.add(bars[0] << 1 | 1)
        elif kind == END:
            need(play.ends is not None, "end", "another outcome for a play that does not end the game, or by a stop")
            need(serves(claim, play.ends), f"the score {play.ends}", f"one {claim_text(claim)}")
        else:
            need(play.leads is not None, "another outcome", "`end` for a play that ends the game")
            need(kind != STOP or play.stop is not None, "stop", "another outcome for a play without a stop")
            if play.stop is not None and play.stop_area is None:  # the end of the stop
                tallies.add((play.stop, p, q, relation, None) if play.last is None else
                            before_scoring(play.stop, p, q, None, relation, play.last))
            elif play.stop is not None and not serves(claim, play.stop_area):
                need(kind != STOP, f"the score {play.stop_area}", f"one {claim_text(claim)}")
                plain.add(play.stop << 1)
            if kind == STOP:
                plain.add(play.stop << 1 | 1)
            elif kind == LIFE:
                need(not self.rules.simple_ko and not self.rules.tallies, "life", "it not under simple-ko and kee2009")
                score = 2 * self.board.kept[play.leads[0], relation >> 1] - self.board.n
                score = score if relation < 2 else -score
                need(serves(claim, score), f"life for the score {score}", f"one {claim_text(claim)}")
            else:
                lemma = self.refer(outcome, play.leads, claim, in_closed)
                try:
                    self.take_back(lemma, outcome[2], play, relation, plain, tallies)
                except Wrong as wrong:
                    wrong.why = f"lemma {outcome[1]}: {wrong.why}"
                    raise
        return plain, tallies

    def refer(self, reference, key, claim, closed_too):
        """The lemma referred to, if it fits the key and the claim."""
        kind, number, map_ = reference
        lemma = self.held.get(number)
        if lemma is None:
            need(False, f"a reference to lemma {number}", "one to a lemma before it that no `last` has forgotten")
        need(closed_too or not lemma.closed, f"a reference to a lemma of a closed set, {number}", "one outside of them")
        image, taken_back = map_.key(key, self.rules.simple_ko), map_.claim_back(lemma.claim)
        if image != lemma.key:
            need(False, f"lemma {number} about {self.key_text(lemma.key)}", f"one about {self.key_text(image)}")
        if not covers(taken_back, claim):
            need(False, f"lemma {number} for a score {claim_text(taken_back)}", f"one that covers {claim_text(claim)}")
        if kind == LAST:
            del self.held[number]
            self.cost -= lemma.cost
        return lemma

    def take_back(self, lemma, map_, play, relation, plain, tallies):
        """Adds what is needed before the play for the reads of the lemma to hold after it."""
        taken = set(lemma.plain) if map_.identity else set(map(map_.back.__getitem__, lemma.plain))
        for fact in play.sets:
            if fact << 1 in taken:
                need(False, f"the read {self.read_text(fact << 1)}", "none of a fact that the play sets")
            taken.discard(fact << 1 | 1)
        if play.clears:
            cleared = {read for read in taken if play.clears >> (read >> 1 & 3) & 1}
            for read in cleared:
                if read & 1:
                    need(False, f"the read {self.read_text(read)}", "none of a fact that the play clears")
            taken -= cleared
        plain |= taken
        for read in map(map_.tally_back, lemma.tallies):
            fact, p, q, of_mean, k = read
            if fact in play.sets:
                need(serves((of_mean, p, q), 0) if k is None else k <= 0,
                     f"the read {self.read_text(read)}", "one that a tally of (0, 0) meets")
            elif play.clears >> (fact & 3) & 1:
                pass  # it holds of a fact that does not hold
            elif play.scores is not None:
                tallies.add(before_scoring(fact, p, q, k, relation if k is not None else of_mean, play.scores))
            else:
                tallies.add(read)

    def theorem(self, position, player, moves, claim, or_no_end, reference):
        need(self.board.stands(position), self.board.text(position), "a start in which every chain has a liberty")
        key, past = (position, player, 0), {fact: (0, 0) for fact in self.rules.start(position, player)}
        for i, move in enumerate(moves):
            try:
                key = self.advance(key, past, move)
            except Wrong as wrong:
                wrong.why = f"move {i + 1}, {self.board.names[move]}: {wrong.why}"
                raise
        lemma, map_ = self.refer(reference, key, claim, or_no_end), reference[2]
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
        # Where every game ends the words or-no-end say nothing.
        slot = (claim[0] >> 1) + (2 if or_no_end and self.rules.simple_ko else 0)
        known = self.states[state][slot]
        if known is None or not covers(known, claim):
            self.states[state][slot] = claim

    def advance(self, key, past, move):
        """The key after a move of a theorem; the past changes."""
        play = self.rules.play(key, move)
        need(play is not None, "a move that the board does not admit", "one that it does")
        for bar in play.bars:
            if bar in past:
                need(False, f"a move barred by {self.fact_text(bar)}", "one that is not barred")
        need(play.leads is not None and play.stop not in past, "a move that ends the game", "one that does not")
        for fact in [fact for fact in past if play.clears >> (fact & 3) & 1]:
            del past[fact]
        if play.scores is not None:
            for fact in past:
                if fact & 3 == PASSED:
                    past[fact] = past[fact][0] + play.scores, past[fact][1] + 1
        past.update((fact, (0, 0)) for fact in play.sets)
        return play.leads

    # What follows, in words.

    def follows(self, claims):
        """What the claims about one state prove of it, and whether that is its value."""
        if self.rules.simple_ko:
            return self.follows_without_end(claims)
        lower, upper = claims[:2]
        if lower and upper and lower[1] * upper[2] == upper[1] * lower[2] and not (lower[0] | upper[0]) & 1:
            return f"value {score_text(*lower[1:])}", True
        need(not lower or not upper or lower[1] * upper[2] < upper[1] * lower[2],
             " and ".join(map(claim_text, filter(None, claims))), "theorems that do not contradict each other")
        return "value " + " and ".join(IN_WORDS[r] + " " + score_text(p, q) for r, p, q in filter(None, claims)), False

    def follows_without_end(self, claims):
        """Under simple-ko. Let l be the most that Black can force in finite play, h the least that White can hold him
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

    def fact_text(self, fact):
        player = fact >> 2 & 3
        return f"{CLASSES[fact & 3]}:{self.board.text(fact >> 4)}" + (":" + PLAYERS[player - 1] if player else "")

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
        options = self.rules.options
        head = f"{self.board.rows}x{self.board.columns} {self.rules.name}"
        lines = [f"board {self.board.rows}x{self.board.columns}, rules {self.rules.name}, " +
                 ", ".join(f"{name} {value}" for name, value in options.items()),
                 f"lemmas {self.lemmas} (in closed sets {self.closed}), reads {self.reads}, theorems {self.theorems}"]
        head += "".join(f" --{name} {value}" for name, value in options.items() if value != LIFTING_OPTIONS[name][0])
        found = [(state, *self.follows(claims)) for state, claims in self.states.items()]
        if len(found) <= 8:
            lines += [f"{self.state_text(state)}: {what}" for state, what, _ in found]
        values = sum(1 for *_, is_value in found if is_value)
        bounds = len(found) - values
        if len(found) == 1:
            state = "" if found[0][0] == (0, 0, ()) else f", {self.state_text(found[0][0])}"
            return lines, f"{head}{state}: {found[0][1]}"
        summary = f"values of {values} states" if values else ""
        summary += f"{' and ' if values else ''}bounds of {bounds} states" if bounds else ""
        return lines + ([summary] if len(found) > 8 else []), f"{head}: {summary}"


def score_text(p, q):
    return str(p) if q == 1 else f"{p}/{q}"


def claim_text(claim):
    return f"{RELATIONS[claim[0]]} {score_text(*claim[1:])}"


# ---- The command


class Unzipped(io.RawIOBase):
    """What a file of gzip holds, one member after the other (RFC 1952) and nothing else. The module gzip of the library
    takes zeros behind a member for nothing, and does not look at the reserved bits of its header."""

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
        kind = BinaryReader if first_line == b"superko certificate 1 binary\n" else TextReader
        reader = kind(file, first_line, most)
        reader.start()
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


def complain(line):
    """A line for standard error, or nothing where that cannot be written either."""
    try:
        if sys.stderr is not None:
            print(f"{os.path.basename(sys.argv[0])}: {line}", file=sys.stderr, flush=True)
    except OSError:
        pass


def main():
    parser = argparse.ArgumentParser(description="Checks certificates as described in solutions/CERTIFICATES.md. "
                                     "Status: 0 all verified, 1 some not, 2 bad usage, a file that cannot be read, or an output "
                                     "that cannot be written.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a certificate, text or binary, gzip'ed or not")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the verdicts, the lines with s")
    parser.add_argument("--max-reads", metavar="N", type=int, default=50_000_000,
                        help=f"refuse to hold more reads than this at once, a lemma counting as {ITEM} more "
                        "(default %(default)s)")
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
