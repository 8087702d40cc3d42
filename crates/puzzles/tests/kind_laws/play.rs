//! What the page shows to players is true of every answer: sums, paths, runs, thresholds; and it is on the board.

use std::collections::BTreeMap;

use gridwright_fd::Model;
use gridwright_grid::Cell;
use gridwright_puzzles::{
    AnyInstance, FactPlace, FactState, FormulateOptions, Kind, PathStep, PlayInfo,
};
use gridwright_solve::{RunOptions, Session};

/// The truth of every fact in some answers.
fn answers(instance: &dyn AnyInstance) -> Vec<Vec<bool>> {
    let mut model = Model::new();
    let formulation = instance.formulate(&FormulateOptions::default(), &mut model);
    let formulation = formulation.expect("examples can be formulated");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    let solutions = session.solutions(&[]).expect("no objective").take(20);
    let read = solutions.filter_map(|found| formulation.read(&found));
    let truth = |answer| {
        let known = instance.known(&answer);
        known
            .iter()
            .map(|state| *state == FactState::True)
            .collect()
    };
    read.map(truth).collect()
}

/// The label of the true fact of each cell.
fn labels(instance: &dyn AnyInstance, answer: &[bool]) -> BTreeMap<Cell, String> {
    let facts = instance.fact_places().into_iter().zip(instance.labels());
    let found = facts.zip(answer).filter(|(_, truth)| **truth);
    found
        .filter_map(|((place, label), _)| match place {
            FactPlace::Cell(cell) => Some((cell, label)),
            _ => None,
        })
        .collect()
}

pub fn what_players_see_is_true(kind: &'static dyn Kind) {
    for example in kind.info().examples {
        let instance = kind.read(None, example.text).expect("examples are read");
        let context = format!("{}: {}", kind.info().id, example.name);
        let play = instance.play();
        let board = instance.draw(&Default::default());
        let shown = play.sums.iter().flat_map(|sum| &sum.cells);
        let seen = play.sights.iter();
        let seen = seen.flat_map(|(cell, cells)| cells.iter().chain([cell]));
        for cell in shown.chain(seen) {
            let is_inside = cell.row < board.rows && cell.col < board.cols;
            assert!(is_inside, "{context}: {cell}");
        }
        for answer in answers(&*instance) {
            check(
                &*instance,
                &play,
                &answer,
                (board.rows, board.cols),
                &context,
            );
        }
    }
}

fn check(
    instance: &dyn AnyInstance,
    play: &PlayInfo,
    answer: &[bool],
    (rows, cols): (usize, usize),
    context: &str,
) {
    let labels = labels(instance, answer);
    let number = |cell: &Cell| -> i64 {
        let label = labels.get(cell).expect("a number in every cell of a sum");
        label.parse().expect("a number")
    };
    for sum in &play.sums {
        let total: i64 = sum.cells.iter().map(number).sum();
        assert_eq!(total, sum.total, "{context}: {}", sum.name);
    }
    if let Some(step) = play.path {
        let mut cells: Vec<(i64, Cell)> = labels.keys().map(|cell| (number(cell), *cell)).collect();
        cells.sort_unstable();
        for pair in cells.windows(2) {
            let (a, b) = (pair[0].1, pair[1].1);
            let (down, across) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
            let distance = match step {
                PathStep::Side => down + across,
                PathStep::Corner => down.max(across),
            };
            assert_eq!(
                (pair[1].0 - pair[0].0, distance),
                (1, 1),
                "{context}: {pair:?}"
            );
        }
    }
    if !play.runs.is_empty() {
        let mut expected = play.runs.clone();
        expected.sort_unstable();
        let found = runs(&labels, rows, cols);
        let found: Vec<(usize, usize)> = found.into_iter().collect();
        assert_eq!(found, expected, "{context}");
    }
    if play.is_cumulative {
        let places = instance.fact_places();
        let facts = places.iter().zip(answer).collect::<Vec<_>>();
        for pair in facts.windows(2) {
            let is_same = pair[0].0 == pair[1].0;
            assert!(!is_same || *pair[0].1 || !*pair[1].1, "{context}");
        }
    }
}

/// How many straight runs of cells there are, by length.
fn runs(cells: &BTreeMap<Cell, String>, rows: usize, cols: usize) -> BTreeMap<usize, usize> {
    let mut lengths = BTreeMap::new();
    let has = |row: usize, col: usize| cells.contains_key(&Cell::new(row, col));
    for row in 0..rows {
        for col in 0..cols {
            let continues = row > 0 && has(row - 1, col) || col > 0 && has(row, col - 1);
            if !has(row, col) || continues {
                continue;
            }
            let down = (row..rows).take_while(|&row| has(row, col)).count();
            let across = (col..cols).take_while(|&col| has(row, col)).count();
            *lengths.entry(down.max(across)).or_insert(0) += 1;
        }
    }
    lengths
}
