//! The search: depth-first proof numbers over lemmas with read sets.
//!
//! At every node the question is whether the player to move reaches his aim. A *proof number* estimates
//! the work left to show that he does (the least over his moves), a *disproof number* the work to show
//! that he does not (the sum over his moves). The search goes down where the least work is left and
//! comes back as soon as another place looks cheaper. Source: A. Nagai, *Df-pn algorithm for searching
//! AND/OR trees and its applications*, 2002.
//!
//! It differs from that source in what is stored. Proof numbers ([`proof_numbers`]) only guide the search;
//! results are lemmas ([`crate::lemma`]), each with the facts of the past that its proof has read. When a
//! node is solved, [`proof`] makes its lemma from what is known of its moves:
//!
//! * if the mover reaches his aim, the proof rests on one legal move: the facts that could have barred it were
//!   absent;
//! * if he does not, it rests on all his moves: each is answered, or barred because a fact was present;
//! * the facts that the lemmas of the moves have read are carried back over the edges that lead to them;
//! * a move that would end the game if a fact held adds that fact to the reads only where the end would be worse
//!   for the claim than what the search proved.
//!
//! # Proof numbers and the past
//! Proof numbers are shared between all pasts of a key. Nothing else saves as many nodes, but where a line comes
//! back to a key, under another past, the numbers of the key would stand for a part of their own subtree. So
//! the numbers of a key are kept apart by how often it occurs on the line in hand.
//!
//! # Termination
//! Even so, two pasts could overwrite each other's numbers in turn, and the search might never come to an end.
//! When `PATIENCE` nodes have passed without a new lemma, the search stops comparing and goes straight
//! down its best line until there is one. Every game is finite, so going down reaches a node whose moves
//! are all settled, and a lemma is stored. It is new for its key, past and question (otherwise it would
//! have been found before the node was searched), and of these there are finitely many.
//! The argument needs a memory that keeps the lemmas: under a memory limit too small for the board the search
//! may run until another limit stops it, but an answer that it does give is right.
//!
//! # Beginning anew
//! A node is left when its numbers reach limits that come from those of its neighbours, as they were when it was entered. Lemmas that
//! are proved meanwhile, and numbers that grow, may change those. So the search may stay for millions of nodes where the root
//! would not send it again. A search that has become `LONG` goes back to the root every `ANEW` nodes, as soon as there is a new lemma,
//! with the numbers on the way kept, and comes down where they lead. That is sound, as numbers only guide, and it comes to an end, as
//! there is a new lemma each time.
//!
//! # The stack
//! The nodes of the line in hand are kept in a list (`Worker::line`) and not on the stack of the thread, as lines
//! can be tens of thousands of moves long. So the search runs on any thread, and needs none of its own.

pub mod jobs;
pub(crate) mod life;
mod node;
mod proof;
pub(crate) mod proof_numbers;
mod search;
pub(crate) mod searcher;
mod worker;
