//! Whether a premise can still hold, given what a person has put on the board: what a board breaks is found without solving anything.

use crate::premise::{Claim, PremiseForm};
use crate::shown::Known;

impl PremiseForm {
    /// Whether it can still hold, by itself: open facts may yet turn out either way.
    pub fn can_hold(&self, known: &[Known]) -> bool {
        let with = |of: &[Claim], truth: Known| {
            let like = of.iter().filter(|claim| claim.known(known) == truth);
            like.count()
        };
        match self {
            PremiseForm::Count { of, min, max } => {
                let sure = with(of, Known::True);
                sure <= *max && sure + with(of, Known::Open) >= *min
            }
            PremiseForm::Groups { of, min, max } => {
                let sure = of
                    .iter()
                    .filter(|group| with(group, Known::True) == group.len());
                let possible = of.iter().filter(|group| with(group, Known::False) == 0);
                sure.count() <= *max && possible.count() >= *min
            }
            PremiseForm::Total { of, min, max } => can_add_up(of, *min, *max, known),
            PremiseForm::Joined { nodes, edges } => can_join(*nodes, edges, known),
            PremiseForm::When(claims, form) => {
                with(claims, Known::True) < claims.len() || form.can_hold(known)
            }
            PremiseForm::All(forms) => forms.iter().all(|form| form.can_hold(known)),
        }
    }
}

/// Whether one fact of each list can hold so that their numbers add up to something from `min` to `max`.
fn can_add_up(of: &[Vec<(usize, i64)>], min: i64, max: i64, known: &[Known]) -> bool {
    let (mut least, mut most) = (0, 0);
    for list in of {
        let with = |truth: Known| {
            let like = list.iter().filter(move |(fact, _)| known[*fact] == truth);
            like.map(|(_, number)| *number)
        };
        let sure = with(Known::True).count();
        let numbers: Vec<i64> = match sure {
            0 => with(Known::Open).collect(),
            _ => with(Known::True).collect(),
        };
        let ends = numbers.iter().min().zip(numbers.iter().max());
        let (Some((low, high)), 0..=1) = (ends, sure) else {
            return false;
        };
        least += low;
        most += high;
    }
    least <= max && most >= min
}

/// Whether the edges that may be there join all nodes.
fn can_join(nodes: usize, edges: &[(usize, usize, Claim)], known: &[Known]) -> bool {
    let mut beside = vec![Vec::new(); nodes];
    for (a, b, edge) in edges {
        if edge.known(known) != Known::False {
            beside[*a].push(*b);
            beside[*b].push(*a);
        }
    }
    let mut reached = vec![false; nodes];
    let mut stack: Vec<usize> = (0..nodes.min(1)).collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            stack.extend(&beside[node]);
        }
    }
    reached.into_iter().all(|node| node)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form over three facts: it can hold just where some completion of what is known makes it hold.
    #[test]
    fn it_can_hold_where_some_completion_does() {
        let all = || (0..3).map(Claim::is).collect::<Vec<_>>();
        let groups = vec![
            vec![Claim::is(0), Claim::is_not(1)],
            vec![Claim::is(1), Claim::is(2)],
        ];
        let line = vec![(0, 1, Claim::is(0)), (1, 2, Claim::is_not(1))];
        let forms = [
            PremiseForm::exactly(1, all()),
            PremiseForm::at_least(2, all()),
            PremiseForm::at_most(1, vec![Claim::is_not(0), Claim::is(2)]),
            PremiseForm::Groups {
                of: groups,
                min: 1,
                max: 1,
            },
            PremiseForm::Total {
                of: vec![vec![(0, 1), (1, 4), (2, 6)]],
                min: 3,
                max: 5,
            },
            PremiseForm::Joined {
                nodes: 3,
                edges: line,
            },
            PremiseForm::When(
                vec![Claim::is(0)],
                Box::new(PremiseForm::just(Claim::is_not(2))),
            ),
            PremiseForm::All(vec![
                PremiseForm::just(Claim::is(1)),
                PremiseForm::at_most(0, vec![Claim::is(2)]),
            ]),
        ];
        let states = [Known::True, Known::False, Known::Open];
        for form in &forms {
            for board in 0..27 {
                let known = [board % 3, board / 3 % 3, board / 9].map(|at| states[at]);
                let fits = |fact: usize, truth: bool| match known[fact] {
                    Known::Open => true,
                    known => (known == Known::True) == truth,
                };
                let truth = |code: usize, fact: usize| code >> fact & 1 == 1;
                let mut codes =
                    (0..8).filter(|&code| (0..3).all(|fact| fits(fact, truth(code, fact))));
                let can = codes.any(|code| form.holds(&|fact| truth(code, fact)));
                let said = form.can_hold(&known);
                // Totals are judged by their ends alone, which never refuses too much.
                let exact = !matches!(form, PremiseForm::Total { .. } | PremiseForm::Groups { .. });
                assert!(said || !can, "{form:?} with {known:?}");
                assert!(!exact || said == can, "{form:?} with {known:?}");
            }
        }
    }
}
