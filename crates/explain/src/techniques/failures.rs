//! What is wrong where a premise is violated: too much or too little, and in which cells.

use gridwright_grid::Cell;
use gridwright_puzzles::{Claim, FactState, Failure, Premise, PremiseForm};

/// The most cells that are named.
const MAX_CELLS: usize = 4;

/// What the words of a failure are filled with.
#[derive(Debug)]
enum Where {
    /// The cells of these facts.
    Facts(Vec<usize>),
    /// The cells of these facts, one cell each.
    Each(Vec<usize>),
    /// The cells that all facts of each list have in common.
    Common(Vec<Vec<usize>>),
    /// A sum.
    Total(i64),
}

/// What is wrong if a premise is violated when this is known, with the cells or the total; `None` if it has no words for that, or if the violation is not evident.
pub(super) fn failure<'c>(
    premise: &Premise,
    known: &[FactState],
    cells_of: &dyn Fn(usize) -> &'c [Cell],
) -> Option<String> {
    if premise.failures.is_empty() {
        return None;
    }
    let (failure, at) = find(&premise.form, known)?;
    let mut words = premise.failures.iter();
    let (_, words) = words.find(|(one, _)| *one == failure)?;
    let cells = |facts: Vec<usize>, n: usize| {
        let mut cells: Vec<Cell> = Vec::new();
        for fact in facts {
            let new = cells_of(fact).iter().take(n);
            cells.extend(
                new.filter(|cell| !cells.contains(cell))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
        cells
    };
    let what = match at {
        Where::Total(total) => total.to_string(),
        Where::Facts(facts) => named(&cells(facts, usize::MAX))?,
        Where::Each(facts) => {
            let n = facts.len();
            let cells = cells(facts, 1);
            named(&cells).filter(|_| cells.len() == n)?
        }
        Where::Common(nodes) => {
            let cell_of = |facts: &Vec<usize>| {
                let (first, others) = facts.split_first()?;
                let is_common =
                    |cell: &&Cell| others.iter().all(|one| cells_of(*one).contains(cell));
                let mut common = cells_of(*first).iter().filter(is_common);
                let cell = common.next().copied();
                cell.filter(|_| common.next().is_none())
            };
            named(&nodes.iter().map(cell_of).collect::<Option<Vec<Cell>>>()?)?
        }
    };
    Some(words.replace("{}", &what))
}

/// "r1c1 and r1c2"; "r1c1, r1c2, r1c3 and 5 more".
fn named(cells: &[Cell]) -> Option<String> {
    let mut names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    if names.len() > MAX_CELLS {
        let more = names.len() - MAX_CELLS + 1;
        names.truncate(MAX_CELLS - 1);
        names.push(format!("{more} more"));
    }
    let last = names.pop()?;
    Some(match names.is_empty() {
        true => last,
        false => format!("{} and {last}", names.join(", ")),
    })
}

fn find(form: &PremiseForm, known: &[FactState]) -> Option<(Failure, Where)> {
    let is = |state: FactState| move |claim: &&Claim| claim.known(known) == state;
    match form {
        PremiseForm::Count { of, min, max } => {
            let sure: Vec<usize> = of
                .iter()
                .filter(is(FactState::True))
                .map(|one| one.fact)
                .collect();
            let open = of.iter().filter(is(FactState::Open)).count();
            match () {
                () if sure.len() > *max => Some((Failure::TooMany, Where::Facts(sure))),
                () if sure.len() + open < *min => Some((
                    Failure::TooFew,
                    Where::Facts(of.iter().map(|one| one.fact).collect()),
                )),
                () => None,
            }
        }
        PremiseForm::Total { of, min, max } => {
            let (least, most) = bounds(of, known)?;
            match () {
                () if most < *min => Some((Failure::TooFew, Where::Total(most))),
                () if least > *max => Some((Failure::TooMany, Where::Total(least))),
                () => None,
            }
        }
        PremiseForm::Connected { nodes, edges } => {
            let states: Vec<FactState> = nodes.iter().map(|node| node.known(known)).collect();
            let wide = parts(nodes.len(), edges, &|node| states[node] != FactState::False);
            let sure = wide.into_iter().map(|part| -> Vec<usize> {
                let sure = part
                    .into_iter()
                    .filter(|&node| states[node] == FactState::True);
                sure.map(|node| nodes[node].fact).collect()
            });
            let mut sure: Vec<Vec<usize>> = sure.filter(|part| !part.is_empty()).collect();
            sure.sort_by_key(Vec::len);
            let is_apart = sure.len() > 1;
            is_apart.then(|| (Failure::Apart, Where::Facts(sure.swap_remove(0))))
        }
        PremiseForm::SingleLoop { nodes, edges } => loop_failure(*nodes, edges, known),
        PremiseForm::PartSizes {
            nodes,
            edges,
            size,
            at,
        } => {
            let roots: Vec<(usize, Option<usize>)> =
                at.iter().map(|&at| (at, Some(*size))).collect();
            let all = at.is_none().then_some(*size);
            part_failure((nodes, edges), &roots, all, false, known)
        }
        PremiseForm::RootedParts {
            nodes,
            edges,
            roots,
        } => part_failure((nodes, edges), roots, None, true, known),
        PremiseForm::When(claims, form) => {
            let holds = claims
                .iter()
                .all(|claim| claim.known(known) == FactState::True);
            if holds { find(form, known) } else { None }
        }
        PremiseForm::All(forms) => forms.iter().find_map(|form| find(form, known)),
        PremiseForm::Joined { nodes, edges } => {
            let wide = edges
                .iter()
                .filter(|edge| edge.2.known(known) != FactState::False);
            let wide: Vec<(usize, usize)> = wide.map(|&(a, b, _)| (a, b)).collect();
            let apart = parts(*nodes, &wide, &|_| true);
            let smallest = apart.iter().min_by_key(|part| part.len());
            let facts_at = |&node: &usize| {
                let here = edges.iter().filter(|(a, b, _)| *a == node || *b == node);
                here.map(|(_, _, edge)| edge.fact).collect()
            };
            let smallest = smallest.filter(|_| apart.len() > 1)?;
            let nodes = smallest.iter().map(facts_at).collect();
            Some((Failure::Apart, Where::Common(nodes)))
        }
        PremiseForm::Groups { .. } | PremiseForm::Regular { .. } => None,
    }
}

/// The least and the greatest total; `None` if a list has no number left.
fn bounds(of: &[Vec<(usize, i64)>], known: &[FactState]) -> Option<(i64, i64)> {
    let (mut least, mut most) = (0, 0);
    for list in of {
        let with = |state: FactState| {
            let like = list.iter().filter(move |(fact, _)| known[*fact] == state);
            like.map(|(_, number)| *number)
        };
        let sure = with(FactState::True).next();
        least += sure.or_else(|| with(FactState::Open).min())?;
        most += sure.or_else(|| with(FactState::Open).max())?;
    }
    Some((least, most))
}

/// The connected parts of the nodes that pass a test.
fn parts(n: usize, edges: &[(usize, usize)], passes: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut part_of: Vec<usize> = (0..n).collect();
    for &(a, b) in edges {
        let (from, to) = (part_of[a], part_of[b]);
        if from != to && passes(a) && passes(b) {
            part_of
                .iter_mut()
                .filter(|part| **part == from)
                .for_each(|part| *part = to);
        }
    }
    let mut parts = vec![Vec::new(); n];
    for node in (0..n).filter(|&node| passes(node)) {
        parts[part_of[node]].push(node);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A loop that is closed too early, or two edges on the loop that no cycle has in common.
fn loop_failure(
    n: usize,
    edges: &[(usize, usize, Claim)],
    known: &[FactState],
) -> Option<(Failure, Where)> {
    let with = |keep: &dyn Fn(FactState) -> bool| -> Vec<(usize, usize)> {
        let kept = edges.iter().filter(|edge| keep(edge.2.known(known)));
        kept.map(|&(a, b, _)| (a, b)).collect()
    };
    let on = edges
        .iter()
        .filter(|edge| edge.2.known(known) == FactState::True);
    let on: Vec<&(usize, usize, Claim)> = on.collect();
    let pairs = with(&|state| state == FactState::True);
    for part in parts(n, &pairs, &|_| true) {
        let (inside, outside): (Vec<&(usize, usize, Claim)>, Vec<_>) =
            on.iter().copied().partition(|edge| part.contains(&edge.0));
        if inside.len() >= part.len()
            && let [(_, _, other), ..] = outside[..]
        {
            return Some((Failure::Joined, Where::Each(vec![other.fact])));
        }
    }
    let wide = with(&|state| state != FactState::False);
    for cut in std::iter::once(None).chain((0..n).map(Some)) {
        let mut apart = parts(n, &wide, &|node| Some(node) != cut).into_iter();
        let end = |edge: &(usize, usize, Claim)| if Some(edge.0) == cut { edge.1 } else { edge.0 };
        let mut first = apart.find_map(|part| {
            on.iter()
                .find(|edge| part.contains(&end(edge)))
                .copied()
                .map(|edge| (edge, part))
        });
        if let Some((one, part)) = first.take()
            && let Some(other) = on.iter().find(|edge| !part.contains(&end(edge)))
        {
            return Some((Failure::Apart, Where::Each(vec![one.2.fact, other.2.fact])));
        }
    }
    None
}

/// A part that is too large or cannot reach its size; if every part needs a root, one without a root or with several.
fn part_failure(
    (nodes, edges): (&[Claim], &[(usize, usize)]),
    roots: &[(usize, Option<usize>)],
    size: Option<usize>,
    needs_root: bool,
    known: &[FactState],
) -> Option<(Failure, Where)> {
    let states: Vec<FactState> = nodes.iter().map(|node| node.known(known)).collect();
    let is_in = |node: &usize| states[*node] == FactState::True;
    let facts = |part: &[usize]| -> Vec<usize> {
        part.iter()
            .copied()
            .filter(is_in)
            .map(|node| nodes[node].fact)
            .collect()
    };
    // A root stands for its part.
    let at = |part: &[usize]| {
        let root = roots
            .iter()
            .find(|(root, _)| part.contains(root))
            .map(|(root, _)| *root);
        let node = root.or_else(|| part.iter().copied().find(is_in));
        Where::Facts(node.map(|node| nodes[node].fact).into_iter().collect())
    };
    let size_of = |part: &[usize]| {
        let mut here = roots.iter().filter(|(root, _)| part.contains(root));
        here.find_map(|(_, size)| *size).or(size)
    };
    let n_roots = |part: &[usize]| roots.iter().filter(|(root, _)| part.contains(root)).count();
    let sure = parts(nodes.len(), edges, &|node| states[node] == FactState::True);
    let wide = parts(nodes.len(), edges, &|node| states[node] != FactState::False);
    let too_many = sure
        .iter()
        .find(|part| size_of(part).is_some_and(|size| part.len() > size));
    let joined = sure.iter().find(|part| needs_root && n_roots(part) > 1);
    let too_few = wide
        .iter()
        .find(|part| part.iter().any(is_in) && size_of(part).is_some_and(|size| part.len() < size));
    let apart = wide
        .iter()
        .find(|part| needs_root && part.iter().any(is_in) && n_roots(part) == 0);
    let joined = joined.map(|part| {
        let here = roots.iter().filter(|(root, _)| part.contains(root));
        (
            Failure::Joined,
            Where::Facts(here.map(|(root, _)| nodes[*root].fact).collect()),
        )
    });
    joined
        .or_else(|| too_many.map(|part| (Failure::TooMany, at(part))))
        .or_else(|| too_few.map(|part| (Failure::TooFew, at(part))))
        .or_else(|| apart.map(|part| (Failure::Apart, Where::Facts(facts(part)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cell of fact `n` is r1cN, numbered from 1.
    fn words(premise: &Premise, known: &str) -> Option<String> {
        let known: Vec<FactState> = known
            .chars()
            .map(|sign| match sign {
                '1' => FactState::True,
                '0' => FactState::False,
                _ => FactState::Open,
            })
            .collect();
        let cells: Vec<[Cell; 1]> = (0..known.len()).map(|col| [Cell::new(0, col)]).collect();
        failure(premise, &known, &|fact| &cells[fact][..])
    }

    fn premise(form: PremiseForm) -> Premise {
        Premise::new("rule", 1, "a rule", [], form)
            .failure(Failure::TooMany, "{} too many")
            .failure(Failure::TooFew, "{} too few")
            .failure(Failure::Apart, "{} apart")
            .failure(Failure::Joined, "{} joined")
    }

    #[test]
    fn failures_name_the_cells_where_a_premise_is_violated() {
        let path = || vec![(0, 1), (1, 2), (2, 3), (3, 4)];
        let facts = || Claim::are(&[0, 1, 2, 3, 4]);
        let count = PremiseForm::exactly(2, facts());
        let total = PremiseForm::Total {
            of: vec![vec![(0, 1), (1, 9)], vec![(2, 2), (3, 3)]],
            min: 10,
            max: 10,
        };
        let connected = PremiseForm::Connected {
            nodes: facts(),
            edges: path(),
        };
        let sizes = |at| PremiseForm::PartSizes {
            nodes: facts(),
            edges: path(),
            size: 2,
            at,
        };
        let rooted = PremiseForm::RootedParts {
            nodes: facts(),
            edges: path(),
            roots: vec![(0, Some(2)), (4, None)],
        };
        for (form, known, expected) in [
            (&count, "1.1.1", Some("r1c1, r1c3 and r1c5 too many")),
            (&count, "100.0", None),
            (&count, "10000", Some("r1c1, r1c2, r1c3 and 2 more too few")),
            (&total, "1000.", None),
            (&total, "10...", Some("4 too few")),
            (&total, "01...", Some("11 too many")),
            (&connected, "1.011", Some("r1c1 apart")),
            (&connected, "1..11", None),
            (&sizes(None), ".111.", Some("r1c2 too many")),
            (&sizes(None), "010..", Some("r1c2 too few")),
            (&sizes(None), "..010", Some("r1c4 too few")),
            (&sizes(Some(0)), "..010", None),
            (&rooted, "11111", Some("r1c1 and r1c5 joined")),
            (&rooted, "10..1", Some("r1c1 too few")),
            (&rooted, "11010", Some("r1c4 apart")),
        ] {
            let words = words(&premise(form.clone()), known);
            assert_eq!(words.as_deref(), expected, "{form:?} {known}");
        }
    }

    #[test]
    fn nodes_of_edges_are_named_by_the_cell_that_their_edges_share() {
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3)];
        let edges = edges.iter().enumerate();
        let form = PremiseForm::Joined {
            nodes: 4,
            edges: edges
                .map(|(edge, &(a, b))| (a, b, Claim::is(edge)))
                .collect(),
        };
        let cell = |col| Cell::new(0, col);
        let cells = [
            [cell(0), cell(1)],
            [cell(1), cell(2)],
            [cell(0), cell(2)],
            [cell(2), cell(3)],
        ];
        let joined = premise(form);
        let words = |known: [FactState; 4]| failure(&joined, &known, &|fact| &cells[fact][..]);
        let (no, open) = (FactState::False, FactState::Open);
        assert_eq!(words([open; 4]), None);
        assert_eq!(words([no, no, open, open]).as_deref(), Some("r1c2 apart"));
        // A node with one edge has no cell of its own.
        assert_eq!(words([open, open, open, no]), None);
    }

    /// Two triangles that share a node, and a triangle apart; the edges are r1c1 to r1c9.
    #[test]
    fn failures_of_loops_name_lines_that_no_loop_joins() {
        let ends = [
            (0, 1),
            (1, 2),
            (2, 0),
            (2, 3),
            (3, 4),
            (4, 2),
            (5, 6),
            (6, 7),
            (7, 5),
        ];
        let edges = ends
            .iter()
            .enumerate()
            .map(|(edge, &(a, b))| (a, b, Claim::is(edge)));
        let form = PremiseForm::SingleLoop {
            nodes: 8,
            edges: edges.collect(),
        };
        for (known, expected) in [
            (".........", None),
            ("1........", None),
            (".11......", None),
            ("111......", None),
            ("111...1..", Some("r1c7 joined")),
            ("1.....1..", Some("r1c1 and r1c7 apart")),
            // The two triangles have only one node in common.
            ("1...1....", Some("r1c1 and r1c5 apart")),
        ] {
            let words = words(&premise(form.clone()), known);
            assert_eq!(words.as_deref(), expected, "{known}");
        }
    }
}
