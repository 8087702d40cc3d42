//! What a kind of puzzle provides, and the type-erased traits through which other crates use any kind.
//!
//! [`Puzzle`] is the typed contract that each kind implements; [`Kind`] and [`AnyInstance`] are the same contract without types, implemented once for all kinds.

mod choices;
mod clues;
mod drawing;
mod erased;
mod facts;
mod format;
mod generate;
mod named;
mod nine;
mod play;
mod premise;
mod program;
mod puzzle;
mod shape;
mod symmetry;
pub(crate) mod tokens;

pub use choices::{Choices, Connectivity, Effect, Rule, UnknownName};
pub use clues::{ClueEntry, CluePosition, ClueSlot, ClueSymbol, EnteredClue, SymbolRole};
pub use drawing::{DrawOptions, FactState};
pub use erased::{
    AnyAnswer, AnyFormulation, AnyInstance, AnyProgram, BoxedInstance, FormulateError,
    FormulateOptions, Kind,
};
pub use facts::Facts;
pub use format::{Format, NotExpressible};
pub use generate::{
    Alternative, AnyBoardSource, AnyDraft, AnyGenerate, AnyOutline, AttemptLimit, BoardSource,
    Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOption, GenerateOptions,
    SizeByDifficulty, UniquenessMethod,
};
pub use named::{
    ClaimColour, ClaimLink, LEVELS, NamedPath, NamedStep, NamedSteps, NamedTechnique,
    NamedTechniques, StepPattern, StepsFrom, TechniqueChoice, technique_index,
};
pub use nine::NineBoards;
pub use play::{LineSum, PathStep, PlayInfo};
pub use premise::{Argument, ChainText, Claim, Explain, Failure, Premise, PremiseForm, StepText};
pub use program::{Program, ProgramInfo, ProgramState, Switch};
pub use puzzle::{
    AnswerFromKeys, Example, FactPlace, Formulate, Formulated, Formulation, KindInfo, KnownPart,
    Puzzle, PuzzleFact, Viewpoint, Violation, formulate,
};
pub use shape::{Narrow, Narrowing, Shaped, Sharing};
pub use symmetry::Symmetry;

pub(crate) use erased::KindOf;
pub(crate) use generate::{searched, searched_at_random};
pub(crate) use program::{OFF, ON, listed};
pub(crate) use puzzle::plural;
