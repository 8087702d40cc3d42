//! The libraries written in Prolog. A program gets the code of those whose predicates it names; others are read when a goal calls them.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use gridwright_term::{Operators, Span, Term, parse_clauses};

/// One library: what it exports is what its text defines, without names that begin with `$` or contain a colon.
pub(crate) struct Library {
    text: &'static str,
    clauses: LazyLock<Vec<(Term, Span)>, Parse>,
}

/// Reads the text of a library, when it is first needed.
type Parse = Box<dyn FnOnce() -> Vec<(Term, Span)> + Send>;

/// The texts, one line each.
const TEXTS: &[&str] = &[
    include_str!("aggregate.pl"),
    include_str!("assoc.pl"),
    include_str!("backcomp.pl"),
    include_str!("coroutining.pl"),
    include_str!("dcg.pl"),
    include_str!("dcg_basics.pl"),
    include_str!("error.pl"),
    include_str!("gensym.pl"),
    include_str!("hprolog.pl"),
    include_str!("listing.pl"),
    include_str!("lists.pl"),
    include_str!("nb_set.pl"),
    include_str!("option.pl"),
    include_str!("ordsets.pl"),
    include_str!("quintus.pl"),
    include_str!("rbtrees.pl"),
    include_str!("strings.pl"),
    include_str!("tabling.pl"),
    include_str!("ugraphs.pl"),
    include_str!("yall.pl"),
];

/// All libraries; their numbers are bits of a mask.
pub(crate) fn libraries() -> &'static [Library] {
    static LIBRARIES: OnceLock<Vec<Library>> = OnceLock::new();
    LIBRARIES.get_or_init(|| {
        let library = |&text: &&'static str| {
            let parse: Parse = Box::new(move || parsed(text));
            Library {
                text,
                clauses: LazyLock::new(parse),
            }
        };
        TEXTS.iter().map(library).collect()
    })
}

/// The libraries that define a name with any number of arguments, as a mask.
fn exports() -> &'static HashMap<&'static str, u32> {
    static EXPORTS: OnceLock<HashMap<&'static str, u32>> = OnceLock::new();
    EXPORTS.get_or_init(|| {
        let mut exports = HashMap::new();
        for (number, text) in TEXTS.iter().enumerate() {
            for line in text.lines() {
                let quoted = line
                    .strip_prefix('\'')
                    .and_then(|rest| rest.split('\'').next());
                let name = quoted.unwrap_or_else(|| {
                    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_');
                    &line[..end.unwrap_or(line.len())]
                });
                if name.starts_with(|c: char| c.is_lowercase() || "$>/\\=@?".contains(c)) {
                    *exports.entry(name).or_default() |= 1 << number;
                }
            }
        }
        exports
    })
}

impl Library {
    pub(crate) fn clauses(&self) -> &[(Term, Span)] {
        &self.clauses
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text.lines().next().unwrap_or_default())
    }
}

fn parsed(text: &str) -> Vec<(Term, Span)> {
    let (clauses, diagnostics) = parse_clauses(text, &mut Operators::prolog().clone());
    debug_assert!(diagnostics.is_empty(), "{diagnostics:?} {text}");
    clauses
}

/// The libraries that define a name, as a mask.
pub(crate) fn defining(name: &str) -> u32 {
    exports().get(name).copied().unwrap_or(0)
}

/// The libraries that define a name that a goal mentions, as a mask.
pub(crate) fn mentioned(goal: &Term) -> u32 {
    let mut mask = 0;
    let mut todo = vec![goal];
    while let Some(term) = todo.pop() {
        match term {
            Term::Name(name) => mask |= defining(name),
            Term::Compound(name, args) => {
                mask |= defining(name);
                todo.extend(args.iter());
            }
            Term::List(items) => todo.extend(items.iter()),
            Term::OpenList(items, rest) => {
                todo.extend(items.iter());
                todo.push(rest);
            }
            _ => {}
        }
    }
    mask
}
