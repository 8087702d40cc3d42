//! Bundled data: the experiments of the reports, their instance sets and the published tables.

/// Names and texts of bundled files.
pub(crate) type Texts = &'static [(&'static str, &'static str)];

/// The texts of files of the repository, given their folder, their extension and their names.
macro_rules! bundle {
    ($folder:literal, $extension:literal, $($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name, ".", $extension)),
        )),*]
    };
}

/// Looks up a text by its name.
pub(crate) fn text(texts: Texts, name: &str) -> Option<&'static str> {
    let found = texts.iter().find(|(other, _)| *other == name);
    found.map(|(_, text)| *text)
}

/// The names and TOML texts of the bundled experiments.
pub const EXPERIMENTS: &[(&str, &str)] = bundle![
    "experiments",
    "toml",
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

/// The TOML text of a bundled experiment.
pub fn experiment(name: &str) -> Option<&'static str> {
    text(EXPERIMENTS, name)
}

const SETS: Texts = bundle![
    "corpus",
    "txt",
    "sudoku/reports",
    "hashi/reports",
    "battleship/reports",
    "whitetan/reports",
    "numbrix/reports",
    "hidato/reports",
];

/// The names of the bundled sets.
pub fn sets() -> impl Iterator<Item = &'static str> {
    SETS.iter().map(|(name, _)| *name)
}

/// The text of a bundled set.
pub fn set(name: &str) -> Option<&'static str> {
    text(SETS, name)
}

const TABLES: Texts = bundle![
    "experiments/published",
    "csv",
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

/// The names of the bundled published tables.
pub fn tables() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(name, _)| *name)
}

/// The CSV text of a bundled published table.
pub fn table(name: &str) -> Option<&'static str> {
    text(TABLES, name)
}
