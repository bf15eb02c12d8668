mod advice;
pub mod bounds;
pub mod budget;
mod canon;
pub mod dfpn;
mod lemma;
mod question;
mod table;
mod trail;

pub use budget::{Budget, Limits, Stopped};
pub use question::Question;
