//! Steps in words: what was found, told by its kind or else in general words, with the chain that the checker follows.

use gridwright_puzzles::{AnyInstance, Argument, Claim, Premise};

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::packed::Packed;
use crate::step::{Chain, Link, Step};
use crate::words::Words;
use crate::{cases, trace};

/// Puts a step in words, those of its kind where it has a name for it.
pub(crate) fn said(
    instance: &dyn AnyInstance,
    words: &Words<'_>,
    knowledge: &Knowledge<'_>,
    found: Found,
) -> Step {
    let claims =
        |packed: &[Packed]| -> Vec<Claim> { packed.iter().map(|claim| claim.claim()).collect() };
    let mut premises: Vec<usize> = found
        .trace
        .premises
        .iter()
        .map(|&premise| premise as usize)
        .collect();
    // What asks most of a person speaks first.
    premises.sort_by_key(|&premise| std::cmp::Reverse(knowledge.premises[premise].weight));
    let mut chain = Chain {
        assumed: found.assumed.map(Packed::claim),
        links: found.trace.chain.iter().map(trace::Link::told).collect(),
    };
    let (used, concludes) = (claims(&found.trace.known), claims(&found.concludes));
    let spoken: Vec<&Premise> = premises.iter().map(|&at| &knowledge.premises[at]).collect();
    let by_cases: Vec<(Vec<Claim>, Vec<Link>)> = found
        .cases
        .iter()
        .map(|case| {
            (
                claims(&case.assumed),
                case.links.iter().map(trace::Link::told).collect(),
            )
        })
        .collect();
    let told = if chain.assumed.is_some() {
        Some(words.chain(&chain, &concludes))
    } else if by_cases.is_empty() {
        None
    } else {
        Some(words.by_cases(&by_cases, &concludes))
    };
    let is_nested =
        chain.assumed.is_some() && chain.links.iter().any(|link| link.premise.is_none());
    let left: Vec<Vec<Vec<Claim>>> = match &found.ways {
        Some(ways) => {
            chain.links = ways.tree.clone();
            let way = |way: &Vec<Vec<Packed>>| way.iter().map(|group| claims(group)).collect();
            ways.left.iter().map(way).collect()
        }
        None => Vec::new(),
    };
    let said = instance.describe_step(&Argument {
        premises: &spoken,
        used: &used,
        concludes: &concludes,
        known: &knowledge.known(),
        chain: told.as_deref(),
        assumptions: by_cases.len().max(usize::from(told.is_some())),
        is_nested,
        cases: &left,
    });
    let (technique, sentence) = match (said, told) {
        (Some(said), _) => (said.technique.to_owned(), said.sentence),
        (None, Some(told)) if !by_cases.is_empty() => ("in every case".to_owned(), told),
        (None, Some(told)) if is_nested => ("nested assumption".to_owned(), told),
        (None, Some(told)) => ("failed assumption".to_owned(), told),
        (None, None) if !left.is_empty() => (
            "all ways together".to_owned(),
            words.ways(left.len(), &concludes),
        ),
        (None, None) if premises.len() == 1 => (
            spoken[0].rule.replace('_', " "),
            words.single(&premises, &concludes),
        ),
        (None, None) if premises.len() <= 12 => (
            "several rules together".to_owned(),
            words.single(&premises, &concludes),
        ),
        (None, None) => (
            "trying all cases".to_owned(),
            words.cases(premises.len(), &concludes),
        ),
    };
    if let [claim] = concludes[..]
        && let Some(links) = cases::refuted(&found.cases)
    {
        chain = Chain {
            assumed: Some(claim.opposite()),
            links,
        };
    }
    let sentence = match found.is_cut_short {
        true => format!("{sentence} There may be a shorter way."),
        false => sentence,
    };
    Step {
        seen: knowledge.seen(&used),
        premises,
        used,
        concludes,
        chain,
        technique,
        sentence,
        cost: found.cost,
        silent: Vec::new(),
    }
}
