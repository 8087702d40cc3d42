//! Long lists in clauses: each is unified piece by piece, so that no shape of a term is as deep as a list is long.

use gridwright_term::Term;

/// The most items of a list in one piece.
const PIECE: usize = 200;

/// The head and the body of a clause with long lists in its head, in pieces; `None` if there are none. `names` counts the variables made.
pub(crate) fn split_head(
    head: &Term,
    body: Option<&Term>,
    names: &mut usize,
) -> Option<(Term, Term)> {
    if !has_long(head) {
        return None;
    }
    let mut pieces = Vec::new();
    let head = split(head, &mut pieces, names);
    // The outer piece is matched first.
    let body = body.cloned().unwrap_or_else(|| Term::name("true"));
    Some((head, joined(pieces, body)))
}

/// A goal with long lists, after the goals that make their pieces; `None` if there are none, or if other goals are inside.
pub(crate) fn split_goal(goal: &Term, names: &mut usize) -> Option<Term> {
    let is_control = matches!(
        goal.functor(),
        Some(("," | ";" | "|" | "->" | "*->", 2) | ("\\+", 1))
    );
    if is_control || !has_long(goal) {
        return None;
    }
    let mut pieces = Vec::new();
    let goal = split(goal, &mut pieces, names);
    pieces.reverse();
    Some(joined(pieces, goal))
}

fn joined(goals: Vec<Term>, last: Term) -> Term {
    goals
        .into_iter()
        .rev()
        .fold(last, |rest, goal| Term::compound(",", [goal, rest]))
}

/// Whether a list with more items than a piece is in a term.
fn has_long(term: &Term) -> bool {
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        match term {
            Term::List(items) | Term::OpenList(items, _) if items.len() > PIECE => return true,
            Term::List(items) | Term::Compound(_, items) => todo.extend(items),
            Term::OpenList(items, rest) => {
                todo.extend(items);
                todo.push(rest);
            }
            _ => {}
        }
    }
    false
}

/// A term whose long lists end in variables after a piece each; the goals that unify these come outermost first.
fn split(term: &Term, pieces: &mut Vec<Term>, names: &mut usize) -> Term {
    match term {
        Term::Compound(name, args) => {
            let args: Vec<Term> = args.iter().map(|arg| split(arg, pieces, names)).collect();
            Term::Compound(name.clone(), args)
        }
        Term::List(items) => split_list(items, None, pieces, names),
        Term::OpenList(items, rest) => split_list(items, Some(rest), pieces, names),
        _ => term.clone(),
    }
}

fn split_list(
    items: &[Term],
    rest: Option<&Term>,
    pieces: &mut Vec<Term>,
    names: &mut usize,
) -> Term {
    let mut chunks = items.chunks(PIECE).peekable();
    let mut first = None;
    let mut hole: Option<Term> = None;
    while let Some(chunk) = chunks.next() {
        // The place of this piece comes before those of the lists inside it.
        let at = pieces.len();
        pieces.extend(hole.iter().cloned());
        let chunk = chunk.iter().map(|item| split(item, pieces, names));
        let chunk: Vec<Term> = chunk.collect();
        let (tail, next) = match (chunks.peek(), rest) {
            (Some(_), _) => {
                *names += 1;
                let var = Term::var(format!("_Piece{names}__"));
                (var.clone(), Some(var))
            }
            (None, Some(rest)) => (split(rest, pieces, names), None),
            (None, None) => (Term::list([]), None),
        };
        let piece = Term::open_list(chunk, tail);
        match hole.replace(Term::list([])) {
            None => first = Some(piece),
            Some(var) => pieces[at] = Term::compound("=", [var, piece]),
        }
        hole = next;
    }
    first.unwrap_or_else(|| rest.cloned().unwrap_or_else(|| Term::list([])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_taken_apart() {
        let items = |count: i64| Term::list((0..count).map(Term::Int));
        assert!(split_goal(&Term::compound("p", [items(200)]), &mut 0).is_none());
        let goal = Term::compound("p", [items(450), items(3)]);
        let split = split_goal(&goal, &mut 0).expect("it has a long list");
        let mut names = std::collections::HashMap::new();
        let mut term = &split;
        let mut goals = Vec::new();
        while let (Some((",", 2)), [left, right]) = (term.functor(), term.args()) {
            goals.push(left);
            term = right;
        }
        goals.push(term);
        assert_eq!(goals.len(), 3);
        for unify in &goals[..2] {
            let [Term::Var(name), piece] = unify.args() else {
                panic!("{unify} makes a piece")
            };
            names.insert(name.clone(), piece.clone());
        }
        let [list, _] = term.args() else {
            panic!("{term} is the goal")
        };
        let mut whole = list.clone();
        while let Term::OpenList(items, rest) = &whole {
            let Term::Var(name) = &**rest else {
                panic!("{rest} is a piece")
            };
            whole = Term::open_list(items.clone(), names[name].clone());
        }
        assert_eq!(whole, items(450));
        let (head, body) = split_head(&goal, None, &mut 0).expect("it has a long list");
        assert_eq!(head.functor(), Some(("p", 2)));
        assert!(body.to_string().ends_with("true"));
    }
}
