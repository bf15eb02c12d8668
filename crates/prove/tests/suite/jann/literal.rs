//! Jann's rules to the letter, slowly: every question is answered by reading the whole record of
//! the game.
//!
//! It shares nothing with the program but the names of moves: boards are grids of letters here, and
//! nothing is remembered but the record.

mod ends;

use superko_go::Move;

/// A grid of `X`, `O` and `.`, row by row.
type Grid = Vec<char>;

/// A move that was made.
#[derive(Debug, Clone)]
struct Made {
    player: char,
    mv: Move,
    /// The position after it.
    after: Grid,
    /// The stones of its player, and of the other, that it removed.
    lost: usize,
    taken: Vec<usize>,
}

/// How many continuations there may be, how many stones may be lost, whether there is modified ko,
/// and whether a capture that is banned at the moment may be challenged for.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub continuations: usize,
    pub stones: Option<usize>,
    pub modified_ko: bool,
    pub barred_challenge: bool,
}

/// A game: the record of it.
#[derive(Clone)]
pub struct Literal {
    rows: usize,
    cols: usize,
    start: Grid,
    limits: Limits,
    /// What `X` has lost more than `O` before the record begins.
    lost_before: i64,
    /// Whether the record is that of a confirmation sequence with modified ko.
    confirms_modified: bool,
    record: Vec<Made>,
}

/// What is going on at the end of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Now {
    /// Play goes on: since the move of this number, and whether with modified ko.
    Play { since: usize, continuation: usize, modified: bool },
    /// As `Play`, and the first to speak, who had accepted, may still demand modified ko.
    Open { since: usize, continuation: usize },
    /// The players speak. What they have said.
    Stopped { said: Vec<Move>, continuation: usize },
    /// The game is over.
    Ended,
}

/// A ko capture: where the stone was placed and where the captured one stood.
type KoCapture = (usize, usize);

fn other(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

impl Literal {
    pub fn new(rows: usize, cols: usize, start: &str, limits: Limits) -> Literal {
        let start = start.chars().filter(|letter| *letter != '/').collect();
        Literal { rows, cols, start, limits, lost_before: 0, confirms_modified: false, record: Vec::new() }
    }

    /// What `X` has lost more than `O`.
    pub fn lost(&self) -> i64 {
        let signed =
            |player: char, stones: usize| if player == 'X' { stones as i64 } else { -(stones as i64) };
        let of = |made: &Made| signed(made.player, made.lost) - signed(made.player, made.taken.len());
        self.lost_before + self.record.iter().map(of).sum::<i64>()
    }

    pub fn position(&self) -> String {
        let grid = self.now();
        let rows: Vec<String> = grid.chunks(self.cols).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    fn now(&self) -> Grid {
        self.record.last().map_or(self.start.clone(), |made| made.after.clone())
    }

    fn neighbours(&self, point: usize) -> Vec<usize> {
        let (row, col) = (point / self.cols, point % self.cols);
        let mut list = Vec::new();
        if row > 0 {
            list.push(point - self.cols);
        }
        if row + 1 < self.rows {
            list.push(point + self.cols);
        }
        if col > 0 {
            list.push(point - 1);
        }
        if col + 1 < self.cols {
            list.push(point + 1);
        }
        list
    }

    /// "Adjacent stones of the same color form a string. The empty intersections adjacent to a
    /// string are the liberties of the string."
    fn string(&self, grid: &Grid, point: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut string, mut liberties, mut place) = (vec![point], Vec::new(), 0);
        while place < string.len() {
            for next in self.neighbours(string[place]) {
                if grid[next] == '.' && !liberties.contains(&next) {
                    liberties.push(next);
                }
                if grid[next] == grid[point] && !string.contains(&next) {
                    string.push(next);
                }
            }
            place += 1;
        }
        (string, liberties)
    }

    /// "After each stone is played enemy stones are checked first, friendly stones second."
    fn placed(&self, player: char, point: usize) -> Option<Made> {
        let mut after = self.now();
        if after[point] != '.' {
            return None;
        }
        after[point] = player;
        let mut gone = [Vec::new(), Vec::new()];
        for (checked, colour) in [other(player), player].into_iter().enumerate() {
            let dead: Vec<usize> = (0..after.len())
                .filter(|&stone| after[stone] == colour && self.string(&after, stone).1.is_empty())
                .collect();
            for stone in dead {
                after[stone] = '.';
                gone[checked].push(stone);
            }
        }
        let [taken, own] = gone;
        Some(Made { player, mv: Move::Place(point as u8), after, lost: own.len(), taken })
    }

    /// "Capturing a single stone in a way that the new stone doesn't immediately become part of a
    /// bigger string and has only one libery (ie. it is in a recapturable state) is a ko capture."
    fn ko_capture(&self, made: &Made) -> Option<KoCapture> {
        let Move::Place(point) = made.mv else { return None };
        let point = usize::from(point);
        if made.taken.len() != 1 || made.after[point] != made.player {
            return None;
        }
        let (string, liberties) = self.string(&made.after, point);
        (string.len() == 1 && liberties.len() == 1).then_some((point, made.taken[0]))
    }

    /// Whether the intersections around two have been the same after each move from one number to
    /// another.
    fn unchanged(&self, (one, two): KoCapture, from: usize, to: usize) -> bool {
        let mut around = self.neighbours(one);
        around.extend(self.neighbours(two));
        around.retain(|point| *point != one && *point != two);
        let look = |made: &Made| around.iter().map(|&point| made.after[point]).collect::<Vec<_>>();
        (from..to).all(|place| look(&self.record[place]) == look(&self.record[from]))
    }

    /// Whether two ko captures affect the same two intersections.
    fn same_points(a: KoCapture, b: KoCapture) -> bool {
        a == b || a == (b.1, b.0)
    }

    pub fn state(&self) -> Now {
        let (mut since, mut continuation, mut modified, mut open) = (0, 0, self.confirms_modified, false);
        let mut said: Option<Vec<Move>> = None;
        for (place, made) in self.record.iter().enumerate() {
            if let Some(words) = &mut said {
                words.push(made.mv);
                use superko_go::player::Move::{Accept, Resume, ResumeModified};
                let begins = match words.as_slice() {
                    [Accept, Accept] => return Now::Ended,
                    [Resume, Accept] => Some((false, false)),
                    [Accept, Resume] => Some((false, self.limits.modified_ko)),
                    [Resume, ResumeModified] | [Accept, ResumeModified] => Some((true, false)),
                    [ResumeModified, Accept] | [Accept, Resume, ResumeModified, Accept] => {
                        Some((true, false))
                    }
                    _ => None,
                };
                if let Some((with, still)) = begins {
                    (modified, open) = (with, still);
                    since = place + 1;
                    continuation += 1;
                    said = None;
                }
                continue;
            }
            if open && made.mv == Move::ResumeModified {
                // It was not begun after all.
                continuation -= 1;
                said = Some(vec![Move::Accept, Move::Resume, Move::ResumeModified]);
                open = false;
                continue;
            }
            open = false;
            // "When both players pass in succession, the game stops."
            let stops = place > since && made.mv == Move::Pass && self.record[place - 1].mv == Move::Pass;
            if stops && continuation == self.limits.continuations {
                return Now::Ended;
            }
            if stops {
                said = Some(Vec::new());
            }
        }
        match said {
            Some(said) => Now::Stopped { said, continuation },
            None if open => Now::Open { since, continuation },
            None => Now::Play { since, continuation, modified },
        }
    }

    /// The ko captures of this continuation, by whom and when.
    fn captures(&self, since: usize) -> Vec<(usize, char, KoCapture)> {
        let captures = (since..self.record.len()).filter_map(|place| {
            let made = &self.record[place];
            Some((place, made.player, self.ko_capture(made)?))
        });
        captures.collect()
    }

    /// The move by which a ko capture is prepared: a challenge pass for it, not used since by that
    /// capture, in what still is the same ko.
    fn preparation(&self, player: char, capture: KoCapture, since: usize, until: usize) -> Option<usize> {
        let passed = (since..until).rev().find(|&place| {
            let made = &self.record[place];
            made.player == player && made.mv == Move::Challenge(capture.0 as u8)
        })?;
        let used = self
            .captures(since)
            .iter()
            .any(|(place, by, other)| (passed..until).contains(place) && *by == player && *other == capture);
        (!used && self.unchanged(capture, passed, until)).then_some(passed)
    }

    /// Whether the ko of a capture is locked against a player.
    fn locked(&self, player: char, capture: KoCapture, since: usize) -> bool {
        self.captures(since).iter().any(|(place, by, theirs)| {
            let prepared = || self.preparation(*by, *theirs, since, *place).is_some();
            let cleared = (*place..self.record.len()).any(|later| self.record[later].mv == Move::Pass);
            *by != player
                && Self::same_points(capture, *theirs)
                && self.unchanged(capture, *place, self.record.len())
                && !cleared
                && prepared()
        })
    }

    /// "It is in a ko in which the opponent already captured earlier in the same continuation."
    fn is_recapture(&self, player: char, capture: KoCapture, since: usize) -> bool {
        self.captures(since).iter().any(|(place, by, theirs)| {
            *by != player
                && Self::same_points(capture, *theirs)
                && self.unchanged(capture, *place, self.record.len())
        })
    }

    /// Where the last move, a ko capture, has taken a stone.
    pub fn barred(&self) -> Option<u8> {
        let last = self.record.last().and_then(|made| self.ko_capture(made));
        last.map(|(_, taken)| taken as u8)
    }

    /// Every legal move of a player, in the order of their names.
    pub fn legal(&self, player: char) -> Vec<Move> {
        let mut moves = match self.state() {
            Now::Ended => Vec::new(),
            Now::Stopped { said, .. } => self.answers(&said),
            Now::Play { since, modified, .. } => self.plays(player, since, modified),
            Now::Open { since, .. } => {
                let mut plays = self.plays(player, since, false);
                plays.push(Move::ResumeModified);
                plays
            }
        };
        moves.sort();
        moves
    }

    fn answers(&self, said: &[Move]) -> Vec<Move> {
        let mut answers = match said {
            [] | [Move::Accept] => vec![Move::Accept, Move::Resume, Move::ResumeModified],
            [Move::Resume] => vec![Move::Accept, Move::ResumeModified],
            _ => vec![Move::Accept],
        };
        answers.retain(|mv| self.limits.modified_ko || *mv != Move::ResumeModified);
        answers
    }

    fn plays(&self, player: char, since: usize, modified: bool) -> Vec<Move> {
        let mut moves = vec![Move::Pass];
        let lost = if player == 'X' { self.lost() } else { -self.lost() };
        if self.limits.stones.is_some_and(|stones| lost > stones as i64) {
            return moves;
        }
        let last = self.barred().map(usize::from);
        for point in 0..self.start.len() {
            let Some(made) = self.placed(player, point) else { continue };
            // "The opponent cannot immediately recapture, placing a stone back to where his
            // original stone was captured from."
            let barred = last == Some(point);
            if barred && !self.limits.barred_challenge {
                continue;
            }
            let capture = self.ko_capture(&made).filter(|_| modified);
            if let Some(capture) = capture {
                if self.locked(player, capture, since) {
                    continue;
                }
                let now = self.record.len();
                if self.is_recapture(player, capture, since)
                    && self.preparation(player, capture, since, now).is_none()
                {
                    moves.push(Move::Challenge(point as u8));
                }
            }
            if !barred {
                moves.push(made.mv);
            }
        }
        moves
    }

    pub fn play(&mut self, player: char, mv: Move) {
        let made = match mv {
            Move::Place(point) => self.placed(player, usize::from(point)).expect("the move is legal"),
            _ => Made { player, mv, after: self.now(), lost: 0, taken: Vec::new() },
        };
        self.record.push(made);
    }

    /// The area of the position, counted for each empty region by the colours around it.
    pub fn area(&self) -> i32 {
        let grid = self.now();
        let worth = |point: usize| match grid[point] {
            'X' => 1,
            'O' => -1,
            _ => {
                let (region, _) = self.string(&grid, point);
                let touches = |colour| {
                    region.iter().any(|&empty| self.neighbours(empty).iter().any(|&n| grid[n] == colour))
                };
                i32::from(touches('X') && !touches('O')) - i32::from(touches('O') && !touches('X'))
            }
        };
        (0..grid.len()).map(worth).sum()
    }

    /// Whether the last move was a suicide, and of how many stones.
    pub fn last_lost(&self) -> usize {
        self.record.last().map_or(0, |made| made.lost)
    }

    /// Whether the last move was a capture that made a lock.
    pub fn last_locked(&self) -> bool {
        let (Now::Play { since, modified: true, .. }, Some(made)) = (self.state(), self.record.last()) else {
            return false;
        };
        let capture = self.ko_capture(made);
        capture.is_some_and(|capture| {
            self.preparation(made.player, capture, since, self.record.len() - 1).is_some()
        })
    }
}
