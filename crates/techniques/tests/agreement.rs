//! The agreement with HoDoKu on a thousand puzzles of all levels, without which its name is not printed.

use gridwright_techniques::{Grid, TechniqueSet, solve};

/// The least share of puzzles with the same level and the same score, in percent.
const LEAST: usize = 95;

#[test]
fn levels_and_scores_are_those_of_hodoku_on_a_thousand_puzzles() {
    let lines = include_str!("data/agreement.txt").lines();
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with('%')).collect();
    assert_eq!(lines.len(), 1_000);
    let (mut levels, mut scores) = (0, 0);
    for line in &lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [text, level, score] = words[..] else {
            panic!("three words in a line: {line}");
        };
        let grid = Grid::read(text).expect("a valid board");
        let solved = solve(&grid, TechniqueSet::default(), &mut || false);
        levels += usize::from(solved.level().name() == level);
        scores += usize::from(solved.score().to_string() == score);
    }
    let share = |n: usize| 100 * n / lines.len();
    assert!(share(levels) >= LEAST, "{levels} levels of 1,000 agree");
    assert!(share(scores) >= LEAST, "{scores} scores of 1,000 agree");
}
