mod advice;
pub mod bounds;
pub mod budget;
mod canon;
mod dfpn;
mod lemma;
mod question;
mod table;
mod trail;

pub use budget::{Budget, Limits, Stopped};
pub use question::Question;
