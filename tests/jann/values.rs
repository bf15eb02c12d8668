use crate::game;
