//! Answers in which open variables have the names people gave them.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::run::Answer;

impl Answer {
    /// The answer in which a variable that is still open has the name it has in the query, the first of several.
    ///
    /// ```
    /// use gridwright_chr::{Limits, Program};
    ///
    /// let program = Program::parse(":- chr_constraint p(?any).", "p.chr").map_err(|error| error.to_string())?;
    /// let mut run = program.query("p(X), Y = X", Limits::default()).map_err(|error| error.message)?;
    /// let answer = run.next_answer().map_err(|error| error.to_string())?.ok_or("no answer")?.named();
    /// assert_eq!(answer.store[0].to_string(), "p(X)");
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn named(&self) -> Answer {
        let mut names: HashMap<&str, &str> = HashMap::new();
        for (name, term) in &self.bindings {
            if let Term::Var(inside) = term {
                names.entry(inside).or_insert(name);
            }
        }
        let bindings = self.bindings.iter();
        let store = self.store.iter();
        Answer {
            bindings: bindings
                .map(|(name, term)| (name.clone(), renamed(term, &names)))
                .collect(),
            store: store.map(|term| renamed(term, &names)).collect(),
        }
    }
}

/// A term in which variables have other names.
fn renamed(term: &Term, names: &HashMap<&str, &str>) -> Term {
    let all = |terms: &[Term]| {
        let terms = terms.iter().map(|term| renamed(term, names));
        terms.collect::<Vec<Term>>()
    };
    match term {
        Term::Var(inside) => Term::var(*names.get(&inside[..]).unwrap_or(&&inside[..])),
        Term::Compound(name, args) => Term::compound(name, all(args)),
        Term::List(items) => Term::list(all(items)),
        Term::OpenList(items, rest) => Term::open_list(all(items), renamed(rest, names)),
        _ => term.clone(),
    }
}
