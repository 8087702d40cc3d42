//! Laws and examples of `regular`.

use crate::util::*;

fn random_automaton(draws: &mut Draws) -> Automaton {
    let n_states = 1 + draws.below(4);
    let symbols: Vec<i32> = (-2..=3).filter(|_| draws.all_but_one_in(3)).collect();
    let mut automaton = Automaton::new(n_states, draws.below(n_states), symbols.clone());
    for from in 0..n_states {
        for &symbol in &symbols {
            if !draws.one_in(3) {
                automaton = automaton.arc(from, symbol, draws.below(n_states));
            }
        }
        if draws.one_in(3) {
            automaton = automaton.otherwise(from, draws.below(n_states));
        }
        if draws.one_in(2) {
            automaton = automaton.accept(from);
        }
    }
    automaton
}

#[test]
fn laws() {
    Laws::new("regular", |x, draws| {
        Some(regular(x, random_automaton(draws)))
    })
    .arity(0..=4)
    .claims([DOMAIN; 3])
    .check();
}

/// An automaton of two symbols whose transitions stay or lead to the next state.
fn random_ladder(draws: &mut Draws) -> Automaton {
    let n_states = 1 + draws.below(5);
    let mut automaton = Automaton::new(n_states, draws.below(n_states.min(2)), [0, 1]);
    for from in 0..n_states {
        for symbol in [0, 1] {
            let to = from + draws.below(2);
            if !draws.one_in(4) && to < n_states {
                automaton = automaton.arc(from, symbol, to);
            }
        }
        if draws.one_in(2) {
            automaton = automaton.accept(from);
        }
    }
    automaton
}

#[test]
fn laws_of_ladders() {
    let laws = Laws::new("regular", |x, draws| Some(regular(x, random_ladder(draws))))
        .booleans(0..=7)
        .claims([DOMAIN; 3]);
    laws.check_rounds(400);
}

#[test]
fn laws_of_ladders_with_variables_in_several_roles() {
    Laws::new("regular", |x, draws| Some(regular(x, random_ladder(draws))))
        .booleans(0..=6)
        .aliased()
        .plain_only()
        .check_rounds(200);
}

/// Blocks of ones of the given lengths, with at least one zero between them: a clue of a nonogram.
fn blocks(lengths: &[usize]) -> Automaton {
    let n_states = lengths.iter().sum::<usize>() + lengths.len().max(1);
    let mut automaton = Automaton::new(n_states, 0, [0, 1]).arc(0, 0, 0);
    let mut state = 0;
    for (i, &length) in lengths.iter().enumerate() {
        for _ in 0..length {
            automaton = automaton.arc(state, 1, state + 1);
            state += 1;
        }
        if i + 1 < lengths.len() {
            automaton = automaton
                .arc(state, 0, state + 1)
                .arc(state + 1, 0, state + 1);
            state += 1;
        }
    }
    automaton.arc(state, 0, state).accept(state)
}

#[test]
fn a_nonogram_row_is_filled_where_blocks_overlap() {
    let mut model = Model::new();
    let cells = model.ints(10, 0..=1);
    model.add(regular(&cells, blocks(&[4, 3])));
    let domains = propagated(&model, Consistency::Domain, &[], &cells).expect("fits");
    let open = vec![0, 1];
    let full = vec![1];
    for (cell, domain) in domains.iter().enumerate() {
        let expected = if [2, 3, 7].contains(&cell) {
            &full
        } else {
            &open
        };
        assert_eq!(domain, expected, "cell {cell}");
    }
    assert_eq!(solutions(&model, Consistency::Domain, &cells).len(), 6);
    let gap = propagated(
        &model,
        Consistency::Domain,
        &[Atom::eq(cells[0], 1)],
        &cells,
    );
    assert_eq!(gap.expect("fits")[4], vec![0]);
}

#[test]
fn tables_count_from_one_and_invalid_ones_are_rejected() {
    let alternating = Automaton::from_table(&[vec![2, 3], vec![0, 3], vec![2, 0]], 1, [2, 3]);
    assert!(alternating.accepts([1, 2, 1]) && !alternating.accepts([1, 1]));
    assert!(!alternating.accepts([]) && !alternating.accepts([7]));
    let mut model = Model::new();
    let x = model.int(1..=2);
    for bad in [
        Automaton::from_table(&[vec![2, 9]], 1, [1]),
        Automaton::from_table(&[vec![1]], 0, [1]),
        Automaton::from_table(&[vec![1]], 1, [0]),
        Automaton::new(0, 0, [1]),
        Automaton::new(1, 0, [1]).arc(0, 5, 0),
    ] {
        assert!(model.post(regular([x, x], bad)).is_err());
    }
}

#[test]
fn wide_domains_split_into_listed_and_unlisted_symbols() {
    // 5, then anything else, then 1000000005.
    let automaton = Automaton::new(4, 0, [5, 1_000_000_005])
        .arc(0, 5, 1)
        .otherwise(1, 2)
        .arc(2, 1_000_000_005, 3)
        .accept(3);
    let mut model = Model::new();
    let x = model.ints(3, 0..=2_000_000_000);
    model.add(regular(&x, automaton));
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("has solutions");
    assert_eq!(kernel.store().fixed(x[0].view()), Some(5));
    assert_eq!(kernel.store().fixed(x[2].view()), Some(1_000_000_005));
    assert_eq!(kernel.store().size(x[1].view()), 1_999_999_999);
}
