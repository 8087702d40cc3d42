//! The techniques of Sudoku players: named steps on a 9x9 grid of candidates, found directly, each with the pattern that is its reason.
//!
//! | module | contents |
//! |---|---|
//! | `words` | the sentences of a step, and where it is |
//! | `ladder` | the next step among the techniques allowed; a puzzle solved step by step, with score and level |
//! | `find/` | one file for each family of techniques |
//! | `step` | a step and its pattern, as data |
//! | `technique` | the techniques: names, order, scores, levels; sets of them |
//! | `grid` | candidates and placed digits |
//! | `cells` | sets of cells; rows, columns and blocks |
//!
//! Imports run upwards in this table. Names, order, scores and levels are those of HoDoKu.
#![warn(missing_docs)]

pub mod cells;
mod find;
mod grid;
mod ladder;
mod step;
mod technique;
mod words;

pub use grid::{Grid, GridError};
pub use ladder::{Ladder, Solved, solve};
pub use step::{Candidate, Colour, Group, Link, Need, Pattern, Step};
pub use technique::{Level, Technique, TechniqueSet};
pub use words::{place, sentence};
