//! Depth-first proof-number search (df-pn) over lemmas with read sets, for games that always end.
//!
//! At every node the question is whether the player to move reaches his aim. A *proof number*
//! estimates the work left to show that he does (the minimum over his moves), a *disproof number*
//! the work to show that he does not (the sum over his moves). The search is an iterative deepening
//! on these numbers: it descends where the least work is left, and returns as soon as another place
//! looks cheaper. Source: A. Nagai, *Df-pn algorithm for searching AND/OR trees and its
//! applications*, 2002.
//!
//! # The graph-history-interaction problem
//! The value of a key (position, mover, phase) depends on the history: under superko the moves that
//! are illegal, under other rules also the score. A transposition table that stores values by key
//! alone may be wrong under another history. That is the graph-history-interaction problem (GHI).
//! A. Kishimoto and M. Müller (*A general solution to the graph history interaction problem*, AAAI
//! 2004; *A solution to the GHI problem for depth-first proof-number search*, Information Sciences
//! 175, 2005) store the paths of proofs, and verify a proof under another history by simulation.
//!
//! Here a result is a lemma ([`crate::lemma`]): a bound with the facts of the history that its
//! proof has read. It is used wherever these facts are the same, which is checked without
//! simulation. Proof numbers (`proof_numbers.rs`) only guide the search. When a node is solved,
//! `proof.rs` makes its lemma from what is known of its moves:
//!
//! * if the mover reaches his aim, the proof is by one legal move: the facts that could have banned
//!   it were absent;
//! * if he does not, the proof is by all his moves: each is answered, or illegal because a fact was
//!   present;
//! * the facts that the lemmas of the moves have read are carried back over the edges that lead to
//!   them;
//! * a move that would end the game if a fact held adds that fact to the reads only where the end
//!   would be worse for the claim than what the search proved.
//!
//! # Proof numbers and the history
//! Proof numbers are shared between all histories of a key. Nothing else saves as many nodes, but
//! where a line comes back to a key, under another history, the numbers of the key would stand for
//! a part of their own subtree. So the numbers of a key are kept apart by how often it occurs on
//! the current line.
//!
//! # Termination
//! Even so, two histories could overwrite each other's numbers in turn, and the search might never
//! come to an end. When `STALL_NODES` nodes have passed without a new lemma, the search stops
//! comparing and goes straight down its best line until there is one. Every game is finite, so
//! going down reaches a node whose moves are all settled, and a lemma is stored. It is new for its
//! key, history and question (otherwise it would have been found before the node was searched), and
//! of these there are finitely many. The argument needs a memory that keeps the lemmas: under a
//! memory limit too small for the board the search may run until another limit stops it, but an
//! answer that it does give is right.
//!
//! # Restarts
//! A node is left when its numbers reach limits that come from those of its neighbours, as they
//! were when it was entered. Lemmas that are proved meanwhile, and numbers that grow, may change
//! those. So the search may stay for millions of nodes where the root would not send it again.
//! After `RESTART_AFTER` nodes a search returns to the root every `RESTART_NODES` nodes, as soon as
//! there is a new lemma, with the numbers on the way kept, and descends where they lead. That is
//! sound, as numbers only guide, and it comes to an end, as there is a new lemma each time.
//!
//! # The stack
//! The nodes of the current line are kept in a list (`Worker::line`) and not on the stack of the
//! thread, as lines can be tens of thousands of moves long. So the search runs on any thread.

pub mod jobs;
pub(crate) mod life;
mod node;
mod proof;
pub(crate) mod proof_numbers;
mod search;
pub(crate) mod searcher;
pub(crate) mod settled;
pub(crate) mod worker;
