//! Laws and examples of `all_different`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("all_different", |x, _| Some(all_different(x)))
        .views(0..=4, -2..=3)
        .claims([FORWARD, BOUNDS, DOMAIN])
        .check_rounds(160);
}

#[test]
fn laws_of_permutations() {
    Laws::new("all_different", |x, _| Some(all_different(x)))
        .views(4..=5, 1..=4)
        .claims([FORWARD, BOUNDS, DOMAIN])
        .check_rounds(60);
}

/// Every variable twice, the second time shifted, as in Langford's problem.
#[test]
fn laws_of_shifted_views() {
    Laws::new("all_different", |x, draws| {
        let views = x.iter().flat_map(|&view| {
            let shifted = view.plus(draws.between(1, 3)).expect("small values");
            [view, shifted]
        });
        let views: Vec<View> = views.collect();
        Some(all_different(views))
    })
    .views(1..=3, -1..=4)
    .claims([FORWARD; 3])
    .check_rounds(120);
}

#[test]
fn langford_has_the_known_number_of_solutions() {
    // Numbers from 1 to n, each twice, the two copies of k having k others between them.
    let counts = [(3, 2), (4, 2), (5, 0), (6, 0), (7, 52)];
    for (n, answers) in counts {
        for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
            let mut model = Model::new();
            let mut views = Vec::new();
            let mut vars = Vec::new();
            for k in 1..=n {
                let last = 2 * n - k - 2;
                let var = model.int(0..=last);
                views.push(var.view());
                views.push(var.view().plus(k + 1).expect("small"));
                vars.push(var);
            }
            model.add(all_different(views));
            let found = solutions(&model, level, &vars);
            assert_eq!(found.len(), answers, "{n} at {level:?}");
        }
    }
}

/// A model of one `all_different` over the given domains.
fn model(domains: &[Vec<i32>]) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let vars = model.int_each(domains.iter().map(Vec::as_slice));
    model.add(all_different(&vars));
    (model, vars)
}

fn kernel(model: &Model, level: Consistency) -> Kernel {
    Kernel::new(model, &setup(level, false))
}

fn domains(kernel: &Kernel, vars: &[Var]) -> Vec<Vec<i32>> {
    vars.iter()
        .map(|var| kernel.store().values(var.view()).collect())
        .collect()
}

/// The domains after propagation; an empty list after a conflict.
fn propagated(from: &[Vec<i32>], level: Consistency) -> Vec<Vec<i32>> {
    let (model, vars) = model(from);
    let mut kernel = kernel(&model, level);
    match kernel.propagate() {
        Ok(()) => domains(&kernel, &vars),
        Err(_) => Vec::new(),
    }
}

/// Whether the views have a matching, by plain backtracking.
fn matches(domains: &[Vec<i32>]) -> bool {
    fn try_match(
        i: usize,
        domains: &[Vec<i32>],
        seen: &mut Vec<i32>,
        has: &mut Vec<(i32, usize)>,
    ) -> bool {
        for &value in &domains[i] {
            if seen.contains(&value) {
                continue;
            }
            seen.push(value);
            match has.iter().position(|entry| entry.0 == value) {
                None => {
                    has.push((value, i));
                    return true;
                }
                Some(at) => {
                    let other = has[at].1;
                    if try_match(other, domains, seen, has) {
                        let at = has.iter().position(|entry| entry.0 == value);
                        has[at.expect("still taken")].1 = i;
                        return true;
                    }
                }
            }
        }
        false
    }
    let mut has = Vec::new();
    (0..domains.len()).all(|i| try_match(i, domains, &mut Vec::new(), &mut has))
}

#[test]
fn every_value_left_has_a_support_in_larger_instances() {
    let mut draws = Rng::new(5);
    for round in 0..120 {
        let n = 9 + draws.below(8);
        let n_values = n + draws.below(3);
        // Values close together, over several words, or far apart.
        let stretch = *draws.pick(&[1, 1, 1, 7, 13, 40, 100_000]);
        let kept = 2 + draws.below(5);
        let initial: Vec<Vec<i32>> = (0..n)
            .map(|i| {
                let all = (0..n_values).filter(|&value| value == i || draws.one_in(kept));
                all.map(|value| value as i32 * stretch - 5).collect()
            })
            .collect();
        let (model, vars) = model(&initial);
        let mut kernel = kernel(&model, Consistency::Domain);
        assert!(kernel.propagate().is_ok(), "the diagonal is a solution");
        for _ in 0..30 {
            let now = domains(&kernel, &vars);
            for (i, values) in now.iter().enumerate() {
                for &value in values {
                    let mut narrowed = now.clone();
                    narrowed[i] = vec![value];
                    assert!(
                        matches(&narrowed),
                        "round {round}: {i} cannot be {value} in {now:?}"
                    );
                }
            }
            let open: Vec<usize> = (0..n).filter(|&i| now[i].len() > 1).collect();
            if open.is_empty() || draws.one_in(4) {
                let depth = kernel.store().depth();
                kernel.back_to(draws.below(depth + 1));
                continue;
            }
            let i = *draws.pick(&open);
            let value = *draws.pick(&now[i]);
            let atom = if draws.one_in(3) {
                Atom::eq(vars[i], value)
            } else {
                Atom::ne(vars[i], value)
            };
            kernel.decide(atom).expect("an open variable");
            assert!(kernel.propagate().is_ok(), "every value had a support");
        }
    }
}

/// Removes values without support from each group until nothing changes, by brute force.
fn narrow(groups: &[Vec<usize>], domains: &mut [Vec<i32>]) {
    loop {
        let before = domains.to_vec();
        for group in groups {
            let now: Vec<Vec<i32>> = group.iter().map(|&i| domains[i].clone()).collect();
            for (k, &i) in group.iter().enumerate() {
                domains[i].retain(|&value| {
                    let mut narrowed = now.clone();
                    narrowed[k] = vec![value];
                    matches(&narrowed)
                });
            }
        }
        if before == domains {
            return;
        }
    }
}

#[test]
fn sudoku_reaches_the_common_fixpoint_of_all_groups() {
    let mut draws = Rng::new(16);
    for (size, n_open) in [(2, 11), (3, 48), (3, 56), (4, 130)] {
        let n = size * size;
        let groups: Vec<Vec<usize>> = (0..n)
            .flat_map(|g| {
                let (top, left) = (g / size * size, g % size * size);
                [
                    (0..n).map(|k| g * n + k).collect(),
                    (0..n).map(|k| k * n + g).collect(),
                    (0..n)
                        .map(|k| (top + k / size) * n + left + k % size)
                        .collect(),
                ]
            })
            .collect();
        let mut open: Vec<usize> = (0..n * n).collect();
        draws.shuffle(&mut open);
        open.truncate(n_open);
        let mut expected: Vec<Vec<i32>> = (0..n * n)
            .map(|cell| {
                let (row, col) = (cell / n, cell % n);
                let value = (row % size * size + row / size + col) % n;
                if open.contains(&cell) {
                    (0..n as i32).collect()
                } else {
                    vec![value as i32]
                }
            })
            .collect();
        let mut model = Model::new();
        let vars = model.int_each(expected.iter().map(Vec::as_slice));
        for group in &groups {
            let cells = group.iter().map(|&i| vars[i]);
            model.add(all_different(cells));
        }
        let mut kernel = kernel(&model, Consistency::Domain);
        assert!(kernel.propagate().is_ok(), "it was taken from a solution");
        narrow(&groups, &mut expected);
        assert_eq!(domains(&kernel, &vars), expected);
    }
}

#[test]
fn levels_differ_as_in_the_literature() {
    // Two views fill 2..=3: an interval inside the domains of the others, from which only domain consistency removes it.
    let chain = [
        vec![2, 3],
        vec![2, 3],
        vec![1, 2, 3, 4],
        vec![1, 2, 3, 4, 5],
    ];
    assert_eq!(propagated(&chain, Consistency::Value), chain);
    assert_eq!(propagated(&chain, Consistency::Bounds), chain);
    let domain = [vec![2, 3], vec![2, 3], vec![1, 4], vec![1, 4, 5]];
    assert_eq!(propagated(&chain, Consistency::Domain), domain);
    // A Hall set that is not an interval prunes at domain consistency only.
    let holes = [vec![1, 5], vec![1, 5], vec![1, 3, 5]];
    assert_eq!(propagated(&holes, Consistency::Bounds), holes);
    assert_eq!(
        propagated(&holes, Consistency::Domain),
        [vec![1, 5], vec![1, 5], vec![3]]
    );
    let pushed = [vec![1, 2], vec![1, 2], vec![2, 3, 4]];
    assert_eq!(
        propagated(&pushed, Consistency::Bounds),
        [vec![1, 2], vec![1, 2], vec![3, 4]]
    );
}

#[test]
fn too_few_values_fail_at_every_level() {
    let crowd = vec![vec![4, 9, 11]; 4];
    for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        assert!(propagated(&crowd, level).is_empty(), "{level:?}");
    }
}

#[test]
fn repeated_variables_and_constants_are_propagated() {
    for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        let mut model = Model::new();
        let x = model.int(1..=3);
        model.add(all_different([x, x]));
        let mut twice = kernel(&model, level);
        let outcome = twice.propagate();
        assert!(outcome.is_ok() || level != Consistency::Value);
        if outcome.is_ok() {
            twice.decide(Atom::eq(x, 2)).expect("open");
            assert!(twice.propagate().is_err(), "{level:?}");
        }

        let mut model = Model::new();
        let x = model.int(1..=3);
        let fixed = [View::from(x), View::constant(2), View::constant(1)];
        model.add(all_different(fixed));
        let mut fixed = kernel(&model, level);
        assert!(fixed.propagate().is_ok());
        assert_eq!(fixed.store().fixed(x.view()), Some(3), "{level:?}");
    }
}

#[test]
fn huge_domains_are_propagated() {
    for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        let mut model = Model::new();
        let wide = model.ints(3, -1_000_000_000..=1_000_000_000);
        model.add(all_different(&wide));
        let mut kernel = kernel(&model, level);
        assert!(kernel.propagate().is_ok());
        kernel.decide(Atom::eq(wide[0], 7)).expect("open");
        assert!(kernel.propagate().is_ok());
        assert!(!kernel.store().contains(wide[1].view(), 7), "{level:?}");
        kernel.decide(Atom::eq(wide[1], 8)).expect("open");
        assert!(kernel.propagate().is_ok());
        kernel.decide(Atom::ge(wide[2], 7)).expect("open");
        assert!(kernel.propagate().is_ok());
        assert_eq!(kernel.store().min(wide[2].view()), 9, "{level:?}");
    }
}

/// A view that is fixed and then open again must not keep its old proof when the others have newer proofs.
#[test]
fn a_view_that_opens_again_has_no_old_proof() {
    let mut model = Model::new();
    let open = model.int(1..=6);
    let ring = [[1, 2, 3], [1, 3, 4], [1, 4, 5], [1, 2, 5]];
    let ring = ring.map(|values| model.int(values));
    let flag = model.bool("flag");
    model.add(all_different(ring.iter().chain([&open])));
    for &var in &ring {
        let not_one = not_equal(var, View::constant(1));
        model.add(half_reified(Atom::ge(flag, 1), not_one));
    }
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("has solutions");
    // With 1 taken, the ring has four values for four views.
    kernel.decide(Atom::eq(open, 1)).expect("open");
    kernel.propagate().expect("has solutions");
    kernel.back_to(0);
    // Now it has the same four values, but no view took 1.
    kernel.decide(Atom::ge(flag, 1)).expect("open");
    kernel.propagate().expect("has solutions");
    let left: Vec<i32> = kernel.store().values(open.view()).collect();
    assert_eq!(left, [1, 6]);
}
