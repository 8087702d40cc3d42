//! `--verify`: every count of answers that the corpus knows, counted again. Those counts come from programs that share nothing with ours.

use std::collections::BTreeMap;

use gridwright::codec::collection::entries;
use gridwright::{CATALOGUE, EngineName, Question, kind};
use gridwright_lab::peers::{ENGINES, asked, packed_text};

use crate::options::Options;

/// How the counts of a kind came out.
#[derive(Default)]
struct Tally {
    n_equal: usize,
    /// Broken on purpose: no reader takes them, and the corpus says that they have no answer.
    n_refused: usize,
    n_cut: usize,
    /// Not read, though the corpus says that they have answers.
    unread: Vec<String>,
    wrong: Vec<String>,
}

/// What the corpus knows of a puzzle.
#[derive(Clone, Copy)]
struct Known {
    count: u64,
    /// Whether counting stopped there.
    at_least: bool,
}

/// Counts again; the number of wrong counts.
pub(crate) fn verify(options: &Options) -> usize {
    let mut n_wrong = 0;
    for kind in CATALOGUE {
        let id = kind.card().id;
        let counts = Options::corpus().join(id).join("counts.tsv");
        let Some(text) = packed_text(&counts).filter(|_| options.wanted.wants(id)) else {
            continue;
        };
        let known = known(&text);
        for (name, engine) in ENGINES {
            if !options.verifies(name) {
                continue;
            }
            let tally = tally(id, &known, engine, options);
            println!(
                "{id:<12}{name:<7}{:>5} counts are equal, {} broken puzzles are refused, {} reached the limit, {} are wrong",
                tally.n_equal,
                tally.n_refused,
                tally.n_cut,
                tally.wrong.len()
            );
            if !tally.unread.is_empty() {
                println!("  not read: {}", tally.unread.join(", "));
            }
            for wrong in &tally.wrong {
                println!("WRONG: {wrong}");
            }
            n_wrong += tally.wrong.len();
        }
    }
    n_wrong
}

/// The known counts by file and name.
fn known(text: &str) -> BTreeMap<(&str, &str), Known> {
    let mut known = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut fields = line.split('\t');
        let (Some(file), Some(name), Some(said)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let at_least = said.starts_with(">=");
        // Some are not settled there either.
        if let Ok(count) = said.trim_start_matches(">=").parse() {
            known.insert((file, name), Known { count, at_least });
        }
    }
    known
}

fn tally(
    kind_id: &str,
    known: &BTreeMap<(&str, &str), Known>,
    engine: EngineName,
    options: &Options,
) -> Tally {
    let mut tally = Tally::default();
    let mut files: Vec<&str> = known.keys().map(|(file, _)| *file).collect();
    files.dedup();
    for file in files {
        let path = Options::corpus().join(kind_id).join(file);
        let text = packed_text(&path).unwrap_or_default();
        for entry in entries(&text).filter_map(Result::ok) {
            let name = entry.title();
            let Some(known) = known.get(&(file, name.as_str())) else {
                continue;
            };
            let read = kind(kind_id).and_then(|kind| kind.read(None, entry.text).ok());
            let Some(given) = read else {
                match known.count {
                    0 => tally.n_refused += 1,
                    _ => tally.unread.push(format!("{file} {name}")),
                }
                continue;
            };
            // One more than is known, so that too many would be seen.
            let limit = known.count + u64::from(!known.at_least);
            let question = Question::Count { limit };
            match asked(&name, &given, question, engine, options.wanted.time) {
                Ok(run) if run.verdict.is_none() => tally.n_cut += 1,
                Ok(run) if run.count == Some(known.count) => tally.n_equal += 1,
                Ok(run) => tally.wrong.push(format!(
                    "{kind_id} {file} {name}: {} answers instead of {}{}",
                    run.count.unwrap_or_default(),
                    if known.at_least { "at least " } else { "" },
                    known.count
                )),
                Err(why) => tally.wrong.push(format!("{kind_id} {file}: {why}")),
            }
        }
    }
    tally
}
