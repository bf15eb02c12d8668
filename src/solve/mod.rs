mod advice;
pub mod bounds;
pub mod budget;
mod canon;
pub mod dfpn;
mod lemma;
mod question;
pub mod retrograde;
mod table;
mod trail;
pub mod value_iteration;

pub use budget::{Budget, Limits, Stopped};
pub use question::Question;
