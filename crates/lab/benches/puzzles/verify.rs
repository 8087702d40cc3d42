//! `--verify`: checks all answer counts of the corpus, which come from programs that share no code with ours.

use std::collections::BTreeMap;

use gridwright::codec::collection::entries;
use gridwright::{CATALOGUE, EngineName, Question, kind};
use gridwright_lab::peers::{ENGINES, read_text, run_engine};

use crate::options::Options;

/// The result for a kind and an engine.
#[derive(Default)]
struct Tally {
    n_equal: usize,
    /// Puzzles that are invalid on purpose: they cannot be parsed, and their count in the corpus is 0.
    n_refused: usize,
    n_stopped: usize,
    /// Puzzles that cannot be parsed, although the corpus has answers for them.
    unparsed: Vec<String>,
    wrong: Vec<String>,
}

/// The answer count of a puzzle in the corpus.
#[derive(Clone, Copy)]
struct KnownCount {
    count: u64,
    /// Whether it is a lower bound.
    at_least: bool,
}

/// Checks all counts; returns the number of wrong ones.
pub(crate) fn verify(options: &Options) -> usize {
    let mut n_wrong = 0;
    for kind in CATALOGUE {
        let id = kind.info().id;
        let counts = Options::corpus().join(id).join("counts.tsv");
        let Some(text) = read_text(&counts).filter(|_| options.benchmark.selects_row(id)) else {
            continue;
        };
        let known = known(&text);
        for (name, engine) in ENGINES {
            if !options.verifies(name) {
                continue;
            }
            let tally = tally(id, &known, engine, options);
            println!(
                "{id:<12}{name:<7}{:>5} counts equal, {} invalid puzzles rejected, {} at the limit, {} wrong",
                tally.n_equal,
                tally.n_refused,
                tally.n_stopped,
                tally.wrong.len()
            );
            if !tally.unparsed.is_empty() {
                println!("  not parsed: {}", tally.unparsed.join(", "));
            }
            for wrong in &tally.wrong {
                println!("WRONG: {wrong}");
            }
            n_wrong += tally.wrong.len();
        }
    }
    n_wrong
}

/// The known counts by file and puzzle name.
fn known(text: &str) -> BTreeMap<(&str, &str), KnownCount> {
    let mut known = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut fields = line.split('\t');
        let (Some(file), Some(name), Some(count)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let at_least = count.starts_with(">=");
        // Some counts are unknown.
        if let Ok(count) = count.trim_start_matches(">=").parse() {
            known.insert((file, name), KnownCount { count, at_least });
        }
    }
    known
}

fn tally(
    kind_id: &str,
    known: &BTreeMap<(&str, &str), KnownCount>,
    engine: EngineName,
    options: &Options,
) -> Tally {
    let mut tally = Tally::default();
    let mut files: Vec<&str> = known.keys().map(|(file, _)| *file).collect();
    files.dedup();
    for file in files {
        let path = Options::corpus().join(kind_id).join(file);
        let text = read_text(&path).unwrap_or_default();
        for entry in entries(&text).filter_map(Result::ok) {
            let name = entry.title();
            let Some(known) = known.get(&(file, name.as_str())) else {
                continue;
            };
            let read = kind(kind_id).and_then(|kind| kind.read(None, entry.text).ok());
            let Some(instance) = read else {
                match known.count {
                    0 => tally.n_refused += 1,
                    _ => tally.unparsed.push(format!("{file} {name}")),
                }
                continue;
            };
            // One more than the known count, to notice too many answers.
            let limit = known.count + u64::from(!known.at_least);
            let question = Question::Count { limit };
            match run_engine(&name, &instance, question, engine, options.benchmark.time) {
                Ok(run) if run.verdict.is_none() => tally.n_stopped += 1,
                Ok(run) if run.count == Some(known.count) => tally.n_equal += 1,
                Ok(run) => tally.wrong.push(format!(
                    "{kind_id} {file} {name}: {} answers instead of {}{}",
                    run.count.unwrap_or_default(),
                    if known.at_least { "at least " } else { "" },
                    known.count
                )),
                Err(error) => tally.wrong.push(format!("{kind_id} {file}: {error}")),
            }
        }
    }
    tally
}
