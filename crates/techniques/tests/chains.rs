//! Chains, almost locked sets and forcing chains: the steps that HoDoKu takes on the same puzzles, and what their patterns look like.

use gridwright_techniques::{Candidate, Grid, Ladder, Step, Technique, TechniqueSet};

/// A step of a path: the puzzle, its number, its technique and what it concludes.
struct Fact {
    puzzle: &'static str,
    number: usize,
    technique: Technique,
    conclusions: Vec<String>,
}

fn facts() -> Vec<Fact> {
    let lines = include_str!("data/chains.txt").lines();
    let fact = |line: &'static str| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("four words in a line");
        let (puzzle, number, id) = (word(), word(), word());
        Fact {
            puzzle,
            number: number.parse().expect("a number"),
            technique: Technique::ALL
                .into_iter()
                .find(|technique| technique.id() == id)
                .expect("a technique"),
            conclusions: words.map(str::to_string).collect(),
        }
    };
    lines
        .filter(|line| !line.starts_with('%'))
        .map(fact)
        .collect()
}

/// What a step concludes, in order of digit and cell: "r1c2<>3".
fn conclusions(step: &Step) -> Vec<String> {
    let name = |sign: &'static str| {
        move |&(cell, digit): &Candidate| {
            let name = format!("r{}c{}{sign}{}", cell / 9 + 1, cell % 9 + 1, digit + 1);
            (digit, cell, name)
        }
    };
    let placed = step.placements.iter().map(name("="));
    let mut named: Vec<_> = placed
        .chain(step.eliminations.iter().map(name("<>")))
        .collect();
    named.sort_unstable();
    named.into_iter().map(|(_, _, name)| name).collect()
}

/// The step with a number, and the grid before it.
fn step_of(fact: &Fact) -> (Grid, Step) {
    let grid = Grid::read(fact.puzzle).expect("a grid");
    let mut ladder = Ladder::new(grid, TechniqueSet::default());
    for _ in 1..fact.number {
        let step = ladder.next_step().expect("a step");
        ladder.apply(&step);
    }
    let step = ladder.next_step().expect("a step");
    (ladder.grid().clone(), step)
}

#[test]
fn steps_are_those_of_hodoku() {
    for fact in facts() {
        let (_, step) = step_of(&fact);
        assert_eq!(step.technique, fact.technique, "{}", fact.puzzle);
        assert_eq!(conclusions(&step), fact.conclusions, "{}", fact.puzzle);
    }
}

#[test]
fn every_technique_of_chains_is_the_next_step_somewhere() {
    use Technique::*;
    let seen: Vec<Technique> = facts().iter().map(|fact| fact.technique).collect();
    let expected = [
        RemotePair,
        XChain,
        XyChain,
        NiceLoop,
        GroupedNiceLoop,
        AlsXz,
        AlsXyWing,
        AlsXyChain,
        ForcingChain,
        ForcingNet,
    ];
    for technique in expected {
        assert!(seen.contains(&technique), "{technique}");
    }
}

/// A weak link joins candidates that cannot both be on; a strong one is covered by a need.
#[test]
fn links_say_what_the_rules_say() {
    use gridwright_techniques::Need;
    use gridwright_techniques::cells::{HOUSES, PEERS};
    for fact in facts() {
        let (grid, step) = step_of(&fact);
        let has_sets = matches!(
            fact.technique,
            Technique::AlsXz | Technique::AlsXyWing | Technique::AlsXyChain
        );
        assert!(!step.pattern.links.is_empty());
        for link in &step.pattern.links {
            let (from, to) = (link.from, link.to);
            if !link.is_strong {
                for cell in from.cells {
                    let sees = |other: usize| PEERS[cell].contains(other);
                    let excludes = if from.digit == to.digit {
                        to.cells.into_iter().all(sees)
                    } else {
                        to.cells == from.cells
                    };
                    assert!(excludes, "{link:?} of {step:?}");
                }
            } else if !has_sets {
                let is_covered = step.pattern.needs.iter().any(|need| match *need {
                    Need::Cell(cell) => from.cells == to.cells && from.cells.contains(cell),
                    Need::House(house, digit) => {
                        let all = grid.places(digit) & HOUSES[house];
                        digit == from.digit
                            && digit == to.digit
                            && (from.cells | to.cells).is_subset(all)
                    }
                });
                assert!(is_covered, "{link:?} of {step:?}");
            }
        }
    }
}

/// With chains off, no step is a chain; a ladder with one technique finds only that.
#[test]
fn a_technique_that_is_not_allowed_is_not_used() {
    for fact in facts() {
        let (grid, _) = step_of(&fact);
        let without = TechniqueSet::default().without(fact.technique);
        let step = Ladder::new(grid.clone(), without).next_step();
        // Without groups a grouped search may still find a plain loop, and says so.
        let is_plain = fact.technique == Technique::NiceLoop;
        assert!(step.is_none_or(|step| is_plain || step.technique != fact.technique));
    }
}

/// Grids at the edge: solved, empty, and with a cell that has no candidate left.
#[test]
fn odd_grids_do_no_harm() {
    let solved =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let mut broken = Grid::read(&"1........".repeat(9)).expect("81 characters");
    (0..9).for_each(|digit| broken.eliminate(40, digit));
    let grids = [
        Grid::read(solved).expect("81 characters"),
        Grid::default(),
        broken,
    ];
    for grid in grids {
        for technique in Technique::ALL {
            let allowed = TechniqueSet::of(|other| other == technique);
            let step = Ladder::new(grid.clone(), allowed).next_step();
            assert!(!grid.is_solved() || step.is_none(), "{technique}");
        }
    }
}
