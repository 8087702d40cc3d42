//! Reproduces the exact backtrack counts of published reports: Sudoku, one variable per cell, ECLiPSe's `ic` alldifferent.
//!
//! Section 1.4.1 (classical viewpoint, `ic`) of Deruyttere and Halilovic, Project: "Advanced Programming Languages for A.I.", and
//! table 1 (viewpoint 1) of report 001; `docs/manual/reference/reports.md` lists both. In the latter, `SD` is `smallest`
//! and `LD` is `largest`. Instances with more than a few thousand backtracks are left to the experiments.

use gridwright_constraints::{all_different, not_equal};
use gridwright_fd::{
    Assignment, Choice, Consistency, ConsistencyMap, Flow, Group, Model, Search, Select, Sink, Var,
};
use gridwright_solve::{ModelEngine, RunOptions, run};

const BOARDS: &str = include_str!("../../../lab/corpus/sudoku/reports.txt");

/// Name, variable selection, value choice, backtracks.
const PUBLISHED: &[(&str, &str, &str, u64)] = &[
    ("lambda", "input_order", "indomain", 4712),
    ("hard17", "input_order", "indomain", 873),
    ("eastermonster", "input_order", "indomain", 119),
    ("tarek_052", "input_order", "indomain", 193),
    ("goldennugget", "input_order", "indomain", 520),
    ("coloin", "input_order", "indomain", 2209),
    ("extra2", "input_order", "indomain", 4652),
    ("extra4", "input_order", "indomain", 15116),
    ("inkara2012", "input_order", "indomain", 50),
    ("clue18", "input_order", "indomain", 1838),
    ("clue17", "input_order", "indomain", 5520),
    ("sudowiki_nb28", "input_order", "indomain", 2851),
    ("sudowiki_nb49", "input_order", "indomain", 1078),
    ("verydifficult", "first_fail", "indomain", 1),
    ("expert", "first_fail", "indomain", 18),
    ("lambda", "first_fail", "indomain", 977),
    ("hard17", "first_fail", "indomain", 419),
    ("symme", "first_fail", "indomain", 338),
    ("eastermonster", "first_fail", "indomain", 101),
    ("tarek_052", "first_fail", "indomain", 130),
    ("goldennugget", "first_fail", "indomain", 358),
    ("coloin", "first_fail", "indomain", 83),
    ("extra1", "first_fail", "indomain", 182),
    ("extra2", "first_fail", "indomain", 7690),
    ("extra3", "first_fail", "indomain", 977),
    ("extra4", "first_fail", "indomain", 2097),
    ("inkara2012", "first_fail", "indomain", 273),
    ("clue18", "first_fail", "indomain", 439),
    ("clue17", "first_fail", "indomain", 270),
    ("sudowiki_nb28", "first_fail", "indomain", 2221),
    ("sudowiki_nb49", "first_fail", "indomain", 655),
    ("veryeasy", "first_fail", "indomain", 0),
    ("verydifficult", "smallest", "indomain_min", 0),
    ("verydifficult", "smallest", "indomain_max", 1),
    ("verydifficult", "largest", "indomain_min", 1),
    ("verydifficult", "largest", "indomain_max", 13),
    ("expert", "smallest", "indomain_min", 23),
    ("expert", "smallest", "indomain_max", 9),
    ("expert", "largest", "indomain_min", 842),
    ("expert", "largest", "indomain_max", 140),
    ("symme", "smallest", "indomain_min", 1394),
    ("symme", "smallest", "indomain_max", 2885),
    ("symme", "largest", "indomain_min", 2141),
    ("symme", "largest", "indomain_max", 3396),
    ("eastermonster", "smallest", "indomain_max", 363),
    ("tarek_052", "smallest", "indomain_min", 280),
    ("inkara2012", "largest", "indomain_min", 489),
    ("sudowiki_nb28", "largest", "indomain_max", 78),
    ("sudowiki_nb49", "largest", "indomain_min", 1521),
];

/// How a row, column or block is constrained to have different values.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Apart {
    Pairs,
    AllDifferent,
}

fn sudoku(board: &str, apart: Apart) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let mut cells = Vec::new();
    for (i, clue) in board.chars().enumerate() {
        let name = format!("r{}c{}", i / 9 + 1, i % 9 + 1);
        let cell = match clue.to_digit(10) {
            Some(digit) => model.var(name, digit as i32..=digit as i32),
            None => model.var(name, 1..=9),
        };
        cells.push(cell.expect("a domain"));
    }
    let mut post = |group: Vec<Var>| match apart {
        Apart::AllDifferent => model.post(all_different(group)).expect("small values"),
        Apart::Pairs => {
            for (i, a) in group.iter().enumerate() {
                for b in &group[..i] {
                    model.post(not_equal(a, b)).expect("small values");
                }
            }
        }
    };
    for i in 0..9 {
        let (row, col) = (i / 3 * 3, i % 3 * 3);
        post((0..9).map(|j| cells[9 * i + j]).collect());
        post((0..9).map(|j| cells[9 * j + i]).collect());
        post(
            (0..9)
                .map(|j| cells[9 * (row + j / 3) + col + j % 3])
                .collect(),
        );
    }
    (model, cells)
}

struct StopAtFirst;

impl Sink for StopAtFirst {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Stop
    }
}

fn board(name: &str) -> &'static str {
    let mut lines = BOARDS.lines().filter_map(|line| line.split_once(' '));
    let found = lines.find(|(other, _)| *other == name);
    found.expect("the board is in the corpus").1
}

fn check(apart: Apart) {
    let mut wrong = Vec::new();
    for &(name, select, choice, published) in PUBLISHED {
        let (model, cells) = sudoku(board(name), apart);
        let select: Select = select.parse().expect("a name");
        let choice: Choice = choice.parse().expect("a name");
        let options = RunOptions::new()
            .engine(ModelEngine::Fd)
            .consistency(ConsistencyMap::all(Consistency::Value))
            .search(Search::over(vec![Group::new(cells, select, choice)]));
        let outcome = run(&model, &options, &mut StopAtFirst).expect("valid options");
        let ours = outcome.stats.backtracks;
        if ours != published {
            wrong.push(format!(
                "{name} {select} {choice}: {published}, ours {ours}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{apart:?}:\n{}", wrong.join("\n"));
}

#[test]
fn by_pairs() {
    check(Apart::Pairs);
}

#[test]
fn by_all_different() {
    check(Apart::AllDifferent);
}
