//! The instances of a benchmark row: from a bundled set, from the large corpus, from a text, or generated.

use std::path::Path;
use std::process::Command;

use gridwright::codec::collection::{Entry, entries};
use gridwright::control::Deadline;
use gridwright::{BoxedInstance, kind};

use crate::experiment::bundled;
use crate::peers::spec::{BenchmarkOptions, BenchmarkRow, Source, latin};

/// One instance of a row.
pub(crate) struct Instance {
    pub(crate) name: String,
    /// Its text, which is encoded for other programs.
    pub(crate) text: String,
    pub(crate) parsed: BoxedInstance,
}

impl BenchmarkRow {
    /// The instances, spread evenly over the set; `None` if the set is not on this machine.
    pub(crate) fn instances(
        &self,
        options: &BenchmarkOptions,
    ) -> Result<Option<Vec<Instance>>, String> {
        let many = if self.bulk { 10 } else { 1 };
        let max_instances = options.max_instances.saturating_mul(many);
        Ok(match &self.source {
            Source::Set(name) => bundled::set(name).map(|text| self.select(text, max_instances)),
            Source::Corpus(file) => {
                let path = options.corpus.as_ref().map(|folder| folder.join(file));
                let text = path.and_then(|path| read_text(&path));
                text.map(|text| self.select(&text, max_instances))
            }
            Source::Text(text) => {
                let instance = instance(&self.kind, &self.name, text);
                Some(vec![instance.ok_or("the text cannot be parsed")?])
            }
            Source::Boards => {
                let kind = kind(&self.kind).ok_or("unknown kind")?;
                let boards = kind.boards();
                let n_selected = max_instances.min(boards.len());
                let selected = (0..n_selected).map(|i| i * boards.len() / n_selected);
                let read = |index: usize| {
                    let board = boards[index];
                    let parsed = kind.read(kind.recognise(board), board);
                    let parsed = parsed.map_err(|error| error.message)?;
                    Ok(Instance {
                        name: format!("board {}", index + 1),
                        text: parsed.print(),
                        parsed,
                    })
                };
                let all: Result<Vec<Instance>, String> = selected.map(read).collect();
                Some(all?)
            }
            Source::Generated(generated) => {
                let deadline = Deadline::at_stop(options.stop.clone());
                let kind = kind(&self.kind).ok_or("unknown kind")?;
                let puzzles =
                    generated.puzzles(kind, max_instances as u64, &deadline, &mut |_| {})?;
                let all = puzzles.into_iter().map(|(name, parsed)| Instance {
                    name,
                    text: parsed.print(),
                    parsed,
                });
                Some(all.collect())
            }
        })
    }

    /// The matching instances of a text, at most `most`.
    fn select(&self, text: &str, max_instances: usize) -> Vec<Instance> {
        let is_selected = |entry: &Entry<'_>| {
            let named = entry
                .name
                .unwrap_or_default()
                .starts_with(&self.name_prefix);
            let n_lines = entry.text.lines().count();
            let sized = self
                .lines
                .is_none_or(|(min, max)| (min..=max).contains(&n_lines));
            named && sized
        };
        let entries: Vec<Entry<'_>> = entries(text)
            .filter_map(Result::ok)
            .filter(is_selected)
            .collect();
        let n_selected = max_instances.min(entries.len());
        let selected = (0..n_selected).map(|i| &entries[i * entries.len() / n_selected]);
        // Some sets contain invalid puzzles on purpose.
        selected
            .filter_map(|entry| match self.latin {
                true => instance(&self.kind, &entry.title(), &latin(entry.text)?),
                false => instance(&self.kind, &entry.title(), entry.text),
            })
            .collect()
    }
}

fn instance(kind_id: &str, name: &str, text: &str) -> Option<Instance> {
    let kind = kind(kind_id)?;
    let (text, parsed) = match kind.read(None, text) {
        Ok(parsed) => (text.to_owned(), parsed),
        // A link or an id of another program.
        Err(_) => {
            let parsed = kind.read(Some(kind.recognise(text)?), text).ok()?;
            (parsed.print(), parsed)
        }
    };
    Some(Instance {
        name: name.to_owned(),
        text,
        parsed,
    })
}

/// The text of a file, decompressed if its extension is `gz`.
pub fn read_text(path: &Path) -> Option<String> {
    if path.extension().is_none_or(|ending| ending != "gz") {
        return std::fs::read_to_string(path).ok();
    }
    let out = Command::new("gzip").arg("-dc").arg(path).output().ok()?;
    out.status.success().then_some(())?;
    String::from_utf8(out.stdout).ok()
}
