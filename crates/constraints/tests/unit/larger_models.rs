//! Tables, automata, arrays, orders and schedules in models larger than those of the laws: plain and learning search agree.

use gridwright_constraints::{
    Automaton, clause, cumulative, element, less, lex_less, lex_less_equal, linear_eq,
    negative_table, regular, table,
};
use gridwright_fd::Rng;
use gridwright_fd::*;
use gridwright_testing::BuildModel;
use gridwright_testing::search::all_solutions;

/// The number of solutions by plain and by learning search, which must agree.
fn agree(model: &Model) -> usize {
    let plain = all_solutions(model, Consistency::Domain, &Search::new());
    let learnt = all_solutions(model, Consistency::Domain, &Search::new().learning());
    assert_eq!(plain, learnt);
    plain.len()
}

#[test]
fn random_tables() {
    let mut numbers = Vec::new();
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut model = Model::new();
        let x = model.ints(14, 0..=5);
        for i in 0..14 {
            let mut shuffled: Vec<Var> = x.clone();
            rng.shuffle(&mut shuffled);
            let mut rows = Vec::new();
            for at in 0..216 {
                if rng.below(100) < 16 {
                    rows.push([at / 36, at / 6 % 6, at % 6]);
                }
            }
            let three = shuffled[..3].to_vec();
            // One in three is given by its forbidden rows.
            if i % 3 == 0 {
                let others: Vec<[i32; 3]> = (0..216)
                    .map(|at| [at / 36, at / 6 % 6, at % 6])
                    .filter(|row| !rows.contains(row))
                    .collect();
                model.add(negative_table(three, others));
            } else {
                model.add(table(three, rows));
            }
        }
        numbers.push(agree(&model));
    }
    assert!(numbers.iter().any(|&number| number > 0), "{numbers:?}");
}

/// Accepts words over 0 and 1 with exactly one 1.
fn single_one() -> Automaton {
    let automaton = Automaton::new(2, 0, [0, 1]).accept(1);
    automaton.arc(0, 0, 0).arc(0, 1, 1).arc(1, 0, 1)
}

#[test]
fn a_nonogram_with_and_without_ordered_rows() {
    // All clues are 1: the permutation matrices, until lexicographic orders between the rows leave only one.
    let mut model = Model::new();
    let n = 5;
    let cells = model.ints(n * n, 0..=1);
    let row = |i: usize| (0..n).map(move |j| i * n + j);
    for i in 0..n {
        for line in [
            row(i).collect::<Vec<_>>(),
            (0..n).map(|j| j * n + i).collect(),
        ] {
            let views: Vec<Var> = line.iter().map(|&at| cells[at]).collect();
            model.add(regular(views, single_one()));
        }
    }
    assert_eq!(agree(&model), 120);
    for i in 1..n {
        let views = |i: usize| row(i).map(|at| cells[at]).collect::<Vec<Var>>();
        let order = lex_less(views(i - 1), views(i));
        model.add(order);
    }
    assert_eq!(agree(&model), 1);
}

#[test]
fn permutations_that_are_their_own_inverse() {
    // p[p[i]] = i: 1, 2, 4, 10, 26, 76, 232 involutions.
    for (n, expected) in [(1, 1), (2, 2), (3, 4), (4, 10), (5, 26), (6, 76), (7, 232)] {
        let mut model = Model::new();
        let p = model.ints(n as usize, 0..=n - 1);
        for (i, &index) in (0..).zip(&p) {
            model.add(element(index, 0, &p, View::constant(i)));
        }
        assert_eq!(agree(&model), expected);
    }
}

#[test]
fn equal_tasks_on_two_machines() {
    // Six tasks of length 2, two at a time, in six units of time, with ordered starts: pairs at 0, 2 and 4.
    let mut model = Model::new();
    let s = model.ints(6, 0..=4);
    model.add(cumulative(s.clone(), [2; 6], [1; 6], 2));
    assert_eq!(agree(&model), 90);
    for pair in s.windows(2) {
        model.add(lex_less_equal([pair[0]], [pair[1]]));
    }
    assert_eq!(agree(&model), 1);
    model.add(less(s[0], s[1]));
    assert_eq!(agree(&model), 0);
}

#[test]
fn clauses_over_sums_of_thousands() {
    // The atoms of so wide a variable share watch lists.
    let mut numbers = Vec::new();
    for seed in 0..8 {
        let mut rng = Rng::new(seed);
        let mut model = Model::new();
        let x = model.ints(10, 0..=1);
        let sums = model.ints(4, -9_000..=9_000);
        for &sum in &sums {
            let weights = x.iter().map(|&x| (rng.below(1_801) as i32 - 900, x));
            let terms: Vec<(i32, Var)> = weights.chain([(-1, sum)]).collect();
            model.add(linear_eq(terms, 0));
        }
        for _ in 0..25 {
            let mut atom = || {
                let sum = *rng.pick(&sums);
                let value = rng.below(3_001) as i32 - 1_500;
                match rng.below(5) {
                    0 | 1 => Atom::ge(sum, value),
                    2 | 3 => Atom::le(sum, value),
                    _ => Atom::eq(*rng.pick(&x), 1),
                }
            };
            model.add(clause([atom(), atom(), atom()]));
        }
        numbers.push(agree(&model));
    }
    assert!(numbers.iter().any(|&number| number > 0), "{numbers:?}");
}
