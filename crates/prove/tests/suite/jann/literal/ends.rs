//! The literal machine where a game ends by territory: confirmation sequences, the score with dead
//! stones, and a name for all that the rest of a game can depend on, by which its states are
//! listed.

use superko_go::Move;

use super::{Limits, Literal, Now, other};

impl Literal {
    /// "A confirmation sequence is a special continuation that is not part of the game. It starts
    /// from a disputed position, and stops when both players pass in succession."
    pub fn confirmation(&self) -> Literal {
        Literal {
            start: self.now(),
            limits: Limits { continuations: 0, ..self.limits },
            lost_before: self.lost(),
            confirms_modified: self.limits.modified_ko,
            record: Vec::new(),
            ..*self
        }
    }

    /// All chains: their colour and their intersections.
    pub fn chains(&self) -> Vec<(char, Vec<usize>)> {
        let grid = self.now();
        let chains = (0..grid.len()).filter(|&point| grid[point] != '.').map(|point| {
            let (mut chain, _) = self.string(&grid, point);
            chain.sort_unstable();
            (grid[point], chain)
        });
        let mut chains: Vec<_> = chains.collect();
        chains.sort();
        chains.dedup();
        chains
    }

    /// "A player's score is the number of intersections in his territory, plus the number of
    /// opposing stones captured, plus the number of dead stones in his territory." The score of `X`
    /// less that of `O`.
    pub fn score_by_territory(&self, dead: &[bool]) -> i64 {
        let grid = self.now();
        let of = |player: char| -> i64 {
            let may_be_his =
                |point: usize| grid[point] == '.' || (grid[point] == other(player) && dead[point]);
            let mut score = 0;
            for point in (0..grid.len()).filter(|point| may_be_his(*point)) {
                // All that can be reached through such intersections must meet nothing but his
                // alive stones.
                let (mut set, mut place, mut met, mut surrounded) = (vec![point], 0, false, true);
                while place < set.len() {
                    for next in self.neighbours(set[place]) {
                        if may_be_his(next) {
                            if !set.contains(&next) {
                                set.push(next);
                            }
                        } else if grid[next] == player && !dead[next] {
                            met = true;
                        } else {
                            surrounded = false;
                        }
                    }
                    place += 1;
                }
                if met && surrounded {
                    score += 1 + i64::from(grid[point] != '.');
                }
            }
            score
        };
        of('X') - of('O') - self.lost()
    }

    /// All that the rest of a game can depend on, in words.
    pub fn signature(&self, player: char) -> String {
        let grid: String = self.now().into_iter().collect();
        let (begun, stage) = match self.state() {
            Now::Ended => unreachable!("the game goes on"),
            Now::Stopped { said, continuation } => (None, format!("stopped {said:?} {continuation}")),
            Now::Open { since, continuation } => (Some((since, false)), format!("open {continuation}")),
            Now::Play { since, continuation, modified } => {
                (Some((since, modified)), format!("play {continuation} {modified}"))
            }
        };
        let mut told = format!("{grid} {player} {stage} {}", self.lost());
        let Some((since, modified)) = begun else { return told };
        if self.record.len() > since && self.record.last().is_some_and(|made| made.mv == Move::Pass) {
            told.push_str(" passed");
        }
        if let Some((_, taken)) = self.record.last().and_then(|made| self.ko_capture(made)) {
            told.push_str(&format!(" ko {taken}"));
        }
        if modified {
            for one in 0..grid.len() {
                for two in self.neighbours(one) {
                    for player in ['X', 'O'] {
                        let ko = (one, two);
                        let until = self.record.len();
                        let facts = [
                            self.is_recapture(player, ko, since),
                            self.locked(player, ko, since),
                            self.preparation(player, ko, since, until).is_some(),
                        ];
                        if facts.contains(&true) {
                            told.push_str(&format!(" {player}{one}-{two}{facts:?}"));
                        }
                    }
                }
            }
        }
        told
    }
}
