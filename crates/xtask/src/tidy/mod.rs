//! `cargo xtask tidy`: project rules that the compiler does not check.
//! Each rule is a function from the tree of files to findings; a finding says where, what is wrong, and how to repair it.
//! The rules also run as a test of this crate, so `cargo test` enforces them.

mod constraints;
mod crates;
mod documents;
mod files;
mod layers;
mod markdown;
mod rust;
mod tree;

use crate::{Error, no_arguments, root};
pub(crate) use files::{RefereedTest, refereed_tests};
use tree::Finding;
pub(crate) use tree::Tree;

/// Every rule with the name it is reported under.
const RULES: &[(&str, Rule)] = &[
    ("dependencies follow the crate table", crates::internal),
    ("external dependencies are listed", crates::external),
    ("libraries have no I/O", crates::machine_access),
    ("separated crates stay separate", crates::separation),
    ("imports run one way between folders", layers::circles),
    ("files are of readable length", files::lengths),
    ("files have headers", files::headers),
    ("files of test programs are declared", files::declared),
    ("no disabled tests or open TODOs", files::leftovers),
    ("spelling is British", files::spelling),
    (
        "constraints are listed, described and tested",
        constraints::form,
    ),
    ("ARCHITECTURE.md names existing things", documents::names),
    ("links resolve", documents::links),
    ("the changelog has an open section", documents::changelog),
    ("decision records have four parts", documents::decisions),
];

type Rule = fn(&Tree) -> Vec<Finding>;

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    no_arguments(args)?;
    let tree = Tree::load(&root())
        .map_err(|error| Error::Failed(format!("cannot read the repository: {error}")))?;
    let mut n_errors = 0;
    for (name, rule) in RULES {
        let (notes, errors): (Vec<_>, Vec<_>) = rule(&tree).into_iter().partition(|f| f.note);
        n_errors += errors.len();
        println!("{} {name}", if errors.is_empty() { "ok  " } else { "FAIL" });
        for finding in errors {
            println!("     {finding}");
        }
        for finding in notes {
            println!("     note: {finding}");
        }
    }
    match n_errors {
        0 => Ok(()),
        1 => Err(Error::Failed("tidy found 1 error".to_owned())),
        n => Err(Error::Failed(format!("tidy found {n} errors"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_repository_is_tidy() {
        let tree = Tree::load(&root()).expect("the repository can be read");
        let errors: Vec<String> = RULES
            .iter()
            .flat_map(|(_, rule)| rule(&tree))
            .filter(|finding| !finding.note)
            .map(|finding| finding.to_string())
            .collect();
        assert!(errors.is_empty(), "\n{}", errors.join("\n"));
    }
}
