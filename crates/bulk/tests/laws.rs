//! Every width finds the answers of a brute-force oracle, on boards with no answer, one, two and many, and on invalid
//! ones.

mod boards;

use boards::{agree, board};
use gridwright_bulk::{Bulk, Clues, Width};
use gridwright_control::Rng;

#[test]
fn every_width_finds_the_answers_of_random_and_mutated_boards() {
    let mut seen = [0; 4];
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let cells = board(&mut rng);
        let max = 2 + rng.below(12);
        seen[agree(&cells, max, &mut rng).min(3)] += 1;
    }
    // The test is meaningful only if boards of every sort were tried.
    assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
}

#[test]
fn every_width_searches_the_same_tree() {
    let mut runs = Vec::new();
    for width in Width::ALL {
        let Some(mut bulk) = Bulk::with_width(width) else {
            continue;
        };
        assert_eq!(bulk.width(), width);
        let empty = Clues::new([0; 81]).expect("cells");
        runs.push(bulk.count(&empty, 20_000));
    }
    assert!(runs.windows(2).all(|pair| pair[0] == pair[1]), "{runs:?}");
    assert_eq!(runs[0].found, 20_000);
}

#[test]
fn texts_are_parsed_or_rejected() {
    let board = ".".repeat(80);
    for last in ["1", "9", ".", "0", "_", "*"] {
        assert!(Clues::read((board.clone() + last).as_bytes()).is_some());
    }
    for last in ["", "x", "a", "11", "é", " "] {
        assert!(Clues::read((board.clone() + last).as_bytes()).is_none());
    }
    assert!(Clues::new([10; 81]).is_none());
}
