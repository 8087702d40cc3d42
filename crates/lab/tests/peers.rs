//! The benchmark: its rows parse, errors in a file of rows have their place, and peers give our verdicts.

use std::time::Duration;

use gridwright::Verdict;
use gridwright_lab::peers::{
    BenchmarkOptions, BenchmarkResult, ENGINES, ROWS, Ratio, Run, Side, Source, benchmark,
    parse_rows, peer_names,
};

fn run_benchmark(options: &BenchmarkOptions) -> (BenchmarkResult, String) {
    let mut output = String::new();
    let all =
        parse_rows(ROWS).unwrap_or_else(|error| panic!("{}", error.render(ROWS, "peers.toml")));
    let result = benchmark(all, options, &mut |line| output += &format!("{line}\n"));
    (result, output)
}

#[test]
fn every_kind_with_rows_has_one_that_needs_no_corpus() {
    let rows = parse_rows(ROWS).expect("the bundled rows parse");
    for row in &rows {
        let id = &row.kind;
        let mut own = rows.iter().filter(|row| row.kind == *id);
        assert!(
            own.any(|row| !matches!(row.source, Source::Corpus(_))),
            "{id}"
        );
    }
}

/// The short names of all kinds.
fn kinds() -> String {
    let ids: Vec<&str> = gridwright::CATALOGUE
        .iter()
        .map(|kind| kind.info().id)
        .collect();
    ids.join(", ")
}

#[test]
fn errors_in_a_file_of_rows_have_their_place() {
    let check = |text: &str, expected: &str| {
        let error = parse_rows(text).expect_err("it is wrong");
        assert_eq!(error.render(text, "r.toml"), expected);
    };
    let row = "[[row]]\nname = 'x'\n";
    check(
        &format!("{row}kind = 'chess'\ntext = ''\n"),
        &format!(
            "r.toml:3:8: error: unknown puzzle kind; expected one of {}\n    kind = 'chess'\n           ^^^^^^^\n",
            kinds()
        ),
    );
    check(
        &format!(
            "{row}kind = 'magic'\ntext = 'order 3'\n\n{row}kind = 'magic'\ntext = 'order 4'\n"
        ),
        "r.toml:6:1: error: duplicate row name `x`\n    [[row]]\n    ^^^^^^^\n",
    );
    check(
        &format!("{row}kind = 'magic'\n"),
        "r.toml:1:1: error: expected exactly one of `set`, `corpus`, `text`, `generated` and `boards`\n    [[row]]\n    ^^^^^^^\n",
    );
    check(
        &format!("{row}kind = 'hashi'\ngenerated = {{ size = 'nine' }}\n"),
        "r.toml:4:22: error: expected a size such as 9 or 10x12\n    generated = { size = 'nine' }\n                         ^^^^^^\n",
    );
}

#[test]
fn without_peers_our_engines_agree_and_rows_are_recorded() {
    let options = BenchmarkOptions {
        rows: vec![
            "whitetan 4 and 5".to_owned(),
            "numbrix 20, public".to_owned(),
        ],
        alone: true,
        max_instances: 3,
        ..BenchmarkOptions::default()
    };
    let (result, output) = run_benchmark(&options);
    assert_eq!(result.errors, Vec::<String>::new());
    assert_eq!((result.rows.len(), result.n_missing), (1, 1));
    assert!(output.contains("1 rows skipped"), "{output}");
    assert_eq!(result.sides.len(), ENGINES.len());
    let recorded = result.record_lines();
    assert_eq!(recorded.len(), ENGINES.len());
    assert!(
        recorded[0].starts_with("whitetan 4 and 5, report 003, auto\tsettled=3\tfailures="),
        "{}",
        recorded[0]
    );
    assert_eq!(result.csv().lines().count(), 1 + 3 * ENGINES.len());
}

#[test]
fn the_text_of_a_row_may_be_a_link() {
    let rows = "[[row]]\nname = 'x'\nkind = 'slitherlink'\ntext = 'https://puzz.link/p?slither/4/4/dgdh2c71'\n";
    let rows = parse_rows(rows).expect("it is well formed");
    let options = BenchmarkOptions {
        alone: true,
        ..BenchmarkOptions::default()
    };
    let result = benchmark(rows, &options, &mut |_| {});
    assert_eq!(result.errors, Vec::<String>::new());
    assert_eq!(result.n_missing, 0);
    assert!(result.record_lines()[0].starts_with("x, auto\tsettled=1\t"));
}

/// Peers other than Gecode and SWI-Prolog may be missing.
#[test]
#[ignore = "needs MiniZinc and Gecode and SWI-Prolog"]
fn peers_give_our_verdicts() {
    let options = BenchmarkOptions {
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
        max_instances: 2,
        time: Duration::from_secs(5),
        ..BenchmarkOptions::default()
    };
    let (result, output) = run_benchmark(&options);
    assert_eq!(result.errors, Vec::<String>::new(), "{output}");
    assert_eq!(result.rows.len(), 6);
    for peer in peer_names() {
        let is_installed = result.sides.iter().any(|side| side == peer);
        assert!(
            is_installed || output.contains(&format!("{peer}: not installed; ")),
            "{output}"
        );
    }
    for needed in ["gecode", "clpfd", "chr"] {
        let at = result.sides.iter().position(|side| side == needed);
        let at = at.unwrap_or_else(|| panic!("{needed} is needed by the tests\n{output}"));
        for (row, measured) in &result.rows {
            assert!(
                !measured.sides[at].runs.is_empty(),
                "{needed} on {}\n{output}",
                row.name
            );
        }
    }
}

#[test]
#[ignore = "needs clingo"]
fn published_boards_have_the_same_verdicts() {
    let options = BenchmarkOptions {
        rows: vec![", published".to_owned()],
        engines: vec!["auto".to_owned()],
        peers: vec!["clingo".to_owned()],
        max_instances: 1,
        time: Duration::from_secs(5),
        ..BenchmarkOptions::default()
    };
    let (result, output) = run_benchmark(&options);
    assert_eq!(result.errors, Vec::<String>::new(), "{output}");
    assert_eq!(result.rows.len(), 12, "{output}");
    assert!(result.sides.iter().any(|side| side == "clingo"), "{output}");
}

/// The set-up of a peer is not part of its time; `total_ratio_to` adds it.
#[test]
fn set_up_counts_only_in_the_total() {
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
    // Our time of 4 includes the set-up of 2.
    let (ours, peer) = (side(2, 4), side(30, 2));
    let limit = Duration::from_secs(1);
    let value = |ratio: Option<Ratio>| ratio.map(|ratio| ratio.value);
    assert_eq!(value(peer.ratio_to(&ours, limit)), Some(0.5));
    assert_eq!(value(peer.total_ratio_to(&ours, limit)), Some(8.0));
}
