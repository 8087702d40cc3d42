//! What a trace or a search tree is about.

use gridwright_chr::Program;
use gridwright_lang::Built;
use gridwright_puzzles::AnyInstance;

/// What is searched: a puzzle, a model of the modelling language, or a CHR program with a goal.
#[derive(Clone, Copy, Debug)]
pub enum Searched<'s> {
    /// A puzzle, with facts about its board.
    Puzzle(&'s dyn AnyInstance),
    /// A model.
    Model(&'s Built),
    /// A CHR program and the goal to run.
    Chr {
        /// The program.
        program: &'s Program,
        /// The goal.
        goal: &'s str,
    },
}

impl Searched<'_> {
    /// The number of facts about the board; only a puzzle has one.
    pub(crate) fn n_facts(self) -> usize {
        match self {
            Searched::Puzzle(instance) => instance.n_facts(),
            Searched::Model(_) | Searched::Chr { .. } => 0,
        }
    }
}

impl<'s> From<&'s dyn AnyInstance> for Searched<'s> {
    fn from(instance: &'s dyn AnyInstance) -> Searched<'s> {
        Searched::Puzzle(instance)
    }
}

impl<'s> From<&'s Built> for Searched<'s> {
    fn from(built: &'s Built) -> Searched<'s> {
        Searched::Model(built)
    }
}
