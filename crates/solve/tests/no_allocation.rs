//! Plain search allocates nothing per node: after warm-up, thousands of nodes are searched without a call of the allocator.

mod counting_allocator;

use counting_allocator::allocations;
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

/// Models of eight variables over 0..7 and eight Booleans, each with its own constraints.
#[derive(Default)]
struct Models(Vec<(String, Model)>);

impl Models {
    fn add(&mut self, constraint: impl Constraint + 'static) {
        self.add_all(vec![constraint]);
    }

    fn add_all(&mut self, constraints: Vec<impl Constraint + 'static>) {
        let (mut model, ..) = variables();
        for constraint in constraints {
            model.post(constraint).expect("small values");
        }
        let last = model.terms().pop().expect("a constraint");
        self.0.push((last.to_string(), model));
    }
}

fn variables() -> (Model, Vec<Var>, Vec<Var>) {
    let mut model = Model::new();
    let names = (0..8).map(|i| format!("x{i}"));
    let x = model.vars(names, 0..=7).expect("a domain");
    let b = (0..8).map(|i| model.bool(format!("b{i}"))).collect();
    (model, x, b)
}

fn models() -> Models {
    let (_, x, b) = variables();
    let ones = || x.iter().map(|&var| (1, var));
    let rows = (0..64).map(|i| vec![i % 8, i / 8, (i * 5 + 3) % 8]);
    let rows: Vec<Vec<i32>> = rows.collect();
    // Two rows of four nodes.
    let across = [0, 1, 2, 4, 5, 6].map(|node| (node, node + 1));
    let down = [0, 1, 2, 3].map(|node| (node, node + 4));
    let graph = Graph::new(8, across.into_iter().chain(down)).expect("a graph");
    let automaton = Automaton::new(2, 0, 0..=7)
        .otherwise(0, 0)
        .accept(0)
        .accept(1);
    let automaton = (0..8).fold(automaton, |automaton, symbol| {
        automaton
            .arc(0, symbol, usize::from(symbol == 7))
            .arc(1, symbol, usize::from(symbol > 2))
    });
    let mut models = Models::default();
    models.add_all((1..8).map(|i| not_equal(x[i - 1], x[i])).collect());
    models.add(less_equal(x[0], x[1]));
    models.add(equal(x[0], x[1]));
    models.add(linear_eq(ones(), 20));
    models.add(linear_le(ones(), 20));
    models.add(linear_ne(ones(), 20));
    models.add(bool_sum_eq(b.iter(), x[0]));
    models.add(absolute(x[0], x[1]));
    models.add(minimum(&x[1..], x[0]));
    models.add(times(x[0], x[1], x[2]));
    models.add(division(x[0], x[1], x[2]));
    models.add(all_different(x.iter()));
    models.add(all_different_except(x.iter(), 0));
    models.add(count_eq(&x[1..], 3, x[0]));
    models.add(global_cardinality(&x[2..], [1, 5], &x[..2]));
    models.add(inverse(&x[..3], &x[3..6]));
    models.add(channel(x[0], b.iter(), 0));
    models.add(element(x[0], 0, &x[1..7], x[7]));
    models.add(table(&x[..3], rows.clone()));
    models.add(negative_table(&x[..3], rows));
    models.add(regular(x.iter(), automaton));
    models.add(lex_less(&x[..4], &x[4..]));
    models.add(value_precede(1, 2, x.iter()));
    models.add(cumulative(x.iter(), [2; 8], [1; 8], 3));
    models.add(clause(x.iter().map(|&var| Atom::eq(var, 3))));
    models.add(xor(x.iter().map(|&var| Atom::ge(var, 4))));
    models.add(connected_nodes(&graph, b.iter(), EmptySubgraph::Allowed));
    models.add(reachable_nodes(graph.clone(), x[0], b.iter()));
    models.add(circuit(x[..6].iter(), 0));
    models.add(subcircuit(x[..6].iter(), 0));
    models.add(hamiltonian_path(&graph, x.iter()));
    models.add(count_var(&x[2..], x[0], x[1]));
    models.add(half_reified(Atom::ge(b[0], 1), linear_le(ones(), 20)));
    models.add(iff(Atom::ge(b[0], 1), all_different(x[..4].iter())));
    models
}

#[test]
fn nothing_is_allocated_between_two_solutions() {
    let mut failed = Vec::new();
    for (name, model) in models().0 {
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
                        .expect("valid options");
                }
                match span.allocated {
                    Some(0) => {}
                    Some(n) => failed.push(format!("{name} {level} {select}: {n} times")),
                    None => failed.push(format!("{name}: only {} solutions", span.solutions)),
                }
            }
        }
    }
    assert!(
        failed.is_empty(),
        "allocations in 5900 solutions:\n{}",
        failed.join("\n")
    );
}
