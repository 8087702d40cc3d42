//! Positions with a technique and what it rules out.
//!
//! Those of rectangles are facts from the regression library of HoDoKu (`reglib-1.4.txt`): digits after `+` are placed, not given;
//! then come the candidates that are gone, as digit, row and column; then those that the technique rules out.

mod position;

use gridwright_techniques::{Candidate, Grid, Ladder, Technique, TechniqueSet, sentence};

use position::position;

fn candidates(text: &str) -> Vec<Candidate> {
    let read = |word: &str| {
        let number: usize = word.parse().expect("digit, row and column");
        (
            9 * (number / 10 % 10 - 1) + number % 10 - 1,
            number / 100 - 1,
        )
    };
    let mut read: Vec<Candidate> = text.split_whitespace().map(read).collect();
    read.sort_unstable();
    read
}

/// Checks the first step of a technique alone, and what its sentence ends with.
fn check(technique: Technique, cells: &str, gone: &str, expected: &str, end: &str) {
    let grid = position(cells, candidates(gone));
    let mut ladder = Ladder::new(grid.clone(), TechniqueSet::of(|other| other == technique));
    let step = ladder.next_step().expect("a step");
    let mut found = step.eliminations.clone();
    found.sort_unstable();
    assert_eq!(found, candidates(expected), "{technique}");
    let text = sentence(&grid, &step);
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn rectangles_with_one_digit_more_in_corners_across() {
    check(
        Technique::UniqueRectangle5,
        "+324+56+7+918..+9..+8.+3...+893+4.+5...+5+7.63.+9+9624+8+3+5+71.+37.5+9+8....+389+17..+7+96+34+2+185..1+6+7+5.+93",
        "121 122 227 229 629 639 479",
        "448",
        "and r4c8 is not 4.",
    );
    check(
        Technique::UniqueRectangle5,
        "..+8..47+25+5+62+837+9+4+1....2+5+368+65+9+2+8+14+7381+4+3+79+6+5+2...+5461+8+9....1+85.49....+2+8.+7.8...+3+2.6",
        "361",
        "382",
        "and r8c2 is not 3.",
    );
}

#[test]
fn rectangles_with_placed_corners_and_one_open() {
    check(
        Technique::AvoidableRectangle1,
        "+95+4+3..+1.+7+76+15.42..+2+38.71+4..4+1...36.8+6+2...+8+9.+189.1..7..3+4+6+8+1+9+5+7+2+5+8+92.7+31.+172.3+5+89.",
        "639 565 368 568 469",
        "929",
        "So r2c9 is not 9.",
    );
    check(
        Technique::AvoidableRectangle1,
        ".86.4...+72+9+7.+3.+4.+61...76+89....4+27+9+8.8+7..9..+6+4+4.9683+57.+9..752+6+38....+1.+7457+5+83+6+41+2+9",
        "333 341 343 153 553 382",
        "357",
        "So r5c7 is not 3.",
    );
}

#[test]
fn rectangles_with_a_placed_side_and_the_same_digit_more() {
    check(
        Technique::AvoidableRectangle2,
        "...+3+678+2+1+2169+8+5+37+4+7+8+31+2+456+98....+1+6.+3+1.5..3+4..3...4+82+1..7.+4+32+1.+6+6+3+1859+7+424..+71+6+93.",
        "942 943 952",
        "243 292",
        "r4c3 and r9c2 are not 2.",
    );
    check(
        Technique::AvoidableRectangle2,
        "..4+2+38675+82+5+1+6+7+43937+6+45+9+28+1+4...+9+2..75+8+2+716+39+4+7...+45....+376.....+6+5.9..+7.324.+5+7+3.1+6",
        "163 877 278",
        "847 864",
        "r4c7 and r6c4 are not 8.",
    );
}

/// Reads a puzzle and returns its first step that is no single, with the grid before it.
fn first_step(puzzle: &str) -> (Grid, gridwright_techniques::Step) {
    let grid = Grid::read(puzzle).expect("a grid");
    let mut ladder = Ladder::new(grid, TechniqueSet::default());
    loop {
        let step = ladder.next_step().expect("a step");
        if step.technique > Technique::HiddenSingle {
            return (ladder.grid().clone(), step);
        }
        ladder.apply(&step);
    }
}

#[test]
fn sentences_say_where_and_what_follows() {
    let (grid, step) = first_step(
        "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9",
    );
    assert_eq!(step.technique, Technique::LockedCandidates1);
    let expected = "In block 3, 4 can only be in row 3, so r3c1 and r3c3 are not 4.";
    assert_eq!(sentence(&grid, &step), expected);
}
