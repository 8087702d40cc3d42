//! Scaling: the bundled curves are read, errors in a file of curves have their place, a child process solves one puzzle, and results become tables, plots
//! and lines to record.

use gridwright_lab::scaling::{
    CURVES, Curve, CurveResult, Point, Side, draw_plots, file_stem, format_csv, markdown,
    parse_csv, parse_curves, record_lines, run_child, summary,
};

#[test]
fn every_curve_has_its_own_plot() {
    let curves =
        parse_curves(CURVES).unwrap_or_else(|error| panic!("{}", error.render(CURVES, "")));
    let mut files: Vec<String> = curves.iter().map(file_stem).collect();
    files.sort();
    files.dedup();
    assert_eq!(files.len(), curves.len(), "two curves would share a plot");
}

#[test]
fn errors_in_a_file_of_curves_have_their_place() {
    let check = |rest: &str, expected: &str| {
        let text = format!("[[curve]]\nname = 'x'\n{rest}\n");
        let error = parse_curves(&text).expect_err("it is wrong");
        let message = error.render(&text, "c.toml");
        assert_eq!(message.lines().next(), Some(expected), "{message}");
    };
    let ids: Vec<&str> = gridwright::CATALOGUE
        .iter()
        .map(|kind| kind.info().id)
        .collect();
    let kinds = ids.join(", ");
    check(
        "kind = 'chess'\nsizes = ['3']",
        &format!("c.toml:3:8: error: unknown puzzle kind; expected one of {kinds}"),
    );
    check(
        "kind = 'hashi'\nsizes = ['nine']",
        "c.toml:4:10: error: expected a size such as 9 or 10x12",
    );
    check(
        "kind = 'hashi'\nsizes = ['9', '8']",
        "c.toml:4:15: error: expected a larger board than the one before",
    );
    check(
        "kind = 'hashi'\nshare = 1.5\nsizes = ['9']",
        "c.toml:4:9: error: expected a share from 0 to 1",
    );
    check(
        "kind = 'magic'\ntext = 'order'\nsizes = ['3']",
        "c.toml:4:8: error: expected `{}` as the place of the size",
    );
    check(
        "kind = 'sudoku'\nsizes = ['400']",
        "c.toml:4:10: error: cannot generate a board of 400x400: rows and columns are from 1 to 36",
    );
}

#[test]
fn a_child_process_prints_one_line() {
    let path = std::env::temp_dir().join(format!("gridwright-one-{}.txt", std::process::id()));
    std::fs::write(&path, "order 3\n").expect("a folder for temporary files");
    let run = |question: &str| {
        let words = ["--one", "magic", question, "10", &path.to_string_lossy()];
        run_child(&words.map(str::to_owned)).expect("arguments of a child")
    };
    let verdict = run("verdict").expect("a valid puzzle");
    assert!(verdict.starts_with("OWN "), "{verdict}");
    assert!(verdict.ends_with(" multiple"), "{verdict}");
    assert_eq!(verdict.split(' ').count(), 6, "{verdict}");
    let first = run("first").expect("a valid puzzle");
    assert!(first.ends_with(" solved"), "{first}");
    std::fs::remove_file(&path).expect("it was written");
    let gone = run("first").expect_err("the file is gone");
    assert!(gone.contains("gridwright-one-"), "{gone}");
    assert_eq!(run_child(&["--alone".to_owned()]), None);
}

fn point(n: usize, ms: f64, mib: f64, settled: usize) -> Point {
    Point {
        n_cells: n * n,
        size: n.to_string(),
        n_tried: 3,
        n_settled: settled,
        ms,
        setup_ms: None,
        mib: Some(mib),
        failures: Some(7),
    }
}

/// Two sides: time grows with the square of the cells, and with their third power.
fn measured() -> (Curve, CurveResult) {
    let curve = parse_curves(
        "[[curve]]\nname = 'magic, made up'\nkind = 'magic'\nquestion = 'first'\ntext = 'order {}'\nsizes = ['4']\n",
    );
    let curve = curve.expect("it is right").remove(0);
    let side = |name: &str, power: i32, last: usize| Side {
        name: name.to_owned(),
        points: [4, 6, 9, 12, 16]
            .map(|n| {
                let cells = (n * n) as f64;
                let settled = if n == 16 { last } else { 3 };
                point(n, 0.01 * cells.powi(power), 5.0 + 0.1 * cells, settled)
            })
            .to_vec(),
        notes: Vec::new(),
    };
    let result = CurveResult {
        sides: vec![side("gridwright", 2, 3), side("clingo", 3, 1)],
        end: Some("puzzles of 20 were not generated: the time was over".to_owned()),
        errors: Vec::new(),
    };
    (curve, result)
}

#[test]
fn results_become_tables_and_plots() {
    let (curve, result) = measured();
    let text = summary(&result);
    assert!(
        text.contains("gridwright time n^2.0 (1.00, 5 sizes)"),
        "{text}"
    );
    assert!(
        text.contains("clingo     time n^3.0 (1.00, 4 sizes)"),
        "{text}"
    );
    assert!(text.contains("puzzles of 20 were not generated"), "{text}");
    let plots = draw_plots(&result);
    assert!(plots.time.contains("gridwright, n^2.0"), "{}", plots.time);
    assert!(plots.memory.is_some_and(|svg| svg.contains("clingo")));
    let page = markdown(&[(curve.clone(), result.clone())], "scaling", 60.0);
    let row = "| magic, made up | the first answer on an empty board | gridwright | 16 | 655 | 31 | n^2.0 | 1.00 |";
    assert!(page.contains(row), "{page}");
    assert!(
        page.contains("| 16 | 256 | 655 | 31 | 167772 (1/3) | 31 |"),
        "{page}"
    );
    assert!(page.contains("(scaling/magic-made-up-time.svg)"), "{page}");
    let rows = record_lines(&curve, &result);
    assert_eq!(rows.len(), 5);
    assert_eq!(
        rows[0],
        "magic, made up 4\tsettled=3\tfailures=7\tms:2.5600"
    );
}

#[test]
fn results_survive_a_round_trip_through_csv() {
    let (curve, result) = measured();
    let text = format_csv([(curve.name.as_str(), &result)].into_iter());
    let read = parse_csv(&text).expect("it was written so");
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].0, "magic, made up");
    assert_eq!(summary(&read[0].1), summary(&result));
    assert_eq!(
        format_csv([("magic, made up", &read[0].1)].into_iter()),
        text
    );
    let line = text.lines().nth(2).expect("a line of figures");
    let broken = text.replace(line, "magic,5");
    assert_eq!(
        parse_csv(&broken).err(),
        Some("line 3: expected the fields of the heading".to_owned())
    );
    assert!(parse_csv("").is_err());
}
