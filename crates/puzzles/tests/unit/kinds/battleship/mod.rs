//! Tests of Battleship.

mod draw;
mod judge;
mod text;
