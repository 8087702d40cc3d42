//! The law of propagation, against brute force over the meaning of forms: what a premise forces follows from it and what is known, and the reason given is enough for
//! that; where it cannot hold any more, the reason given is enough for that too; and counts and totals force all that follows.

use gridwright_puzzles::{Claim, Premise, PremiseForm};

use crate::net::Net;
use crate::packed::Packed;
use crate::state::{State, Why};

/// How many facts a random form speaks of.
const FACTS: usize = 8;

/// A sequence of numbers that looks random.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    fn claim(&mut self) -> Claim {
        Claim {
            fact: self.below(FACTS),
            holds: self.below(2) == 0,
        }
    }

    /// Claims about different facts.
    fn claims(&mut self, most: usize) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        for _ in 0..1 + self.below(most) {
            let claim = self.claim();
            if claims.iter().all(|other| other.fact != claim.fact) {
                claims.push(claim);
            }
        }
        claims
    }

    fn form(&mut self) -> PremiseForm {
        match self.below(6) {
            0 | 1 => {
                let of = self.claims(6);
                let min = self.below(of.len() + 1);
                let max = min + self.below(of.len() + 1 - min);
                PremiseForm::Count { of, min, max }
            }
            2 => {
                let of: Vec<Vec<Claim>> = (0..1 + self.below(4)).map(|_| self.claims(3)).collect();
                let min = self.below(of.len() + 1);
                let max = min + self.below(of.len() + 1 - min);
                PremiseForm::Groups { of, min, max }
            }
            3 => {
                // Lists have no fact in common.
                let of: Vec<Vec<(usize, i64)>> = (0..3)
                    .map(|list| {
                        let facts = (0..2 + self.below(2)).filter(|i| list * 3 + i < FACTS);
                        facts
                            .map(|i| (list * 3 + i, 1 + self.below(6) as i64))
                            .collect()
                    })
                    .collect();
                let min = self.below(14) as i64;
                let max = min + self.below(3) as i64;
                PremiseForm::Total { of, min, max }
            }
            4 => {
                let nodes = 2 + self.below(4);
                let edges = (0..FACTS)
                    .map(|fact| (self.below(nodes), self.below(nodes), Claim::is(fact)))
                    .filter(|(a, b, _)| a != b)
                    .collect();
                PremiseForm::Joined { nodes, edges }
            }
            _ => match self.form() {
                form @ PremiseForm::When(..) => form,
                form => PremiseForm::When(self.claims(2), Box::new(form)),
            },
        }
    }
}

/// Whether a form and some claims leave a model, by trying all truths.
fn has_model(form: &PremiseForm, claims: &[Claim]) -> bool {
    (0_u32..1 << FACTS).any(|word| {
        let truth = |fact: usize| word >> fact & 1 == 1;
        claims.iter().all(|claim| truth(claim.fact) == claim.holds) && form.holds(&truth)
    })
}

#[test]
fn what_is_forced_follows_and_reasons_are_enough() {
    let mut random = Random(3);
    let (mut n_forced, mut n_broken) = (0, 0);
    for round in 0..6000 {
        let form = random.form();
        let context = format!("round {round}: {form:?}");
        let premises = [Premise::new("random", 1, "anything", [], form.clone())];
        let net = Net::new(&premises, FACTS);
        let mut state = State::new(&net);
        let mut known: Vec<Claim> = Vec::new();
        for claim in random.claims(6) {
            known.push(claim);
            state.put(claim.into(), Why::Known, 0);
        }
        let told = state.propagate(&[false], u32::MAX);
        assert!(told.is_ok(), "{context}: nothing is asked yet");
        let base = state.len();
        match state.propagate_one(0, &[true]) {
            Err(conflict) => {
                n_broken += 1;
                assert!(
                    !has_model(&form, &known),
                    "{context}: {known:?} is no conflict"
                );
                let mut why = state.reason(conflict.node, conflict.forced, u32::MAX);
                why.extend(conflict.forced.map(Packed::opposite));
                let claims: Vec<Claim> = why.iter().map(|claim| claim.claim()).collect();
                assert!(
                    !has_model(&form, &claims),
                    "{context}: {claims:?} is not enough"
                );
            }
            Ok(()) => {
                for place in base..state.len() {
                    n_forced += 1;
                    let (claim, why) = state.at(place);
                    let Why::Node(node) = why else {
                        panic!("{context}: forced by nothing");
                    };
                    let mut claims: Vec<Claim> = state
                        .reason(node, Some(claim), place as u32)
                        .iter()
                        .map(|claim| claim.claim())
                        .collect();
                    for used in &claims {
                        assert!(
                            state.place(used.fact) < place,
                            "{context}: not known before"
                        );
                    }
                    claims.push(claim.claim().opposite());
                    assert!(
                        !has_model(&form, &claims),
                        "{context}: {claims:?} is not enough"
                    );
                }
                if matches!(
                    form,
                    PremiseForm::Count { .. }
                        | PremiseForm::Total { .. }
                        | PremiseForm::Joined { .. }
                ) {
                    assert!(
                        has_model(&form, &known),
                        "{context}: {known:?} is a conflict"
                    );
                    complete(&form, &known, &state, &context);
                }
            }
        }
        // What is taken back leaves no trace: the same is forced again.
        let forced: Vec<Packed> = (base..state.len()).map(|place| state.at(place).0).collect();
        state.undo(base);
        if state.propagate_one(0, &[true]).is_ok() {
            let again: Vec<Packed> = (base..state.len()).map(|place| state.at(place).0).collect();
            assert_eq!(again, forced, "{context}");
        }
    }
    assert!(n_forced > 1000 && n_broken > 300, "{n_forced} {n_broken}");
}

/// Every open fact that has one side only is forced.
fn complete(form: &PremiseForm, known: &[Claim], state: &State<'_>, context: &str) {
    for fact in (0..FACTS).filter(|&fact| state.is_open(fact)) {
        for holds in [true, false] {
            let mut claims = known.to_vec();
            claims.push(Claim { fact, holds });
            assert!(
                has_model(form, &claims),
                "{context}: fact {fact} is forced by {known:?}"
            );
        }
    }
}
