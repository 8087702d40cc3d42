//! Laws and examples of `circuit`.

use crate::util::*;

fn build(successors: impl IntoViews, offset: i32, partial: bool) -> Circuit {
    match partial {
        true => subcircuit(successors, offset),
        false => circuit(successors, offset),
    }
}

/// With more than three nodes nearly all assignments violate the relation, and the negated forms would take too long.
#[test]
fn laws() {
    for (max_nodes, rounds) in [(3, 150), (5, 200)] {
        for (name, partial) in [("circuit", false), ("subcircuit", true)] {
            let laws = Laws::new(name, move |x, draws| {
                Some(build(x, draws.between(-2, 0), partial))
            });
            let laws = laws
                .views(0..=max_nodes, -2..=3)
                .claims([FORWARD; 3])
                .rounds(rounds);
            if max_nodes > 3 {
                laws.plain_only().check();
            } else {
                laws.check();
            }
        }
    }
}

/// The successors of several nodes are views of one variable.
#[test]
fn laws_of_successors_that_share_variables() {
    for partial in [false, true] {
        Laws::new("circuit", move |x, draws| {
            Some(build(x, draws.between(-1, 0), partial))
        })
        .views(3..=5, -1..=4)
        .aliased()
        .plain_only()
        .check_rounds(400);
    }
}

/// Enough nodes for the root to have several subtrees.
#[test]
fn laws_with_more_nodes() {
    Laws::new("circuit", |x, _| Some(circuit(x, 0)))
        .views(5..=6, 0..=5)
        .claims([FORWARD; 3])
        .plain_only()
        .check();
}

/// Two parts with many arcs inside, few between, and a node that joins them: makes subtrees once the arcs between have been
/// removed.
#[test]
fn laws_of_two_parts() {
    let draw = |draws: &mut Draws| {
        let n = draws.between(6, 7);
        let second = draws.between(3, 4);
        let mut domains = vec![vec![1, second]];
        for node in 1..n {
            let keep = |&next: &i32| {
                let inside = next != 0 && (next < second) == (node < second);
                next != node && draws.one_in(if inside { 1 } else { 4 })
            };
            domains.push((0..n).filter(keep).collect());
        }
        domains
    };
    Laws::new("circuit", |x, _| Some(circuit(x, 0)))
        .domains(draw)
        .plain_only()
        .check_rounds(300);
}

/// A kernel for a circuit, or a subcircuit, with the given successors.
fn set_up(domains: &[&[i32]], partial: bool) -> (Kernel, Vec<Var>) {
    let mut model = Model::new();
    let next = model.int_each(domains.iter().copied());
    model.add(build(&next, 0, partial));
    (kernel(&model, Consistency::Domain), next)
}

/// Circuits through n nodes: (n - 1)!. Subcircuits: the empty one, and (k - 1)! for each choice of k >= 2 nodes.
#[test]
fn all_circuits_are_counted() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    for n in 1..=6_u64 {
        let mut model = Model::new();
        let last = n as i32 + 2;
        let next = model.ints(n as usize, 3..=last);
        let mut partial = model.clone();
        model.add(circuit(&next, 3));
        partial.add(subcircuit(&next, 3));
        let choose = |k: u64| factorial(n) / factorial(k) / factorial(n - k);
        let some: u64 = (2..=n).map(|k| choose(k) * factorial(k - 1)).sum();
        for level in [Consistency::Value, Consistency::Domain] {
            assert_eq!(n_solutions(&model, level), factorial(n - 1));
            assert_eq!(n_solutions(&partial, level), 1 + some);
        }
    }
}

/// Two triangles with arcs only from the first to the second: no arc leads back.
#[test]
fn two_components_fail_at_once() {
    let triangles: [&[i32]; 6] = [&[1, 2], &[0, 2], &[0, 1, 3], &[4, 5], &[3, 5], &[3, 4]];
    assert!(set_up(&triangles, false).0.propagate().is_err());
}

/// The root has two subtrees; the first one found leads only to the root, so the circuit visits the other one first.
#[test]
fn subtrees_are_visited_last_to_first() {
    let domains: [&[i32]; 5] = [&[1, 3], &[0, 2], &[0, 1], &[0, 1, 2, 4], &[0, 1, 3]];
    let (mut kernel, next) = set_up(&domains, false);
    kernel.propagate().expect("there is a circuit");
    let store = kernel.store();
    assert_eq!(store.fixed(next[0].view()), Some(3));
    assert!(!store.contains(next[3].view(), 0));
    assert!(!store.contains(next[4].view(), 0));
}

/// A node that must be visited is in the circuit's component; a node outside that component is left out.
#[test]
fn a_subcircuit_stays_in_one_component() {
    let domains: [&[i32]; 5] = [&[1, 2], &[0, 1, 2], &[0, 2, 3], &[3, 4], &[3, 4]];
    let (mut kernel, next) = set_up(&domains, true);
    kernel.propagate().expect("there is a circuit");
    assert_eq!(kernel.store().fixed(next[3].view()), Some(3));
    assert_eq!(kernel.store().fixed(next[4].view()), Some(4));
    assert!(!kernel.store().contains(next[2].view(), 3));
    kernel.decide(Atom::eq(next[0], 1)).expect("open");
    kernel.propagate().expect("there is a circuit");
    assert!(kernel.store().contains(next[1].view(), 0));
}

fn walks(steps: &[Vec<i32>], node: usize, visited: &mut [bool], left: usize) -> u64 {
    if left == 0 {
        return u64::from(steps[node].contains(&0));
    }
    let mut found = 0;
    for &next in &steps[node] {
        let next = next as usize;
        if !visited[next] {
            visited[next] = true;
            found += walks(steps, next, visited, left - 1);
            visited[next] = false;
        }
    }
    found
}

/// Two parts with many arcs inside and few between, so that reasons are cuts: the count must agree with a plain walk.
#[test]
fn circuits_through_bottlenecks_are_counted() {
    let mut draws = Draws::new(7);
    for n in (6..=11).cycle().take(60) {
        let mut steps: Vec<Vec<i32>> = (0..n).map(|node| vec![(node + 1) % n]).collect();
        for (node, steps) in (0..n).zip(&mut steps) {
            let inside = (0..n).filter(|&next| (next < n / 2) == (node < n / 2));
            steps.extend(inside.filter(|_| draws.one_in(2)));
            if draws.one_in(3) {
                steps.push(draws.between(0, n - 1));
            }
            steps.sort_unstable();
            steps.dedup();
        }
        let mut visited = vec![false; n as usize];
        visited[0] = true;
        let walked = walks(&steps, 0, &mut visited, n as usize - 1);
        let mut model = Model::new();
        let next = model.int_each(steps.iter().map(Vec::as_slice));
        model.add(circuit(next, 0));
        assert_eq!(n_solutions(&model, Consistency::Domain), walked);
    }
}

#[test]
fn large_offsets_are_rejected() {
    let mut model = Model::new();
    let x = model.int(0..=1);
    let error = model.post(circuit([x], MAX_VALUE)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "circuit: 1 nodes from 2147483646 leaves the range of numbers"
    );
}
