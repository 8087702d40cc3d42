//! The race with other programs: its rows can be read, what is wrong in a file of rows is told with its place, and every system that is installed gives the verdicts we give.

use std::time::Duration;

use gridwright::Verdict;
use gridwright_lab::peers::{
    ENGINES, ROWS, Raced, Ratio, Run, Side, Source, Wanted, names, race, rows,
};

fn raced(wanted: &Wanted) -> (Raced, String) {
    let mut told = String::new();
    let all = rows(ROWS).unwrap_or_else(|error| panic!("{}", error.render(ROWS, "peers.toml")));
    let raced = race(all, wanted, &mut |line| told += &format!("{line}\n"));
    (raced, told)
}

#[test]
fn every_kind_has_a_row_that_needs_no_corpus() {
    let rows = rows(ROWS).expect("the rows that come with the program are read");
    for kind in gridwright::CATALOGUE {
        let id = kind.card().id;
        let mut own = rows.iter().filter(|row| row.kind == id);
        assert!(
            own.any(|row| !matches!(row.source, Source::Corpus(_))),
            "{id}"
        );
    }
}

#[test]
fn what_is_wrong_in_a_file_of_rows_is_told_with_its_place() {
    let told = |text: &str| {
        let error = rows(text).expect_err("it is wrong");
        error.render(text, "r.toml")
    };
    assert_eq!(
        told("[[row]]\nname = 'x'\nkind = 'chess'\ntext = ''\n"),
        "r.toml:3:8: error: no such kind; there are sudoku, hashi, battleship, magic, whitetan, numbrix, hidato\n    kind = 'chess'\n           ^^^^^^^\n"
    );
    let two = "[[row]]\nname = 'x'\nkind = 'magic'\ntext = 'order 3'\n\n[[row]]\nname = 'x'\nkind = 'magic'\ntext = 'order 4'\n";
    assert!(
        told(two).starts_with("r.toml:6:1: error: there are two rows called `x`"),
        "{}",
        told(two)
    );
    let none = told("[[row]]\nname = 'x'\nkind = 'magic'\n");
    assert!(
        none.starts_with(
            "r.toml:1:1: error: expected one of `set`, `corpus`, `text` and `generated`"
        ),
        "{none}"
    );
    let size = told("[[row]]\nname = 'x'\nkind = 'hashi'\ngenerated = { size = 'nine' }\n");
    assert!(
        size.starts_with("r.toml:4:22: error: expected a size such as 9 or 10x12"),
        "{size}"
    );
}

#[test]
fn alone_our_engines_agree_and_rows_are_recorded() {
    let wanted = Wanted {
        rows: vec![
            "whitetan 4 and 5".to_owned(),
            "numbrix 20, public".to_owned(),
        ],
        alone: true,
        most: 3,
        ..Wanted::default()
    };
    let (raced, told) = raced(&wanted);
    assert_eq!(raced.complaints, Vec::<String>::new());
    assert_eq!((raced.rows.len(), raced.n_missing), (1, 1));
    assert!(told.contains("1 rows are left out"), "{told}");
    assert_eq!(raced.sides.len(), ENGINES.len());
    let recorded = raced.recorded();
    assert_eq!(recorded.len(), ENGINES.len());
    assert!(
        recorded[0].starts_with("whitetan 4 and 5, report 003, auto\tsettled=3\tfailures="),
        "{}",
        recorded[0]
    );
    assert_eq!(raced.csv().lines().count(), 1 + 3 * ENGINES.len());
}

/// What the tests of the house need is installed, other peers may be.
#[test]
fn peers_give_the_verdicts_we_give() {
    let wanted = Wanted {
        rows: [
            "hashi, reports",
            "battleship 10, reports",
            "numbrix, report",
            "hidato, report",
            "whitetan 4",
            "sudoku 9, reports",
        ]
        .map(str::to_owned)
        .to_vec(),
        engines: vec!["auto".to_owned()],
        most: 2,
        time: Duration::from_secs(5),
        ..Wanted::default()
    };
    let (raced, told) = raced(&wanted);
    assert_eq!(raced.complaints, Vec::<String>::new(), "{told}");
    assert_eq!(raced.rows.len(), 6);
    for peer in names() {
        let is_here = raced.sides.iter().any(|side| side == peer);
        assert!(
            is_here || told.contains(&format!("{peer}: not here; ")),
            "{told}"
        );
    }
    for needed in ["gecode", "clpfd", "chr"] {
        let at = raced.sides.iter().position(|side| side == needed);
        let at = at.unwrap_or_else(|| panic!("{needed} is needed by the tests\n{told}"));
        for (row, measured) in &raced.rows {
            assert!(
                !measured.sides[at].runs.is_empty(),
                "{needed} on {}\n{told}",
                row.name
            );
        }
    }
}

/// A peer's set-up stands apart from its time; `over_in_all` takes both together.
#[test]
fn set_up_counts_in_all_only() {
    let side = |setup: u64, time: u64| Side {
        runs: vec![(
            0,
            Run {
                setup: Some(Duration::from_millis(setup)),
                time: Duration::from_millis(time),
                failures: None,
                verdict: Some(Verdict::Unique),
                count: None,
                memory: None,
            },
        )],
    };
    // Ours has its set-up of 2 in the 4 already.
    let (ours, peer) = (side(2, 4), side(30, 2));
    let limit = Duration::from_secs(1);
    let value = |ratio: Option<Ratio>| ratio.map(|ratio| ratio.value);
    assert_eq!(value(peer.over(&ours, limit)), Some(0.5));
    assert_eq!(value(peer.over_in_all(&ours, limit)), Some(8.0));
}
