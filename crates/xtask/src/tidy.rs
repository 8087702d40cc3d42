//! `cargo xtask tidy`: the rules of the house that no compiler knows.
//! Each rule is a function from the tree of files to findings; each finding says where, what, and how to mend it.
//! The rules also run as a test of this crate, so `cargo test` alone upholds them.

mod constraints;
mod documents;
mod files;
mod markdown;
mod names;
mod reach;
mod rooms;
mod rust;
mod tree;
mod words;

use crate::{Stop, no_arguments, root};
use std::fmt;
use tree::Tree;

/// Every rule with the name it is reported under.
const RULES: &[(&str, Rule)] = &[
    ("rooms use what the table allows", rooms::dependencies),
    ("outside dependencies are few", rooms::outside),
    ("named things exist", names::exist),
    ("files are short", files::lengths),
    ("files have headers", files::headers),
    ("tests are never switched off", files::leftovers),
    ("one word per idea", words::glossary),
    ("spelling is British", words::spelling),
    ("only programs touch the machine", reach::machine),
    ("rooms do not know each other", reach::strangers),
    ("constraints keep their form", constraints::form),
    ("links lead somewhere", documents::links),
    ("the changelog is open", documents::changelog),
    ("decisions have four parts", documents::decisions),
];

type Rule = fn(&Tree) -> Vec<Finding>;

/// Something that is not as the rules want it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    file: String,
    line: usize,
    problem: String,
    fix: String,
    /// A note is printed and fails nothing.
    note: bool,
}

impl Finding {
    fn new(file: &str, line: usize, problem: impl Into<String>, fix: impl Into<String>) -> Finding {
        Finding {
            file: file.to_owned(),
            line,
            problem: problem.into(),
            fix: fix.into(),
            note: false,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding {
            file,
            line,
            problem,
            fix,
            ..
        } = self;
        write!(f, "{file}:{line}: {problem}; {fix}")
    }
}

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    no_arguments(args)?;
    let tree = Tree::load(&root())
        .map_err(|why| Stop::Failed(format!("the tree could not be read: {why}")))?;
    let mut errors = 0;
    for (rule, check) in RULES {
        let findings = check(&tree);
        let (notes, faults): (Vec<_>, Vec<_>) = findings.into_iter().partition(|found| found.note);
        errors += faults.len();
        println!("{} {rule}", if faults.is_empty() { "ok  " } else { "FAIL" });
        for found in faults {
            println!("     {found}");
        }
        for found in notes {
            println!("     note: {found}");
        }
    }
    match errors {
        0 => Ok(()),
        1 => Err(Stop::Failed("tidy found 1 fault".to_owned())),
        n => Err(Stop::Failed(format!("tidy found {n} faults"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_repository_is_tidy() {
        let tree = Tree::load(&root()).expect("the repository can be read");
        let faults: Vec<String> = RULES
            .iter()
            .flat_map(|(_, check)| check(&tree))
            .filter(|found| !found.note)
            .map(|found| found.to_string())
            .collect();
        assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    }
}
