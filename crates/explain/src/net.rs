//! The network: the premises of an instance taken apart into nodes, each a condition and one relation over claims, and for every fact the nodes that speak
//! of it. It never changes while steps are looked for.

use gridwright_puzzles::{Claim, Premise, PremiseForm};

use crate::packed::Packed;

/// The premises of an instance as nodes.
#[derive(Debug)]
pub(crate) struct Net {
    pub(crate) nodes: Vec<Node>,
    /// For every fact, the nodes that speak of it and in which role.
    uses: Vec<Vec<Use>>,
    /// The same for the nodes of digests, which nobody follows assumptions over.
    digest_uses: Vec<Vec<Use>>,
    /// For every premise, its nodes.
    of_premise: Vec<std::ops::Range<u32>>,
    /// For every premise, what it costs on its own.
    pub(crate) weights: Vec<u32>,
}

/// One relation, under a condition.
#[derive(Debug)]
pub(crate) struct Node {
    /// Which premise it comes from.
    pub(crate) premise: u32,
    /// Where all these are true, the body holds.
    pub(crate) when: Vec<Packed>,
    pub(crate) body: Body,
}

/// What a node says.
#[derive(Debug)]
pub(crate) enum Body {
    /// From `min` to `max` of these are true.
    Count { of: Vec<Packed>, min: u32, max: u32 },
    /// From `min` to `max` of these are true as a whole.
    Groups {
        of: Vec<Vec<Packed>>,
        min: u32,
        max: u32,
    },
    /// One fact of every list holds, and their numbers add up to something from `min` to `max`.
    Total {
        of: Vec<Vec<(Packed, i64)>>,
        min: i64,
        max: i64,
    },
    /// All nodes of a graph hang together by the edges that are there.
    Joined {
        nodes: usize,
        edges: Vec<(u32, u32, Packed)>,
    },
}

/// How a fact occurs in a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) node: u32,
    pub(crate) role: Role,
}

/// The role of a fact in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// In its condition, as this claim of the fact.
    When { holds: bool },
    /// Among those a count counts, as this claim of the fact.
    Counted { holds: bool },
    /// In a body that is looked at as a whole.
    Within,
}

impl Net {
    /// Takes premises apart.
    pub(crate) fn new(premises: &[Premise], n_facts: usize) -> Net {
        let mut net = Net {
            nodes: Vec::new(),
            uses: vec![Vec::new(); n_facts],
            digest_uses: vec![Vec::new(); n_facts],
            of_premise: Vec::with_capacity(premises.len()),
            weights: premises.iter().map(|premise| premise.weight).collect(),
        };
        for (i, premise) in premises.iter().enumerate() {
            let start = net.nodes.len() as u32;
            net.add(i as u32, &[], &premise.form);
            net.of_premise.push(start..net.nodes.len() as u32);
        }
        for at in 0..net.nodes.len() {
            let premise = net.nodes[at].premise as usize;
            net.enlist(at, premises[premise].is_summary);
        }
        net
    }

    /// The nodes that speak of a fact, those of digests too where they are asked for.
    pub(crate) fn uses(&self, fact: usize, with_digests: bool) -> impl Iterator<Item = Use> + '_ {
        let digests = match with_digests {
            true => self.digest_uses[fact].as_slice(),
            false => &[],
        };
        self.uses[fact].iter().chain(digests).copied()
    }

    /// The nodes of a premise.
    pub(crate) fn of_premise(&self, premise: usize) -> std::ops::Range<usize> {
        let range = &self.of_premise[premise];
        range.start as usize..range.end as usize
    }

    /// Whether a premise is one count, without a condition.
    pub(crate) fn is_bare_count(&self, premise: usize) -> bool {
        let [node] = &self.nodes[self.of_premise(premise)] else {
            return false;
        };
        node.when.is_empty() && matches!(node.body, Body::Count { .. })
    }

    pub(crate) fn n_premises(&self) -> usize {
        self.of_premise.len()
    }

    pub(crate) fn n_facts(&self) -> usize {
        self.uses.len()
    }

    fn add(&mut self, premise: u32, when: &[Packed], form: &PremiseForm) {
        let packed = |claims: &[Claim]| claims.iter().map(|&claim| claim.into()).collect();
        let body = match form {
            PremiseForm::All(forms) => {
                for form in forms {
                    self.add(premise, when, form);
                }
                return;
            }
            PremiseForm::When(claims, form) => {
                let mut all = when.to_vec();
                all.extend(claims.iter().map(|&claim| Packed::from(claim)));
                self.add(premise, &all, form);
                return;
            }
            PremiseForm::Count { of, min, max } => {
                let mut of: Vec<Packed> = packed(of);
                // A condition for one of several is a clause, and propagates as one.
                if *min == 1 && *max >= of.len() && !when.is_empty() {
                    of.extend(when.iter().map(|claim| claim.opposite()));
                    let max = of.len() as u32;
                    self.nodes.push(Node {
                        premise,
                        when: Vec::new(),
                        body: Body::Count { of, min: 1, max },
                    });
                    return;
                }
                let max = (*max).min(of.len()) as u32;
                Body::Count {
                    of,
                    min: *min as u32,
                    max,
                }
            }
            PremiseForm::Groups { of, min, max } => Body::Groups {
                of: of.iter().map(|group| packed(group)).collect(),
                min: *min as u32,
                max: (*max).min(of.len()) as u32,
            },
            PremiseForm::Total { of, min, max } => Body::Total {
                of: of
                    .iter()
                    .map(|list| {
                        let option = |&(fact, number)| (Packed::new(fact, true), number);
                        list.iter().map(option).collect()
                    })
                    .collect(),
                min: *min,
                max: *max,
            },
            PremiseForm::Joined { nodes, edges } => Body::Joined {
                nodes: *nodes,
                edges: edges
                    .iter()
                    .map(|&(a, b, claim)| (a as u32, b as u32, claim.into()))
                    .collect(),
            },
        };
        self.nodes.push(Node {
            premise,
            when: when.to_vec(),
            body,
        });
    }

    fn enlist(&mut self, at: usize, is_summary: bool) {
        let mut roles: Vec<(usize, Role)> = Vec::new();
        let node = &self.nodes[at];
        for claim in &node.when {
            let holds = claim.holds();
            roles.push((claim.fact(), Role::When { holds }));
        }
        let mut within = |claim: &Packed| roles.push((claim.fact(), Role::Within));
        match &node.body {
            Body::Count { of, .. } => {
                for claim in of {
                    let holds = claim.holds();
                    roles.push((claim.fact(), Role::Counted { holds }));
                }
            }
            Body::Groups { of, .. } => of.iter().flatten().for_each(&mut within),
            Body::Total { of, .. } => {
                of.iter().flatten().for_each(|(claim, _)| within(claim));
            }
            Body::Joined { edges, .. } => {
                edges.iter().for_each(|(_, _, claim)| within(claim));
            }
        }
        // A body that is looked at as a whole is told once of a fact.
        let mut told: Vec<usize> = Vec::new();
        for (fact, role) in roles {
            if role == Role::Within {
                if told.contains(&fact) {
                    continue;
                }
                told.push(fact);
            }
            let node = at as u32;
            match is_summary {
                true => self.digest_uses[fact].push(Use { node, role }),
                false => self.uses[fact].push(Use { node, role }),
            }
        }
    }
}
