//! Tests of Kakuro.

use super::*;
use crate::blocks::kind_tests::{judges, refuses};

#[test]
fn texts_are_read_and_printed() {
    let text = "kakuro\n  #  3\\ 4\\5\n\\16   .   .\n";
    let instance = Kakuro::parse(text).expect("a board");
    assert_eq!(Kakuro::print(&instance), text);
    refuses::<Kakuro>(&[
        (". .\n", "expected the line `kakuro` before the board"),
        ("kakuro\n", "a board has at least one cell"),
        ("kakuro\n. .\n.\n", "this row has 1 cells, the first has 2"),
        (
            "kakuro\n\\46 .\n",
            "expected `.`, `#` or sums up to 45 such as `16\\24`, found `\\46`",
        ),
        (
            "kakuro\n5 .\n",
            "expected `.`, `#` or sums up to 45 such as `16\\24`, found `5`",
        ),
    ]);
}

#[test]
fn the_judge_names_the_broken_rule() {
    judges::<Kakuro>(
        "kakuro\n# 3\\ 4\\\n\\4 . .\n\\3 . .\n",
        &[
            ("# # #\n# 1 3\n# 2 1\n", Ok(())),
            ("1 3\n2 1\n", Ok(())),
            ("2 2\n1 2\n", Err("r2c2 and r2c3 are both 2 in a run")),
            ("3 1\n1 2\n", Err("the run from r2c2 has the sum 4, not 3")),
            ("1 4\n2 1\n", Err("the run from r2c2 has the sum 5, not 4")),
        ],
    );
}

#[test]
fn combinations_are_those_of_the_tables_of_solvers() {
    let count = |length, sum| combinations(length, sum).len();
    assert_eq!((count(2, 3), count(2, 10), count(3, 15)), (1, 4, 8));
    assert_eq!((count(5, 25), count(9, 45), count(9, 44)), (12, 1, 0));
    let all: usize = (1..=9)
        .flat_map(|n| (1..=45).map(move |sum| (n, sum)))
        .map(|(n, sum)| count(n, sum))
        .sum();
    assert_eq!(all, 511);
    for (length, sum) in [(1, 4), (2, 10), (3, 15), (4, 20)] {
        let orders: usize = (1..=length).product();
        assert_eq!(ways((length, sum)).len(), count(length, sum) * orders);
    }
}

#[test]
fn a_url_is_read_and_written() {
    let url = "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3";
    let instance = (formats::ALL[0].read)(url).expect("a board");
    let sums: Vec<(usize, Option<i32>)> = instance
        .runs()
        .iter()
        .map(|run| (run.cells.len(), run.sum))
        .collect();
    assert_eq!(
        sums[..4],
        [(2, Some(8)), (4, Some(10)), (2, Some(3)), (2, Some(3))]
    );
    let written = (formats::ALL[0].write)(&instance).expect("it has a URL");
    assert_eq!((formats::ALL[0].read)(&written).as_ref(), Ok(&instance));
}
