//! The backtrack counts of the reports are reproduced to the digit by the viewpoints `cells` and `bits` with value-consistent all_different.
//! Larger counts are left to the experiments.

use gridwright_fd::{
    Assignment, Choice, Consistency, ConsistencyMap, Flow, Group, Model, Search, Select, Sink,
};
use gridwright_puzzles::sudoku::Sudoku;
use gridwright_puzzles::{Choices, Puzzle, formulate};
use gridwright_solve::{ModelEngine, RunOptions, run};

const BOARDS: &str = include_str!("../../../lab/corpus/sudoku/reports.txt");
const PUBLISHED: &str = include_str!("../../../lab/corpus/sudoku/backtracks.txt");

/// The largest count that is reproduced here.
const MAX: u64 = 12_000;

struct First;

impl Sink for First {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Stop
    }
}

fn board(name: &str) -> &'static str {
    let mut lines = BOARDS.lines().filter_map(|line| line.split_once(' '));
    let found = lines.find(|(other, _)| *other == name);
    found.expect("the board is in the corpus").1
}

/// The backtracks up to the first answer.
fn backtracks(viewpoint: &str, board: &str, select: &str, choice: &str) -> u64 {
    let instance = Sudoku::parse(board).expect("a board");
    let mut all = Sudoku::VIEWPOINTS.iter();
    let viewpoint = *all
        .find(|other| other.name == viewpoint)
        .expect("a viewpoint");
    let mut model = Model::new();
    let formulation = formulate::<Sudoku>(&instance, &[viewpoint], &Choices::default(), &mut model)
        .expect("boards can be formulated");
    let select: Select = select.parse().expect("a name");
    let choice: Choice = choice.parse().expect("a name");
    let group = Group::new(formulation.decisions, select, choice);
    let options = RunOptions::new()
        .engine(ModelEngine::Fd)
        .consistency(ConsistencyMap::all(Consistency::Value))
        .search(Search::over(vec![group]));
    let outcome = run(&model, &options, &mut First).expect("valid options");
    outcome.stats.backtracks
}

#[test]
fn published_backtracks() {
    let mut n_counted = 0;
    for line in PUBLISHED.lines().filter(|line| !line.starts_with('%')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, viewpoint, name, select, choice, count] = words[..] else {
            panic!("six words: {line}");
        };
        let published: u64 = count.parse().expect("a number");
        if published > MAX {
            continue;
        }
        assert_eq!(
            backtracks(viewpoint, board(name), select, choice),
            published,
            "{line}"
        );
        n_counted += 1;
    }
    assert_eq!(n_counted, 169);
}
