//! The models in `crates/lang/programs` have their known numbers of solutions, optima and published backtracks, and are expanded and posted efficiently.

use gridwright_fd::{Assignment, Choice, End, Flow, Group, Limits, Search, Select, Sink, Stats};
use gridwright_lang::{Built, Program, Source};
use gridwright_solve::{RunOptions, Session, SolveResult};

fn example(name: &str) -> Program {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
    let text = std::fs::read_to_string(format!("{folder}/{name}.gw")).expect("it is there");
    let program = Source::new(name, text).program(&[]);
    program.unwrap_or_else(|refused| panic!("{}", refused.render()))
}

fn built(program: &Program) -> Built {
    program.model().expect("its numbers are small")
}

#[test]
fn examples_have_their_known_numbers_of_solutions() {
    for (name, expected) in [
        ("magic2", 0),
        ("magic3", 8),
        ("magic4", 880),
        ("sudoku", 1),
        ("sudoku_two_of_three", 1),
        ("queens", 92),
        ("send_more", 1),
        ("map", 18),
        ("circuit", 12),
        ("island", 120),
        // By brute force over the 2^9 symmetric boards.
        ("whitetan", 38),
    ] {
        let program = example(name);
        assert!(program.warnings().is_empty(), "{name}");
        let built = built(&program);
        let mut session = Session::new(&built.model, &RunOptions::new()).expect("valid options");
        let count = session.count(u64::MAX).expect("no objective");
        assert_eq!((count.solutions, count.limit), (expected, None), "{name}");
    }
}

/// Squares with the centre 9 and these numbers on the diagonals: all, and one of each 32 that differ by the changes that the model excludes, counted eight times since its
/// complement has the centre 17.
#[test]
fn magic_squares_of_order_5_are_counted_by_classes() {
    let text = include_str!("../programs/magic5.gw");
    let part = "Constraint: X(1) = 9, X(k) in {2, 25, 8, 21, 12, 18, 10, 16}, range: k in 2..9";
    let (all, _) = text
        .split_once("% A permutation")
        .expect("the symmetries come last");
    let count = |text: &str| {
        let program = Source::new("magic5.gw", format!("{text}\n{part}")).program(&[]);
        let program = program.unwrap_or_else(|refused| panic!("{}", refused.render()));
        assert!(program.warnings().is_empty());
        let built = built(&program);
        let mut session = Session::new(&built.model, &leftmost(&built)).expect("valid options");
        let count = session.count(u64::MAX).expect("no objective");
        count.solutions
    };
    assert_eq!((count(all), count(text)), (2752, 2752 / 32 * 8));
}

#[test]
fn examples_have_their_known_optima() {
    for (name, expected) in [("knapsack", 36), ("tour", 77)] {
        let built = built(&example(name));
        let view = built.model.objective().expect("it has one").view();
        let mut session = Session::new(&built.model, &RunOptions::new()).expect("valid options");
        match session.solve(&[]).expect("it runs") {
            SolveResult::Found(found) => {
                assert_eq!(view.of(found.value(view.var)), expected, "{name}")
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// Report 002, figure 2: the eight squares in the order in which its tool prints them.
const SQUARES: [&str; 8] = [
    "276951438",
    "294753618",
    "438951276",
    "492357816",
    "618753294",
    "672159834",
    "816357492",
    "834159672",
];

#[test]
fn leftmost_finds_the_squares_of_order_3_in_the_printed_order() {
    let built = built(&example("magic3"));
    let mut session = Session::new(&built.model, &leftmost(&built)).expect("valid options");
    let found = session.solutions(&[]).expect("no objective");
    let square = |values: Vec<i32>| values[..9].iter().map(i32::to_string).collect::<String>();
    let found: Vec<String> = found.map(|one| square(one.values(&built.vars))).collect();
    assert_eq!(found, SQUARES);
}

/// The backtracks that report 002 prints with them.
const BACKTRACKS: [u64; 8] = [2, 2, 6, 4, 14, 4, 4, 2];

/// Records the number of conflicts before each solution.
#[derive(Default)]
struct Conflicts(Vec<u64>);

impl Sink for Conflicts {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Continue
    }

    fn stats(&mut self, stats: &Stats) {
        self.0.push(stats.failures);
    }
}

#[test]
fn the_published_backtracks_of_order_3_are_conflicts() {
    let built = built(&example("magic3"));
    let mut session = Session::new(&built.model, &leftmost(&built)).expect("valid options");
    let mut found = Conflicts::default();
    let ran = session.run(&[], &Limits::default(), &mut found);
    assert_eq!(ran.expect("it runs").end, End::Exhausted);
    let before = std::iter::once(0).chain(found.0.iter().copied());
    let each: Vec<u64> = found
        .0
        .iter()
        .zip(before)
        .map(|(now, before)| now - before)
        .collect();
    assert_eq!(each, BACKTRACKS);
}

fn leftmost(built: &Built) -> RunOptions {
    let group = Group::new(built.vars.clone(), Select::InputOrder, Choice::Min);
    RunOptions::new().search(Search::over(vec![group]))
}

#[test]
fn sudoku_disequalities_become_27_all_different() {
    let built = built(&example("sudoku"));
    let names: Vec<&str> = built
        .model
        .constraints()
        .iter()
        .map(|one| one.name())
        .collect();
    assert_eq!(names, ["all_different"; 27]);
}

#[test]
fn two_out_of_three_is_joined_and_not_enumerated() {
    // Enumeration would try 6,561 pairs for each of three lines without the rule, and 531,441 triples with it.
    let (plain, with_rule) = (example("sudoku"), example("sudoku_two_of_three"));
    let rule = with_rule.tried() - plain.tried();
    assert!(plain.tried() <= 3 * 81 * 10, "{}", plain.tried());
    assert!(rule < 12_000, "{rule}");
    // 486 pairs of cells in one band are equal or not, and 972 clauses contain them.
    let model = built(&with_rule).model;
    let count = |name: &str| {
        model
            .constraints()
            .iter()
            .filter(|one| one.name() == name)
            .count()
    };
    assert_eq!((count("equal"), count("clause")), (486, 972));
}
