//! What a thread does for the others on its question, and because of them: see `team.rs`.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::node::{Grounds, Status};
use super::proof_numbers::Numbers;
use super::team::Team;
use super::worker::{Node, Seen, Worker};
use crate::canon::Canon;

/// A node's moves are looked at again after so many nodes.
const LOOK_AGAIN: u64 = 32;

impl Worker<'_> {
    /// Joins the threads on a question that has not been asked yet.
    pub fn join(&mut self, team: &Arc<Team>) {
        (self.team, self.calls) = (Some(Arc::clone(team)), 0);
    }

    /// Counts this thread in the node of a hash, if the team counts such nodes. Returns whether it does.
    pub(super) fn is_counted(&self, hash: u64) -> bool {
        let Some(team) = &self.team else { return false };
        let counted = self.numbers.get(hash).is_some_and(Team::counts);
        if counted {
            team.enter(hash);
        }
        counted
    }

    /// Tells the team that a node is solved.
    pub(super) fn call(&mut self, node: &Node) {
        let Some(team) = &self.team else { return };
        self.numbers.mark_solved(node.hash);
        if team.inside(node.hash).load(Relaxed) > u32::from(node.counted) {
            team.calls.fetch_add(1, Relaxed);
        }
    }

    /// Brings what is known of the open moves of a node up to date, as other threads may have searched them meanwhile.
    pub(super) fn look_again(&mut self, node: &mut Node) {
        if self.team.is_none() || self.nodes - node.looked < LOOK_AGAIN {
            return;
        }
        node.looked = self.nodes;
        let board = &self.game.board;
        for place in 0..node.children.looks.len() {
            let hash = node.children.hashes[place];
            let child = node.children.get(place);
            let Status::Open(_) = child.status else { continue };
            let (next, delta) = child.next();
            let known = self.numbers.is_solved(hash).then(|| {
                let canon = Canon::of(board, &*self.game.rules, next);
                let question = self.question.less(delta.gain);
                self.lemmas.settle(board, &canon, &question, &self.past, Some(delta))
            });
            let status = match (known.flatten(), self.numbers.get(hash)) {
                (Some(hit), _) => Status::Settled(hit.frame.side(hit.lemma.sure), Grounds::Lemma(hit)),
                (None, Some(numbers)) => Status::Open(numbers.across(&node.key, next)),
                (None, None) => continue,
            };
            if status.reaches(&node.key) {
                node.winning = Some(place);
            }
            node.children.looks[place].status = status;
        }
    }

    /// Whether the team has called since the last answer.
    pub(super) fn is_called(&self) -> bool {
        self.team.as_ref().is_some_and(|team| team.calls.load(Relaxed) != self.calls)
    }

    /// After a call of the team, goes back to the uppermost node of the line that is marked as solved, and asks whether it is
    /// solved under this past. Returns the node to go on with, and the lemma if it is solved.
    pub(super) fn answer_call(&mut self, mut node: Box<Node>) -> (Box<Node>, Option<Seen>) {
        let Some(team) = &self.team else { return (node, None) };
        self.calls = team.calls.load(Relaxed);
        let Some(place) = self.line.iter().position(|above| self.numbers.is_solved(above.hash)) else {
            return (node, None);
        };
        while self.line.len() > place {
            self.leave(node);
            self.past.retreat();
            node = self.line.pop().expect("the line is longer than that");
            self.question = node.question;
        }
        let hit = self.lemmas.settle(&self.game.board, &node.canon, &self.question, &self.past, None);
        match hit {
            Some(hit) => (node, Some(Seen::Solved(hit))),
            None => {
                // The mark is of no use under this past.
                let numbers = self.numbers.get(node.hash).unwrap_or(Numbers::UNKNOWN);
                self.numbers.put(node.hash, numbers);
                self.look_again(&mut node);
                (node, None)
            }
        }
    }
}
