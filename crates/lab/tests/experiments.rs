//! The bundled experiments: all parse, and on a few instances their counts equal the published ones.

use std::collections::HashSet;
use std::convert::Infallible;

use gridwright::control::Stop;
use gridwright_lab::{
    Experiment, InstanceSource, Key, NamedInstance, Published, Row, RunOptions, Table, bundled,
    instances, markdown, page, parquet, published_agreement, render_plots, run,
};

fn read(name: &str) -> (Experiment, Vec<NamedInstance>, Option<Published>) {
    let text = bundled::experiment(name).expect("it is listed");
    let mut experiment =
        Experiment::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text, name)));
    // Repetitions matter only for times.
    experiment.repetitions = 1;
    // Large puzzles take long to generate.
    if let InstanceSource::Generated(set) = &mut experiment.instances.source {
        set.sizes.truncate(1);
        set.count = 1;
        set.difficulty = None;
    }
    let set = match &experiment.instances.source {
        InstanceSource::Set(set) => bundled::set(set).expect("the set is listed"),
        InstanceSource::File(_) => panic!("{name}: a bundled experiment has no file"),
        InstanceSource::Inline(_) | InstanceSource::Generated(_) => "",
    };
    let named = instances(&experiment, set, &Stop::new(), &mut |_| {});
    let named = named.unwrap_or_else(|error| panic!("{}", error.render(set, name)));
    let published = experiment.published.as_ref().and_then(|source| {
        let table = bundled::table(&source.table).expect("the table is listed");
        Published::parse(&experiment, table).unwrap_or_else(|error| panic!("{name}: {error:?}"))
    });
    (experiment, named, published)
}

fn rows(
    experiment: &Experiment,
    named: &[NamedInstance],
    done: &HashSet<Key>,
    threads: usize,
) -> Vec<Row> {
    let mut rows = Vec::new();
    let options = RunOptions {
        done,
        threads,
        stop: &Stop::new(),
        machine: "a test",
        workers: None,
    };
    let whole = run(experiment, named, &options, |progress| {
        rows.push(progress.row.clone());
        Ok::<(), Infallible>(())
    });
    assert_eq!(whole, Ok(true));
    rows
}

#[test]
fn all_parse_and_have_instances() {
    for (name, _) in bundled::EXPERIMENTS {
        let (experiment, named, _) = read(name);
        assert!(!named.is_empty(), "{name}");
        assert!(experiment.configurations().len() > 1, "{name}");
    }
}

/// Runs an experiment on a few instances and expects all of its published counts.
fn small(name: &str, only: &[&str], expected: &str) {
    let (experiment, mut named, published) = read(name);
    named.retain(|named| only.contains(&&*named.name));
    assert_eq!(named.len(), only.len(), "{name}");
    let rows = rows(&experiment, &named, &HashSet::new(), 2);
    let names: Vec<String> = named.iter().map(|named| named.name.clone()).collect();
    let table = Table::new(&experiment, &names, &rows);
    assert_eq!(
        published_agreement(&table, published.as_ref()).as_deref(),
        Some(expected),
        "{name}"
    );
    let plots = render_plots(&experiment, &table);
    let text = markdown(&experiment, &table, published.as_ref(), &plots);
    let html = page(&experiment, &table, published.as_ref(), &plots);
    for name in only {
        assert!(text.contains(name) && html.contains(name), "{name}");
    }
    assert!(html.contains("</svg>") && html.ends_with("</html>\n"));
    assert!(!html.contains('`'), "backticks become code elements");
}

/// Expects all published counts of an experiment on a few instances.
fn check_counts(name: &str, only: &[&str], count: u32) {
    let expected = format!("{count} of {count} published counts are equal to ours.");
    small(name, only, &expected);
}

#[test]
fn report_000_sudoku() {
    check_counts("000-sudoku", &["tarek_052"], 12);
}

#[test]
fn report_000_hashi() {
    let boards = ["board1", "board2", "board7", "board10", "board16"];
    check_counts("000-hashi", &boards, 20);
}

#[test]
fn report_001_sudoku() {
    check_counts("001-sudoku-cells", &["verydifficult", "expert"], 10);
    // The other table is small enough to check all of it.
    let (_, named, _) = read("001-sudoku-bits");
    let all: Vec<&str> = named.iter().map(|named| &*named.name).collect();
    check_counts("001-sudoku-bits", &all, 95);
}

#[test]
fn report_001_battleship() {
    check_counts("001-battleship", &["problem233"], 5);
}

#[test]
fn a_cell_over_the_memory_limit_is_stopped_and_the_others_run() {
    let text = "title = 'x'\nkind = 'magic'\nquestion = 'count'\n[puzzles]\n3 = 'order 3'\n5 = 'order 5'\n\
        [fixed]\nengine = 'learn'\n[[axis]]\nname = 'seed'\nvalues = ['1', '2']\n[limits]\nmemory = 1\n";
    let experiment = Experiment::parse(text).expect("it is read");
    let named = instances(&experiment, "", &Stop::new(), &mut |_| {}).expect("puzzles");
    let mut found: Vec<(String, String, String)> = rows(&experiment, &named, &HashSet::new(), 1)
        .into_iter()
        .map(|row| (row.key.instance, row.result.verdict, row.result.note))
        .collect();
    found.sort();
    found.dedup();
    let row = |instance: &str, verdict: &str, note: &str| {
        (instance.to_owned(), verdict.to_owned(), note.to_owned())
    };
    assert_eq!(
        found,
        [row("3", "multiple", ""), row("5", "stopped", "memory")]
    );
}

#[test]
fn a_plot_without_data_has_a_message() {
    for name in ["001-sudoku-chr", "000-sudoku-chr", "003-whitetan-sizes"] {
        let text = bundled::experiment(name).expect("it is bundled");
        let experiment = Experiment::parse(text).expect("it parses");
        let table = Table::new(&experiment, &["a".to_owned()], &[]);
        for plot in render_plots(&experiment, &table) {
            let is_heat = plot.name.contains("heat");
            assert!(is_heat || plot.svg.contains(">No "), "{name}: {}", plot.svg);
        }
    }
}

#[test]
fn finished_cells_are_skipped() {
    let (experiment, mut named, _) = read("000-hashi");
    named.truncate(4);
    let all = rows(&experiment, &named, &HashSet::new(), 1);
    assert_eq!(all.len(), 16);
    for n_done in [0, 1, 7, 15, 16] {
        let done: HashSet<Key> = all[..n_done].iter().map(|row| row.key.clone()).collect();
        let rest = rows(&experiment, &named, &done, 2);
        let mut keys: Vec<Key> = rest.iter().map(|row| row.key.clone()).collect();
        keys.extend(done);
        keys.sort();
        let mut expected: Vec<Key> = all.iter().map(|row| row.key.clone()).collect();
        expected.sort();
        assert_eq!(keys, expected);
    }
}

#[test]
fn errors_have_their_place() {
    let check = |text: &str, expected: &str| {
        let error = Experiment::parse(text).expect_err("it is wrong");
        let ids: Vec<&str> = gridwright::CATALOGUE
            .iter()
            .map(|kind| kind.info().id)
            .collect();
        let expected = expected.replace("KINDS", &ids.join(", "));
        assert_eq!(error.render(text, "e.toml"), expected);
    };
    check(
        "title = 'x'\nkind = 'chess'\nset = 'sudoku/reports'\n",
        "e.toml:2:8: error: unknown puzzle kind; expected one of KINDS\n    kind = 'chess'\n           ^^^^^^^\n",
    );
    check(
        "title = \n",
        "e.toml:1:9: error: string values must be quoted, expected literal string\n    title =\n            ^\n",
    );
    let check = |rest: &str, expected: &str| {
        let head = "title = 'x'\nkind = 'sudoku'\nset = 'sudoku/reports'\n";
        check(&format!("{head}{rest}"), expected);
    };
    check(
        "[[axis]]\nname = 'consistency'\nvalues = ['value', 'strong']\n",
        "e.toml:6:20: error: `strong` is none of value, bounds, domain\n    values = ['value', 'strong']\n                       ^^^^^^^^\n",
    );
    check(
        "[[axis]]\nname = 'lvel'\nvalues = ['value']\n",
        "e.toml:5:8: error: unknown option; expected one of viewpoint, engine, consistency, inference, select, choose, restarts, connectivity, rules, seed, alldifferent, improvements\n    name = 'lvel'\n           ^^^^^^\n",
    );
    check(
        "[fixed]\nrules = 'two_of_four'\n",
        "e.toml:5:9: error: unknown name `two_of_four`; expected one of heuristic=off, heuristic=on, passive_blocks, select=anti_first_fail, select=first_fail, some_place, two_of_three\n    rules = 'two_of_four'\n            ^^^^^^^^^^^^^\n",
    );
    check(
        "[fixed]\nviewpoint = 'cells+rowes'\n",
        "e.toml:5:13: error: unknown name `rowes`; expected one of alternative, bits, cells, cells+columns, channelled, classical, columns, elements, positions\n    viewpoint = 'cells+rowes'\n                ^^^^^^^^^^^^^\n",
    );
    check(
        "limit = 3\n",
        "e.toml:4:1: error: unknown field `limit`, expected one of `title`, `about`, `kind`, `question`, `set`, `file`, `puzzles`, `generated`, `only`, `repetitions`, `axis`, `fixed`, `limits`, `published`, `plot`\n    limit = 3\n    ^^^^^\n",
    );
    let axis = "[[axis]]\nname = 'consistency'\nvalues = ['value', 'bounds']\n";
    check(
        &format!("{axis}[[plot]]\nform = 'scatter'\nof = ['value', 'domain']\n"),
        "e.toml:9:17: error: unknown configuration; expected one of value, bounds\n    of = ['value', 'domain']\n                    ^^^^^^\n",
    );
    let published = "[published]\ntable = 'mine.csv'\nkeys = { puzzle = \"instance\" }\n";
    check(
        &format!("{axis}{published}ours = \"tries\"\n"),
        "e.toml:10:8: error: expected one of our counts: nodes, failures, backtracks, propagations\n    ours = \"tries\"\n           ^^^^^^^\n",
    );
}

/// `level` is the name of `consistency` before 0.2, as an axis and as an option.
#[test]
fn the_old_name_of_consistency_is_accepted() {
    let head = "title = 'x'\nkind = 'sudoku'\nset = 'sudoku/reports'\n";
    let options = |rest: &str| {
        let experiment = Experiment::parse(&format!("{head}{rest}")).expect("it parses");
        let configurations = experiment.configurations().into_iter();
        let options = configurations.map(|one| one.options);
        options.collect::<Vec<_>>()
    };
    for text in [
        "[fixed]\nNAME = 'bounds'\n",
        "[[axis]]\nname = 'NAME'\nvalues = ['value', 'domain']\n",
        "[[axis]]\nname = 'x'\nvalues = ['a']\nmeans = { a = { NAME = 'value' } }\n",
    ] {
        let [old, new] = ["level", "consistency"].map(|name| options(&text.replace("NAME", name)));
        assert_eq!(old, new, "{text}");
        assert!(new[0].get("consistency").is_some(), "{text}");
    }
}

#[test]
fn errors_about_a_published_table_have_their_place() {
    let head =
        "title = 'x'\nkind = 'sudoku'\nset = 'sudoku/reports'\n[published]\ntable = 'mine.csv'\n";
    let check = |rest: &str, expected: &str| {
        let text = format!("{head}{rest}");
        let experiment = Experiment::parse(&text).expect("it parses");
        let error = Published::parse(&experiment, "puzzle,backtracks\na,1\n");
        let error = error.expect_err("it does not fit");
        assert_eq!(error.locate(&text).render(&text, "e.toml"), expected);
    };
    check(
        "keys = { puzzle = \"instance\" }\ncount = \"tries\"\n",
        "e.toml:7:9: error: unknown column; the published table has puzzle, backtracks\n    count = \"tries\"\n            ^^^^^^^\n",
    );
    check(
        "keys = { puzzle = \"level\" }\n",
        "e.toml:6:19: error: expected `instance`, as there is no axis\n    keys = { puzzle = \"level\" }\n                      ^^^^^^^\n",
    );
}

#[test]
fn parquet_files_have_their_magic_bytes_or_a_remedy() {
    let (experiment, mut named, _) = read("000-hashi");
    named.truncate(1);
    let rows = rows(&experiment, &named, &HashSet::new(), 1);
    let axes = ["select".to_owned(), "improvements".to_owned()];
    let written = parquet(&rows, &axes);
    if !cfg!(feature = "parquet") {
        let error = written.expect_err("it was built without");
        assert!(error.to_string().contains("--features parquet"), "{error}");
        return;
    }
    let bytes = written.expect("it is written");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}
