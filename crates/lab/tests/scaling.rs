//! Curves: those that come with the program are read and are there for every kind, what is wrong in a file of them is told with its place, one puzzle is answered for, and
//! what was measured becomes a table, pictures and rows.

use gridwright_lab::scaling::{
    CURVES, Curve, Grown, Point, Side, answer, block, curves, file, kept, markdown, pictures,
    read_kept, recorded,
};

#[test]
fn every_kind_has_a_curve() {
    let curves = curves(CURVES).unwrap_or_else(|error| panic!("{}", error.render(CURVES, "")));
    for kind in gridwright::CATALOGUE {
        let id = kind.card().id;
        assert!(curves.iter().any(|curve| curve.kind == id), "{id}");
    }
    let mut files: Vec<String> = curves.iter().map(file).collect();
    files.sort();
    files.dedup();
    assert_eq!(
        files.len(),
        curves.len(),
        "two curves would share a picture"
    );
}

#[test]
fn what_is_wrong_in_a_file_of_curves_is_told_with_its_place() {
    let check = |rest: &str, expected: &str| {
        let text = format!("[[curve]]\nname = 'x'\n{rest}\n");
        let error = curves(&text).expect_err("it is wrong");
        let told = error.render(&text, "c.toml");
        assert_eq!(told.lines().next(), Some(expected), "{told}");
    };
    let kinds = "sudoku, hashi, battleship, magic, whitetan, numbrix, hidato";
    check(
        "kind = 'chess'\nsizes = ['3']",
        &format!("c.toml:3:8: error: no such kind; there are {kinds}"),
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
        "c.toml:4:8: error: expected `{}` where the size stands",
    );
    check(
        "kind = 'sudoku'\nsizes = ['400']",
        "c.toml:4:10: error: cannot generate a board of 400x400: rows and columns are from 1 to 36",
    );
}

#[test]
fn one_puzzle_is_answered_for_in_a_line() {
    let path = std::env::temp_dir().join(format!("gridwright-one-{}.txt", std::process::id()));
    std::fs::write(&path, "order 3\n").expect("a folder for temporary files");
    let ask = |question: &str| {
        let words = ["--one", "magic", question, "10", &path.to_string_lossy()];
        answer(&words.map(str::to_owned)).expect("it is asked for one puzzle")
    };
    let verdict = ask("verdict").expect("a puzzle that is read");
    assert!(verdict.starts_with("OWN "), "{verdict}");
    assert!(verdict.ends_with(" multiple"), "{verdict}");
    assert_eq!(verdict.split(' ').count(), 6, "{verdict}");
    let first = ask("first").expect("a puzzle that is read");
    assert!(first.ends_with(" solved"), "{first}");
    std::fs::remove_file(&path).expect("it was written");
    let gone = ask("first").expect_err("the file is gone");
    assert!(gone.contains("gridwright-one-"), "{gone}");
    assert_eq!(answer(&["--alone".to_owned()]), None);
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
fn measured() -> (Curve, Grown) {
    let curve = curves(
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
    let grown = Grown {
        sides: vec![side("gridwright", 2, 3), side("clingo", 3, 1)],
        end: Some("puzzles of 20 were not made: the time was over".to_owned()),
        complaints: Vec::new(),
    };
    (curve, grown)
}

#[test]
fn what_was_measured_is_told() {
    let (curve, grown) = measured();
    let told = block(&grown);
    assert!(
        told.contains("gridwright time n^2.0 (1.00, 5 sizes)"),
        "{told}"
    );
    assert!(
        told.contains("clingo     time n^3.0 (1.00, 4 sizes)"),
        "{told}"
    );
    assert!(told.contains("puzzles of 20 were not made"), "{told}");
    let drawn = pictures(&grown);
    assert!(drawn.time.contains("gridwright, n^2.0"), "{}", drawn.time);
    assert!(drawn.memory.is_some_and(|svg| svg.contains("clingo")));
    let page = markdown(&[(curve.clone(), grown.clone())], "scaling", 60.0);
    let row = "| magic, made up | the first answer on an empty board | gridwright | 16 | 655 | 31 | n^2.0 | 1.00 |";
    assert!(page.contains(row), "{page}");
    assert!(
        page.contains("| 16 | 256 | 655 | 31 | 167772 (1/3) | 31 |"),
        "{page}"
    );
    assert!(page.contains("(scaling/magic-made-up-time.svg)"), "{page}");
    let rows = recorded(&curve, &grown);
    assert_eq!(rows.len(), 5);
    assert_eq!(
        rows[0],
        "magic, made up 4\tsettled=3\tfailures=7\tms:2.5600"
    );
}

#[test]
fn what_was_measured_is_kept_and_read_again() {
    let (curve, grown) = measured();
    let text = kept([(curve.name.as_str(), &grown)].into_iter());
    let read = read_kept(&text).expect("it was written so");
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].0, "magic, made up");
    assert_eq!(block(&read[0].1), block(&grown));
    assert_eq!(kept([("magic, made up", &read[0].1)].into_iter()), text);
    let line = text.lines().nth(2).expect("a line of figures");
    let broken = text.replace(line, "magic,5");
    assert_eq!(
        read_kept(&broken).err(),
        Some("line 3: expected the fields of the heading".to_owned())
    );
    assert!(read_kept("").is_err());
}
