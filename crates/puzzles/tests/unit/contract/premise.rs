//! Tests of `premise`.

use std::sync::Arc;

use gridwright_constraints::Automaton;
use gridwright_puzzles::*;

fn holds(form: &PremiseForm, truths: &[bool]) -> bool {
    form.holds(&|fact| truths[fact])
}

#[test]
fn counts() {
    let two = PremiseForm::exactly(2, vec![Claim::is(0), Claim::is(1), Claim::is_not(2)]);
    assert!(holds(&two, &[true, false, false]));
    assert!(!holds(&two, &[true, true, false]));
    assert!(holds(
        &PremiseForm::at_least(1, vec![Claim::is(1)]),
        &[false, true]
    ));
    assert!(!holds(
        &PremiseForm::at_most(0, vec![Claim::is(1)]),
        &[false, true]
    ));
}

#[test]
fn groups_hold_as_a_whole() {
    let one = PremiseForm::Groups {
        of: vec![
            vec![Claim::is(0), Claim::is_not(1)],
            vec![Claim::is(1), Claim::is_not(0)],
        ],
        min: 1,
        max: 1,
    };
    assert!(holds(&one, &[true, false]));
    assert!(!holds(&one, &[true, true]));
}

#[test]
fn a_total_needs_one_fact_of_each_list() {
    let total = PremiseForm::Total {
        of: vec![vec![(0, 1), (1, 2)], vec![(2, 3), (3, 4)]],
        min: 5,
        max: 5,
    };
    assert!(holds(&total, &[true, false, false, true]));
    assert!(holds(&total, &[false, true, true, false]));
    assert!(!holds(&total, &[true, false, true, false]));
    assert!(!holds(&total, &[true, true, false, true]));
}

#[test]
fn a_regular_word_is_accepted() {
    // The second symbol differs from the first.
    let automaton = Automaton::new(4, 0, 0..=1)
        .arc(0, 0, 1)
        .arc(0, 1, 2)
        .arc(1, 1, 3)
        .arc(2, 0, 3)
        .accept(3);
    let of = |fact| vec![(Claim::is(fact), 1), (Claim::is_not(fact), 0)];
    let form = PremiseForm::Regular {
        of: vec![of(0), of(1)],
        automaton: Arc::new(automaton),
    };
    assert!(holds(&form, &[true, false]));
    assert!(holds(&form, &[false, true]));
    assert!(!holds(&form, &[true, true]));
    let known = |a, b| form.can_hold(&[a, b]);
    assert!(known(FactState::True, FactState::Open));
    assert!(!known(FactState::True, FactState::True));
    assert_eq!(form.facts(), [0, 1]);
}

#[test]
fn joined_covers_all_nodes() {
    let line = PremiseForm::Joined {
        nodes: 3,
        edges: vec![(0, 1, Claim::is(0)), (1, 2, Claim::is(1))],
    };
    assert!(holds(&line, &[true, true]));
    assert!(!holds(&line, &[true, false]));
    assert_eq!(line.facts(), [0, 1]);
}

#[test]
fn conditions_and_conjunctions() {
    let form = PremiseForm::When(
        vec![Claim::is(0)],
        Box::new(PremiseForm::All(vec![
            PremiseForm::just(Claim::is(1)),
            PremiseForm::just(Claim::is_not(2)),
        ])),
    );
    assert!(holds(&form, &[false, false, true]));
    assert!(!holds(&form, &[true, true, true]));
    assert!(holds(&form, &[true, true, false]));
    assert_eq!(form.facts(), [0, 1, 2]);
}

/// For every form over three facts: it can hold if and only if some completion of the known facts satisfies it.
#[test]
fn can_hold_agrees_with_brute_force() {
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
        PremiseForm::Connected {
            nodes: vec![Claim::is(0), Claim::is_not(1), Claim::is(2)],
            edges: vec![(0, 1), (1, 2)],
        },
        PremiseForm::SingleLoop {
            nodes: 3,
            edges: vec![
                (0, 1, Claim::is(0)),
                (1, 2, Claim::is_not(1)),
                (2, 0, Claim::is(2)),
            ],
        },
        PremiseForm::PartSizes {
            nodes: vec![Claim::is(0), Claim::is(1), Claim::is_not(2)],
            edges: vec![(0, 1), (1, 2)],
            size: 2,
            at: None,
        },
        PremiseForm::PartSizes {
            nodes: vec![Claim::is(0), Claim::is(1), Claim::is_not(2)],
            edges: vec![(0, 1), (1, 2)],
            size: 2,
            at: Some(1),
        },
        PremiseForm::RootedParts {
            nodes: vec![Claim::is(0), Claim::is(1), Claim::is_not(2)],
            edges: vec![(0, 1), (1, 2)],
            roots: vec![(0, Some(1)), (2, None)],
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
    let states = [FactState::True, FactState::False, FactState::Open];
    for form in &forms {
        for board in 0..27 {
            let known = [board % 3, board / 3 % 3, board / 9].map(|at| states[at]);
            let fits = |fact: usize, truth: bool| match known[fact] {
                FactState::Open => true,
                known => (known == FactState::True) == truth,
            };
            let truth = |code: usize, fact: usize| code >> fact & 1 == 1;
            let mut codes = (0..8).filter(|&code| (0..3).all(|fact| fits(fact, truth(code, fact))));
            let can = codes.any(|code| form.holds(&|fact| truth(code, fact)));
            let answer = form.can_hold(&known);
            // Totals are checked by bounds and groups one by one: then `can_hold` may be true too often, but is never false too often.
            let exact = !matches!(
                form,
                PremiseForm::Total { .. }
                    | PremiseForm::Groups { .. }
                    | PremiseForm::SingleLoop { .. }
                    | PremiseForm::PartSizes { .. }
                    | PremiseForm::RootedParts { .. }
            );
            assert!(answer || !can, "{form:?} with {known:?}");
            assert!(!exact || answer == can, "{form:?} with {known:?}");
        }
    }
}
