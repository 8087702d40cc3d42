//! Deductions: steps as they are found, before they get a name and a sentence.

use crate::find::knowledge::Knowledge;
use crate::find::literal::{Literal, claims};
use crate::find::trace::Trace;
use crate::step::Link;

/// A step as it is found.
#[derive(Clone, Debug)]
pub(crate) struct Deduction {
    /// What it follows from; the chain leads from the assumption to a conflict.
    pub(crate) trace: Trace,
    pub(crate) assumed: Option<Literal>,
    /// The cases of its first premise, if it is a step by cases.
    pub(crate) cases: Vec<Case>,
    /// The combinations of some premises, if it enumerates them.
    pub(crate) enumeration: Option<Enumeration>,
    pub(crate) concludes: Vec<Literal>,
    pub(crate) cost: u32,
    /// Whether the search for a cheaper one was cut short.
    pub(crate) is_cut_short: bool,
}

/// One case of a premise.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) premise: u32,
    pub(crate) assumed: Vec<Literal>,
    /// The chain to the conclusion, or to a conflict.
    pub(crate) links: Vec<Link>,
}

/// All combinations of choices that some premises leave.
#[derive(Clone, Debug)]
pub(crate) struct Enumeration {
    /// For every combination without a conflict, the choices it is made of.
    pub(crate) left: Vec<Vec<Vec<Literal>>>,
    /// The tree of choices. Each is a case; inside are further cases, or the chain to a conflict or to the conclusion.
    pub(crate) tree: Vec<Link>,
}

impl Deduction {
    pub(crate) fn new(
        knowledge: &Knowledge<'_>,
        trace: Trace,
        assumed: Option<Literal>,
        concludes: Vec<Literal>,
    ) -> Deduction {
        Deduction {
            cost: knowledge.cost(&trace),
            trace,
            assumed,
            cases: Vec::new(),
            enumeration: None,
            concludes,
            is_cut_short: false,
        }
    }
}

/// The cheaper of two deductions; of two that cost the same, the first.
pub(crate) fn cheaper(first: Option<Deduction>, second: Option<Deduction>) -> Option<Deduction> {
    let both = first.into_iter().chain(second);
    both.min_by_key(|deduction| deduction.cost)
}

/// A case as a link.
pub(crate) fn case_link(assumed: &[Literal], inner: Vec<Link>) -> Link {
    Link {
        case: claims(assumed),
        ..Link::new(None, None, inner)
    }
}

/// The link in which a premise is violated, as all its cases failed.
pub(crate) fn violated_link(premise: u32) -> Link {
    Link::new(None, Some(premise), Vec::new())
}

/// A chain from the opposite of a conclusion, in which one case after the other fails, and then their premise; `None` without cases. A case fails as soon as
/// the conclusion is reached.
pub(crate) fn refuted_cases(cases: &[Case], conclusion: Literal) -> Option<Vec<Link>> {
    let premise = cases.first()?.premise;
    let claim = Some(conclusion.claim());
    let failed = |case: &Case| {
        let end = match case.assumed.contains(&conclusion) {
            true => 0,
            false => {
                let mut links = case.links.iter();
                let reached = links.position(|link| link.claim == claim);
                reached.map_or(case.links.len(), |at| at + 1)
            }
        };
        case_link(&case.assumed, case.links[..end].to_vec())
    };
    let mut links: Vec<Link> = cases.iter().map(failed).collect();
    links.push(violated_link(premise));
    Some(links)
}
