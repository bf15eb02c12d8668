//! Rules as a test of other programs.
//!
//! [`conform`] compares a program that speaks the Go Text Protocol with a ruleset, node by node, or
//! finds the rulesets that explain what it does.

pub mod conform;
