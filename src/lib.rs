pub mod go;
pub mod rules;
pub mod solve;
