//! General sentences for steps that the puzzle kind has none for.

use std::cell::OnceCell;

use gridwright_grid::Cell;
use gridwright_puzzles::{AnyInstance, ChainText, Claim, FactState, Premise, PremiseForm};

use crate::step::{Chain, Link, truth};
use crate::techniques::failures::failure;

/// Makes sentences from the words of an instance: those of its facts, their opposites, and its premises.
///
/// Kinds have their own sentences for most steps, so the words of facts are computed on first use.
#[derive(Debug)]
pub(crate) struct Sentences<'p> {
    instance: &'p dyn AnyInstance,
    facts: OnceCell<Vec<String>>,
    negations: OnceCell<Vec<String>>,
    cells: OnceCell<Vec<Vec<Cell>>>,
    premises: &'p [Premise],
}

impl<'p> Sentences<'p> {
    pub(crate) fn new(instance: &'p dyn AnyInstance, premises: &'p [Premise]) -> Sentences<'p> {
        Sentences {
            instance,
            facts: OnceCell::new(),
            negations: OnceCell::new(),
            cells: OnceCell::new(),
            premises,
        }
    }

    /// The cells that a fact is about.
    pub(crate) fn cells(&self, fact: usize) -> &[Cell] {
        &self.cells.get_or_init(|| self.instance.fact_cells())[fact]
    }

    /// A claim in words.
    pub(crate) fn claim(&self, claim: Claim) -> &str {
        match claim.holds {
            true => &self.facts.get_or_init(|| self.instance.facts())[claim.fact],
            false => &self.negations.get_or_init(|| self.instance.negations())[claim.fact],
        }
    }

    /// Premises and what they force.
    pub(crate) fn rules(&self, premises: &[usize], concludes: &[Claim], is_full: bool) -> String {
        let first = self.premises[premises[0]].sentence();
        let others = premises[1..].iter();
        let others = others.map(|&premise| self.premises[premise].words.as_str());
        let rules: Vec<&str> = std::iter::once(first.as_str()).chain(others).collect();
        let sentence = |rules: String| format!("{rules}, so {}.", self.claims(concludes, is_full));
        let full = sentence(list(&rules));
        match rules.len() > 3 && !is_full && n_words(&full) > MAX_WORDS {
            true => sentence(fold(&rules, 2, "more rules")),
            false => full,
        }
    }

    /// An assumption, what follows from it, and the rule that is violated in the end. `known` is what is known before the step.
    pub(crate) fn chain(
        &self,
        chain: &Chain,
        concludes: &[Claim],
        known: &[FactState],
        detail: Detail,
    ) -> ChainWords {
        let mut text = String::new();
        if detail == Detail::Alternatives
            && let Some(premise) = violated(&chain.links)
            && self.lacks_claims(premise, chain, known)
            && let Some(words) = self.alternatives_of(premise, known)
        {
            text = format!("{}: {words}. ", self.premises[premise].sentence());
        }
        let assumed = chain.assumed.as_slice();
        text += "If ";
        text += chain.assumed.map_or("it", |claim| self.claim(claim));
        self.links(&chain.links, assumed, known, detail, &mut text);
        let why = format!("{text}. So");
        let left = MAX_STEP_WORDS.saturating_sub(n_words(&why));
        let conclusion = self.conclusions(concludes, detail != Detail::Folded, left);
        ChainWords { why, conclusion }
    }

    /// The cases of a premise, and what follows in every one. `known` is what is known before the step.
    pub(crate) fn cases(
        &self,
        premise: Option<usize>,
        cases: &[(Vec<Claim>, Vec<Link>)],
        concludes: &[Claim],
        known: &[FactState],
        detail: Detail,
    ) -> ChainWords {
        // If the conclusion is one of the cases, all others fail.
        let is_own = |assumed: &[Claim]| assumed.iter().all(|claim| concludes.contains(claim));
        let is_refuted = |claim: &Claim| concludes.contains(&claim.opposite());
        let mut all = cases.iter().map(|(assumed, _)| assumed);
        let is_one_left = all.clone().any(|assumed| is_own(assumed));
        let last = match is_one_left {
            true => "So",
            false if all.any(|assumed| assumed.iter().any(is_refuted)) => {
                "In every case that works:"
            }
            false => "In every case:",
        };
        let conclusion = self.conclusions(concludes, detail != Detail::Folded, 0);
        let which = self.which_cases(premise, cases, is_one_left);
        if detail == Detail::Folded {
            let which = which.filter(|which| n_words(which) <= MAX_WORDS / 2);
            let why = match which {
                Some(which) => format!("{which}. {last}"),
                None => format!(
                    "Of {} cases, all that do not fail lead to this:",
                    cases.len()
                ),
            };
            return ChainWords { why, conclusion };
        }
        let mut text = which.map_or_else(String::new, |which| format!("{which}. "));
        let before_all = text.len();
        for (assumed, links) in cases.iter().filter(|(assumed, _)| !is_own(assumed)) {
            text += match text.len() == before_all {
                true => "If ",
                false => "; if ",
            };
            text += &self.claims(assumed, detail.is_full());
            let before = text.len();
            match detail {
                Detail::Ends => self.links(links, assumed, known, Detail::Bare, &mut text),
                // What every case leads to is said once.
                Detail::Main => {
                    let is_shared =
                        |link: &&Link| link.claim.is_none_or(|one| !concludes.contains(&one));
                    let links: Vec<Link> = links.iter().filter(is_shared).cloned().collect();
                    self.links(&links, assumed, known, detail, &mut text);
                }
                _ => self.links(links, assumed, known, detail, &mut text),
            }
            if text.len() == before {
                text += match links.len() {
                    0 | 1 => ", it follows at once",
                    _ => ", it follows in the end",
                };
            }
        }
        let why = format!("{text}. {last}");
        ChainWords { why, conclusion }
    }

    /// What the cases are: the premise with its alternatives, if each is one claim; `None` if the cases say it as well.
    fn which_cases(
        &self,
        premise: Option<usize>,
        cases: &[(Vec<Claim>, Vec<Link>)],
        is_one_left: bool,
    ) -> Option<String> {
        let each: Option<Vec<Claim>> = cases
            .iter()
            .map(|(assumed, _)| match assumed[..] {
                [claim] => Some(claim),
                _ => None,
            })
            .collect();
        match (each, premise) {
            (Some(each), Some(premise)) => {
                let title = self.premises[premise].sentence();
                Some(format!("{title}: {}", self.alternatives(&each, "or")))
            }
            _ if is_one_left => {
                let each = cases.iter().map(|(assumed, _)| self.claims(assumed, false));
                Some(format!("Either {}", each.collect::<Vec<_>>().join(" or ")))
            }
            _ => None,
        }
    }

    /// Claims of which one is true: "r1c1 or r1c2" if they say the same of cells, "2 or 3" if they say what one cell is.
    fn alternatives(&self, claims: &[Claim], or: &str) -> String {
        let mut claims = claims.to_vec();
        claims.sort_unstable();
        let words: Vec<&str> = claims.iter().map(|&claim| self.claim(claim)).collect();
        let forms: Vec<(Form<'_>, &str)> = words.iter().map(|words| Form::of(words)).collect();
        let of_cells = |&(form, cell)| match form {
            Form::Cell(_) if form == forms[0].0 => Some(cell),
            _ => None,
        };
        let of_one_cell = |&(form, cell)| match form {
            Form::Cell(rest) if cell == forms[0].1 => rest.strip_prefix("is "),
            _ => None,
        };
        let cells: Option<Vec<&str>> = forms.iter().map(of_cells).collect();
        let values = || forms.iter().map(of_one_cell).collect::<Option<Vec<&str>>>();
        let names = cells.or_else(values);
        joined(&names.unwrap_or_else(|| without_repetition(&words)), or)
    }

    /// The few claims of which a premise needs one, or several, that were open before the step, as alternatives.
    fn alternatives_of(&self, premise: usize, known: &[FactState]) -> Option<String> {
        let PremiseForm::Count { of, min, .. } = &self.premises[premise].form else {
            return None;
        };
        let with = |state| of.iter().filter(move |claim| claim.known(known) == state);
        let open: Vec<Claim> = with(FactState::Open).copied().collect();
        let needed = min.checked_sub(with(FactState::True).count())?;
        match needed {
            0 => None,
            _ if open.len() <= needed || open.len() > MAX_ALTERNATIVES => None,
            1 if *min == 1 => Some(self.alternatives(&open, "or")),
            n if n == *min => Some(format!("{n} of {}", self.alternatives(&open, "and"))),
            n => Some(format!("{n} more of {}", self.alternatives(&open, "and"))),
        }
    }

    /// Whether too few claims are left for a premise at the end of a chain.
    fn lacks_claims(&self, premise: usize, chain: &Chain, known: &[FactState]) -> bool {
        let PremiseForm::Count { of, min, .. } = &self.premises[premise].form else {
            return false;
        };
        let claims = chain.links.iter().filter_map(|link| link.claim);
        // The last link may say the opposite of what was said before.
        let said = claims.take(chain.links.len() - 1);
        let state = with_claims(known, chain.assumed.into_iter().chain(said));
        let is_left = |claim: &&Claim| claim.known(&state) != FactState::False;
        of.iter().filter(is_left).count() < *min
    }

    /// Some of the conclusions of a chain, after the words that lead to them.
    pub(crate) fn concluding(&self, why: &str, concludes: &[Claim], is_full: bool) -> ChainWords {
        ChainWords {
            why: why.to_owned(),
            conclusion: self.conclusions(concludes, is_full, 0),
        }
    }

    /// The first conclusion of a chain, and the others in a sentence of their own.
    pub(crate) fn apart(&self, first: Claim, others: &[Claim], before: &str) -> String {
        let others = self.conclusions(others, true, 0);
        format!("{}. {before} {others}", self.claim(first))
    }

    /// Many premises that leave only one conclusion.
    pub(crate) fn case_split(
        &self,
        n_premises: usize,
        concludes: &[Claim],
        is_full: bool,
    ) -> String {
        let conclusion = self.claims(concludes, is_full);
        format!("In every case that satisfies these {n_premises} rules, {conclusion}.")
    }

    /// What all combinations share.
    pub(crate) fn enumeration(&self, left: usize, concludes: &[Claim], is_full: bool) -> String {
        let combinations = match left {
            1 => "one combination, and in it".to_owned(),
            n => format!("{n} combinations, and in all of them"),
        };
        let conclusion = self.claims(concludes, is_full);
        format!("These rules leave {combinations} {conclusion}.")
    }

    /// A conclusion without a reason.
    pub(crate) fn brute_force(&self, concludes: &[Claim]) -> String {
        let conclusion = self.claims(concludes, true);
        format!(
            "No argument was found within the effort allowed; trying all ways shows that {conclusion}."
        )
    }

    /// What follows from an assumption, and the rule that is violated in the end. `known` is what is known besides.
    fn links(
        &self,
        links: &[Link],
        assumed: &[Claim],
        known: &[FactState],
        detail: Detail,
        text: &mut String,
    ) {
        let violated = violated(links);
        let conclusions = match violated {
            Some(_) => &links[..links.len() - 1],
            None => links,
        };
        let before = text.len();
        match detail {
            Detail::Main | Detail::Ends | Detail::Folded => {
                self.main_conclusions(conclusions, detail, text);
            }
            Detail::Remarks => self.remarked_conclusions(conclusions, text),
            Detail::Alternatives | Detail::Full | Detail::Reasons | Detail::Placing => {
                self.each_conclusion(conclusions, assumed, known, detail, text)
            }
            Detail::Bare => {}
        }
        if let Some(premise) = violated {
            let claims = conclusions.iter().filter_map(|link| link.claim);
            let state = with_claims(known, assumed.iter().copied().chain(claims));
            let violation = self.violation(premise, &state);
            let words = &self.premises[premise].words;
            let is_short = detail == Detail::Bare && !conclusions.is_empty();
            let end = match (violation, text.len() == before) {
                (Some(violation), true) if is_short => format!("in the end {violation}"),
                (None, true) if is_short => format!("in the end this contradicts that {words}"),
                (Some(violation), true) => violation,
                (Some(violation), false) => format!("and {violation}"),
                (None, true) => format!("this contradicts that {words}"),
                (None, false) => format!("which contradicts that {words}"),
            };
            *text += &format!(", {end}");
        }
    }

    /// What is wrong if a premise is violated when this is known.
    fn violation(&self, premise: usize, known: &[FactState]) -> Option<String> {
        let premise = &self.premises[premise];
        let at_cells = failure(premise, known, &|fact| self.cells(fact));
        at_cells.or_else(|| premise.violation.clone())
    }

    /// Every conclusion of a chain with its reason; for `Detail::Placing` only those that place something, if some do. Trivial steps are not mentioned.
    fn each_conclusion(
        &self,
        conclusions: &[Link],
        assumed: &[Claim],
        known: &[FactState],
        detail: Detail,
        text: &mut String,
    ) {
        let mut shown = self.without_trivial(conclusions);
        let is_placing = |link: &&Link| link.claim.is_some_and(|claim| claim.holds);
        if detail == Detail::Placing && shown.iter().any(is_placing) {
            shown.retain(is_placing);
        }
        let mut stated: Vec<Claim> = assumed.to_vec();
        let words = |link: &Link| Some(self.premises[link.premise?].words.as_str());
        for run in shown.chunk_by(|a, b| a.premise.is_some() && words(a) == words(b)) {
            let claims: Vec<Claim> = run.iter().filter_map(|link| link.claim).collect();
            match run[0].premise {
                Some(premise) => {
                    let news = self.informative(&claims, &stated);
                    if news.is_empty() {
                        continue;
                    }
                    let left = match detail == Detail::Alternatives && news[0].holds {
                        true => self.alternatives_of(premise, known),
                        false => None,
                    };
                    let left = left.map_or_else(String::new, |left| format!(": {left}"));
                    let why = &self.premises[premise].words;
                    let claims = self.claims(&news, detail.is_full());
                    *text += &format!(", then {claims} ({why}{left})");
                }
                None => {
                    let [claim] = claims[..] else { continue };
                    let opposite = claim.opposite();
                    let words = self.claim(opposite);
                    *text += &format!(", then {} (if {words}", self.claim(claim));
                    let known = with_claims(known, stated.iter().copied());
                    self.links(&run[0].inner, &[opposite], &known, detail, text);
                    text.push(')');
                }
            }
            stated.extend(claims);
        }
    }

    /// The links of a chain that need an explanation.
    fn without_trivial<'c>(&self, links: &'c [Link]) -> Vec<&'c Link> {
        let is_trivial = |premise: usize| self.premises[premise].weight == 0;
        let links = links.iter();
        links
            .filter(|link| !link.premise.is_some_and(is_trivial))
            .collect()
    }

    /// The conclusions of a chain that need an explanation. If some place something, only those.
    fn main_links<'c>(&self, conclusions: &'c [Link]) -> Vec<(&'c Link, Claim)> {
        let links = self.without_trivial(conclusions).into_iter();
        let mut main: Vec<(&Link, Claim)> =
            links.filter_map(|link| Some((link, link.claim?))).collect();
        if main.iter().any(|(_, claim)| claim.holds) {
            main.retain(|(_, claim)| claim.holds);
        }
        main
    }

    /// The main conclusions of a chain, with remarks where they come from.
    fn remarked_conclusions(&self, conclusions: &[Link], text: &mut String) {
        let main = self.main_links(conclusions);
        let brief = |link: &Link| self.premises[link.premise?].brief.as_deref();
        let runs = main.chunk_by(|(a, _), (b, _)| brief(a) == brief(b));
        for (i, run) in runs.enumerate() {
            let claims: Vec<Claim> = run.iter().map(|(_, claim)| *claim).collect();
            *text += if i == 0 { ", then " } else { ", " };
            *text += &self.claims(&claims, true);
            if let Some(brief) = brief(run[0].0) {
                *text += &format!(" ({brief})");
            }
        }
    }

    /// The conclusions of a chain without their reasons. If some place something, only those.
    fn main_conclusions(&self, conclusions: &[Link], detail: Detail, text: &mut String) {
        let main = self.main_links(conclusions).into_iter();
        let main: Vec<Claim> = main.map(|(_, claim)| claim).collect();
        if !main.is_empty() {
            *text += &format!(", then {}", self.claims(&main, detail == Detail::Main));
        }
    }

    /// The claims of one premise that are worth mentioning: if one states what a cell is, or one that was stated before does, those that state what it is not are left out.
    fn informative(&self, claims: &[Claim], stated: &[Claim]) -> Vec<Claim> {
        let is_stated = |cells: &[Cell]| {
            let mut positive = claims.iter().filter(|claim| claim.holds);
            positive.any(|claim| self.cells(claim.fact) == cells)
        };
        let excludes = |one: Claim, other: Claim| {
            let (form, cell) = Form::of(self.claim(one));
            let (not, of) = Form::of(self.claim(other));
            one.holds && cell == of && matches!(form, Form::Cell(_)) && not.not().is_some()
        };
        let is_informative = |claim: &&Claim| {
            let is_new = || !stated.iter().any(|one| excludes(*one, **claim));
            claim.holds || !is_stated(self.cells(claim.fact)) && is_new()
        };
        claims.iter().filter(is_informative).copied().collect()
    }

    /// Claims in words; a long list is folded unless it is to be full.
    fn claims(&self, claims: &[Claim], is_full: bool) -> String {
        self.listed(claims, is_full, 0)
    }

    /// The conclusions of a step, the first one first and then what is true. If they are folded, what is true is still in the list, if it fits into
    /// `max_words`.
    fn conclusions(&self, claims: &[Claim], is_full: bool, max_words: usize) -> String {
        let mut claims = claims.to_vec();
        if let [first, others @ ..] = &mut claims[..] {
            let (like_first, _) = Form::of(self.claim(*first));
            let order = |claim: &Claim| {
                let (form, _) = Form::of(self.claim(*claim));
                (form != like_first, !claim.holds, form, claim.fact)
            };
            others.sort_by_cached_key(order);
        }
        let n_true = claims.iter().rposition(|claim| claim.holds);
        let n_true = n_true.map_or(0, |at| at + 1);
        let with_true = self.listed(&claims, is_full, n_true);
        match is_full || n_words(&with_true) <= max_words {
            true => with_true,
            false => self.listed(&claims, false, 0),
        }
    }

    /// Claims in words; a long list is folded to at least the first `min` claims unless it is to be full.
    fn listed(&self, claims: &[Claim], is_full: bool, min: usize) -> String {
        let words = claims.iter().map(|&claim| self.claim(claim));
        let max = if is_full { usize::MAX } else { MAX_GROUP };
        let groups = grouped(&words.collect::<Vec<_>>(), max);
        let words: Vec<&str> = groups.iter().map(|(words, _)| words.as_str()).collect();
        let words = without_repetition(&words);
        let (mut total, mut before) = (0, 0);
        let fits = |(words, (_, n)): &(&&str, &(String, usize))| {
            total += n_words(words);
            let must = before < min;
            before += n;
            must || total <= MAX_CLAIM_WORDS
        };
        let n = words.iter().zip(&groups).take_while(fits).count().max(1);
        match is_full || n >= words.len() {
            true => list(&words),
            false => {
                let more: usize = groups[n..].iter().map(|(_, n)| n).sum();
                format!("{} and {more} more", words[..n].join(", "))
            }
        }
    }
}

/// How much of a chain is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Everything, and what was left for a rule that needs one of a few things.
    Alternatives,
    /// Everything else.
    Full,
    /// Every conclusion with its reason; long lists in the chain are folded.
    Reasons,
    /// What is placed, each with its reason.
    Placing,
    /// What is placed, with remarks instead of reasons.
    Remarks,
    /// The assumption, the main conclusions without their reasons, and the contradiction.
    Main,
    /// The same with long lists folded; of several cases, only what they assume.
    Ends,
    /// Only the assumption and the contradiction; the conclusions of the step are in full.
    Bare,
    /// The assumption, long lists folded, and the contradiction; of several cases, only what they assume. Conclusions are folded too.
    Folded,
}

impl Detail {
    /// Whether lists in a chain are written in full.
    fn is_full(self) -> bool {
        matches!(self, Detail::Alternatives | Detail::Full)
    }
}

/// What is known if some claims hold besides.
fn with_claims(known: &[FactState], claims: impl Iterator<Item = Claim>) -> Vec<FactState> {
    let mut known = known.to_vec();
    for claim in claims {
        known[claim.fact] = truth(claim);
    }
    known
}

/// The most alternatives that are named.
const MAX_ALTERNATIVES: usize = 4;

/// The most claims of a group in a list that is folded.
const MAX_GROUP: usize = 6;

/// A step of more words is folded.
pub(crate) const MAX_STEP_WORDS: usize = 60;

/// The longest sentence that is not folded, in words. A kind may put a few words around it.
const MAX_WORDS: usize = 50;

/// The longest list of claims that is not folded, in words.
const MAX_CLAIM_WORDS: usize = 12;

/// The sentence of a step by assumptions, in two parts.
#[derive(Debug)]
pub(crate) struct ChainWords {
    why: String,
    conclusion: String,
}

impl ChainWords {
    /// The same with another conclusion.
    pub(crate) fn with_conclusion(self, conclusion: String) -> ChainWords {
        ChainWords { conclusion, ..self }
    }

    pub(crate) fn text(&self) -> ChainText<'_> {
        ChainText {
            why: &self.why,
            conclusion: &self.conclusion,
        }
    }
}

/// The premise that is violated at the end of a chain: that of the last link, if it has no claim, or one whose opposite came earlier.
fn violated(links: &[Link]) -> Option<usize> {
    let last = links.last()?;
    let is_violation = last.claim.is_none_or(|claim| {
        let mut earlier = links.iter().filter_map(|link| link.claim);
        earlier.any(|other| other == claim.opposite())
    });
    last.premise.filter(|_| is_violation)
}

pub(crate) fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// "a", "a and b", "a, b and c"; "a and b, and c" if an entry has an "and".
fn list(words: &[&str]) -> String {
    joined(words, "and")
}

/// The same with another word for "and".
fn joined(words: &[&str], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => {
            let comma = match words.iter().any(|word| word.contains(" and ")) {
                true => ",",
                false => "",
            };
            format!("{}{comma} {and} {last}", others.join(", "))
        }
    }
}

/// Claims of which neighbours that differ only in a cell, or in two, are put together, each group with its number of claims: "r1c1 and r1c2 are lamps",
/// "the loop runs along the left side of r1c1 and r2c1", "the loop joins r1c1-r1c2 and r1c2-r1c3"; and those that say what one cell is not: "r1c1 is not 2 or 3". A group has at
/// most `max` claims.
fn grouped(claims: &[&str], max: usize) -> Vec<(String, usize)> {
    let mut groups: Vec<(Form<'_>, Vec<&str>)> = Vec::new();
    for claim in claims {
        let (form, cell) = Form::of(claim);
        let not = form.not();
        match groups.last_mut() {
            Some((last, cells)) if *last == form && form != Form::Other && cells.len() < max => {
                cells.push(cell);
            }
            Some((Form::NotOf(of), all)) if *of == cell && not.is_some() && all.len() < max => {
                all.extend(not);
            }
            Some((last, cells)) if last.not().is_some() && not.is_some() && *cells == [cell] => {
                *cells = last.not().into_iter().chain(not).collect();
                *last = Form::NotOf(cell);
            }
            _ => groups.push((form, vec![cell])),
        }
    }
    let words = groups.into_iter().map(|(form, cells)| {
        let of = match (form, cells.len()) {
            (Form::NotOf(_), _) => joined(&cells, "or"),
            (Form::OfCells(_), 2..) => {
                let pairs: Vec<String> = cells
                    .iter()
                    .map(|pair| pair.replace(" and ", "-"))
                    .collect();
                list(&pairs.iter().map(String::as_str).collect::<Vec<_>>())
            }
            _ => list(&cells),
        };
        let words = match (form, cells.len()) {
            (Form::Cell(rest), 1) => format!("{of} {rest}"),
            (Form::Cell(rest), _) => format!("{of} {}", plural(rest)),
            (Form::NotOf(cell), _) => format!("{cell} is not {of}"),
            (Form::OfCell(before) | Form::OfCells(before), _) => format!("{before} {of}"),
            (Form::Other, _) => of,
        };
        (words, cells.len())
    });
    words.collect()
}

/// The words of a claim besides its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Form<'c> {
    /// A cell is something: the words after the cell.
    Cell(&'c str),
    /// Several things that a cell is not: the cell.
    NotOf(&'c str),
    /// Something of a cell: the words before the cell.
    OfCell(&'c str),
    /// Something of two cells: the words before both.
    OfCells(&'c str),
    /// Any other claim.
    Other,
}

impl<'c> Form<'c> {
    /// What a cell is not, if the claim says that.
    fn not(self) -> Option<&'c str> {
        match self {
            Form::Cell(rest) => rest.strip_prefix("is not "),
            _ => None,
        }
    }

    /// The form of a claim, and its cell; the whole claim if it has another form.
    fn of(claim: &'c str) -> (Form<'c>, &'c str) {
        let n_cells = claim.split(' ').filter(|word| is_cell(word)).count();
        let first = claim.split_once(' ').filter(|(word, _)| is_cell(word));
        let last = claim.rsplit_once(' ').filter(|(_, word)| is_cell(word));
        match (first, last) {
            (Some((cell, rest)), _) if n_cells == 1 && has_plural(rest) => (Form::Cell(rest), cell),
            (None, Some((before, cell))) if n_cells == 1 => (Form::OfCell(before), cell),
            (None, Some(_)) if n_cells == 2 => match claim.rsplitn(4, ' ').last() {
                Some(before) if claim[before.len()..].contains(" and ") => {
                    (Form::OfCells(before), claim[before.len()..].trim_start())
                }
                _ => (Form::Other, claim),
            },
            _ => (Form::Other, claim),
        }
    }
}

/// Whether a word is the name of a cell: `r1c2`.
fn is_cell(word: &str) -> bool {
    let numbers = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    numbers.is_some_and(|(row, col)| [row, col].iter().all(|part| part.parse::<u32>().is_ok()))
}

/// What is said of one cell, and can be said of several: "is 5", "is not shaded", "is a ship cell".
fn has_plural(rest: &str) -> bool {
    let what = rest
        .strip_prefix("is ")
        .map(|what| what.strip_prefix("not ").unwrap_or(what));
    what.is_some_and(|what| what.starts_with("a ") || !what.contains(' '))
}

/// The same of several cells: "are 5", "are not shaded", "are ship cells".
fn plural(rest: &str) -> String {
    let what = rest.strip_prefix("is ").unwrap_or(rest);
    let (not, what) = match what.strip_prefix("not ") {
        Some(what) => ("not ", what),
        None => ("", what),
    };
    match what.strip_prefix("a ") {
        Some(noun) => format!("are {not}{noun}s"),
        None => format!("are {not}{what}"),
    }
}

/// The verbs of claims.
const VERBS: [&str; 5] = ["is", "are", "has", "runs", "belongs"];

/// Claims in one list. A claim that begins like the one before it, up to an article after the verb, is written from that article on: "the loop runs along the left side of r1c1",
/// "the lower side of r1c1".
fn without_repetition<'c>(claims: &[&'c str]) -> Vec<&'c str> {
    let rest = |before: &str, claim: &'c str| {
        let both = before.split(' ').zip(claim.split(' '));
        let same = both.take_while(|(one, other)| one == other).enumerate();
        let articles = same.filter(|(_, (word, _))| *word == "the");
        let n = articles.last().map_or(0, |(at, _)| at);
        let rest = claim.splitn(n + 1, ' ').nth(n);
        let is_after_verb = |rest: &&str| !rest.split(' ').any(|word| VERBS.contains(&word));
        let is_one = |rest: &&str| !claim[..claim.len() - rest.len()].contains(" and ");
        let rest = rest.filter(is_one);
        rest.filter(is_after_verb).unwrap_or(claim)
    };
    let others = claims.windows(2).map(|pair| rest(pair[0], pair[1]));
    claims.first().copied().into_iter().chain(others).collect()
}

/// The first entries of a long list, and the number of the others: "a, b and 5 more".
fn fold(words: &[&str], n: usize, more: &str) -> String {
    format!("{} and {} {more}", words[..n].join(", "), words.len() - n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_in_a_list_do_not_repeat_how_they_begin() {
        let claims = [
            "the loop runs along the left side of r1c1",
            "the loop runs along the lower side of r1c1",
            "the loop runs along the lower side of r1c2",
        ];
        let expected = ["the lower side of r1c1", "the lower side of r1c2"];
        assert_eq!(without_repetition(&claims)[1..], expected);
        let several = [
            "the loop runs along the left side of r1c1 and r2c1",
            "the loop runs along the lower side of r1c2",
        ];
        assert_eq!(without_repetition(&several)[1], "the lower side of r1c2");
        for claims in [
            ["r1c1 is not 2", "r1c1 is not 3"],
            [
                "the loop joins r1c1 and r1c2",
                "the loop joins r1c1 and r2c1",
            ],
        ] {
            assert_eq!(without_repetition(&claims), claims);
        }
        assert!(without_repetition(&[]).is_empty());
    }

    #[test]
    fn groups_have_a_maximum() {
        let cells: Vec<String> = (1..=8).map(|col| format!("r1c{col} is shaded")).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let groups = grouped(&cells, 6);
        assert_eq!(
            groups[0].0,
            "r1c1, r1c2, r1c3, r1c4, r1c5 and r1c6 are shaded"
        );
        assert_eq!(groups[1], ("r1c7 and r1c8 are shaded".to_owned(), 2));
    }

    #[test]
    fn claims_that_differ_in_a_cell_are_put_together() {
        let words = |claims: &[&str]| {
            let groups = grouped(claims, usize::MAX);
            list(
                &groups
                    .iter()
                    .map(|(words, _)| words.as_str())
                    .collect::<Vec<_>>(),
            )
        };
        for (claims, expected) in [
            (
                &["r1c1 is a lamp", "r1c2 is a lamp", "r2c2 is not a lamp"][..],
                "r1c1 and r1c2 are lamps, and r2c2 is not a lamp",
            ),
            (
                &["r1c1 is 5", "r1c2 is 5", "r1c3 is 5"],
                "r1c1, r1c2 and r1c3 are 5",
            ),
            (
                &["r1c1 is not shaded", "r1c3 is not shaded"],
                "r1c1 and r1c3 are not shaded",
            ),
            (
                &[
                    "r1c1 is not 2",
                    "r1c1 is not 3",
                    "r1c1 is not 5",
                    "r1c2 is 3",
                ],
                "r1c1 is not 2, 3 or 5 and r1c2 is 3",
            ),
            (
                &["r1c1 is not 2", "r1c2 is not 2", "r1c2 is not 3"],
                "r1c1 and r1c2 are not 2, and r1c2 is not 3",
            ),
            (
                &["r1c1 is 5", "r1c2 is 6", "r1c3 is 5"],
                "r1c1 is 5, r1c2 is 6 and r1c3 is 5",
            ),
            (
                &[
                    "the loop runs along the left side of r1c1",
                    "the loop runs along the left side of r2c1",
                ],
                "the loop runs along the left side of r1c1 and r2c1",
            ),
            (
                &[
                    "the loop joins r1c1 and r1c2",
                    "the loop joins r1c1 and r2c1",
                ],
                "the loop joins r1c1-r1c2 and r1c1-r2c1",
            ),
            (
                &[
                    "r1c1 belongs to the region of r2c2",
                    "r1c2 belongs to the region of r2c2",
                ],
                "r1c1 belongs to the region of r2c2 and r1c2 belongs to the region of r2c2",
            ),
        ] {
            assert_eq!(words(claims), expected);
        }
    }
}
