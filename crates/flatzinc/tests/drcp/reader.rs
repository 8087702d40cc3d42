//! A small reader of DRCP proofs that checks them by the rules of `pumpkin-checker`, so that proofs are checked where that is not installed.

use std::collections::{BTreeSet, HashMap};

use gridwright_solve::{DrcpConstraint, DrcpItem, DrcpModel, DrcpObjective};

/// An atom: a variable's name, an operator and a value.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Atom {
    name: String,
    op: Op,
    value: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Op {
    Ge,
    Le,
    Eq,
    Ne,
}

impl Atom {
    fn negated(&self) -> Atom {
        let (op, value) = match self.op {
            Op::Ge => (Op::Le, self.value - 1),
            Op::Le => (Op::Ge, self.value + 1),
            Op::Eq => (Op::Ne, self.value),
            Op::Ne => (Op::Eq, self.value),
        };
        let name = self.name.clone();
        Atom { name, op, value }
    }
}

/// Domains from atoms; without any, a variable has all values between these.
const ENDS: (i64, i64) = (-1 << 40, 1 << 40);

#[derive(Clone, Default)]
struct State(HashMap<String, (i64, i64, BTreeSet<i64>)>);

impl State {
    fn of<'a>(atoms: impl IntoIterator<Item = &'a Atom>) -> Option<State> {
        let mut state = State::default();
        atoms
            .into_iter()
            .all(|atom| state.apply(atom))
            .then_some(state)
    }

    /// False if the domain becomes empty.
    fn apply(&mut self, atom: &Atom) -> bool {
        let start = || (ENDS.0, ENDS.1, BTreeSet::new());
        let (min, max, holes) = self.0.entry(atom.name.clone()).or_insert_with(start);
        match atom.op {
            Op::Ge => *min = atom.value.max(*min),
            Op::Le => *max = atom.value.min(*max),
            Op::Eq => (*min, *max) = (atom.value.max(*min), atom.value.min(*max)),
            Op::Ne => drop(holes.insert(atom.value)),
        }
        while min <= max && holes.contains(min) {
            *min += 1;
        }
        while min <= max && holes.contains(max) {
            *max -= 1;
        }
        min <= max
    }

    fn bounds(&self, name: &str) -> (i64, i64) {
        self.0.get(name).map_or(ENDS, |domain| (domain.0, domain.1))
    }

    fn contains(&self, name: &str, value: i64) -> bool {
        let domain = self.0.get(name);
        domain.is_none_or(|(min, max, holes)| {
            (*min..=*max).contains(&value) && !holes.contains(&value)
        })
    }

    fn is_true(&self, atom: &Atom) -> bool {
        let (min, max) = self.bounds(&atom.name);
        match atom.op {
            Op::Ge => min >= atom.value,
            Op::Le => max <= atom.value,
            Op::Eq => min >= atom.value && max <= atom.value,
            Op::Ne => !self.contains(&atom.name, atom.value),
        }
    }
}

/// Checks a proof; the conclusion is `None` for no solution, or the bound on the objective.
pub(super) fn check(model: &DrcpModel, proof: &str) -> Result<Option<i64>, String> {
    let mut atoms: HashMap<i64, Atom> = HashMap::new();
    let mut nogoods: HashMap<i64, BTreeSet<Atom>> = HashMap::new();
    let mut facts: HashMap<i64, (Vec<Atom>, Option<Atom>)> = HashMap::new();
    for (number, line) in (1..).zip(proof.lines()) {
        let wrong = |what: &str| format!("line {number}: {what}");
        let int = |word: &str| word.parse::<i64>().map_err(|_| wrong("no number"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let atom = |code: i64| {
            let atom = atoms.get(&code.abs()).ok_or_else(|| wrong("unknown atom"));
            atom.map(|atom| {
                if code < 0 {
                    atom.negated()
                } else {
                    atom.clone()
                }
            })
        };
        match words[..] {
            ["a", code, name, op, value] => {
                let op = match op {
                    ">=" => Op::Ge,
                    "<=" => Op::Le,
                    "==" => Op::Eq,
                    "!=" => Op::Ne,
                    _ => return Err(wrong("unknown operator")),
                };
                let name = name.strip_prefix('[').ok_or_else(|| wrong("no bracket"))?;
                let value = value.strip_suffix(']').ok_or_else(|| wrong("no bracket"))?;
                let value = int(value)?;
                let name = name.to_owned();
                atoms.insert(int(code)?, Atom { name, op, value });
            }
            ["i", id, ref rest @ ..] => {
                let zero = rest.iter().position(|word| *word == "0");
                let zero = zero.ok_or_else(|| wrong("no 0"))?;
                let premises = rest[..zero].iter().map(|word| atom(int(word)?));
                let premises: Vec<Atom> = premises.collect::<Result<_, _>>()?;
                let (mut consequent, mut by, mut rule) = (None, None, "");
                for word in &rest[zero + 1..] {
                    match word.split_once(':') {
                        Some(("c", number)) => by = Some(int(number)?),
                        Some(("l", label)) => rule = label,
                        _ => consequent = Some(atom(int(word)?)?),
                    }
                }
                if rule == "initial_domain" {
                    let holds = consequent
                        .as_ref()
                        .is_some_and(|atom| is_initial(model, atom));
                    if !holds {
                        return Err(wrong("no initial domain"));
                    }
                } else {
                    let negated = consequent.as_ref().map(Atom::negated);
                    let state = State::of(premises.iter().chain(&negated));
                    let state = state.ok_or_else(|| wrong("inconsistent premises"))?;
                    let by = by.ok_or_else(|| wrong("no constraint"))?;
                    let holds = match rule {
                        "nogood" => nogoods
                            .get(&by)
                            .is_some_and(|nogood| nogood.iter().all(|atom| state.is_true(atom))),
                        rule => {
                            let index = usize::try_from(by - 1).ok();
                            let constraint = index.and_then(|index| model.constraints.get(index));
                            let constraint = constraint.ok_or_else(|| wrong("no constraint"))?;
                            let moved = consequent.as_ref().map(|atom| atom.name.as_str());
                            fails(model, constraint, rule, &state, moved)
                        }
                    };
                    if !holds {
                        return Err(wrong("the inference does not hold"));
                    }
                }
                facts.insert(int(id)?, (premises, consequent));
            }
            ["n", id, ref rest @ ..] => {
                let zero = rest.iter().position(|word| *word == "0");
                let zero = zero.ok_or_else(|| wrong("no 0"))?;
                let premises = rest[..zero].iter().map(|word| atom(int(word)?));
                let premises: Vec<Atom> = premises.collect::<Result<_, _>>()?;
                let mut is_refuted = false;
                if let Some(mut state) = State::of(&premises) {
                    for word in &rest[zero + 1..] {
                        let fact = facts.get(&int(word)?);
                        let (needed, then) = fact.ok_or_else(|| wrong("unknown step"))?;
                        if !is_refuted && needed.iter().all(|atom| state.is_true(atom)) {
                            is_refuted = !then.as_ref().is_some_and(|atom| state.apply(atom));
                        }
                    }
                } else {
                    is_refuted = true;
                }
                if !is_refuted {
                    return Err(wrong("no contradiction"));
                }
                let id = int(id)?;
                let is_used = id <= model.constraints.len() as i64;
                if is_used || nogoods.insert(id, premises.into_iter().collect()).is_some() {
                    return Err(wrong("the number is used"));
                }
                facts.clear();
            }
            ["c", "UNSAT"] => {
                return match nogoods.values().any(BTreeSet::is_empty) {
                    true => Ok(None),
                    false => Err(wrong("no empty nogood")),
                };
            }
            ["c", code] => {
                let bound = atom(int(code)?)?;
                let expected = BTreeSet::from([bound.negated()]);
                let is_about = model.objective.is_some_and(|objective| {
                    let (DrcpObjective::Minimise(var) | DrcpObjective::Maximise(var)) = objective;
                    model.vars[var as usize].name == bound.name
                });
                return match is_about && nogoods.values().any(|nogood| *nogood == expected) {
                    true => Ok(Some(bound.value)),
                    false => Err(wrong("the bound is not proved")),
                };
            }
            [] => {}
            _ => return Err(wrong("unknown step")),
        }
    }
    Err("no conclusion".to_owned())
}

fn is_initial(model: &DrcpModel, atom: &Atom) -> bool {
    let var = model.vars.iter().find(|var| var.name == atom.name);
    var.is_some_and(|var| {
        let mut values = var
            .ranges
            .iter()
            .map(|&(min, max)| (i64::from(min), i64::from(max)));
        values.all(|(min, max)| match atom.op {
            Op::Ge => min >= atom.value,
            Op::Le => max <= atom.value,
            Op::Eq => (min, max) == (atom.value, atom.value),
            Op::Ne => !(min..=max).contains(&atom.value),
        })
    })
}

/// Whether the constraint is violated by a rule.
fn fails(
    model: &DrcpModel,
    constraint: &DrcpConstraint,
    rule: &str,
    state: &State,
    moved: Option<&str>,
) -> bool {
    let name = |item: DrcpItem| match item {
        DrcpItem::Var(var) => Ok(model.vars[var as usize].name.as_str()),
        DrcpItem::Constant(value) => Err(i64::from(value)),
    };
    let bounds = |item: DrcpItem| match name(item) {
        Ok(name) => state.bounds(name),
        Err(value) => (value, value),
    };
    let is_known = |(min, max): (i64, i64)| min > ENDS.0 && max < ENDS.1;
    match (rule, constraint) {
        (
            "linear_bounds",
            DrcpConstraint::Linear {
                terms,
                is_equation,
                bound,
            },
        ) => {
            let exceeds = |sign: i128| {
                let least = terms.iter().map(|&(a, item)| {
                    let a = sign * i128::from(a);
                    let (min, max) = bounds(item);
                    a * i128::from(if a > 0 { min } else { max })
                });
                // An unknown bound makes the sum far too small.
                least.sum::<i128>() > sign * i128::from(*bound)
            };
            exceeds(1) || *is_equation && exceeds(-1)
        }
        ("all_different", DrcpConstraint::AllDifferent(items)) => {
            let known: Vec<DrcpItem> = items
                .iter()
                .copied()
                .filter(|&item| is_known(bounds(item)))
                .collect();
            let mut values = BTreeSet::new();
            for &item in &known {
                let (min, max) = bounds(item);
                let own = (min..=max).filter(|&value| match name(item) {
                    Ok(name) => state.contains(name, value),
                    Err(_) => true,
                });
                values.extend(own);
            }
            values.len() < known.len()
        }
        ("time_table", DrcpConstraint::Cumulative { tasks, capacity }) => {
            let mut profile: HashMap<i64, i64> = HashMap::new();
            let mut moved_task = None;
            for task in tasks {
                let (min, max) = bounds(task.start);
                if !is_known((min, max)) {
                    continue;
                }
                let is_moved = moved.is_some() && name(task.start).ok() == moved;
                if is_moved {
                    moved_task = Some(task);
                }
                for time in max..min + i64::from(task.duration) {
                    *profile.entry(time).or_default() += i64::from(task.demand);
                }
            }
            if profile
                .values()
                .any(|&demand| demand > i64::from(*capacity))
            {
                return true;
            }
            moved_task.is_some_and(|task| {
                let (min, max) = bounds(task.start);
                for time in max..min + i64::from(task.duration) {
                    *profile.entry(time).or_default() -= i64::from(task.demand);
                }
                let own = name(task.start).unwrap_or_default();
                (min..=max)
                    .filter(|&start| state.contains(own, start))
                    .all(|start| {
                        let mut times = start..start + i64::from(task.duration);
                        times.any(|time| {
                            let beside = profile.get(&time).copied().unwrap_or(0);
                            beside > 0 && beside + i64::from(task.demand) > i64::from(*capacity)
                        })
                    })
            })
        }
        _ => false,
    }
}
