//! The reports' tables: the published count of every cell, and the search that reproduces it.

use gridwright_eclipse::models::{FirstCount, battleship, hashi, sudoku};
use gridwright_eclipse::{Choice, Select, Store, search};

/// One cell of a table.
pub(crate) struct Cell {
    /// The puzzle and its options.
    pub(crate) name: String,
    pub(crate) published: u64,
    model: Model,
}

enum Model {
    Sudoku(
        Box<[i32; 81]>,
        sudoku::Viewpoint,
        sudoku::AllDifferent,
        Select,
    ),
    Hashi(Vec<Vec<i32>>, bool, Select),
    Battleship(Box<battleship::Board>, Select, Choice),
}

impl Cell {
    /// Recounts. `None` if there is no solution.
    pub(crate) fn count(&self) -> Option<u64> {
        let mut store = Store::new();
        let mut first = FirstCount::default();
        match &self.model {
            Model::Sudoku(board, viewpoint, kind, select) => {
                let vars = sudoku::post(&mut store, board, *viewpoint, *kind).ok()?;
                search(&mut store, &vars, *select, Choice::Indomain, &mut first);
            }
            Model::Battleship(board, select, choice) => {
                let vars = battleship::post(&mut store, board).ok()?;
                search(&mut store, &vars, *select, *choice, &mut first);
            }
            Model::Hashi(board, improved, select) => {
                // A board that fails at once has nothing to sum.
                let Ok(posted) = hashi::post(&mut store, board, *improved) else {
                    return Some(0);
                };
                let mut sum = hashi::SumOfBacktracks {
                    posted: &posted,
                    solutions: 0,
                    sum: 0,
                };
                search(
                    &mut store,
                    &posted.list,
                    *select,
                    Choice::Indomain,
                    &mut sum,
                );
                return Some(sum.sum);
            }
        }
        first.backtracks
    }
}

/// The fields of each row of a table, without the heading.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split(',').collect())
}

fn number(word: &str) -> u64 {
    word.parse().expect("a count")
}

fn select(word: &str) -> Select {
    match word {
        "input_order" => Select::InputOrder,
        "first_fail" => Select::FirstFail,
        _ => panic!("no such order: {word}"),
    }
}

/// Report 000, section 1.4.1.
pub(crate) fn sudoku() -> Vec<Cell> {
    let boards = include_str!("../../../../crates/lab/corpus/sudoku/reports.txt");
    let table =
        include_str!("../../../../crates/lab/experiments/published/report000_sudoku_eclipse.csv");
    rows(table)
        .map(|row| {
            let [order, kind, puzzle, viewpoint, _, count] = row[..] else {
                panic!("six words: {row:?}");
            };
            let mut lines = boards.lines().filter_map(|line| line.split_once(' '));
            let (_, text) = lines.find(|(name, _)| *name == puzzle).expect("its board");
            let mut board = [0; 81];
            for (cell, letter) in board.iter_mut().zip(text.chars()) {
                *cell = letter.to_digit(10).map_or(0, |digit| digit as i32);
            }
            let kind_of = match kind {
                "ic" => sudoku::AllDifferent::Ic,
                _ => sudoku::AllDifferent::IcGlobal,
            };
            let by = match viewpoint {
                "classical" => sudoku::Viewpoint::Classical,
                "alternative" => sudoku::Viewpoint::Alternative,
                _ => sudoku::Viewpoint::Channelled,
            };
            Cell {
                name: format!("000 sudoku {puzzle} {viewpoint} {kind} {order}"),
                published: number(count),
                model: Model::Sudoku(Box::new(board), by, kind_of, select(order)),
            }
        })
        .collect()
}

/// The lines after the heading of a block.
fn block(text: &'static str, heading: String) -> impl Iterator<Item = &'static str> {
    let mut lines = text.lines();
    let found = lines.any(|line| line.starts_with(&heading));
    assert!(found, "{heading}");
    lines.take_while(|line| !line.is_empty())
}

/// Report 000, tables 2.3 and 2.4.
pub(crate) fn hashi() -> Vec<Cell> {
    let boards = include_str!("../../../../crates/lab/corpus/hashi/reports.txt");
    let table =
        include_str!("../../../../crates/lab/experiments/published/report000_hashi_eclipse.csv");
    rows(table)
        .map(|row| {
            let [order, puzzle, improved, _, count] = row[..] else {
                panic!("five words: {row:?}");
            };
            let digit = |letter: char| letter.to_digit(10).map_or(0, |digit| digit as i32);
            let board = block(boards, format!("puzzle board{puzzle} "))
                .map(|line| line.chars().map(digit).collect())
                .collect();
            Cell {
                name: format!("000 hashi {puzzle} {improved} {order}"),
                published: number(count),
                model: Model::Hashi(board, improved == "with", select(order)),
            }
        })
        .collect()
}

/// Report 001, table 4. Its columns are permuted in print; the authors' logs agree with the searches named here.
pub(crate) fn battleship() -> Vec<Cell> {
    let boards = include_str!("../../../../crates/lab/corpus/battleship/reports.txt");
    let table = include_str!(
        "../../../../crates/lab/experiments/published/report001_battleship_eclipse.csv"
    );
    let tallies = |line: &str| -> [i32; 10] {
        let numbers = line.split(' ').skip(1);
        let numbers: Vec<i32> = numbers.map(|word| word.parse().expect("a tally")).collect();
        numbers.try_into().expect("ten tallies")
    };
    rows(table)
        .map(|row| {
            let [puzzle, column, count, _] = row[..] else {
                panic!("four words: {row:?}");
            };
            let mut lines = block(boards, format!("puzzle problem{puzzle} ")).skip(1);
            let mut line = || lines.next().expect("a block of 13 lines");
            let (rows, cols) = (tallies(line()), tallies(line()));
            let hints: [[char; 10]; 10] = std::array::from_fn(|_| {
                let letters: Vec<char> = line().chars().collect();
                letters.try_into().expect("ten hints")
            });
            let (order, choice) = match column {
                "SD/Dmin" => (Select::FirstFail, Choice::Indomain),
                "FF/ID" => (Select::Smallest, Choice::IndomainMin),
                "SD/Dmax" => (Select::Largest, Choice::IndomainMax),
                "LD/Dmax" => (Select::Smallest, Choice::IndomainMax),
                "LD/Dmin" => (Select::Largest, Choice::IndomainMin),
                _ => panic!("no such search: {column}"),
            };
            let board = Box::new(battleship::Board { rows, cols, hints });
            Cell {
                name: format!("001 battleship {puzzle} {column}"),
                published: number(count),
                model: Model::Battleship(board, order, choice),
            }
        })
        .collect()
}
