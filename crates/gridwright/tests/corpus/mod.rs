//! The boards of the reports, by kind.

pub(crate) const REPORTS: &[(&str, &str)] = &[
    (
        "sudoku",
        include_str!("../../../../crates/lab/corpus/sudoku/reports.txt"),
    ),
    (
        "hashi",
        include_str!("../../../../crates/lab/corpus/hashi/reports.txt"),
    ),
    (
        "battleship",
        include_str!("../../../../crates/lab/corpus/battleship/reports.txt"),
    ),
    (
        "whitetan",
        include_str!("../../../../crates/lab/corpus/whitetan/reports.txt"),
    ),
    (
        "numbrix",
        include_str!("../../../../crates/lab/corpus/numbrix/reports.txt"),
    ),
    (
        "hidato",
        include_str!("../../../../crates/lab/corpus/hidato/reports.txt"),
    ),
];
