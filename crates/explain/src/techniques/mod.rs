//! Names and sentences of steps: those of the puzzle kind if it has some for a deduction, general ones otherwise.

mod failures;
pub(crate) mod sentences;

use gridwright_puzzles::{AnyInstance, Argument, Claim, FactState, Premise, StepText};

use crate::find::deduction::{Deduction, refuted_cases};
use crate::find::knowledge::Knowledge;
use crate::find::literal::{Literal, claims};
use crate::step::{BRUTE_FORCE, Chain, Link, Step};
use crate::techniques::sentences::{ChainWords, Detail, MAX_STEP_WORDS, Sentences, n_words};

/// The sentence of a step without an assumption names its premises if there are at most this many.
const MAX_LISTED: usize = 12;

/// The shorter forms of a step by assumptions, the longest first, each with whether its conclusions are written in full.
const SHORTER: [(Detail, bool); 8] = [
    (Detail::Full, true),
    (Detail::Reasons, true),
    (Detail::Placing, true),
    (Detail::Remarks, true),
    (Detail::Main, true),
    (Detail::Main, false),
    (Detail::Ends, true),
    (Detail::Bare, true),
];

const SEVERAL_RULES: &str = "several rules together";
const ALL_CASES: &str = "trying all cases";
const FAILED_ASSUMPTION: &str = "failed assumption";
const NESTED_ASSUMPTION: &str = "nested assumption";
/// Before the conclusions of a chain that it does not prove itself.
const SAME_RULES: &str = "By the same rules";
const EVERY_CASE: &str = "in every case";
const ENUMERATION: &str = "enumeration";

/// The names of steps for which a kind of puzzle has no name of its own, except those that follow from a single rule and are named after it.
pub const GENERAL_TECHNIQUES: &[&str] = &[
    SEVERAL_RULES,
    ALL_CASES,
    FAILED_ASSUMPTION,
    NESTED_ASSUMPTION,
    EVERY_CASE,
    ENUMERATION,
];

/// The step of a deduction, with its name and sentence.
pub(crate) fn describe(
    instance: &dyn AnyInstance,
    sentences: &Sentences<'_>,
    knowledge: &Knowledge<'_>,
    found: &Deduction,
) -> Step {
    let premises = found.trace.premises.iter();
    let mut premises: Vec<usize> = premises.map(|&premise| premise as usize).collect();
    // The heaviest premise comes first.
    premises.sort_by_key(|&premise| std::cmp::Reverse(knowledge.premises[premise].weight));
    let mut chain = Chain {
        assumed: found.assumed.map(Literal::claim),
        links: found.trace.chain.clone(),
    };
    let (used, concludes) = (claims(&found.trace.known), claims(&found.concludes));
    let cases = found.cases.iter();
    let cases: Vec<(Vec<Claim>, Vec<Link>)> = cases
        .map(|case| (claims(&case.assumed), case.links.clone()))
        .collect();
    let is_nested =
        chain.assumed.is_some() && chain.links.iter().any(|link| link.premise.is_none());
    let mut left: Vec<Vec<Vec<Claim>>> = Vec::new();
    if let Some(enumeration) = &found.enumeration {
        chain.links = enumeration.tree.clone();
        let combination = |all: &Vec<Vec<Literal>>| all.iter().map(|one| claims(one)).collect();
        left = enumeration.left.iter().map(combination).collect();
    }
    let known = knowledge.known();
    let case_premise = found.cases.first().map(|case| case.premise as usize);
    let more = match found.is_cut_short {
        true => " There may be a shorter argument.",
        false => "",
    };
    let text = |is_full: bool| {
        let parts = Parts {
            premises: &premises,
            used: &used,
            concludes: &concludes,
            known: &known,
            chain: &chain,
            cases: &cases,
            case_premise,
            left: &left,
            is_nested,
            is_full,
            max_words: MAX_STEP_WORDS - n_words(more),
        };
        if premises.is_empty() {
            let sentence = sentences.brute_force(&concludes);
            return (BRUTE_FORCE.to_owned(), sentence, true);
        }
        let (technique, mut sentence, is_whole) = words(instance, sentences, knowledge, &parts);
        sentence += more;
        (technique, sentence, is_whole)
    };
    // Nothing is folded in a sentence that is short enough. The alternatives that a rule had may be missing in it.
    let (technique, full, _) = text(true);
    let (sentence, full) = match n_words(&full) > MAX_STEP_WORDS {
        true => {
            let (_, sentence, is_whole) = text(false);
            let full = Some(full).filter(|full| *full != sentence && !is_whole);
            (sentence, full)
        }
        false => (full, None),
    };
    if let [conclusion, ..] = found.concludes[..]
        && let Some(links) = refuted_cases(&found.cases, conclusion)
    {
        chain = Chain {
            assumed: Some(conclusion.opposite().claim()),
            links,
        };
    }
    Step {
        visible: knowledge.visible(&found.trace.known),
        premises,
        used,
        concludes,
        chain,
        technique,
        sentence,
        full,
        cost: found.cost,
        trivial: Vec::new(),
        named: None,
    }
}

/// What a sentence is made from.
struct Parts<'d> {
    premises: &'d [usize],
    used: &'d [Claim],
    concludes: &'d [Claim],
    known: &'d [FactState],
    chain: &'d Chain,
    cases: &'d [(Vec<Claim>, Vec<Link>)],
    /// The premise whose cases they are.
    case_premise: Option<usize>,
    /// The combinations that an enumeration leaves.
    left: &'d [Vec<Vec<Claim>>],
    is_nested: bool,
    is_full: bool,
    /// The most words of a sentence that is not full.
    max_words: usize,
}

/// The name and the sentence of a step, and whether the sentence says everything but the alternatives that a rule had.
fn words(
    instance: &dyn AnyInstance,
    sentences: &Sentences<'_>,
    knowledge: &Knowledge<'_>,
    parts: &Parts<'_>,
) -> (String, String, bool) {
    let &Parts {
        concludes,
        chain,
        cases,
        is_full,
        ..
    } = parts;
    let cited = parts.premises.iter();
    let cited: Vec<&Premise> = cited.map(|&at| &knowledge.premises[at]).collect();
    // The general sentence of a step with assumptions; a kind may use it in its own.
    let general = |detail: Detail| {
        if chain.assumed.is_some() {
            Some(sentences.chain(chain, concludes, parts.known, detail))
        } else if cases.is_empty() {
            None
        } else {
            Some(sentences.cases(parts.case_premise, cases, concludes, parts.known, detail))
        }
    };
    let last = chain.links.last().filter(|_| chain.assumed.is_some());
    let about = |concludes: &[Claim], general: Option<&ChainWords>, is_full: bool| {
        instance.describe_step(&Argument {
            premises: &cited,
            used: parts.used,
            concludes,
            known: parts.known,
            chain: general.map(ChainWords::text),
            violated: last.and_then(|link| Some(&knowledge.premises[link.premise?])),
            assumptions: cases.len().max(usize::from(general.is_some())),
            is_nested: parts.is_nested,
            cases: parts.left,
            is_full,
        })
    };
    let own = |general: Option<&ChainWords>, is_full: bool| {
        let mut own = about(concludes, general, is_full)?;
        // A chain is about the first conclusion. The others follow from the same rules.
        if let (Some(general), [first, others @ ..]) = (general, concludes)
            && let why = general.text().why
            && chain.assumed.is_some()
            && !others.is_empty()
            && first.known(parts.known) == FactState::Open
            && own.sentence.starts_with(why)
        {
            let of = |why: &str, concludes: &[Claim]| {
                let words = sentences.concluding(why, concludes, is_full);
                Some(about(concludes, Some(&words), is_full)?.sentence)
            };
            let first = of(why, std::slice::from_ref(first))?;
            let apart = format!("{first} {}", of(SAME_RULES, others)?);
            if is_full || n_words(&apart) <= parts.max_words {
                own.sentence = apart;
            }
        }
        Some(own)
    };
    let both = |detail: Detail, is_full: bool| {
        let general = general(detail);
        (own(general.as_ref(), is_full), general)
    };
    let is_short = |(own, general): &(Option<StepText>, Option<ChainWords>)| {
        let general = || general.as_ref().map(|general| general.text().sentence());
        let sentence = own.as_ref().map(|own| own.sentence.clone());
        let sentence = sentence.or_else(general);
        sentence.is_some_and(|sentence| n_words(&sentence) <= parts.max_words)
    };
    // A chain is shortened before the conclusions are folded.
    let (texts, is_whole) = match (is_full, chain.assumed.is_none() && cases.is_empty()) {
        (true, _) => (both(Detail::Alternatives, true), true),
        (false, true) => (both(Detail::Folded, false), false),
        (false, false) => {
            let mut shorter = SHORTER
                .iter()
                .map(|&(detail, is_full)| (both(detail, is_full), detail == Detail::Full));
            let short = shorter.find(|(texts, _)| is_short(texts));
            short.unwrap_or_else(|| (both(Detail::Folded, false), false))
        }
    };
    let (technique, sentence) = match texts {
        (Some(own), _) => (own.technique.to_owned(), own.sentence),
        (None, Some(mut general)) => {
            if let [first, others @ ..] = concludes
                && chain.assumed.is_some()
                && !others.is_empty()
            {
                let apart = sentences.apart(*first, others, SAME_RULES);
                let words = n_words(general.text().why) + n_words(&apart);
                if is_full || words <= parts.max_words {
                    general = general.with_conclusion(apart);
                }
            }
            let technique = match (cases.is_empty(), parts.is_nested) {
                (false, _) => EVERY_CASE,
                (true, true) => NESTED_ASSUMPTION,
                (true, false) => FAILED_ASSUMPTION,
            };
            (technique.to_owned(), general.text().sentence())
        }
        (None, None) if !parts.left.is_empty() => (
            ENUMERATION.to_owned(),
            sentences.enumeration(parts.left.len(), concludes, is_full),
        ),
        (None, None) if parts.premises.len() > MAX_LISTED => (
            ALL_CASES.to_owned(),
            sentences.case_split(parts.premises.len(), concludes, is_full),
        ),
        (None, None) => {
            let technique = match cited[..] {
                [premise] => premise.rule.replace('_', " "),
                _ => SEVERAL_RULES.to_owned(),
            };
            let sentence = sentences.rules(parts.premises, concludes, is_full);
            (technique, sentence)
        }
    };
    (technique, sentence, is_whole)
}
