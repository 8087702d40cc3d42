//! Mutated experiments, rows of benchmarks, curves, published tables and results: each is read or rejected. `cargo xtask fuzz readers` tries more of them.

use gridwright_control::Stop;
use gridwright_lab::peers::parse_rows;
use gridwright_lab::scaling::{parse_csv, parse_curves};
use gridwright_lab::{Experiment, InstanceSource, Published, Row, bundled, instances};
use gridwright_testing::text::{mutated, noise};
use gridwright_testing::{Draws, check};

/// The inputs of every reader in the tests; `PROPTEST_CASES` overrides it.
const INPUTS: usize = 400;

/// Pieces that tend to break readers.
const PIECES: &[&str] = &[
    "-1",
    "0",
    "99999999999999999999",
    "1e308",
    "nan",
    "\"\"",
    "'''",
    "[[axis]]\n",
    "[limits]\n",
    "[generated]\n",
    "seconds = 0\n",
    "kind = \"hashi\"\n",
    "puzzles = '''\n'''\n",
    "=",
    "[",
    "]",
    "\n",
    "é",
    "\u{0}",
    "\u{feff}",
    ",",
    ",,,,",
    "\"",
];

fn text(texts: &[&str], draws: &mut Draws) -> String {
    match draws.one_in(20) {
        true => noise(draws),
        false => mutated(draws.pick::<&str>(texts), PIECES, draws),
    }
}

#[test]
fn fuzz_experiments() {
    let texts: Vec<&str> = bundled::EXPERIMENTS.iter().map(|(_, text)| *text).collect();
    assert!(texts.len() > 10);
    check(INPUTS, |draws| {
        let text = text(&texts, draws);
        match Experiment::parse(&text) {
            Ok(experiment) => {
                let _ = experiment.configurations();
                let table = experiment.published.as_ref();
                let table = table.and_then(|source| bundled::table(&source.table));
                let _ = Published::parse(&experiment, table.unwrap_or_default());
                // Generated puzzles would take long.
                if !matches!(experiment.instances.source, InstanceSource::Generated(_)) {
                    let _ = instances(&experiment, &text, &Stop::new(), &mut |_| {});
                }
            }
            Err(error) => drop(error.render(&text, "experiment.toml")),
        }
        Ok(())
    });
}

#[test]
fn axes_with_too_many_combinations_are_rejected() {
    let mut text = "title = \"t\"\nkind = \"sudoku\"\n".to_owned();
    for axis in 0..12 {
        text += &format!(
            "[[axis]]\nname = \"a{axis}\"\nvalues = [\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]\n"
        );
    }
    text += "[puzzles]\na = \"1\"\n";
    let error = Experiment::parse(&text).expect_err("too many");
    assert!(
        error.message.contains("at most 10000 configurations"),
        "{error:?}"
    );
}

#[test]
fn fuzz_tables_of_experiments() {
    let rows = include_str!("../experiments/peers.toml");
    let curves = include_str!("../experiments/scaling.toml");
    let tables: Vec<&str> = bundled::tables().filter_map(bundled::table).collect();
    let experiments: Vec<Experiment> = bundled::EXPERIMENTS
        .iter()
        .map(|(_, text)| Experiment::parse(text).expect("a bundled experiment"))
        .collect();
    check(INPUTS, |draws| {
        let _ = parse_rows(&text(&[rows], draws));
        let _ = parse_curves(&text(&[curves], draws));
        let table = text(&tables, draws);
        let _ = Published::parse(draws.pick(&experiments), &table);
        let _ = parse_csv(&text(
            &["curve,size,seconds,found\nhashi,10,0.5,yes\n"],
            draws,
        ));
        let csv = "instance,axis,repetition,verdict,count,nodes,seconds\na,b,1,unique,1,10,0.5\n";
        let _ = Row::parse_all(&text(&[csv], draws), draws.below(4));
        Ok(())
    });
}
