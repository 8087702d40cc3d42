//! The bundled models for other programs, one for each puzzle model and program.

use crate::experiment::bundled::{Texts, bundle};

pub(crate) const CLINGO: Texts = bundle![
    "examples/clingo",
    "lp",
    "battleship",
    "hashi",
    "path",
    "sudoku",
    "whitetan"
];
pub(crate) const MINIZINC: Texts = bundle![
    "examples/minizinc",
    "mzn",
    "battleship",
    "hashi",
    "magic",
    "path",
    "sudoku",
    "whitetan"
];
/// `run` is the module that the models share.
pub(crate) const ORTOOLS: Texts = bundle![
    "examples/ortools",
    "py",
    "run",
    "battleship",
    "hashi",
    "magic",
    "path",
    "sudoku",
    "whitetan"
];
/// `run` is the module that the models share.
pub(crate) const CADICAL: Texts = bundle![
    "examples/cadical",
    "py",
    "run",
    "battleship",
    "hashi",
    "path",
    "sudoku",
    "whitetan"
];
/// `run` is the driver that the models share.
pub(crate) const PROLOG: Texts = bundle![
    "examples/prolog",
    "pl",
    "run",
    "battleship",
    "hashi",
    "magic",
    "path",
    "sudoku",
    "whitetan"
];
/// Definitions of global constraints that MiniZinc would otherwise decompose for Gecode.
pub(crate) const GECODE_GLOBALS: Texts = bundle![
    "examples/minizinc/gecode",
    "mzn",
    "fzn_all_different_int",
    "fzn_inverse",
    "fzn_table_int"
];
