//! Logic puzzles: what a puzzle and a viewpoint are, and one folder per kind.
//!
//! A [`Puzzle`] knows its rules and judges answers. A [`Viewpoint`] turns an instance into a model and says how to read the answer and how to say
//! each fact in its own variables; several viewpoints in one model are linked by the facts they share. Nothing here solves anything.
//!
//! ```
//! use gridwright_fd::Model;
//! use gridwright_puzzles::{Choices, Puzzle, formulate, sudoku::Sudoku};
//!
//! let instance = Sudoku::parse(".1.. ...2 3... ..3.").expect("a board of four");
//! let mut model = Model::new();
//! let both = [Sudoku::VIEWPOINTS[0], Sudoku::VIEWPOINTS[1]];
//! let formulation = formulate::<Sudoku>(&instance, &both, &Choices::default(), &mut model)?;
//! assert_eq!(formulation.facts.len(), 4 * 4 * 4);
//! # Ok::<(), gridwright_fd::ModelError>(())
//! ```
#![warn(missing_docs)]

pub mod battleship;
mod broken;
mod by_text;
mod catalogue;
mod choices;
mod clues;
mod facts;
mod format;
mod formulated;
mod generate;
pub mod hashi;
mod kind;
pub mod magic;
mod meaning;
mod names;
mod numbers;
pub mod path;
mod premise;
mod program;
mod puzzle;
mod seen;
mod shape;
mod shown;
pub mod sudoku;
mod tokens;
pub mod whitetan;

pub use catalogue::{CATALOGUE, kind};
pub use choices::{Choices, Connectivity, Effect, NoSuchChoice, Rule};
pub use clues::Place;
pub use facts::Facts;
pub use format::{Format, NotExpressible};
pub use formulated::{AnyAnswer, AnyFormulation, AnyProgram, FormulateError, FormulateOptions};
pub use generate::{
    AnyBegin, AnyDraft, AnyOutline, Begin, Choice, Clue, Doubt, Draft, Generate, GenerateError,
    GenerateOption, GenerateOptions, Making, Symmetry, Tests, Turn,
};
pub use kind::{AnyInstance, BoxedInstance, Kind};
pub use premise::{Argument, Claim, Premise, PremiseForm, StepText};
pub use program::{NoSuchSwitch, Program, ProgramCard, Switch};
pub use puzzle::{Card, Example, Formulation, Puzzle, Viewpoint, Violation, formulate};
pub use seen::Seen;
pub use shape::{Narrowing, Shaped, Sharing};
pub use shown::{Known, Shown};
