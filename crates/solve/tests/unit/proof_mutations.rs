//! The checker rejects corrupted proofs, proofs of wrong claims, and what a wrong propagator leads to.

use std::sync::Arc;

use gridwright_constraints::{all_different, clause};
use gridwright_fd::{
    Constraint as FdConstraint, Cost, Model, Name, PastStore, Poster, Propagator, Pruned, Reason,
    Rng, Status, Store, Tag, Var,
};
use gridwright_proof::{Atom, Constraint, Hint, Op, Statement, Verdict, Writer, check};
use gridwright_solve::{ModelEngine, Proved, RunOptions, model_of, prove, prove_with};
use gridwright_statements::state_puzzle;
use gridwright_term::Term;

/// A step of a proof.
#[derive(Clone, Debug)]
enum Step {
    Answer(Vec<i32>),
    Learn(u32, Vec<Atom>, Vec<Hint>),
    Root(Hint),
    Delete(u32),
}

/// Reads the steps of a proof by the description of its bytes.
struct Decoder<'b> {
    bytes: &'b [u8],
}

impl Decoder<'_> {
    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let (&byte, rest) = self.bytes.split_first().expect("a number");
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
        }
        unreachable!("numbers end")
    }

    fn value(&mut self) -> i32 {
        let number = self.number();
        let half = (number >> 1) as i32;
        if number & 1 == 0 { half } else { -half - 1 }
    }

    fn atom(&mut self, code: u64) -> Atom {
        Atom {
            var: (code / 4) as u32,
            op: [Op::Ge, Op::Le, Op::Eq, Op::Ne][code as usize % 4],
            value: self.value(),
        }
    }

    fn hint(&mut self) -> Hint {
        let code = self.number();
        if code.is_multiple_of(2) {
            return Hint::Clause((code / 2) as u32);
        }
        let atom = match self.number() {
            0 => None,
            code => Some(self.atom(code - 1)),
        };
        Hint::Constraint((code / 2) as u32, atom)
    }
}

fn decode(statement: &Statement, proof: &[u8]) -> Vec<Step> {
    let end = proof
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a header");
    let mut decoder = Decoder {
        bytes: &proof[end + 1..],
    };
    decoder.number();
    decoder.number();
    let mut steps = Vec::new();
    loop {
        steps.push(match decoder.number() {
            0 => return steps,
            1 => Step::Answer(statement.domains.iter().map(|_| decoder.value()).collect()),
            2 => {
                let n = decoder.number();
                let mut atoms = Vec::new();
                for _ in 0..n {
                    let code = decoder.number();
                    atoms.push(decoder.atom(code));
                }
                let slot = if n > 1 { decoder.number() } else { 0 };
                let n_hints = decoder.number();
                let hints = (0..n_hints).map(|_| decoder.hint()).collect();
                Step::Learn(slot as u32, atoms, hints)
            }
            3 => Step::Root(decoder.hint()),
            _ => Step::Delete(decoder.number() as u32),
        });
    }
}

fn encode(statement: &Statement, steps: &[Step]) -> Vec<u8> {
    let (n_vars, n_constraints) = (statement.domains.len(), statement.constraints.len());
    let mut writer = Writer::new(Vec::new(), n_vars, n_constraints);
    for step in steps {
        match step {
            Step::Answer(values) => writer.answer(values),
            Step::Learn(slot, atoms, hints) => writer.learn(*slot, atoms, hints),
            Step::Root(hint) => writer.root(*hint),
            Step::Delete(slot) => writer.delete(*slot),
        }
    }
    writer.end().expect("memory")
}

fn changed_atom(atom: Atom, statement: &Statement, rng: &mut Rng) -> Atom {
    let mut atom = atom;
    match rng.below(3) {
        0 => atom.var = rng.below(statement.domains.len()) as u32,
        1 => atom.op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]),
        _ => atom.value += *rng.pick(&[-2, -1, 1, 2]),
    }
    atom
}

fn changed_hint(hint: Hint, statement: &Statement, rng: &mut Rng) -> Hint {
    match hint {
        Hint::Clause(_) if rng.one_in(2) => Hint::Clause(rng.below(40) as u32),
        Hint::Clause(_) => Hint::Constraint(rng.below(statement.constraints.len()) as u32, None),
        Hint::Constraint(_, atom) if rng.one_in(2) => {
            Hint::Constraint(rng.below(statement.constraints.len()) as u32, atom)
        }
        Hint::Constraint(index, Some(atom)) => {
            Hint::Constraint(index, Some(changed_atom(atom, statement, rng)))
        }
        Hint::Constraint(index, None) => {
            let var = rng.below(statement.domains.len()) as u32;
            Hint::Constraint(index, Some(Atom::ne(var, 1)))
        }
    }
}

/// Changes one thing; returns whether the answer was changed.
fn mutate(steps: &mut Vec<Step>, statement: &Statement, rng: &mut Rng) -> bool {
    let at = rng.below(steps.len());
    match rng.below(8) {
        // A step is dropped.
        0 => {
            steps.remove(at);
        }
        // An axiom that is none.
        1 => {
            let var = rng.below(statement.domains.len()) as u32;
            let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
            let value = rng.between(0, 9);
            let constraint = rng.below(statement.constraints.len()) as u32;
            let atom = Some(Atom { var, op, value }).filter(|_| !rng.one_in(5));
            steps.insert(at, Step::Root(Hint::Constraint(constraint, atom)));
        }
        // Two steps change places.
        2 => {
            let other = rng.below(steps.len());
            steps.swap(at, other);
        }
        _ => match &mut steps[at] {
            Step::Answer(values) => {
                let i = rng.below(values.len());
                values[i] += *rng.pick(&[-1, 1]);
                return true;
            }
            Step::Learn(slot, atoms, hints) => match rng.below(5) {
                0 if !atoms.is_empty() => {
                    let i = rng.below(atoms.len());
                    atoms[i] = changed_atom(atoms[i], statement, rng);
                }
                1 if !atoms.is_empty() => {
                    atoms.remove(rng.below(atoms.len()));
                }
                2 if !hints.is_empty() => {
                    hints.remove(rng.below(hints.len()));
                }
                3 => *slot = rng.below(40) as u32,
                _ if !hints.is_empty() => {
                    let i = rng.below(hints.len());
                    hints[i] = changed_hint(hints[i], statement, rng);
                }
                _ => {}
            },
            Step::Root(hint) => *hint = changed_hint(*hint, statement, rng),
            Step::Delete(slot) => *slot = rng.below(40) as u32,
        },
    }
    false
}

/// Puzzles with one answer, and the same with several answers because something is not given.
const PAIRS: [(&str, &str, &str); 11] = [
    (
        "sudoku",
        "8........\n..36.....\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n",
        "8........\n..3......\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n",
    ),
    ("magic", "2 7 .\n. . .\n. . 8\n", "2 . .\n. . .\n. . 8\n"),
    (
        "hashi",
        "1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n",
        "1.4.2.\n...2.?\n4.?.1.\n...?.5\n..3.1.\n3..?.3\n",
    ),
    (
        "battleship",
        "fleet 3:1 2:2 1:3\nrows . 3 0 . 3 .\ncols . 1 2 . . 2\n.....w\n......\n......\nl.....\n......\n......\n",
        "fleet 3:1 2:2 1:3\nrows . . 0 . 3 .\ncols . 1 . . . 2\n......\n......\n......\nl.....\n......\n......\n",
    ),
    (
        "numbrix",
        ". 2 . .\n14 . 6 5\n15 12 . 8\n. . . .\n",
        ". . . 1\n. . 7 .\n12 . . .\n. . . 16\n",
    ),
    (
        "whitetan",
        "s s sw w\nse se sw w\ne ne w nw\nn e nw n\n",
        "s s sw w\nse se sw w\ne ne w nw\nn e nw n\n",
    ),
    (
        "nonogram",
        "nonogram\nrows\n2 1\n1 1\n1 2\n0\n1 1\n3\ncols\n2 1\n1 1 1\n1\n1 1 1\n2 1\n0\n",
        "nonogram\nrows\n2 1\n1 1\n1 2\n0\n1 1\n3\ncols\n?\n?\n1\n?\n?\n?\n",
    ),
    (
        "slitherlink",
        "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n",
        "2....\n.2...\n..2..\n.....\n.0...\n",
    ),
    (
        "nurikabe",
        ". 5 . . .\n. . 2 . .\n. . . . .\n. . 1 . .\n. . . 3 .\n",
        ". ? . . .\n. . ? . .\n. . . . .\n. . ? . .\n. . . ? .\n",
    ),
    (
        "heyawake",
        "a:2 b:2 b c:2 c d:2\na b b c c d\na b b c c d\ne e e e e d\nf f f g g d\nf f f g g h\n",
        "a b b c c d\na b b c c d\na b b c c d\ne e e e e d\nf f f g g d\nf f f g g h\n",
    ),
    (
        "fillomino",
        ". . 4 . . .\n. 5 3 . 2 .\n. . . . 5 2\n3 3 . . . .\n. 2 . 1 4 .\n. . . 3 . .\n",
        ". . 4 . . .\n. 5 3 . 2 .\n. . . . 5 2\n3 . . . . .\n. 2 . 1 4 .\n. . . 3 . .\n",
    ),
];

#[test]
fn ten_thousand_mutations_prove_nothing_wrong() {
    let mut rng = Rng::new(26);
    let (mut n_rejected, mut n_true) = (0, 0);
    for (kind, text, several) in PAIRS {
        let statement = state_puzzle(kind, text).expect("a puzzle");
        let options = RunOptions::new().engine(ModelEngine::Learn);
        let outcome = prove(&statement, &options, Vec::new()).expect("a run");
        let Proved::Unique(values) = outcome.proved else {
            panic!("{kind}: {:?}", outcome.proved);
        };
        let steps = decode(&statement, &outcome.out);
        assert_eq!(encode(&statement, &steps), outcome.out, "{kind}");
        // A proof about a puzzle with several answers is always wrong, however it is changed.
        let other = state_puzzle(kind, several).expect("a puzzle");
        let is_unique = text == several;
        if !is_unique {
            let found = prove(&other, &options, Vec::new()).expect("a run").proved;
            assert!(matches!(found, Proved::Many(..)), "{kind}: {found:?}");
            check(&other, &outcome.out[..]).expect_err("a proof about another puzzle");
        }
        for round in 0..1700 {
            let mut mutated = steps.clone();
            let mut answer_changed = false;
            for _ in 0..1 + rng.below(2) {
                answer_changed |= mutate(&mut mutated, &statement, &mut rng);
            }
            let mut bytes = encode(&statement, &mutated);
            if round % 5 == 0 {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            } else if round % 31 == 0 {
                bytes.truncate(rng.below(bytes.len()));
            }
            match check(&statement, &bytes[..]) {
                Err(_) => n_rejected += 1,
                Ok(verdict) => {
                    assert!(!answer_changed, "{kind}, round {round}");
                    assert_eq!(
                        verdict,
                        Verdict::Unique(values.clone()),
                        "{kind}, round {round}"
                    );
                    n_true += 1;
                }
            }
            if !is_unique {
                check(&other, &bytes[..]).expect_err("there are several answers");
            }
        }
    }
    assert!(n_rejected + n_true >= 10_000, "{n_rejected} and {n_true}");
    // Dropping a deletion or an inference that is not needed leaves a proof.
    assert!(
        n_rejected > n_true,
        "{n_rejected} rejected, {n_true} still true"
    );
}

/// A constraint whose propagator removes a value that solutions have, for no reason.
#[derive(Debug)]
struct Hasty {
    inner: Arc<dyn FdConstraint>,
    var: Var,
}

impl FdConstraint for Hasty {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        self.inner.term(name)
    }

    fn scope(&self) -> Vec<Var> {
        self.inner.scope()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.inner.holds(at)
    }

    fn post(&self, out: &mut Poster<'_>) {
        self.inner.post(out);
        out.add(Cost::Linear, HastyPropagator(self.var), []);
    }
}

#[derive(Debug)]
struct HastyPropagator(Var);

impl Propagator for HastyPropagator {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let largest = store.max(self.0.view());
        if !store.is_fixed(self.0.view()) {
            store.remove(self.0.view(), largest, Tag(0))?;
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, _: gridwright_fd::Atom, _: Tag, _: &PastStore<'_>, _: &mut Reason) {}
}

/// The model of a statement with one constraint replaced.
fn with_wrong(statement: &Statement, wrong: usize, var: usize) -> Model {
    let right = model_of(statement).expect("a model");
    let mut model = Model::new();
    for var in right.all_vars() {
        let name = Name::from(format!("y{}", var.index()));
        model
            .var(name, right.domain(var).clone())
            .expect("a variable");
    }
    for (i, constraint) in right.constraints().iter().enumerate() {
        let inner = Arc::clone(constraint);
        let posted: Arc<dyn FdConstraint> = match i == wrong {
            true => Arc::new(Hasty {
                inner,
                var: Var::at(var),
            }),
            false => inner,
        };
        model.post_shared(posted).expect("a constraint");
    }
    let keys = right.keys().expect("keys").to_vec();
    model.set_keys(keys).expect("keys");
    model
}

#[test]
fn a_wrong_propagator_is_caught() {
    let options = RunOptions::new().engine(ModelEngine::Learn);
    let mut n_wrong = 0;
    for (kind, _, several) in PAIRS {
        let statement = state_puzzle(kind, several).expect("a puzzle");
        for var in 1..statement.domains.len().min(12) {
            let model = with_wrong(&statement, 0, var);
            let outcome = prove_with(&statement, &model, &options, Vec::new()).expect("a run");
            let checked = check(&statement, &outcome.out[..]);
            let plain = prove(&statement, &options, Vec::new())
                .expect("a run")
                .proved;
            match (outcome.proved, plain) {
                // The wrong propagator made no difference to the verdict, or there is no proof.
                (Proved::Many(..), _) => {}
                (Proved::Unique(_), Proved::Unique(_)) | (Proved::None, Proved::None) => {}
                (wrong, _) => {
                    n_wrong += 1;
                    let error = checked.expect_err("a wrong claim");
                    let error = error.to_string();
                    assert!(error.contains("step"), "{wrong:?}: {error}");
                }
            }
        }
    }
    assert!(n_wrong > 10, "{n_wrong}");
}

#[test]
fn wrong_constraints_are_caught() {
    // Two variables over 1..2 that differ: two solutions. The model also forbids x0 = 1.
    let mut statement = Statement::default();
    for _ in 0..2 {
        let var = statement.add_var(gridwright_proof::Domain::range(1, 2));
        statement.keys.push(var);
    }
    statement
        .constraints
        .push(Constraint::AllDifferent(vec![(0, 0), (1, 0)]));
    statement.add_clause([Atom::ge(0, 1)]);
    let mut model = Model::new();
    let x = model.var("x", 1..=2).expect("a variable");
    let y = model.var("y", 1..=2).expect("a variable");
    model.post(all_different([x, y])).expect("a constraint");
    model
        .post(clause([gridwright_fd::Atom::ge(x, 2)]))
        .expect("a constraint");
    model.set_keys(vec![x, y]).expect("keys");
    let options = RunOptions::new().engine(ModelEngine::Learn);
    let outcome = prove_with(&statement, &model, &options, Vec::new()).expect("a run");
    assert_eq!(outcome.proved, Proved::Unique(vec![2, 1]));
    let error = check(&statement, &outcome.out[..]).expect_err("a wrong claim");
    assert_eq!(
        error.to_string(),
        "step 2: constraint 1 does not imply x0 >= 2"
    );
}
