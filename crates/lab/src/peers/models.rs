//! The models that other programs are given, one for each kind and system. They come with the program, so that it needs no files to race.

macro_rules! texts {
    ($folder:literal, $ending:literal, $($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../../../examples/", $folder, "/", $name, ".", $ending)))),*]
    };
}

type Texts = &'static [(&'static str, &'static str)];

const CLINGO: Texts = texts!(
    "clingo",
    "lp",
    "battleship",
    "hashi",
    "path",
    "sudoku",
    "whitetan"
);
const MINIZINC: Texts = texts!(
    "minizinc",
    "mzn",
    "battleship",
    "hashi",
    "magic",
    "path",
    "sudoku",
    "whitetan"
);
const ORTOOLS: Texts = texts!(
    "ortools",
    "py",
    "battleship",
    "hashi",
    "magic",
    "path",
    "sudoku",
    "whitetan"
);
const CADICAL: Texts = texts!(
    "cadical",
    "py",
    "battleship",
    "hashi",
    "path",
    "sudoku",
    "whitetan"
);
const CLPFD: Texts = texts!(
    "prolog",
    "pl",
    "battleship",
    "hashi",
    "magic",
    "path",
    "sudoku",
    "whitetan"
);
const GECODE: Texts = texts!(
    "minizinc/gecode",
    "mzn",
    "fzn_all_different_int",
    "fzn_inverse",
    "fzn_table_int"
);

/// What all models for OR-Tools share: reading the data, asking, telling.
pub(crate) const ORTOOLS_ASKED: &str = include_str!("../../../../examples/ortools/run.py");

/// The same for CaDiCaL.
pub(crate) const CADICAL_ASKED: &str = include_str!("../../../../examples/cadical/run.py");

pub(crate) fn clingo(model: &str) -> Option<&'static str> {
    text(CLINGO, model)
}

pub(crate) fn minizinc(model: &str) -> Option<&'static str> {
    text(MINIZINC, model)
}

pub(crate) fn ortools(model: &str) -> Option<&'static str> {
    text(ORTOOLS, model)
}

pub(crate) fn cadical(model: &str) -> Option<&'static str> {
    text(CADICAL, model)
}

pub(crate) fn clpfd(model: &str) -> Option<&'static str> {
    text(CLPFD, model)
}

/// Files of MiniZinc without which constraints that a solver has are taken apart.
pub(crate) fn natives(solver: &str) -> impl Iterator<Item = (String, &'static str)> {
    let files = if solver == "gecode" { GECODE } else { &[] };
    files
        .iter()
        .map(|(name, text)| (format!("{name}.mzn"), *text))
}

fn text(texts: Texts, model: &str) -> Option<&'static str> {
    let found = texts.iter().find(|(name, _)| *name == model);
    found.map(|(_, text)| *text)
}
