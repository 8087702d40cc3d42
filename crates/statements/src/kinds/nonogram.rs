//! Nonogram: a variable per cell, 1 if it is shaded. The automaton of each clue accepts the lines with its runs.
//!
//! Text: `nonogram`, `rows` and a line for each row, `cols` and a line for each column: the lengths of the runs, `0` for no
//! run, `?` if they are not given.

use gridwright_proof::{Automaton, Domain, Statement};

use crate::Read;
use crate::build::Build;
use crate::grid::Grid;
use crate::text::{error, headed, number};

pub(crate) fn state(text: &str) -> Read {
    let lines = headed(text, "nonogram")?.1;
    let mut sections: [Vec<Vec<&str>>; 2] = [Vec::new(), Vec::new()];
    let mut current = None;
    for line in lines {
        match (line[0], current) {
            ("rows", _) => current = Some(0),
            ("cols", _) => current = Some(1),
            (_, Some(section)) => sections[section].push(line),
            (_, None) => return Err(error("expected `rows` or `cols`")),
        }
    }
    let (n_rows, n_cols) = (sections[0].len(), sections[1].len());
    if n_rows == 0 || n_cols == 0 {
        return Err(error("a board has at least one row and one column"));
    }
    let grid = Grid { n_rows, n_cols };
    let mut statement = Statement::default();
    for _ in 0..grid.n_cells() {
        statement.add_key(Domain::range(0, 1));
    }
    for (line, clue) in grid.lines().into_iter().zip(sections.concat()) {
        if clue == ["?"] {
            continue;
        }
        let lengths = clue.iter().map(|word| number(word, 0, line.len() as i32));
        let lengths: Vec<i32> = lengths.collect::<Result<_, _>>()?;
        let cells = line.into_iter().map(|at| at as u32).collect();
        statement.add_accepted(cells, runs(&lengths));
    }
    Ok(statement)
}

/// The automaton of lines with these runs. A state is what was read of the shortest such line: the runs with one blank between two.
fn runs(lengths: &[i32]) -> Automaton {
    let mut arcs = Vec::new();
    let mut state = 0;
    let mut is_first = true;
    for &length in lengths.iter().filter(|&&length| length > 0) {
        if !is_first {
            arcs.push((state, 0, state + 1));
            state += 1;
        }
        is_first = false;
        // Further blanks before the run.
        arcs.push((state, 0, state));
        for _ in 0..length {
            arcs.push((state, 1, state + 1));
            state += 1;
        }
    }
    arcs.push((state, 0, state));
    Automaton {
        arcs,
        accepting: state,
    }
}
