//! Plain search allocates nothing per node: after warm-up, thousands of nodes are searched without a call of the allocator.

mod counting;

use counting::allocations;
use gridwright_constraints::*;
use gridwright_fd::*;

/// The two solutions between which allocations are counted.
const FROM: u64 = 100;
const TO: u64 = 6_000;

/// Counts solutions, and the allocations between two of them.
#[derive(Default)]
struct Span {
    solutions: u64,
    before: u64,
    allocated: Option<u64>,
}

impl Sink for Span {
    fn solution(&mut self, _: &Assignment) -> Flow {
        self.solutions += 1;
        let now = allocations();
        if self.solutions == FROM {
            self.before = now;
        }
        if self.solutions < TO {
            return Flow::Continue;
        }
        self.allocated = Some(now - self.before);
        Flow::Stop
    }
}

/// Eight variables over 0..7 and eight Booleans, under one constraint.
fn model(post: impl FnOnce(&mut Model, &[Var], &[Var]) -> Result<(), ModelError>) -> Model {
    let mut model = Model::new();
    let x = model
        .vars((0..8).map(|i| format!("x{i}")), 0..=7)
        .expect("a domain");
    let b: Vec<Var> = (0..8).map(|i| model.bool(format!("b{i}"))).collect();
    post(&mut model, &x, &b).expect("small values");
    model
}

fn ones(x: &[Var]) -> Vec<(i32, Var)> {
    x.iter().map(|&var| (1, var)).collect()
}

fn models() -> Vec<(&'static str, Model)> {
    let rows: Vec<Vec<i32>> = (0..64)
        .map(|i| vec![i % 8, i / 8, (i * 5 + 3) % 8])
        .collect();
    let grid = [
        (0, 1),
        (1, 2),
        (2, 3),
        (4, 5),
        (5, 6),
        (6, 7),
        (0, 4),
        (1, 5),
        (2, 6),
        (3, 7),
    ];
    let graph = Graph::new(8, grid).expect("a graph");
    let automaton = Automaton::new(2, 0, 0..=7)
        .otherwise(0, 0)
        .accept(0)
        .accept(1);
    let automaton = (0..8).fold(automaton, |automaton, symbol| {
        automaton
            .arc(0, symbol, usize::from(symbol == 7))
            .arc(1, symbol, usize::from(symbol > 2))
    });
    let pairs = |model: &mut Model, x: &[Var]| {
        for i in 1..x.len() {
            model.post(not_equal(x[i - 1], x[i]))?;
        }
        Ok(())
    };
    vec![
        ("not_equal", model(|m, x, _| pairs(m, x))),
        (
            "less_equal",
            model(|m, x, _| m.post(less_equal(x[0], x[1]))),
        ),
        ("equal", model(|m, x, _| m.post(equal(x[0], x[1])))),
        ("linear_eq", model(|m, x, _| m.post(linear_eq(ones(x), 20)))),
        ("linear_le", model(|m, x, _| m.post(linear_le(ones(x), 20)))),
        ("linear_ne", model(|m, x, _| m.post(linear_ne(ones(x), 20)))),
        (
            "bool_sum",
            model(|m, x, b| m.post(bool_sum_eq(b.iter(), x[0]))),
        ),
        ("absolute", model(|m, x, _| m.post(absolute(x[0], x[1])))),
        ("minimum", model(|m, x, _| m.post(minimum(&x[1..], x[0])))),
        ("times", model(|m, x, _| m.post(times(x[0], x[1], x[2])))),
        (
            "division",
            model(|m, x, _| m.post(division(x[0], x[1], x[2]))),
        ),
        (
            "all_different",
            model(|m, x, _| m.post(all_different(x.iter()))),
        ),
        (
            "all_different_except",
            model(|m, x, _| m.post(all_different_except(x.iter(), 0))),
        ),
        ("count", model(|m, x, _| m.post(count_eq(&x[1..], 3, x[0])))),
        (
            "global_cardinality",
            model(|m, x, _| m.post(global_cardinality(&x[2..], [1, 5], &x[..2]))),
        ),
        (
            "inverse",
            model(|m, x, _| m.post(inverse(&x[..3], &x[3..6]))),
        ),
        (
            "channel",
            model(|m, x, b| m.post(channel(x[0], b.iter(), 0))),
        ),
        (
            "element",
            model(|m, x, _| m.post(element(x[0], 0, &x[1..7], x[7]))),
        ),
        (
            "table",
            model(|m, x, _| m.post(table(&x[..3], rows.clone()))),
        ),
        (
            "negative_table",
            model(|m, x, _| m.post(negative_table(&x[..3], rows.clone()))),
        ),
        (
            "regular",
            model(|m, x, _| m.post(regular(x.iter(), automaton.clone()))),
        ),
        ("lex", model(|m, x, _| m.post(lex_less(&x[..4], &x[4..])))),
        (
            "value_precede",
            model(|m, x, _| m.post(value_precede(1, 2, x.iter()))),
        ),
        (
            "cumulative",
            model(|m, x, _| m.post(cumulative(x.iter(), [2; 8], [1; 8], 3))),
        ),
        (
            "clause",
            model(|m, x, _| m.post(clause(x.iter().map(|&var| Atom::eq(var, 3))))),
        ),
        (
            "xor",
            model(|m, x, _| m.post(xor(x.iter().map(|&var| Atom::ge(var, 4))))),
        ),
        (
            "connected",
            model(|m, _, b| m.post(connected_nodes(&graph, b.iter(), Empty::Allowed))),
        ),
        (
            "reachable",
            model(|m, x, b| m.post(reachable_nodes(graph.clone(), x[0], b.iter()))),
        ),
        (
            "circuit",
            model(|m, x, _| m.post(circuit(x[..6].iter(), 0))),
        ),
        (
            "subcircuit",
            model(|m, x, _| m.post(subcircuit(x[..6].iter(), 0))),
        ),
        (
            "hamiltonian_path",
            model(|m, x, _| m.post(hamiltonian_path(&graph, x.iter()))),
        ),
        (
            "count_var",
            model(|m, x, _| m.post(count_var(&x[2..], x[0], x[1]))),
        ),
        (
            "half",
            model(|m, x, b| m.post(half_reified(Atom::ge(b[0], 1), linear_le(ones(x), 20)))),
        ),
        (
            "iff",
            model(|m, x, b| m.post(iff(Atom::ge(b[0], 1), all_different(x[..4].iter())))),
        ),
    ]
}

#[test]
fn nothing_is_allocated_between_two_solutions() {
    let mut guilty = Vec::new();
    for (name, model) in models() {
        for (_, level) in Consistency::NAMES {
            let setup = Setup {
                consistency: ConsistencyMap::all(*level),
                recording: false,
                repr: DomainRepr::Auto,
            };
            let mut solver = Solver::new(&model, &setup);
            let all: Vec<Var> = model.all_vars().collect();
            for (select, choice) in [
                (Select::InputOrder, Choice::Indomain),
                (Select::FirstFail, Choice::Min),
                (Select::DomWDeg, Choice::Split),
            ] {
                let search = Search::over(vec![Group::new(all.clone(), select, choice)]);
                // The first run is the warm-up, in which stacks grow to their final size.
                let mut span = Span::default();
                for _ in 0..2 {
                    span = Span::default();
                    solver
                        .run(&search, &[], &Limits::default(), &mut span)
                        .expect("a plan that holds");
                }
                match span.allocated {
                    Some(0) => {}
                    Some(n) => guilty.push(format!("{name} {level} {select}: {n} times")),
                    None => guilty.push(format!("{name}: only {} solutions", span.solutions)),
                }
            }
        }
    }
    assert!(
        guilty.is_empty(),
        "allocations in 5900 solutions:\n{}",
        guilty.join("\n")
    );
}
