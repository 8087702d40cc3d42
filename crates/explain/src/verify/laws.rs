//! The law of steps by all ways, against brute force over the meaning of forms: what they conclude follows, the checker follows their tree, and of trees that were tampered with
//! it accepts none that concludes what does not follow.

use gridwright_fd::Limits;
use gridwright_puzzles::{Claim, Known, Premise, PremiseForm};

use crate::knowledge::Knowledge;
use crate::laws::Random;
use crate::meter::Meter;
use crate::net::Net;
use crate::step::{Chain, Link};
use crate::verify::Replay;
use crate::ways;

/// How many facts random premises speak of.
const FACTS: usize = 9;

impl Random {
    /// Claims about different facts.
    fn claims_apart(&mut self, n: usize) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        while claims.len() < n {
            let (fact, holds) = (self.below(FACTS), self.below(3) > 0);
            if claims.iter().all(|other| other.fact != fact) {
                claims.push(Claim { fact, holds });
            }
        }
        claims
    }

    /// Two premises that count groups, or one and a total, then some that count claims.
    fn premises(&mut self) -> Vec<Premise> {
        let premise = |form| Premise::new("random", 1, "anything", [], form);
        let mut premises = Vec::new();
        for _ in 0..2 {
            let of: Vec<Vec<Claim>> = (0..3 + self.below(3))
                .map(|_| self.claims_apart(2))
                .collect();
            let min = 1 + self.below(2);
            let max = of.len();
            premises.push(premise(PremiseForm::Groups { of, min, max }));
        }
        if self.below(3) == 0 {
            // A total instead of the second; its lists have no fact in common.
            let list = |first: usize, random: &mut Random| {
                let facts = first..first + 3;
                facts
                    .map(|fact| (fact, 1 + random.below(5) as i64))
                    .collect()
            };
            let of = vec![list(0, self), list(3, self), list(6, self)];
            let min = 5 + self.below(6) as i64;
            premises[1] = premise(PremiseForm::Total { of, min, max: min });
        }
        for _ in 0..2 + self.below(3) {
            let n = 2 + self.below(3);
            let of = self.claims_apart(n);
            let min = self.below(2);
            let max = min + self.below(2);
            premises.push(premise(PremiseForm::Count { of, min, max }));
        }
        premises
    }
}

/// Whether some premises with what is known leave a model in which one of the claims is false; without claims, any model.
fn has_model_against(premises: &[Premise], known: &[Claim], claims: &[Claim]) -> bool {
    (0_u32..1 << FACTS).any(|word| {
        let truth = |fact: usize| word >> fact & 1 == 1;
        let is = |claim: &Claim| truth(claim.fact) == claim.holds;
        let kept = premises.iter().all(|premise| premise.form.holds(&truth));
        kept && known.iter().all(is) && (claims.is_empty() || !claims.iter().all(is))
    })
}

/// The links at any depth of a tree.
fn n_links(links: &[Link]) -> usize {
    links.iter().map(|link| 1 + n_links(&link.inner)).sum()
}

/// Changes the link with a number, counted through the tree: takes it out, or turns what it says around.
fn tampered(links: &mut Vec<Link>, number: &mut usize, take_out: bool) {
    for at in 0..links.len() {
        if *number == 0 {
            if take_out {
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
        tampered(&mut links[at].inner, number, take_out);
        if *number == usize::MAX {
            return;
        }
    }
}

#[test]
fn what_all_ways_share_follows_and_the_checker_accepts_nothing_else() {
    let mut random = Random(11);
    let (mut n_found, mut n_refused) = (0, 0);
    for round in 0..3000 {
        let premises = random.premises();
        let context = format!("round {round}: {premises:?}");
        if !has_model_against(&premises, &[], &[]) {
            continue;
        }
        let net = Net::new(&premises, FACTS);
        let mut knowledge = Knowledge::new(&premises, &net, vec![Known::Open; FACTS]);
        knowledge.begin().expect("the premises have a model");
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let lists = [vec![0], vec![1], vec![0, 1]];
        let found = ways::first(&mut knowledge, &lists, &mut meter);
        let Some(found) = found.expect("there are no limits") else {
            continue;
        };
        n_found += 1;
        let told = found.ways.as_ref().expect("it goes by ways");
        assert!(!told.left.is_empty(), "{context}: a model is a way");
        let claims: Vec<Claim> = found.concludes.iter().map(|claim| claim.claim()).collect();
        let used: Vec<Claim> = found
            .trace
            .known
            .iter()
            .map(|claim| claim.claim())
            .collect();
        assert!(
            !has_model_against(&premises, &used, &claims),
            "{context}: {claims:?} do not follow"
        );
        let rules: Vec<usize> = found.trace.premises.iter().map(|&at| at as usize).collect();
        let spoken: Vec<Premise> = rules.iter().map(|&at| premises[at].clone()).collect();
        let replay = Replay {
            premises: premises.clone(),
            facts: vec![String::new(); FACTS],
            denials: vec![String::new(); FACTS],
            known: vec![Known::Open; FACTS],
        };
        let chain = |links: &[Link]| Chain {
            assumed: None,
            links: links.to_vec(),
        };
        assert!(
            replay.leads_to(&rules, &used, &chain(&told.tree), &claims),
            "{context}: {told:?} is not followed"
        );
        for _ in 0..12 {
            let mut tree = told.tree.clone();
            let mut number = random.below(n_links(&tree));
            tampered(&mut tree, &mut number, random.below(2) == 0);
            let mut goal = claims.clone();
            if random.below(2) == 0 {
                let at = random.below(goal.len());
                goal[at] = goal[at].opposite();
            }
            match replay.leads_to(&rules, &used, &chain(&tree), &goal) {
                true => assert!(
                    !has_model_against(&spoken, &used, &goal),
                    "{context}: {goal:?} is accepted with {tree:?}"
                ),
                false => n_refused += 1,
            }
        }
    }
    assert!(n_found > 300 && n_refused > 1000, "{n_found} {n_refused}");
}
