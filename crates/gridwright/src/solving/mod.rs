//! Answering questions about instances: by a model, by a CHR program, or by the bulk Sudoku engine.

mod ask;
mod batch;
mod bulk_engine;
mod chr_engine;
mod cubes;

pub use ask::{ask, propagate};
pub use batch::BatchSolver;
pub use bulk_engine::{BULK_VIEWPOINT, BulkSolver};
pub use chr_engine::chr_limits;
pub(crate) use chr_engine::{answer_of, compile, program_for};
pub use cubes::{CubeJoin, CubePart, CubeReport, CubeSolver, CubeSubject};
