//! Laws of every step: it is sound, its pattern proves it, and its sentence is short.

mod common;

use common::{answers, follows_from_needs, puzzles};
use gridwright_techniques::{
    Colour, Grid, Ladder, Step, Technique, TechniqueSet, place, sentence, solve,
};

/// Checks one step against the answer of its puzzle and against its pattern.
fn check(grid: &Grid, answer: &[usize; 81], step: &Step) {
    for &(cell, digit) in &step.placements {
        assert_eq!(answer[cell], digit, "{step:?}");
    }
    for &(cell, digit) in &step.eliminations {
        assert!(grid.has(cell, digit), "{cell} {digit} is gone: {step:?}");
        assert_ne!(answer[cell], digit, "{step:?}");
    }
    assert!(step.placements.len() + step.eliminations.len() > 0);
    let mut seen = step.eliminations.clone();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), step.eliminations.len(), "twice: {step:?}");
    if !step.technique.needs_uniqueness() {
        follows_from_needs(grid, step).unwrap_or_else(|error| panic!("{error}"));
    }
    check_pattern(grid, step);
    check_words(grid, step);
}

/// Marked candidates exist and are marked once; links alternate and join.
fn check_pattern(grid: &Grid, step: &Step) {
    let pattern = &step.pattern;
    let mut marked: Vec<_> = pattern.candidates.iter().map(|(at, _)| *at).collect();
    assert!(
        marked.iter().all(|&(cell, digit)| grid.has(cell, digit)),
        "{step:?}"
    );
    marked.sort_unstable();
    marked.dedup();
    assert_eq!(
        marked.len(),
        pattern.candidates.len(),
        "marked twice: {step:?}"
    );
    assert!(
        pattern
            .candidates
            .iter()
            .any(|(_, colour)| *colour == Colour::First)
    );
    for link in &pattern.links {
        for group in [link.from, link.to] {
            assert!(group.cells.is_subset(grid.places(group.digit)), "{step:?}");
        }
    }
    if !matches!(
        step.technique,
        Technique::ForcingChain | Technique::ForcingNet
    ) {
        for pair in pattern.links.windows(2) {
            assert_eq!(pair[0].to, pair[1].from, "{step:?}");
            assert_ne!(pair[0].is_strong, pair[1].is_strong, "{step:?}");
        }
    }
}

fn check_words(grid: &Grid, step: &Step) {
    let text = sentence(grid, step);
    let n_words = text.split_whitespace().count();
    assert!((4..=60).contains(&n_words), "{n_words} words: {text}");
    assert!(text.ends_with('.'), "{text}");
    assert!(!text.contains("  ") && !text.contains(" ."), "{text}");
    assert!(!text.contains(step.technique.name()), "{text}");
    assert!(place(step).starts_with("around block "));
}

#[test]
fn puzzles_have_one_answer() {
    for puzzle in puzzles() {
        assert_eq!(answers(puzzle.text).len(), 1, "{}", puzzle.text);
    }
}

#[test]
fn every_step_of_a_path_is_sound_and_proved_by_its_pattern() {
    for puzzle in puzzles() {
        let answer = answers(puzzle.text)[0];
        let grid = Grid::read(puzzle.text).expect("a grid");
        let mut ladder = Ladder::new(grid, TechniqueSet::default());
        while let Some(step) = ladder.next_step() {
            check(ladder.grid(), &answer, &step);
            assert_eq!(
                ladder.next_step().as_ref(),
                Some(&step),
                "a step is kept until it is applied"
            );
            ladder.apply(&step);
        }
    }
}

/// Each technique with singles and locked candidates alone, so that it is the next step often. Those too rare for this are in `positions.rs`; those that
/// search chains occur on the paths above.
#[test]
fn every_technique_occurs_and_is_sound() {
    use Technique::*;
    let easy = [
        FullHouse,
        NakedSingle,
        HiddenSingle,
        LockedCandidates1,
        LockedCandidates2,
    ];
    let all: Vec<(&str, [usize; 81])> = puzzles()
        .iter()
        .map(|puzzle| (puzzle.text, answers(puzzle.text)[0]))
        .collect();
    let is_elsewhere = |technique: &Technique| {
        matches!(
            technique,
            UniqueRectangle5
                | AvoidableRectangle1
                | AvoidableRectangle2
                | RemotePair
                | XChain
                | XyChain
                | NiceLoop
                | GroupedNiceLoop
                | AlsXz
                | AlsXyWing
                | AlsXyChain
                | DeathBlossom
                | ForcingChain
                | ForcingNet
        )
    };
    for technique in Technique::ALL.into_iter().filter(|t| !is_elsewhere(t)) {
        // Every X-Wing with a block has locked candidates in it.
        let others = if technique == FrankenXWing {
            &easy[..3]
        } else {
            &easy[..]
        };
        let allowed = TechniqueSet::of(|other| other == technique || others.contains(&other));
        let mut n_steps = 0;
        for (text, answer) in &all {
            let mut ladder = Ladder::new(Grid::read(text).expect("a grid"), allowed);
            while let Some(step) = ladder.next_step() {
                if step.technique == technique {
                    check(ladder.grid(), answer, &step);
                    n_steps += 1;
                }
                ladder.apply(&step);
            }
            // Enough of it was seen.
            if n_steps >= 40 {
                break;
            }
        }
        assert!(n_steps > 0, "{technique} never occurs");
    }
}

#[test]
fn ratings_are_those_of_hodoku() {
    for puzzle in puzzles() {
        let grid = Grid::read(puzzle.text).expect("a grid");
        let solved = solve(&grid, TechniqueSet::default(), &mut || false);
        let rating = (solved.level().name(), solved.score());
        assert_eq!(rating, (puzzle.level, puzzle.score), "{}", puzzle.text);
    }
}

#[test]
fn a_solve_can_be_stopped_and_says_so() {
    let grid = Grid::read(puzzles()[0].text).expect("a grid");
    let mut n_asked = 0;
    let mut should_stop = || {
        n_asked += 1;
        n_asked > 3
    };
    let solved = solve(&grid, TechniqueSet::default(), &mut should_stop);
    assert!(solved.was_stopped && !solved.is_solved);
    assert_eq!(solved.steps.len(), 3);
}

#[test]
fn a_ladder_that_starts_in_the_middle_finds_the_same_singles() {
    for puzzle in puzzles().iter().take(40) {
        let grid = Grid::read(puzzle.text).expect("a grid");
        let mut ladder = Ladder::new(grid, TechniqueSet::default());
        for _ in 0..30 {
            let Some(step) = ladder.next_step() else {
                break;
            };
            let mut fresh = Ladder::new(ladder.grid().clone(), TechniqueSet::default());
            let other = fresh.next_step().expect("a step");
            assert_eq!(other.technique, step.technique);
            ladder.apply(&step);
        }
    }
}
