//! Scaling: how time and memory grow with the board, ours and those of other programs, each run in a process of its own. Curves are data, in
//! `experiments/scaling.toml` or a file like it.
//!
//! | file | what |
//! |---|---|
//! | `curve` | what a file of curves says, and the puzzles of a size |
//! | `own` | our side, in a process of its own |
//! | `grow` | a curve measured, size by size until nobody is left |
//! | `fit` | the growth that fits |
//! | `kept` | figures as CSV |
//! | `told` | tables and plots |

mod curve;
mod fit;
mod grow;
mod kept;
mod own;
mod told;

pub use curve::{Curve, Made, curves};
pub use fit::{Growth, Law, growth};
pub use grow::{Grown, Point, Side, Wanted, grow};
pub use kept::{kept, read_kept};
pub use own::answer;
pub use told::{Pictures, block, file, markdown, pictures, recorded};

/// The curves that come with the program.
pub const CURVES: &str = include_str!("../../../../experiments/scaling.toml");
