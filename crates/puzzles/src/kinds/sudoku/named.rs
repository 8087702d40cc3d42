//! The techniques of Sudoku players on 9x9 boards with blocks of 3x3: the steps of `gridwright-techniques` as named steps over facts and premises.

use gridwright_techniques::{
    Colour, Grid, Group, Ladder, Level, Need, Step, Technique, TechniqueSet, place, sentence,
};

use crate::contract::{
    Claim, ClaimColour, ClaimLink, FactState, NamedPath, NamedStep, NamedSteps, NamedTechnique,
    NamedTechniques, StepPattern, TechniqueChoice,
};
use crate::kinds::sudoku::premises::Layout;
use crate::kinds::sudoku::proof::{Proof, candidates_of};
use crate::kinds::sudoku::{Answer, Instance, Sudoku};

pub(super) const NAMED: NamedTechniques<Sudoku> = NamedTechniques {
    list,
    steps,
    path,
    answer,
    level,
    scores_of: SCORES_OF,
};

/// The program whose scores and levels these are. It may be named as long as they agree with what it says on at least 95 % of 1,000 puzzles of all levels;
/// measured: all of 1,500 generated ones, with whole paths, and 252 of 256 hard ones, where it guesses in the other four.
const SCORES_OF: Option<&str> = Some("HoDoKu");

/// The side of the boards that the techniques are for.
const SIDE: usize = 9;

/// Whether the techniques are for boards of this shape.
pub(super) fn applies(instance: &Instance) -> bool {
    instance.n() == SIDE && instance.block() == (3, 3) && instance.is_plain()
}

fn list(instance: &Instance) -> Vec<NamedTechnique> {
    if !applies(instance) {
        return Vec::new();
    }
    let default = TechniqueSet::default();
    let named = |technique: Technique| NamedTechnique {
        id: technique.id(),
        name: technique.name(),
        level: technique.level() as usize,
        score: technique.score(),
        needs_uniqueness: technique.needs_uniqueness(),
        is_default: default.contains(technique),
    };
    Technique::ALL.into_iter().map(named).collect()
}

fn allowed_set(choice: TechniqueChoice) -> TechniqueSet {
    TechniqueSet::of(|technique| choice.contains(technique as usize))
}

fn level(hardest: usize, score: u32) -> usize {
    let fits = |at: &usize| *at >= hardest && score <= Level::ALL[*at].max_score();
    (0..Level::ALL.len())
        .find(fits)
        .unwrap_or(Level::Extreme as usize)
}

/// The grid with the clues.
fn given(instance: &Instance) -> Grid {
    let mut grid = Grid::default();
    for (cell, clue) in instance.clues().iter().enumerate() {
        if let Some(number) = clue {
            grid.give(cell, *number as usize - 1);
        }
    }
    grid
}

/// The grid in which these facts are known besides the clues.
fn grid_of(instance: &Instance, known: &[FactState]) -> Grid {
    let mut grid = given(instance);
    let facts = || {
        known
            .iter()
            .enumerate()
            .map(|(fact, state)| (fact / SIDE, fact % SIDE, *state))
    };
    for (cell, digit, state) in facts() {
        if state == FactState::True && grid.placed(cell).is_none() {
            grid.place(cell, digit);
        }
    }
    for (cell, digit, state) in facts() {
        if state == FactState::False && grid.has(cell, digit) {
            grid.eliminate(cell, digit);
        }
    }
    grid
}

/// What a grid says of every fact.
fn known(grid: &Grid) -> Vec<FactState> {
    let state = |fact: usize| {
        let (cell, digit) = (fact / SIDE, fact % SIDE);
        match grid.placed(cell) {
            Some(placed) if placed == digit => FactState::True,
            None if grid.has(cell, digit) => FactState::Open,
            _ => FactState::False,
        }
    };
    (0..SIDE * SIDE * SIDE).map(state).collect()
}

fn answer(_: &Instance, known: &[FactState]) -> Option<Answer> {
    let number = |cell: &[FactState]| {
        let at = cell.iter().position(|state| *state == FactState::True)?;
        Some(at as i32 + 1)
    };
    known
        .chunks(SIDE)
        .map(number)
        .collect::<Option<_>>()
        .map(Answer)
}

fn path(
    instance: &Instance,
    allowed: TechniqueChoice,
    should_stop: &mut dyn FnMut() -> bool,
) -> NamedPath {
    let mut ladder = Ladder::new(given(instance), allowed_set(allowed));
    let mut steps = Vec::with_capacity(SIDE * SIDE);
    let mut was_stopped = false;
    while !ladder.grid().is_solved() {
        if should_stop() {
            was_stopped = true;
            break;
        }
        let Some(step) = ladder.next_step() else {
            break;
        };
        ladder.apply(&step);
        steps.push((step.technique as usize, !step.placements.is_empty()));
    }
    NamedPath {
        steps,
        is_solved: ladder.grid().is_solved(),
        was_stopped,
        known: known(ladder.grid()),
    }
}

fn steps(
    instance: &Instance,
    known: &[FactState],
    allowed: TechniqueChoice,
) -> Box<dyn NamedSteps> {
    Box::new(Steps {
        layout: Layout::new(instance),
        ladder: Ladder::new(grid_of(instance, known), allowed_set(allowed)),
    })
}

struct Steps {
    layout: Layout,
    ladder: Ladder,
}

impl NamedSteps for Steps {
    fn next_step(&mut self) -> Option<NamedStep> {
        let step = self.ladder.next_step()?;
        named(&self.layout, self.ladder.grid(), &step)
    }

    fn learn(&mut self, claims: &[Claim]) {
        let grid = self.ladder.grid();
        let candidate = |claim: &Claim| (claim.fact / SIDE, claim.fact % SIDE);
        let with = |holds: bool| {
            claims
                .iter()
                .filter(move |claim| claim.holds == holds)
                .map(candidate)
        };
        let step = Step {
            technique: Technique::ALL[0],
            placements: with(true)
                .filter(|&(cell, _)| grid.placed(cell).is_none())
                .collect(),
            eliminations: with(false)
                .filter(|&(cell, digit)| grid.has(cell, digit))
                .collect(),
            pattern: gridwright_techniques::Pattern::default(),
        };
        self.ladder.apply(&step);
    }
}

/// A step as a named step. `None` if its conclusions do not follow from its pattern.
fn named(layout: &Layout, grid: &Grid, step: &Step) -> Option<NamedStep> {
    let claim = |(cell, digit): (usize, usize), holds: bool| Claim {
        fact: layout.fact(cell, digit),
        holds,
    };
    let placed = step.placements.iter().map(|&one| claim(one, true));
    let ruled_out = step.eliminations.iter().map(|&one| claim(one, false));
    let concludes: Vec<Claim> = placed.chain(ruled_out).collect();
    let (needs, once) = match step.technique.needs_uniqueness() {
        true => (step.pattern.needs.clone(), Vec::new()),
        false => Proof::find(grid, step)?,
    };
    let mut premises: Vec<usize> = needs.iter().map(|&need| premise(layout, need)).collect();
    premises
        .sort_by_key(|&at| std::cmp::Reverse(at >= layout.cell_needs(0) && at < layout.once(0, 0)));
    premises.extend(once.iter().map(|rule| at_most_once(layout, *rule)));
    let mut used: Vec<Claim> = Vec::new();
    for &need in &needs {
        let scope = candidates_of(need).filter(|&(cell, digit)| !grid.has(cell, digit));
        used.extend(scope.map(|one| claim(one, grid.placed(one.0) == Some(one.1))));
    }
    if step.technique.needs_uniqueness() {
        for &((cell, _), _) in &step.pattern.candidates {
            let scope =
                candidates_of(Need::Cell(cell)).filter(|&(cell, digit)| !grid.has(cell, digit));
            used.extend(scope.map(|one| claim(one, grid.placed(one.0) == Some(one.1))));
        }
    }
    used.sort_unstable();
    used.dedup();
    let colour = |colour: Colour| match colour {
        Colour::First => ClaimColour::First,
        Colour::Second => ClaimColour::Second,
        Colour::Fin => ClaimColour::Extra,
    };
    let group = |group: Group| -> Vec<Claim> {
        group
            .cells
            .map(|cell| claim((cell, group.digit), true))
            .collect()
    };
    let links = step.pattern.links.iter().map(|link| ClaimLink {
        from: group(link.from),
        to: group(link.to),
        is_strong: link.is_strong,
    });
    let coloured = step.pattern.candidates.iter();
    Some(NamedStep {
        technique: step.technique as usize,
        place: place(step),
        premises,
        used,
        concludes,
        sentence: sentence(grid, step),
        pattern: StepPattern {
            colours: coloured
                .map(|&(one, own)| (claim(one, true), colour(own)))
                .collect(),
            links: links.collect(),
        },
    })
}

fn premise(layout: &Layout, need: Need) -> usize {
    match need {
        Need::Cell(cell) => layout.cell_needs(cell),
        Need::House(at, digit) => layout.needs(house(at), digit),
    }
}

/// The premise that of the candidates of a need at most one is true.
fn at_most_once(layout: &Layout, rule: Need) -> usize {
    match rule {
        Need::Cell(cell) => layout.cell_once(cell),
        Need::House(at, digit) => layout.once(house(at), digit),
    }
}

/// The index in [`Layout::houses`], where blocks come first, of a house of the techniques, where they come last.
fn house(at: usize) -> usize {
    match at.checked_sub(2 * SIDE) {
        Some(block) => block,
        None => at + SIDE,
    }
}
