//! The experiments that come with the program: all can be read, and in a small form their determined counts are the published ones.

use std::collections::HashSet;
use std::convert::Infallible;

use gridwright::control::Stop;
use gridwright_lab::{
    Experiment, From, How, Key, Named, Published, Row, Table, agreement, drawn, instances,
    markdown, page, parquet, ready, run,
};

fn read(name: &str) -> (Experiment, Vec<Named>, Option<Published>) {
    let text = ready::experiment(name).expect("it is listed").text;
    let mut experiment =
        Experiment::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text, name)));
    // Repetitions are for times.
    experiment.repetitions = 1;
    // Large puzzles take long to make.
    if let From::Made(made) = &mut experiment.instances.from {
        made.sizes.truncate(1);
        made.count = 1;
        made.difficulty = None;
    }
    let set = match &experiment.instances.from {
        From::Set(set) => ready::set(set).expect("the set is listed"),
        From::File(_) => panic!("{name}: what comes with the program needs no file"),
        From::Here(_) | From::Made(_) => "",
    };
    let named = instances(&experiment, set, &Stop::new(), &mut |_| {});
    let named = named.unwrap_or_else(|error| panic!("{}", error.render(set, name)));
    let published = experiment.published.as_ref().and_then(|beside| {
        let table = ready::table(&beside.table).expect("the table is listed");
        Published::read(&experiment, table).unwrap_or_else(|why| panic!("{name}: {why:?}"))
    });
    (experiment, named, published)
}

fn rows(experiment: &Experiment, named: &[Named], done: &HashSet<Key>, threads: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let how = How {
        done,
        threads,
        stop: &Stop::new(),
        machine: "a test",
        workers: None,
    };
    let whole = run(experiment, named, &how, |progress| {
        rows.push(progress.row.clone());
        Ok::<(), Infallible>(())
    });
    assert_eq!(whole, Ok(true));
    rows
}

#[test]
fn all_are_read_and_have_instances() {
    for found in ready::EXPERIMENTS {
        let (experiment, named, _) = read(found.name);
        assert!(!named.is_empty(), "{}", found.name);
        assert!(experiment.ways().len() > 1, "{}", found.name);
    }
}

/// Runs an experiment on a few instances and expects all of its published counts.
fn small(name: &str, only: &[&str], expected: &str) {
    let (experiment, mut named, published) = read(name);
    named.retain(|named| only.contains(&&*named.name));
    assert_eq!(named.len(), only.len(), "{name}");
    let rows = rows(&experiment, &named, &HashSet::new(), 2);
    let names: Vec<String> = named.iter().map(|named| named.name.clone()).collect();
    let table = Table::of(&experiment, &names, &rows);
    assert_eq!(
        agreement(&table, published.as_ref()).as_deref(),
        Some(expected),
        "{name}"
    );
    let plots = drawn(&experiment, &table);
    let text = markdown(&experiment, &table, published.as_ref(), &plots);
    let html = page(&experiment, &table, published.as_ref(), &plots);
    for name in only {
        assert!(text.contains(name) && html.contains(name), "{name}");
    }
    assert!(html.contains("</svg>") && html.ends_with("</html>\n"));
    assert!(!html.contains('`'), "code is told by its element");
}

#[test]
fn report_000_sudoku() {
    let told = "12 of 12 published counts are equal to ours.";
    small("000-sudoku", &["tarek_052"], told);
}

#[test]
fn report_000_hashi() {
    let boards = ["board1", "board2", "board7", "board10", "board16"];
    let told = "20 of 20 published counts are equal to ours.";
    small("000-hashi", &boards, told);
}

#[test]
fn report_001_sudoku() {
    let told = "10 of 10 published counts are equal to ours.";
    small("001-sudoku-cells", &["verydifficult", "expert"], told);
    // The other table is small enough to be asserted as a whole.
    let (_, named, _) = read("001-sudoku-bits");
    let all: Vec<&str> = named.iter().map(|named| &*named.name).collect();
    let told = "95 of 95 published counts are equal to ours.";
    small("001-sudoku-bits", &all, told);
}

#[test]
fn report_001_battleship() {
    let told = "5 of 5 published counts are equal to ours.";
    small("001-battleship", &["problem233"], told);
}

#[test]
fn a_cell_that_needs_too_much_memory_is_stopped_and_the_others_go_on() {
    let text = "title = 'x'\nkind = 'magic'\nquestion = 'count'\n[puzzles]\n3 = 'order 3'\n5 = 'order 5'\n\
        [fixed]\nengine = 'learn'\n[[axis]]\nname = 'seed'\nvalues = ['1', '2']\n[limits]\nmemory = 1\n";
    let experiment = Experiment::parse(text).expect("it is read");
    let named = instances(&experiment, "", &Stop::new(), &mut |_| {}).expect("puzzles");
    let mut told: Vec<(String, String, String)> = rows(&experiment, &named, &HashSet::new(), 1)
        .into_iter()
        .map(|row| (row.instance, row.verdict, row.note))
        .collect();
    told.sort();
    told.dedup();
    let row = |instance: &str, verdict: &str, note: &str| {
        (instance.to_owned(), verdict.to_owned(), note.to_owned())
    };
    assert_eq!(
        told,
        [row("3", "multiple", ""), row("5", "stopped", "memory")]
    );
}

#[test]
fn a_plot_of_nothing_says_so() {
    for name in ["001-sudoku-chr", "000-sudoku-chr", "003-whitetan-sizes"] {
        let experiment = ready::experiment(name).expect("it comes with the program");
        let experiment = Experiment::parse(experiment.text).expect("it is read");
        let table = Table::of(&experiment, &["a".to_owned()], &[]);
        for plot in drawn(&experiment, &table) {
            let is_heat = plot.name.contains("heat");
            assert!(
                is_heat || plot.svg.contains(": there is nothing to "),
                "{name}: {}",
                plot.svg
            );
        }
    }
}

#[test]
fn what_is_done_is_not_run_again() {
    let (experiment, mut named, _) = read("000-hashi");
    named.truncate(4);
    let all = rows(&experiment, &named, &HashSet::new(), 1);
    assert_eq!(all.len(), 16);
    for n_done in [0, 1, 7, 15, 16] {
        let done: HashSet<Key> = all[..n_done].iter().map(Row::key).collect();
        let rest = rows(&experiment, &named, &done, 2);
        let mut keys: Vec<Key> = rest.iter().map(Row::key).collect();
        keys.extend(done);
        keys.sort();
        let mut expected: Vec<Key> = all.iter().map(Row::key).collect();
        expected.sort();
        assert_eq!(keys, expected);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let told = |text: &str| {
        let error = Experiment::parse(text).expect_err("it is wrong");
        error.render(text, "e.toml")
    };
    let head = "title = 'x'\nkind = 'sudoku'\nset = 'sudoku/reports'\n";
    assert_eq!(
        told("title = 'x'\nkind = 'chess'\nset = 'sudoku/reports'\n"),
        "e.toml:2:8: error: no such kind; there are sudoku, hashi, battleship, magic, whitetan, numbrix, hidato\n    kind = 'chess'\n           ^^^^^^^\n"
    );
    let level = told(&format!(
        "{head}[[axis]]\nname = 'level'\nvalues = ['value', 'strong']\n"
    ));
    assert!(level.starts_with("e.toml:6:20: error: "), "{level}");
    assert!(
        level.ends_with("\n    values = ['value', 'strong']\n                       ^^^^^^^^\n"),
        "{level}"
    );
    assert_eq!(
        told(&format!(
            "{head}[[axis]]\nname = 'lvel'\nvalues = ['value']\n"
        )),
        "e.toml:5:8: error: no such option; there are viewpoint, engine, level, inference, select, choose, restarts, connectivity, rules, seed, alldifferent, improvements\n    name = 'lvel'\n           ^^^^^^\n"
    );
    let rule = told(&format!("{head}[fixed]\nrules = 'two_of_four'\n"));
    assert!(
        rule.starts_with("e.toml:5:9: error: `two_of_four` is none of ")
            && rule.contains(", two_of_three"),
        "{rule}"
    );
    let viewpoint = told(&format!("{head}[fixed]\nviewpoint = 'cells+rowes'\n"));
    assert!(
        viewpoint.starts_with("e.toml:5:13: error: `rowes` is none of alternative, "),
        "{viewpoint}"
    );
    let unknown = told(&format!("{head}limit = 3\n"));
    assert!(
        unknown.starts_with("e.toml:4:1: error: unknown field `limit`"),
        "{unknown}"
    );
    let broken = told("title = \n");
    assert!(broken.starts_with("e.toml:1:"), "{broken}");
    let axis = "[[axis]]\nname = 'level'\nvalues = ['value', 'bounds']\n";
    let plot = "[[plot]]\nform = 'scatter'\nof = ['value', 'domain']\n";
    assert_eq!(
        told(&format!("{head}{axis}{plot}")),
        "e.toml:9:17: error: no such way; there are value, bounds\n    of = ['value', 'domain']\n                    ^^^^^^\n"
    );
    let beside = "[published]\ntable = 'mine.csv'\nkeys = { puzzle = \"instance\" }\n";
    assert_eq!(
        told(&format!("{head}{axis}{beside}ours = \"tries\"\n")),
        "e.toml:10:8: error: expected one of our counts: nodes, failures, backtracks, propagations\n    ours = \"tries\"\n           ^^^^^^^\n"
    );
}

#[test]
fn what_does_not_fit_a_published_table_is_told_with_its_place() {
    let head =
        "title = 'x'\nkind = 'sudoku'\nset = 'sudoku/reports'\n[published]\ntable = 'mine.csv'\n";
    let told = |rest: &str| {
        let text = format!("{head}{rest}");
        let experiment = Experiment::parse(&text).expect("it can be read");
        let misfit = Published::read(&experiment, "puzzle,backtracks\na,1\n");
        let misfit = misfit.expect_err("it does not fit");
        misfit.place(&text).render(&text, "e.toml")
    };
    assert_eq!(
        told("keys = { puzzle = \"instance\" }\ncount = \"tries\"\n"),
        "e.toml:7:9: error: the published table has no such column; it has puzzle, backtracks\n    count = \"tries\"\n            ^^^^^^^\n"
    );
    let axis = told("keys = { puzzle = \"level\" }\n");
    assert!(
        axis.starts_with("e.toml:6:19: error: expected `instance`, as there is no axis"),
        "{axis}"
    );
}

#[test]
fn parquet_has_its_marks() {
    let (experiment, mut named, _) = read("000-hashi");
    named.truncate(1);
    let rows = rows(&experiment, &named, &HashSet::new(), 1);
    let mut bytes = Vec::new();
    let axes = ["select".to_owned(), "improvements".to_owned()];
    parquet(&rows, &axes, &mut bytes).expect("it is written");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}
