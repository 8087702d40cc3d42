//! Laws of propagation, enumeration and verification, checked against brute force over the meaning of premises.

use std::sync::Arc;

use gridwright_constraints::Automaton;
use gridwright_fd::{Deadline, Limits, Rng};
use gridwright_puzzles::{Claim, FactState, Premise, PremiseForm};

use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::{Literal, claims};
use crate::find::network::Network;
use crate::find::sources::enumeration;
use crate::find::state::{State, Why};
use crate::step::{Chain, Link};
use crate::verify::Replay;

/// The number of facts of random premises.
const FACTS: usize = 9;

fn random_claim(rng: &mut Rng) -> Claim {
    Claim {
        fact: rng.below(FACTS),
        holds: rng.one_in(2),
    }
}

/// Exactly `n` claims about different facts.
fn distinct_claims(rng: &mut Rng, n: usize) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    while claims.len() < n {
        let claim = random_claim(rng);
        if claims.iter().all(|other| other.fact != claim.fact) {
            claims.push(claim);
        }
    }
    claims
}

/// From 1 to `max` claims about different facts.
fn some_claims(rng: &mut Rng, max: usize) -> Vec<Claim> {
    let n = 1 + rng.below(max);
    distinct_claims(rng, n)
}

fn random_premise(form: PremiseForm) -> Premise {
    Premise::new("random", 1, "anything", [], form)
}

fn random_form(rng: &mut Rng) -> PremiseForm {
    let range = |rng: &mut Rng, n: usize| {
        let min = rng.below(n + 1);
        (min, min + rng.below(n + 1 - min))
    };
    match rng.below(12) {
        0 | 1 => {
            let of = some_claims(rng, 6);
            let (min, max) = range(rng, of.len());
            PremiseForm::Count { of, min, max }
        }
        2 => {
            let n = 1 + rng.below(4);
            let of: Vec<Vec<Claim>> = (0..n).map(|_| some_claims(rng, 3)).collect();
            let (min, max) = range(rng, of.len());
            PremiseForm::Groups { of, min, max }
        }
        3 => {
            let of = (0..3).map(|list| random_list(rng, 3 * list, 2)).collect();
            let min = rng.below(14) as i64;
            let max = min + rng.below(3) as i64;
            PremiseForm::Total { of, min, max }
        }
        4 => {
            let nodes = 2 + rng.below(4);
            let edges = (0..FACTS)
                .map(|fact| (rng.below(nodes), rng.below(nodes), Claim::is(fact)))
                .filter(|(a, b, _)| a != b)
                .collect();
            PremiseForm::Joined { nodes, edges }
        }
        5 => PremiseForm::Connected {
            nodes: FACT_NODES.map(Claim::is).collect(),
            edges: random_graph(rng, FACTS),
        },
        6 => PremiseForm::PartSizes {
            nodes: FACT_NODES.map(Claim::is).collect(),
            edges: random_graph(rng, FACTS),
            size: 1 + rng.below(4),
            at: rng.one_in(2).then(|| rng.below(FACTS)),
        },
        9 | 10 => random_word(rng),
        8 => PremiseForm::RootedParts {
            nodes: FACT_NODES.map(Claim::is).collect(),
            edges: random_graph(rng, FACTS),
            roots: (0..1 + rng.below(3))
                .map(|i| (i * FACTS / 3, rng.one_in(2).then(|| 1 + rng.below(3))))
                .collect(),
        },
        7 => {
            let nodes = 3 + rng.below(4);
            let edges = (0..FACTS)
                .map(|fact| (rng.below(nodes), rng.below(nodes), Claim::is(fact)))
                .filter(|(a, b, _)| a != b)
                .collect();
            PremiseForm::SingleLoop { nodes, edges }
        }
        _ => match random_form(rng) {
            form @ PremiseForm::When(..) => form,
            form => PremiseForm::When(some_claims(rng, 2), Box::new(form)),
        },
    }
}

const FACT_NODES: std::ops::Range<usize> = 0..FACTS;

/// Random edges between nodes, a few more than nodes.
fn random_graph(rng: &mut Rng, nodes: usize) -> Vec<(usize, usize)> {
    let n = nodes + rng.below(nodes);
    let edges = (0..n).map(|_| (rng.below(nodes), rng.below(nodes)));
    edges.filter(|(a, b)| a != b).collect()
}

/// A list of a total: up to three facts from `first` on, at least `least`, so that lists have no fact in common.
fn random_list(rng: &mut Rng, first: usize, least: usize) -> Vec<(usize, i64)> {
    let n = least + rng.below(4 - least);
    let facts = first..first + n;
    facts.map(|fact| (fact, 1 + rng.below(6) as i64)).collect()
}

/// A random automaton over words of three lists: up to three facts each, or a fact and its opposite.
fn random_word(rng: &mut Rng) -> PremiseForm {
    let n_states = 2 + rng.below(4);
    let mut automaton = Automaton::new(n_states, 0, 0..=2);
    for from in 0..n_states {
        for symbol in 0..=2 {
            if !rng.one_in(4) {
                automaton = automaton.arc(from, symbol, rng.below(n_states));
            }
        }
        if rng.one_in(3) {
            automaton = automaton.accept(from);
        }
    }
    let list = |list: usize| match rng.one_in(2) {
        true => (0..3)
            .map(|i| (Claim::is(3 * list + i as usize), i))
            .collect(),
        false => vec![(Claim::is(3 * list), 1), (Claim::is_not(3 * list), 0)],
    };
    PremiseForm::Regular {
        of: (0..3).map(list).collect(),
        automaton: Arc::new(automaton),
    }
}

/// Two premises that count groups, or one and a total, and some that count claims.
fn random_premises(rng: &mut Rng) -> Vec<Premise> {
    let mut premises = Vec::new();
    for _ in 0..2 {
        let n = 3 + rng.below(3);
        let of: Vec<Vec<Claim>> = (0..n).map(|_| distinct_claims(rng, 2)).collect();
        let (min, max) = (1 + rng.below(2), of.len());
        premises.push(random_premise(PremiseForm::Groups { of, min, max }));
    }
    if rng.one_in(3) {
        let of = (0..3).map(|list| random_list(rng, 3 * list, 3)).collect();
        let min = 5 + rng.below(6) as i64;
        premises[1] = random_premise(PremiseForm::Total { of, min, max: min });
    }
    for _ in 0..2 + rng.below(3) {
        let n = 2 + rng.below(3);
        let of = distinct_claims(rng, n);
        let min = rng.below(2);
        let max = min + rng.below(2);
        premises.push(random_premise(PremiseForm::Count { of, min, max }));
    }
    premises
}

/// Whether some premises have a model in which all claims of the first list hold and, unless the second is empty, some claim of the second does not.
fn has_model<'p>(
    premises: impl IntoIterator<Item = &'p Premise> + Clone,
    known: &[Claim],
    against: &[Claim],
) -> bool {
    (0_u32..1 << FACTS).any(|word| {
        let truth = |fact: usize| word >> fact & 1 == 1;
        let is = |claim: &Claim| truth(claim.fact) == claim.holds;
        known.iter().all(is)
            && (against.is_empty() || !against.iter().all(is))
            && premises
                .clone()
                .into_iter()
                .all(|one| one.form.holds(&truth))
    })
}

/// What a premise forces follows from it and what is known, and the reason is sufficient; so is the reason for a conflict.
/// Counts, totals and connectivity force everything that follows.
#[test]
fn forced_literals_follow_and_reasons_suffice() {
    let mut rng = Rng::new(3);
    let (mut n_forced, mut n_conflicts) = (0, 0);
    for round in 0..6000 {
        let premises = [random_premise(random_form(&mut rng))];
        let form = &premises[0].form;
        let context = format!("round {round}: {form:?}");
        let network = Network::new(&premises, FACTS);
        let mut state = State::new(&network);
        let known = some_claims(&mut rng, 6);
        for &claim in &known {
            state.push(claim.into(), Why::Known, 0);
        }
        let masked = state.propagate(&[false], u32::MAX);
        assert!(masked.is_ok(), "{context}: no premise is in the mask");
        let base = state.len();
        let check_conflict = |claims: &[Claim]| {
            let is_conflict = !has_model(&premises, claims, &[]);
            assert!(is_conflict, "{context}: {claims:?} is no conflict");
        };
        match state.propagate_one(0, &[true]) {
            Err(conflict) => {
                n_conflicts += 1;
                check_conflict(&known);
                let mut why = state.reason(conflict.node, conflict.forced, u32::MAX);
                why.extend(conflict.forced.map(Literal::opposite));
                check_conflict(&claims(&why));
            }
            Ok(()) => {
                for position in base..state.len() {
                    n_forced += 1;
                    let (literal, why) = state.at(position);
                    let Why::Node(node) = why else {
                        panic!("{context}: forced by nothing");
                    };
                    let mut claims = claims(&state.reason(node, Some(literal), position as u32));
                    let is_earlier = |used: &Claim| state.position(used.fact) < position;
                    assert!(claims.iter().all(is_earlier), "{context}: not known before");
                    claims.push(literal.claim().opposite());
                    check_conflict(&claims);
                }
                if matches!(
                    form,
                    PremiseForm::Count { .. }
                        | PremiseForm::Total { .. }
                        | PremiseForm::Regular { .. }
                        | PremiseForm::Joined { .. }
                ) {
                    let is_solvable = has_model(&premises, &known, &[]);
                    assert!(is_solvable, "{context}: {known:?} is a conflict");
                    is_complete(&premises, &known, &state, &context);
                }
            }
        }
        // Undoing restores the state: the same is forced again.
        let forced = state.literals_from(base);
        state.undo(base);
        if state.propagate_one(0, &[true]).is_ok() {
            assert_eq!(state.literals_from(base), forced, "{context}");
        }
    }
    assert!(
        n_forced > 1000 && n_conflicts > 300,
        "{n_forced} {n_conflicts}"
    );
}

/// Both values of every open fact have a model.
fn is_complete(premises: &[Premise], known: &[Claim], state: &State<'_>, context: &str) {
    for fact in (0..FACTS).filter(|&fact| state.is_open(fact)) {
        for holds in [true, false] {
            let claims = [known, &[Claim { fact, holds }]].concat();
            let is_solvable = has_model(premises, &claims, &[]);
            assert!(is_solvable, "{context}: fact {fact} is forced by {known:?}");
        }
    }
}

/// The links of a tree, at any depth.
fn n_links(links: &[Link]) -> usize {
    links.iter().map(|link| 1 + n_links(&link.inner)).sum()
}

/// Changes the link with a number, counted through the tree: removes it, or negates its claim.
fn tamper(links: &mut Vec<Link>, number: &mut usize, remove: bool) {
    for at in 0..links.len() {
        if *number == 0 {
            if remove {
                links.remove(at);
            } else if let Some(claim) = &mut links[at].claim {
                *claim = claim.opposite();
            } else if let Some(claim) = links[at].case.first_mut() {
                *claim = claim.opposite();
            }
            *number = usize::MAX;
            return;
        }
        *number -= 1;
        tamper(&mut links[at].inner, number, remove);
        if *number == usize::MAX {
            return;
        }
    }
}

/// What an enumeration concludes follows, and the verifier accepts its tree. Of trees that were tampered with it accepts none whose conclusion does not follow.
#[test]
fn enumerations_conclude_what_follows_and_the_verifier_accepts_nothing_else() {
    let mut rng = Rng::new(11);
    let (mut n_found, mut n_refused) = (0, 0);
    for round in 0..3000 {
        let premises = random_premises(&mut rng);
        let context = format!("round {round}: {premises:?}");
        if !has_model(&premises, &[], &[]) {
            continue;
        }
        let network = Network::new(&premises, FACTS);
        let mut knowledge = Knowledge::new(&premises, &network, vec![FactState::Open; FACTS]);
        knowledge.begin().expect("the premises have a model");
        let mut limits = LimitCheck::new(&Limits::default());
        let lists = [vec![0], vec![1], vec![0, 1]];
        let found = enumeration::first(
            &mut knowledge,
            &lists,
            &enumeration::MAX_CHOICES,
            &mut limits,
        );
        let Some(found) = found.expect("there are no limits") else {
            continue;
        };
        n_found += 1;
        let enumeration = found.enumeration.as_ref().expect("it is an enumeration");
        let has_combination = !enumeration.left.is_empty();
        assert!(has_combination, "{context}: a model is a combination");
        let (concludes, used) = (claims(&found.concludes), claims(&found.trace.known));
        let follows = !has_model(&premises, &used, &concludes);
        assert!(follows, "{context}: {concludes:?} does not follow");
        let rules: Vec<usize> = found.trace.premises.iter().map(|&at| at as usize).collect();
        let deadline = Deadline::never();
        let replay = Replay {
            premises: premises.clone(),
            facts: vec![String::new(); FACTS],
            negations: vec![String::new(); FACTS],
            known: vec![FactState::Open; FACTS],
            deadline: &deadline,
        };
        let accepts = |links: Vec<Link>, goal: &[Claim]| {
            let assumed = None;
            replay.leads_to(&rules, &used, &Chain { assumed, links }, goal)
        };
        let is_accepted = accepts(enumeration.tree.clone(), &concludes);
        assert!(is_accepted, "{context}: {enumeration:?} is not accepted");
        for _ in 0..12 {
            let mut tree = enumeration.tree.clone();
            let mut number = rng.below(n_links(&tree));
            tamper(&mut tree, &mut number, rng.one_in(2));
            let mut goal = concludes.clone();
            if rng.one_in(2) {
                let at = rng.below(goal.len());
                goal[at] = goal[at].opposite();
            }
            match accepts(tree.clone(), &goal) {
                true => assert!(
                    !has_model(rules.iter().map(|&at| &premises[at]), &used, &goal),
                    "{context}: {goal:?} is accepted with {tree:?}"
                ),
                false => n_refused += 1,
            }
        }
    }
    assert!(n_found > 300 && n_refused > 1000, "{n_found} {n_refused}");
}
