//! A plain interpreter of the refined operational semantics, and the law that the engine fires the same rules in the same order.
//!
//! It covers rules over numbers. No symbol is removed at two occurrences, as SWI-Prolog searches for partners of such rules together
//! (`rule_groups.rs`), which the semantics leaves open.

use std::collections::HashSet;
use std::fmt::Write as _;

use gridwright_chr::{Limits, Program};
use gridwright_control::Rng;

/// Programs that are made, and queries to each.
const PROGRAMS: u64 = 400;
const QUERIES: usize = 4;

/// Numbers of arguments of the constraints `c0`, `c1` and so on. A body calls only constraints after those of its heads, so that runs end.
const ARITIES: [usize; 6] = [1, 2, 1, 2, 3, 0];

/// Variables of a rule.
const VARS: usize = 3;

const COMPARISONS: [&str; 6] = ["<", "=<", ">", ">=", "=:=", "=\\="];

/// A part of a head or body: a variable, by its number, or a constant.
#[derive(Clone, Copy)]
enum Arg {
    Var(usize),
    Number(i64),
}

type Atom = (usize, Vec<Arg>);

struct Rule {
    /// The removed heads, then the others, as occurrences are numbered.
    heads: Vec<Atom>,
    removed: usize,
    guard: Vec<(Arg, usize, Arg)>,
    body: Vec<Atom>,
}

fn shown_arg(arg: Arg) -> String {
    match arg {
        Arg::Var(var) => format!("X{var}"),
        Arg::Number(number) => number.to_string(),
    }
}

fn shown((symbol, args): &Atom) -> String {
    let args: Vec<String> = args.iter().map(|&arg| shown_arg(arg)).collect();
    match &args[..] {
        [] => format!("c{symbol}"),
        args => format!("c{symbol}({})", args.join(", ")),
    }
}

fn all(atoms: &[Atom]) -> String {
    let atoms: Vec<String> = atoms.iter().map(shown).collect();
    atoms.join(", ")
}

impl Rule {
    /// The rule as text; its body begins by writing its number and the values of its variables.
    fn text(&self, number: usize) -> String {
        let (removed, kept) = self.heads.split_at(self.removed);
        let heads = match (removed, kept) {
            ([], kept) => format!("{} ==> ", all(kept)),
            (removed, []) => format!("{} <=> ", all(removed)),
            (removed, kept) => format!("{} \\ {} <=> ", all(kept), all(removed)),
        };
        let guard: Vec<String> = self
            .guard
            .iter()
            .map(|&(left, compare, right)| {
                let compare = COMPARISONS[compare];
                format!("{} {compare} {}", shown_arg(left), shown_arg(right))
            })
            .collect();
        let guard = if guard.is_empty() {
            String::new()
        } else {
            format!("{} | ", guard.join(", "))
        };
        let vars: Vec<String> = self.vars().iter().map(|var| format!("X{var}")).collect();
        let mut text = format!("{heads}{guard}write(r{number}-[{}]), nl", vars.join(","));
        for call in &self.body {
            write!(text, ", {}", shown(call)).expect("it fits");
        }
        text + "."
    }

    /// The variables of the heads, in order.
    fn vars(&self) -> Vec<usize> {
        let args = self.heads.iter().flat_map(|(_, args)| args);
        let mentioned: Vec<usize> = args
            .filter_map(|arg| match arg {
                Arg::Var(var) => Some(*var),
                Arg::Number(_) => None,
            })
            .collect();
        (0..VARS).filter(|var| mentioned.contains(var)).collect()
    }
}

/// A stored constraint; its number is its place in the store.
struct Suspension {
    symbol: usize,
    args: Vec<i64>,
    alive: bool,
}

/// The state of the semantics: the store, the propagation history, and what was written.
struct Reference<'r> {
    rules: &'r [Rule],
    store: Vec<Suspension>,
    history: HashSet<(usize, Vec<usize>)>,
    written: String,
}

impl Reference<'_> {
    /// Calls a constraint: it is stored, and active at its occurrences in turn.
    fn call(&mut self, symbol: usize, args: Vec<i64>) {
        let id = self.store.len();
        let alive = true;
        self.store.push(Suspension {
            symbol,
            args,
            alive,
        });
        let rules = self.rules;
        for (number, rule) in rules.iter().enumerate() {
            for active in 0..rule.heads.len() {
                let mut found = vec![None; rule.heads.len()];
                if self.matches(rule, active, id, [None; VARS]).is_some() {
                    found[active] = Some(id);
                    self.search(number, active, &mut found);
                }
                if !self.store[id].alive {
                    return;
                }
            }
        }
    }

    /// Matches a head with a stored constraint, given what variables stand for.
    fn matches(
        &self,
        rule: &Rule,
        head: usize,
        id: usize,
        mut values: [Option<i64>; VARS],
    ) -> Option<[Option<i64>; VARS]> {
        let (symbol, args) = &rule.heads[head];
        let stored = &self.store[id];
        if stored.symbol != *symbol || !stored.alive {
            return None;
        }
        for (arg, &value) in args.iter().zip(&stored.args) {
            let known = match *arg {
                Arg::Number(number) => number,
                Arg::Var(var) => *values[var].get_or_insert(value),
            };
            if known != value {
                return None;
            }
        }
        Some(values)
    }

    /// What variables stand for once some heads are matched; none if these are gone or do not match.
    fn values(
        &self,
        rule: &Rule,
        active: usize,
        found: &[Option<usize>],
    ) -> Option<[Option<i64>; VARS]> {
        let order = std::iter::once(active).chain((0..found.len()).filter(|&head| head != active));
        let mut values = [None; VARS];
        for head in order {
            if let Some(id) = found[head] {
                values = self.matches(rule, head, id, values)?;
            }
        }
        Some(values)
    }

    /// Tries all partners for the first head that has none, the newest first, and fires the rule when all have one.
    fn search(&mut self, number: usize, active: usize, found: &mut [Option<usize>]) {
        let rules = self.rules;
        let rule = &rules[number];
        let Some(head) = found.iter().position(Option::is_none) else {
            self.fire(number, active, found);
            return;
        };
        // What is stored while the search goes on is no candidate of it.
        for id in (0..self.store.len()).rev() {
            if found.contains(&Some(id)) {
                continue;
            }
            found[head] = Some(id);
            if self.values(rule, active, found).is_some() {
                self.search(number, active, found);
            }
            found[head] = None;
            // A body may have removed what was found before.
            if self.values(rule, active, found).is_none() {
                return;
            }
        }
    }

    fn fire(&mut self, number: usize, active: usize, found: &[Option<usize>]) {
        let rules = self.rules;
        let rule = &rules[number];
        let values = self.values(rule, active, found).expect("all heads match");
        let value = |arg: Arg| match arg {
            Arg::Var(var) => values[var].expect("it is a variable of a head"),
            Arg::Number(number) => number,
        };
        let holds = |&(left, compare, right): &(Arg, usize, Arg)| {
            let (left, right) = (value(left), value(right));
            [
                left < right,
                left <= right,
                left > right,
                left >= right,
                left == right,
                left != right,
            ][compare]
        };
        if !rule.guard.iter().all(holds) {
            return;
        }
        let ids: Vec<usize> = found.iter().flatten().copied().collect();
        if rule.removed == 0 && !self.history.insert((number, ids.clone())) {
            return;
        }
        for &id in &ids[..rule.removed] {
            self.store[id].alive = false;
        }
        let vars: Vec<String> = values.iter().flatten().map(i64::to_string).collect();
        writeln!(self.written, "r{number}-[{}]", vars.join(",")).expect("it fits");
        for (symbol, args) in &rule.body {
            self.call(*symbol, args.iter().map(|&arg| value(arg)).collect());
        }
    }

    /// The constraints that are left, in the order of their texts.
    fn left(&self) -> Vec<String> {
        let left = self.store.iter().filter(|stored| stored.alive);
        let mut left: Vec<String> = left
            .map(|stored| {
                let args = stored.args.iter().map(|&number| Arg::Number(number));
                shown(&(stored.symbol, args.collect()))
            })
            .collect();
        left.sort();
        left
    }
}

fn arg(vars: &[usize], rng: &mut Rng) -> Arg {
    if vars.is_empty() || rng.below(8) == 0 {
        Arg::Number(rng.below(3) as i64)
    } else {
        Arg::Var(*rng.pick(vars))
    }
}

fn rules(rng: &mut Rng) -> Vec<Rule> {
    let mut rules = Vec::new();
    // Symbols that some rule removes.
    let mut taken = HashSet::new();
    for _ in 0..2 + rng.below(5) {
        let mut heads: Vec<(Atom, bool)> = Vec::new();
        for _ in 0..1 + rng.below(3) {
            let symbol = rng.below(ARITIES.len());
            let args = (0..ARITIES[symbol]).map(|_| arg(&[0, 1, 2], rng)).collect();
            let removed = rng.below(2) == 0 && taken.insert(symbol);
            heads.push(((symbol, args), removed));
        }
        heads.sort_by_key(|(_, removed)| !removed);
        let removed = heads.iter().filter(|(_, removed)| *removed).count();
        let heads: Vec<Atom> = heads.into_iter().map(|(head, _)| head).collect();
        let last = heads.iter().map(|(symbol, _)| symbol + 1).max();
        let later = last.unwrap_or(0)..ARITIES.len();
        let mut rule = Rule {
            heads,
            removed,
            guard: Vec::new(),
            body: Vec::new(),
        };
        let vars = rule.vars();
        for _ in 0..rng.below(3) {
            let compare = rng.below(COMPARISONS.len());
            rule.guard.push((arg(&vars, rng), compare, arg(&vars, rng)));
        }
        for _ in 0..rng.below(3) {
            if !later.is_empty() {
                let symbol = later.start + rng.below(later.len());
                let args = (0..ARITIES[symbol]).map(|_| arg(&vars, rng)).collect();
                rule.body.push((symbol, args));
            }
        }
        rules.push(rule);
    }
    rules
}

fn program(rules: &[Rule], seed: u64) -> String {
    let mode = ["+int", "?any"][(seed % 2) as usize];
    let declared = ARITIES
        .iter()
        .enumerate()
        .map(|(symbol, &arity)| match arity {
            0 => format!("c{symbol}"),
            arity => format!("c{symbol}({})", vec![mode; arity].join(", ")),
        });
    let declared: Vec<String> = declared.collect();
    let mut text = format!(":- chr_constraint {}.\n", declared.join(", "));
    for (number, rule) in rules.iter().enumerate() {
        writeln!(text, "{}", rule.text(number)).expect("it fits");
    }
    text
}

#[test]
fn the_engine_fires_what_the_semantics_fires() {
    let mut firings = 0;
    for seed in 0..PROGRAMS {
        let mut rng = Rng::new(seed);
        let rules = rules(&mut rng);
        let text = program(&rules, seed);
        let compiled = Program::parse(&text, "reference");
        let compiled = compiled.unwrap_or_else(|why| panic!("{why}{text}"));
        for at in 0..QUERIES {
            let calls: Vec<(usize, Vec<i64>)> = (0..8 + rng.below(12))
                .map(|_| {
                    let symbol = rng.below(ARITIES.len());
                    let arg = |_| rng.below(3) as i64;
                    (symbol, (0..ARITIES[symbol]).map(arg).collect())
                })
                .collect();
            let mut reference = Reference {
                rules: &rules,
                store: Vec::new(),
                history: HashSet::new(),
                written: String::new(),
            };
            let mut goals = Vec::new();
            for (symbol, args) in calls {
                let shown_args = args.iter().map(|&number| Arg::Number(number)).collect();
                goals.push(shown(&(symbol, shown_args)));
                reference.call(symbol, args);
            }
            let query = goals.join(", ");
            let mut run = compiled.query(&query, Limits::default());
            let run = run.as_mut().expect("the query can be read");
            match at {
                0 => run.interpret_rules(),
                1 => run.compact_every(0),
                _ => {}
            }
            let answer = run.next_answer().expect("nothing is thrown");
            let mut store: Vec<String> = answer
                .expect("no body fails")
                .store
                .iter()
                .map(ToString::to_string)
                .collect();
            store.sort();
            assert_eq!(run.take_output(), reference.written, "{text}?- {query}.");
            assert_eq!(store, reference.left(), "{text}?- {query}.");
            firings += reference.written.lines().count();
        }
    }
    assert!(firings > 5_000, "only {firings} firings");
}
