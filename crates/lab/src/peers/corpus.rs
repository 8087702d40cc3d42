//! The instances of a row: from sets that come with the program, from the large corpus where there is one, from a text, or made for the purpose.

use std::path::Path;
use std::process::Command;

use gridwright::codec::collection::{Entry, entries};
use gridwright::control::Deadline;
use gridwright::{BoxedInstance, kind};

use crate::peers::Wanted;
use crate::peers::rows::{Row, Source};
use crate::ready;

/// One instance of a row.
pub(crate) struct Instance {
    pub(crate) name: String,
    /// Its text, from which other programs are told of it.
    pub(crate) text: String,
    pub(crate) given: BoxedInstance,
}

impl Row {
    /// The instances, spread evenly over the set; `None` if the set is not on this machine.
    pub(crate) fn instances(&self, wanted: &Wanted) -> Result<Option<Vec<Instance>>, String> {
        let many = if self.bulk { 10 } else { 1 };
        let most = wanted.most.saturating_mul(many);
        Ok(match &self.source {
            Source::Set(name) => ready::set(name).map(|text| self.taken(text, most)),
            Source::Corpus(file) => {
                let path = wanted.corpus.as_ref().map(|folder| folder.join(file));
                let text = path.and_then(|path| packed_text(&path));
                text.map(|text| self.taken(&text, most))
            }
            Source::Text(text) => {
                let instance = instance(&self.kind, &self.name, text);
                Some(vec![instance.ok_or("its text is not read")?])
            }
            Source::Made(generated) => {
                let deadline = Deadline::at_stop(wanted.stop.clone());
                let kind = kind(&self.kind).ok_or("no such kind")?;
                let made = generated.puzzles(kind, most as u64, &deadline, &mut |_| {})?;
                let all = made.into_iter().map(|(name, given)| Instance {
                    name,
                    text: given.print(),
                    given,
                });
                Some(all.collect())
            }
        })
    }

    /// The instances of a text that are meant, at most so many.
    fn taken(&self, text: &str, most: usize) -> Vec<Instance> {
        let is_meant = |entry: &Entry<'_>| {
            let named = entry.name.unwrap_or_default().starts_with(&self.starts);
            let n_lines = entry.text.lines().count();
            let sized = self
                .lines
                .is_none_or(|(min, max)| (min..=max).contains(&n_lines));
            named && sized
        };
        let entries: Vec<Entry<'_>> = entries(text)
            .filter_map(Result::ok)
            .filter(is_meant)
            .collect();
        let n_taken = most.min(entries.len());
        let taken = (0..n_taken).map(|i| &entries[i * entries.len() / n_taken]);
        // One that is broken on purpose is none.
        taken
            .filter_map(|entry| match self.latin {
                true => instance(&self.kind, &entry.title(), &latin(entry.text)?),
                false => instance(&self.kind, &entry.title(), entry.text),
            })
            .collect()
    }
}

fn instance(kind_id: &str, name: &str, text: &str) -> Option<Instance> {
    Some(Instance {
        name: name.to_owned(),
        text: text.to_owned(),
        given: kind(kind_id)?.read(None, text).ok()?,
    })
}

/// A Latin square with numbers from 0 on, as the Sudoku whose blocks are its rows.
pub fn latin(text: &str) -> Option<String> {
    let words: Vec<&str> = text.trim().split(',').collect();
    let n = words.len().isqrt();
    let cell = |word: &&str| match word.trim() {
        "." => Some(".".to_owned()),
        number => Some((number.parse::<usize>().ok().filter(|at| *at < n)? + 1).to_string()),
    };
    let cells: Option<Vec<String>> = words.iter().map(cell).collect();
    let cells = cells.filter(|cells| n * n == cells.len())?;
    Some(format!("blocks 1x{n}\n{}\n", cells.join(",")))
}

/// The text of a file, unpacked where its name ends in `gz`.
pub fn packed_text(path: &Path) -> Option<String> {
    if path.extension().is_none_or(|ending| ending != "gz") {
        return std::fs::read_to_string(path).ok();
    }
    let out = Command::new("gzip").arg("-dc").arg(path).output().ok()?;
    out.status.success().then_some(())?;
    String::from_utf8(out.stdout).ok()
}
