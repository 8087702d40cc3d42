//! What comes with the program: the reports' experiments, the sets of instances they use, and the figures that were published.

/// An experiment that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! ready {
    ($($name:literal),* $(,)?) => {
        &[$(Ready { name: $name, text: include_str!(concat!("../../../experiments/", $name, ".toml")) }),*]
    };
}

/// The experiments.
pub const EXPERIMENTS: &[Ready] = ready![
    "000-sudoku",
    "000-sudoku-chr",
    "000-hashi",
    "000-hashi-chr",
    "000-hashi-connectivity",
    "001-sudoku-cells",
    "001-sudoku-bits",
    "001-sudoku-chr",
    "001-battleship",
    "001-battleship-viewpoints",
    "001-battleship-chr",
    "002-magic-squares",
    "002-magic-restarts",
    "002-two-of-three",
    "003-whitetan",
    "003-whitetan-labelling",
    "003-whitetan-sizes",
    "003-whitetan-generation",
    "004-numbrix",
    "004-numbrix-sizes",
    "004-hidato",
    "004-hidato-sizes",
    "heuristics",
    "restarts",
];

/// The experiment of a name.
pub fn experiment(name: &str) -> Option<Ready> {
    EXPERIMENTS.iter().copied().find(|ready| ready.name == name)
}

const SETS: &[(&str, &str)] = &[
    (
        "sudoku/reports",
        include_str!("../../../corpus/sudoku/reports.txt"),
    ),
    (
        "hashi/reports",
        include_str!("../../../corpus/hashi/reports.txt"),
    ),
    (
        "battleship/reports",
        include_str!("../../../corpus/battleship/reports.txt"),
    ),
    (
        "whitetan/reports",
        include_str!("../../../corpus/whitetan/reports.txt"),
    ),
    (
        "numbrix/reports",
        include_str!("../../../corpus/numbrix/reports.txt"),
    ),
    (
        "hidato/reports",
        include_str!("../../../corpus/hidato/reports.txt"),
    ),
];

/// The names of the sets.
pub fn sets() -> impl Iterator<Item = &'static str> {
    SETS.iter().map(|(name, _)| *name)
}

/// The set of a name.
pub fn set(name: &str) -> Option<&'static str> {
    let found = SETS.iter().find(|(other, _)| *other == name);
    found.map(|(_, text)| *text)
}

macro_rules! tables {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../experiments/published/", $name, ".csv")))),*]
    };
}

const TABLES: &[(&str, &str)] = tables![
    "report000_sudoku_eclipse",
    "report000_sudoku_chr",
    "report000_hashi_eclipse",
    "report000_hashi_chr",
    "report001_sudoku_cells",
    "report001_sudoku_bits",
    "report001_sudoku_chr",
    "report001_battleship_eclipse",
    "report002_magic_square",
    "report002_sudoku_sicstus",
    "report003_whitetan",
    "report004_numbrix_hidato",
];

/// The names of the published tables.
pub fn tables() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(name, _)| *name)
}

/// The published table of a name.
pub fn table(name: &str) -> Option<&'static str> {
    let found = TABLES.iter().find(|(other, _)| *other == name);
    found.map(|(_, text)| *text)
}
