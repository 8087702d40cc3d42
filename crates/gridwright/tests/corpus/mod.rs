//! The boards of the reports, by kind.

pub(crate) const REPORTS: &[(&str, &str)] = &[
    (
        "sudoku",
        include_str!("../../../../corpus/sudoku/reports.txt"),
    ),
    (
        "hashi",
        include_str!("../../../../corpus/hashi/reports.txt"),
    ),
    (
        "battleship",
        include_str!("../../../../corpus/battleship/reports.txt"),
    ),
    (
        "whitetan",
        include_str!("../../../../corpus/whitetan/reports.txt"),
    ),
    (
        "numbrix",
        include_str!("../../../../corpus/numbrix/reports.txt"),
    ),
    (
        "hidato",
        include_str!("../../../../corpus/hidato/reports.txt"),
    ),
];
