//! Claims, steps and hints as words, as numbers, and as marks on the board.

use gridwright_explain::{ExplanationEnd, Hint, Link, Rating, Step};
use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Content, Form, Mark, Spot, SpotLink, SpotMark};
use gridwright_puzzles::{
    AnyInstance, Claim, ClaimColour, ClaimLink, CluePosition, DrawOptions, FactPlace, FactState,
    StepPattern, TechniqueChoice,
};

/// The most claims of a chain that is drawn; of a longer one the arrows would hide the board.
const MAX_CHAIN: usize = 16;

/// A claim in words.
pub fn claim_words(instance: &dyn AnyInstance, claim: Claim) -> String {
    let mut words = match claim.holds {
        true => instance.facts(),
        false => instance.negations(),
    };
    words.swap_remove(claim.fact)
}

/// The number of a claim in JSON: that of its fact from 1, negated if the fact is false.
pub fn claim_number(claim: &Claim) -> i64 {
    let number = claim.fact as i64 + 1;
    if claim.holds { number } else { -number }
}

/// The settled facts as claims.
pub fn claims_of(known: &[FactState]) -> impl Iterator<Item = Claim> {
    let known = known.iter().enumerate();
    known.filter_map(|(fact, known)| match known {
        FactState::True => Some(Claim::is(fact)),
        FactState::False => Some(Claim::is_not(fact)),
        FactState::Open => None,
    })
}

/// Settles the fact of a claim.
pub fn settle(known: &mut [FactState], claim: Claim) {
    known[claim.fact] = match claim.holds {
        true => FactState::True,
        false => FactState::False,
    };
}

/// The end of an explanation as a word.
pub fn end_word(end: ExplanationEnd) -> &'static str {
    match end {
        ExplanationEnd::Solved => "solved",
        ExplanationEnd::Shared => "shared",
        ExplanationEnd::NoAnswer => "no answer",
        ExplanationEnd::UntilReached => "enough",
        ExplanationEnd::Stuck => "stuck",
        ExplanationEnd::Stopped(_) => "stopped",
    }
}

/// Whether a rating says something about its puzzle.
pub fn has_rating(rating: &Rating) -> bool {
    !matches!(rating.end, ExplanationEnd::NoAnswer | ExplanationEnd::Stuck)
        && (rating.steps > 0 || rating.is_whole())
}

/// The techniques that a list allows for an instance; `None` without a list. An error if the kind has no named techniques for it.
pub fn chosen_techniques(
    instance: &dyn AnyInstance,
    list: Option<&str>,
) -> Result<Option<TechniqueChoice>, String> {
    let Some(list) = list.filter(|list| !list.trim().is_empty()) else {
        return Ok(None);
    };
    let techniques = instance.techniques();
    if techniques.is_empty() {
        let title = instance.kind().info().title;
        return Err(format!(
            "techniques can be chosen for Sudoku of 9x9 with blocks of 3x3, not for this {title}"
        ));
    }
    let choice = TechniqueChoice::parse(list, &techniques);
    choice
        .map(Some)
        .map_err(|error| format!("techniques: {error}"))
}

/// The cells a step looks at, and those it changes.
pub fn step_marks(instance: &dyn AnyInstance, step: &Step) -> Vec<(Cell, Mark)> {
    let cells = instance.fact_cells();
    let used = step_cells(instance, step).into_iter();
    let used = used.map(|cell| (cell, Mark::Used));
    let concluded = step.concludes.iter().flat_map(|claim| &cells[claim.fact]);
    used.chain(concluded.map(|&cell| (cell, Mark::Changed)))
        .collect()
}

/// The picture of a step: the board before it, with its cells and its pattern marked; candidates that it rules out are struck through, and what it places is
/// placed if the board shows no candidates.
pub fn step_picture(instance: &dyn AnyInstance, step: &Step, before: &[FactState]) -> Board {
    let pattern = step_pattern(instance, step);
    let mut marks = step_marks(instance, step);
    let shown = |known: &[FactState], marks: &[(Cell, Mark)]| {
        instance.draw(&DrawOptions {
            known,
            candidates: true,
            marks,
        })
    };
    let mut board = shown(before, &marks);
    let has_candidates =
        |tile: &gridwright_grid::board::Tile| matches!(tile.content, Content::Candidates(_));
    if !board.tiles.iter().any(has_candidates) {
        let mut after = before.to_vec();
        step.concludes
            .iter()
            .for_each(|claim| settle(&mut after, *claim));
        // What is drawn between cells is marked itself instead of the cells beside it.
        let places = instance.fact_places();
        let is_in_cell = |claim: &Claim| matches!(places[claim.fact], FactPlace::Cell(_));
        if !step.concludes.iter().all(is_in_cell) {
            marks.retain(|(_, mark)| *mark != Mark::Changed);
        }
        board = shown(&after, &marks);
        for claim in &step.concludes {
            mark_between(&mut board, places[claim.fact]);
        }
    }
    let links: Vec<_> = pattern
        .links
        .iter()
        .map(|link| (link.from.clone(), link.to.clone(), link.is_strong))
        .collect();
    mark_pattern(
        instance,
        &mut board,
        &pattern.colours,
        &links,
        &step.concludes,
    );
    board
}

/// Marks what is drawn on a side of a cell or between two cells as changed.
fn mark_between(board: &mut Board, place: FactPlace) {
    let is_there = |form: &Form| match (place, form) {
        (FactPlace::Border(at), Form::BorderLine(one) | Form::BorderCross(one)) => at == *one,
        (FactPlace::Link(a, b), Form::LinkCross(from, to)) => (a, b) == (*from, *to),
        _ => false,
    };
    for shape in board.shapes.iter_mut().filter(|one| is_there(&one.form)) {
        shape.mark = Some(Mark::Changed);
    }
    if let FactPlace::Link(a, b) = place {
        let mut strokes = board.strokes.iter_mut();
        if let Some(stroke) = strokes.find(|one| [(a, b), (b, a)].contains(&(one.from, one.to))) {
            stroke.mark = Some(Mark::Changed);
        }
    }
}

/// The pattern of a step: that of its technique, or the chain from its assumption.
pub fn step_pattern(instance: &dyn AnyInstance, step: &Step) -> StepPattern {
    if let Some(named) = &step.named {
        return named.pattern.clone();
    }
    let Some(assumed) = step.chain.assumed else {
        return StepPattern::default();
    };
    let premises = instance.premises();
    let mut claims = vec![assumed];
    let mut links = Vec::new();
    for link in &step.chain.links {
        let (Some(claim), Some(premise)) = (link.claim, link.premise) else {
            continue;
        };
        if premises[premise].weight == 0 || claims.iter().any(|one| one.fact == claim.fact) {
            continue;
        }
        // The link starts at what its rule looks at and the chain said last.
        let scope = premises[premise].form.facts();
        let mut before = claims.iter().rev();
        if let Some(from) = before.find(|one| scope.binary_search(&one.fact).is_ok()) {
            links.push(ClaimLink {
                from: vec![*from],
                to: vec![claim],
                is_strong: claim.holds,
            });
        }
        claims.push(claim);
    }
    if claims.len() > MAX_CHAIN {
        return StepPattern::default();
    }
    let colour = |claim: Claim| match claim.holds {
        true => (claim, ClaimColour::First),
        false => (claim, ClaimColour::Second),
    };
    StepPattern {
        colours: claims.into_iter().map(colour).collect(),
        links,
    }
}

/// Whether a pattern of an instance marks places of the board; otherwise it marks candidates.
pub fn marks_places(instance: &dyn AnyInstance) -> bool {
    let mut places = instance.fact_places();
    let is_between = |place: &FactPlace| !matches!(place, FactPlace::Cell(_));
    let n = places.len();
    places.sort_unstable();
    places.dedup();
    places.len() == n || places.iter().any(is_between)
}

/// Marks a pattern on a board, on its candidates if it shows some: coloured claims, links between claims (from, to, whether strong), and conclusions.
pub fn mark_pattern(
    instance: &dyn AnyInstance,
    board: &mut Board,
    colours: &[(Claim, ClaimColour)],
    links: &[(Vec<Claim>, Vec<Claim>, bool)],
    concludes: &[Claim],
) {
    let (places, labels) = (instance.fact_places(), instance.labels());
    let marks_places = marks_places(instance);
    let spot = |board: &Board, claim: &Claim| -> Option<Spot> {
        let cell = match *places.get(claim.fact)? {
            FactPlace::Border(border) => return Some(Spot::Border(border)),
            FactPlace::Link(a, b) => return Some(Spot::Between(a, b)),
            FactPlace::Cell(cell) if marks_places => return Some(Spot::Cell(cell)),
            FactPlace::Cell(cell) => cell,
        };
        let Content::Candidates(candidates) = &board.tile(cell).content else {
            return None;
        };
        let label = &labels[claim.fact];
        let index = candidates
            .iter()
            .position(|one| one.as_ref() == Some(label))?;
        Some(Spot::Candidate(cell, index))
    };
    let mut marks: Vec<(Spot, SpotMark)> = Vec::new();
    for (claim, colour) in colours {
        let mark = match colour {
            ClaimColour::First => SpotMark::First,
            ClaimColour::Second => SpotMark::Second,
            ClaimColour::Extra => SpotMark::Extra,
        };
        marks.extend(spot(board, claim).map(|spot| (spot, mark)));
    }
    for claim in concludes {
        let mark = match claim.holds {
            true if !marks_places => SpotMark::First,
            _ => SpotMark::Struck,
        };
        let Some(spot) = spot(board, claim) else {
            continue;
        };
        // On places the board itself shows what follows, and only the assumption is struck.
        let is_assumed = marks.iter().any(|(marked, _)| *marked == spot);
        if !marks.contains(&(spot, mark)) && (is_assumed || !marks_places) {
            marks.push((spot, mark));
        }
    }
    let spots = |claims: &[Claim]| -> Vec<Spot> {
        claims
            .iter()
            .filter_map(|claim| spot(board, claim))
            .collect()
    };
    let links = links.iter().map(|(from, to, is_strong)| SpotLink {
        from: spots(from),
        to: spots(to),
        is_strong: *is_strong,
    });
    let links = links.collect();
    board.links = links;
    board.spot_marks = marks;
}

/// The cells a step looks at: those of its pattern or of its chain, or else those of its rules and of what it uses.
fn step_cells(instance: &dyn AnyInstance, step: &Step) -> Vec<Cell> {
    let cells = instance.fact_cells();
    if let Some(named) = &step.named
        && !named.pattern.colours.is_empty()
    {
        let coloured = named.pattern.colours.iter();
        return coloured
            .flat_map(|(claim, _)| cells[claim.fact].clone())
            .collect();
    }
    let premises = instance.premises();
    // A chain uses much of what is ruled out, often all over the board; the reader follows what it places and the rule that is violated.
    if let Some(assumed) = step.chain.assumed {
        let mut claims = vec![assumed];
        collect_claims(&step.chain.links, &mut claims);
        if claims[1..].iter().any(|claim| claim.holds) {
            claims.retain(|claim| claim.holds || *claim == assumed);
        }
        let violated = step.chain.links.last().and_then(|link| link.premise);
        let violated = violated.into_iter().flat_map(|at| &premises[at].cells);
        let named = claims.iter().flat_map(|claim| &cells[claim.fact]);
        return named.chain(violated).copied().collect();
    }
    let rules = step.premises.iter().flat_map(|&at| &premises[at].cells);
    let seen = step.visible.iter().flat_map(|claim| &cells[claim.fact]);
    rules.chain(seen).copied().collect()
}

/// The claims of a chain, those of its cases included.
fn collect_claims(links: &[Link], claims: &mut Vec<Claim>) {
    for link in links {
        claims.extend(link.claim.into_iter().chain(link.case.iter().copied()));
        collect_claims(&link.inner, claims);
    }
}

/// The first two grades of a hint; the third is the step itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintWords {
    /// Grade 1: the technique and roughly where it applies.
    pub technique: String,
    /// Grade 2: the cells to look at, and the rules unless the technique has a name that stands for them.
    pub place: String,
    /// These cells.
    pub cells: Vec<Cell>,
}

impl HintWords {
    /// The words of a hint; `None` if it has no next step.
    pub fn of(instance: &dyn AnyInstance, hint: &Hint) -> Option<HintWords> {
        match hint {
            Hint::Next { step, .. } => Some(match &step.named {
                Some(named) => HintWords::of_named(instance, step, &named.place),
                None => HintWords::of_rules(instance, step),
            }),
            _ => None,
        }
    }

    fn of_named(instance: &dyn AnyInstance, step: &Step, place: &str) -> HintWords {
        let mut cells = step_cells(instance, step);
        cells.sort_unstable();
        cells.dedup();
        let name = &step.technique;
        HintWords {
            technique: format!("{name}, {place}."),
            place: format!("Look at {}.", places(&cells)),
            cells,
        }
    }

    fn of_rules(instance: &dyn AnyInstance, step: &Step) -> HintWords {
        let premises = instance.premises();
        let rules: Vec<_> = step.premises.iter().map(|&at| &premises[at]).collect();
        let mut cells: Vec<Cell> = rules.iter().flat_map(|rule| rule.cells.clone()).collect();
        let all = instance.fact_cells();
        let of = |claims: &mut dyn Iterator<Item = &Claim>| -> Vec<Cell> {
            claims.flat_map(|claim| all[claim.fact].clone()).collect()
        };
        // A chain can use rules all over the board; look at what it names.
        if step.chain.assumed.is_some() {
            cells = step_cells(instance, step);
        }
        // For a rule without cells of its own, look at what the step uses, or else at what it concludes.
        if cells.is_empty() {
            cells = of(&mut step.visible.iter().filter(|claim| claim.holds));
        }
        if cells.is_empty() {
            cells = of(&mut step.concludes.iter());
        }
        cells.sort_unstable();
        cells.dedup();
        // Rules of weight 0 are obvious; mention them only if the step has no others.
        let heavy = rules.iter().filter(|rule| rule.weight > 0).count();
        let mentioned = rules.iter().filter(|rule| heavy == 0 || rule.weight > 0);
        let words: Vec<&str> = mentioned.map(|rule| rule.words.as_str()).collect();
        HintWords {
            technique: format!(
                "{}, {}.",
                capital(&step.technique),
                region(
                    &cells,
                    step.concludes
                        .first()
                        .and_then(|claim| all[claim.fact].first())
                )
            ),
            place: match words.is_empty() {
                true => format!("Look at {}.", places(&cells)),
                false => format!("Look at {}: {}.", places(&cells), words.join("; ")),
            },
            cells,
        }
    }
}

/// The most rows or columns of a region.
const MAX_REGION: usize = 4;

/// Roughly where cells are: "in row 3", "in rows 2 to 4"; "around r5c5", the main one, if they are all over the board.
fn region(cells: &[Cell], main: Option<&Cell>) -> String {
    let ends = |part: fn(&Cell) -> usize| {
        let all = || cells.iter().map(part);
        (all().min().unwrap_or(0) + 1, all().max().unwrap_or(0) + 1)
    };
    let (rows, cols) = (ends(|cell| cell.row), ends(|cell| cell.col));
    let lines = |word: &str, (first, last): (usize, usize)| match first == last {
        true => format!("in {word} {first}"),
        false => format!("in {word}s {first} to {last}"),
    };
    let (n_rows, n_cols) = (rows.1 - rows.0 + 1, cols.1 - cols.0 + 1);
    match (n_rows <= n_cols, main) {
        (_, Some(main)) if n_rows.min(n_cols) > MAX_REGION => format!("around {main}"),
        (true, _) => lines("row", rows),
        (false, _) => lines("column", cols),
    }
}

/// A list of cells; a rectangle is given by its first and last cell.
fn places(cells: &[Cell]) -> String {
    let spread = |part: fn(&Cell) -> usize| {
        let all = || cells.iter().map(part);
        1 + all().max().unwrap_or(0) - all().min().unwrap_or(0)
    };
    let is_block = spread(|cell| cell.row) * spread(|cell| cell.col) == cells.len();
    match cells {
        [first, _, .., last] if is_block => format!("{first} to {last}"),
        _ => {
            let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
            names.join(", ")
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

/// The clue that states a claim, if its kind has one: its place and text.
pub fn clue_for(instance: &dyn AnyInstance, claim: Claim) -> Option<(CluePosition, String)> {
    let position = match instance.fact_places()[claim.fact] {
        FactPlace::Cell(cell) => CluePosition::Cell(cell),
        FactPlace::Border(border) => CluePosition::Border(border),
        FactPlace::Link(..) => return None,
    };
    let mut slots = instance.clues().into_iter();
    let entry = slots.find(|slot| slot.position == position)?.entry;
    // Kinds do not map claims to clues, so try what may be entered, and take the clue that says least beside the claim.
    let label = instance.labels().swap_remove(claim.fact);
    let symbols = entry.symbols.iter().map(|symbol| symbol.text);
    let stated = [label.as_str()]
        .into_iter()
        .chain(symbols)
        .filter_map(|word| {
            entry.read(word).ok()?;
            let changed = instance.with_clue(position, word).ok()?;
            let claims = changed.clue_claims();
            let states_claim = claims.contains(&claim) && changed.n_facts() == instance.n_facts();
            states_claim.then(|| (claims.len(), word.to_owned()))
        });
    let least = stated.min_by_key(|(n_claims, _)| *n_claims);
    least.map(|(_, word)| (position, word))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gridwright_explain::{ExplainOptions, explain};
    use gridwright_grid::board::Shape;
    use gridwright_puzzles::kind;

    use super::*;

    #[test]
    fn a_chain_marks_what_it_places_and_not_all_that_it_uses() {
        let board = "\
 .  .  . 28  .  .  .
 .  .  .  .  . 19  .
33  .  .  .  .  .  .
 . 35  .  . 46  .  .
 .  .  .  .  .  .  .
 .  .  . 43  .  .  8
 .  .  .  .  3  .  .
";
        let numbrix = kind("numbrix").expect("a kind of the catalogue");
        let instance = numbrix.read(None, board).expect("a valid board");
        let explained = explain(&*instance, &ExplainOptions::default());
        let steps = explained.expect("an explanation").steps;
        let chains = steps.iter().filter(|step| step.chain.assumed.is_some());
        let used = chains.map(|step| {
            let marks = step_marks(&*instance, step).into_iter();
            let used = marks.filter(|(_, mark)| *mark == Mark::Used);
            used.map(|(cell, _)| cell).collect::<BTreeSet<_>>().len()
        });
        assert!((1..15).contains(&used.max().unwrap_or(0)));
    }

    #[test]
    fn chains_are_drawn_on_the_sides_of_cells() {
        let slitherlink = kind("slitherlink").expect("a kind of the catalogue");
        let board = "..21.\n31.22\n..11.\n.....\n.20.3\n";
        let instance = slitherlink.read(None, board).expect("a valid board");
        let explained = explain(&*instance, &ExplainOptions::default()).expect("an explanation");
        let mut n_linked = 0;
        for (step, before) in explained.steps.iter().zip(explained.boards()) {
            let board = step_picture(&*instance, step, &before);
            // A finished loop is drawn without crosses.
            let is_line = |shape: &&Shape| matches!(shape.form, Form::BorderLine(_));
            let lines = board.shapes.iter().filter(is_line);
            let new = lines.filter(|shape| shape.mark == Some(Mark::Changed));
            let placed = step.concludes.iter().filter(|claim| claim.holds);
            assert_eq!(new.count(), placed.count(), "{}", step.sentence);
            let Some(assumed) = step.chain.assumed else {
                assert!(board.links.is_empty());
                continue;
            };
            let FactPlace::Border(border) = instance.fact_places()[assumed.fact] else {
                unreachable!("a fact of Slitherlink is about a side");
            };
            let struck = board
                .spot_marks
                .iter()
                .filter(|(_, mark)| *mark == SpotMark::Struck);
            let struck: Vec<Spot> = struck.map(|(spot, _)| *spot).collect();
            if !board.spot_marks.is_empty() {
                assert!(struck.contains(&Spot::Border(border)), "{}", step.sentence);
            }
            n_linked += usize::from(!board.links.is_empty());
        }
        assert!(n_linked > 0);
    }

    #[test]
    fn cells_all_over_the_board_are_named_by_the_main_one() {
        let (near, far) = (Cell::new(1, 1), Cell::new(7, 8));
        assert_eq!(region(&[near], Some(&near)), "in row 2");
        assert_eq!(
            region(&[near, Cell::new(2, 8)], Some(&near)),
            "in rows 2 to 3"
        );
        assert_eq!(region(&[near, far], Some(&near)), "around r2c2");
    }

    #[test]
    fn rectangles_of_cells_are_named_by_their_corners() {
        let check = |cells: &[(usize, usize)], expected: &str| {
            let cells: Vec<Cell> = cells
                .iter()
                .map(|&(row, col)| Cell::new(row, col))
                .collect();
            assert_eq!(places(&cells), expected);
        };
        check(&[(0, 0)], "r1c1");
        check(&[(0, 0), (0, 1)], "r1c1, r1c2");
        check(&[(2, 0), (2, 1), (2, 2), (2, 3)], "r3c1 to r3c4");
        check(&[(0, 0), (0, 1), (1, 0), (1, 1)], "r1c1 to r2c2");
        check(&[(0, 0), (0, 1), (1, 0)], "r1c1, r1c2, r2c1");
    }
}
