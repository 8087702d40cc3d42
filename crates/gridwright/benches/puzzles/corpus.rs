//! Instances: from the sets of the project, and from the large corpus where it lies beside the checkout.

use std::path::{Path, PathBuf};
use std::process::Command;

use gridwright::collection::{Entry, entries};
use gridwright::{Given, kind};

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
pub(crate) const BESIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");

/// One instance of a row.
pub(crate) struct Instance {
    pub(crate) name: String,
    /// Its text in the corpus, from which other programs are told of it.
    pub(crate) text: String,
    pub(crate) given: Given,
}

/// Where a set is, and which of its puzzles are meant.
pub(crate) struct Set {
    pub(crate) place: Place,
    /// The path below the corpus.
    pub(crate) file: String,
    pub(crate) is_meant: Box<dyn Fn(&Entry<'_>) -> bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The project's own corpus.
    Own,
    /// The large corpus beside the checkout.
    Beside,
}

impl Set {
    /// The instances of the set, `most` of them spread evenly; `None` if the set is not on this machine.
    pub(crate) fn instances(&self, kind_id: &str, most: usize) -> Option<Vec<Instance>> {
        let root = match self.place {
            Place::Own => OWN,
            Place::Beside => BESIDE,
        };
        let text = text(&PathBuf::from(root).join(&self.file))?;
        let entries: Vec<Entry<'_>> = entries(&text)
            .filter_map(Result::ok)
            .filter(|entry| (self.is_meant)(entry))
            .collect();
        let n_taken = most.min(entries.len());
        let taken = (0..n_taken).map(|i| &entries[i * entries.len() / n_taken]);
        Some(taken.filter_map(|entry| instance(kind_id, entry)).collect())
    }
}

/// An instance that is made up rather than read from a set.
pub(crate) fn made(kind_id: &str, name: &str, text: &str) -> Option<Instance> {
    Some(Instance {
        name: name.to_owned(),
        text: text.to_owned(),
        given: kind(kind_id)?.read(None, text).ok()?,
    })
}

/// What a puzzle of a set is for the bench; one that is broken on purpose is none.
fn instance(kind_id: &str, entry: &Entry<'_>) -> Option<Instance> {
    made(kind_id, &entry.title(), entry.text)
}

/// The text of a file, unpacked where it is packed.
pub(crate) fn text(path: &Path) -> Option<String> {
    if path.extension().is_none_or(|ending| ending != "gz") {
        return std::fs::read_to_string(path).ok();
    }
    let out = Command::new("gzip").arg("-dc").arg(path).output().ok()?;
    out.status.success().then_some(())?;
    String::from_utf8(out.stdout).ok()
}
