//! Grammar rules: `Head --> Body` as a clause with two more arguments, as SWI-Prolog translates it.

use gridwright_term::Term;

/// The clause of a grammar rule, or what is wrong with it.
pub(crate) fn clause_of(head: &Term, body: &Term) -> Result<Term, String> {
    let mut fresh = Fresh(0);
    let (first, last) = (fresh.var(), fresh.var());
    let (head, pushed) = match (head.functor(), head.args()) {
        (Some((",", 2)), [head, pushed]) => (head, Some(pushed)),
        _ => (head, None),
    };
    let (module, head) = match (head.functor(), head.args()) {
        (Some((":", 2)), [module, inner]) => (Some(module), inner),
        _ => (None, head),
    };
    let Some(pushed) = pushed else {
        let body = translated(body, &first, &last, &mut fresh)?;
        return Ok(clause(module, extended(head, &first, &last)?, body));
    };
    let Some(items) = terminals(pushed) else {
        return Err("what a grammar rule pushes back is a list".to_owned());
    };
    let middle = fresh.var();
    let body = translated(body, &first, &middle, &mut fresh)?;
    let push = unify(last.clone(), Term::open_list(items, middle));
    let body = Term::compound(",", [body, push]);
    Ok(clause(module, extended(head, &first, &last)?, body))
}

fn clause(module: Option<&Term>, head: Term, body: Term) -> Term {
    let head = match module {
        Some(module) => Term::compound(":", [module.clone(), head]),
        None => head,
    };
    Term::compound(":-", [head, body])
}

/// Variables that no program writes.
struct Fresh(usize);

impl Fresh {
    fn var(&mut self) -> Term {
        self.0 += 1;
        Term::var(format!("_Rest{}__", self.0))
    }
}

fn unify(left: Term, right: Term) -> Term {
    Term::compound("=", [left, right])
}

/// A non-terminal with its two arguments.
fn extended(term: &Term, first: &Term, last: &Term) -> Result<Term, String> {
    let Some((name, _)) = term.functor() else {
        return Err(format!("`{term}` cannot be a part of a grammar rule"));
    };
    let more = [first.clone(), last.clone()];
    let args = term.args().iter().cloned().chain(more);
    Ok(Term::compound(name, args))
}

/// The items of a list or text of terminals.
fn terminals(term: &Term) -> Option<Vec<Term>> {
    match term {
        Term::List(items) => Some(items.clone()),
        Term::Text(text) => {
            let codes = text.chars().map(|c| Term::Int(u32::from(c).into()));
            Some(codes.collect())
        }
        _ => None,
    }
}

fn translated(body: &Term, first: &Term, last: &Term, fresh: &mut Fresh) -> Result<Term, String> {
    if let Some(items) = terminals(body) {
        return Ok(unify(first.clone(), Term::open_list(items, last.clone())));
    }
    let same = || unify(first.clone(), last.clone());
    Ok(match (body, body.functor(), body.args()) {
        (Term::Var(_), ..) => Term::compound("phrase", [body.clone(), first.clone(), last.clone()]),
        (_, Some((name @ ("," | "->" | "*->"), 2)), [left, right]) => {
            let middle = fresh.var();
            let left = translated(left, first, &middle, fresh)?;
            let right = translated(right, &middle, last, fresh)?;
            Term::compound(name, [left, right])
        }
        (_, Some((";" | "|", 2)), [left, right]) => {
            let left = translated(left, first, last, fresh)?;
            let right = translated(right, first, last, fresh)?;
            Term::compound(";", [left, right])
        }
        (_, Some(("!", 0)), _) => Term::compound(",", [Term::name("!"), same()]),
        (_, Some(("{}", 0)), _) => same(),
        (_, Some(("{}", 1)), [goal]) => Term::compound(",", [goal.clone(), same()]),
        (_, Some(("\\+", 1)), [inner]) => {
            let end = fresh.var();
            let inner = translated(inner, first, &end, fresh)?;
            Term::compound(",", [Term::compound("\\+", [inner]), same()])
        }
        (_, Some((":", 2)), [module, inner]) => {
            let inner = translated(inner, first, last, fresh)?;
            Term::compound(":", [module.clone(), inner])
        }
        _ => extended(body, first, last)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_term::{Operators, parse_term};

    #[test]
    fn rules_become_clauses() {
        let table = [
            ("a --> b, c(X)", "a(A, B) :- b(A, C), c(X, C, B)"),
            (
                "a --> [x, y], \"z\"",
                "a(A, B) :- A = [x, y|C], C = [122|B]",
            ),
            ("a --> [], !, {p}", "a(A, B) :- A = C, (!, C = D), p, D = B"),
            (
                "a --> \\+ b | X",
                "a(A, B) :- \\+ b(A, C), A = B ; phrase(X, A, B)",
            ),
            (
                "a, [p] --> call(g, 1)",
                "a(A, B) :- call(g, 1, A, C), B = [p|C]",
            ),
            (
                "a --> b -> c ; d",
                "a(A, B) :- b(A, C) -> c(C, B) ; d(A, B)",
            ),
        ];
        for (rule, expected) in table {
            let rule = parse_term(rule, Operators::prolog()).expect(rule);
            let [head, body] = rule.args() else {
                panic!("{rule} is a rule")
            };
            let mut shown = clause_of(head, body)
                .expect("it can be translated")
                .to_string();
            for (number, name) in ["A", "B", "C", "D"].iter().enumerate() {
                shown = shown.replace(&format!("_Rest{}__", number + 1), name);
            }
            assert_eq!(shown, expected);
        }
        assert!(clause_of(&Term::name("a"), &Term::Int(1)).is_err());
    }
}
