//! Which rules a step rests on: from the needs of its pattern, those that its conclusions follow from, and the rules that a cell or a house has something at
//! most once, as few as possible.

use gridwright_techniques::cells::{HOUSES, N_CELLS};
use gridwright_techniques::{Grid, Need, Step};

/// Cases within cases that are tried at most.
const MAX_DEPTH: usize = 8;

/// The most cases that are tried for the goals of a step.
const MAX_CASES: usize = 5_000;

/// A rule over some open candidates: at least one of them, or at most one, is true.
#[derive(Clone, Debug)]
struct Rule {
    what: Need,
    at_least: bool,
    candidates: Vec<usize>,
}

/// A search for a proof that the conclusions of a step follow.
#[derive(Debug)]
pub(super) struct Proof {
    rules: Vec<Rule>,
    /// Whether a rule may be used.
    active: Vec<bool>,
    /// For every candidate, whether it is true, if that is known.
    truth: Vec<Option<bool>>,
    /// For every candidate whose truth is derived, the rule it follows from.
    reason: Vec<Option<usize>>,
    /// The candidates whose truth is known, in order.
    trail: Vec<usize>,
    /// The cases tried for the goals.
    n_cases: usize,
}

impl Proof {
    /// The needs that the conclusions of a step follow from, and the cells and houses whose at-most-once rules it takes. `None` if they do not follow.
    pub(super) fn find(grid: &Grid, step: &Step) -> Option<(Vec<Need>, Vec<Need>)> {
        let goals = step
            .placements
            .iter()
            .map(|&one| (index(one), false))
            .chain(step.eliminations.iter().map(|&one| (index(one), true)));
        let goals: Vec<(usize, bool)> = goals.collect();
        let mut proof = Proof::new(grid, &step.pattern.needs, &goals);
        let mut used = match proof.refute_all(&goals) {
            Some(used) => used,
            // A net may rest on more than its pattern names.
            None => {
                proof = Proof::new(grid, &all_needs(grid), &goals);
                proof.refute_all(&goals)?
            }
        };
        // A second attempt with only the rules used so far often needs still fewer; then they are left out one by one.
        for at in (0..used.len()).rev() {
            if used[at] {
                proof.active = used.clone();
                proof.active[at] = false;
                if let Some(fewer) = proof.refute_all(&goals) {
                    used = fewer;
                }
            }
        }
        let rules = proof.rules.iter().zip(&used).filter(|(_, used)| **used);
        let (mut needs, mut once) = (Vec::new(), Vec::new());
        for (rule, _) in rules {
            match rule.at_least {
                true => needs.push(rule.what),
                false => once.push(rule.what),
            }
        }
        Some((needs, once))
    }

    fn new(grid: &Grid, needs: &[Need], goals: &[(usize, bool)]) -> Proof {
        let is_open = |&(cell, digit): &(usize, usize)| grid.has(cell, digit);
        let open =
            |need: Need| -> Vec<usize> { candidates_of(need).filter(is_open).map(index).collect() };
        let mut rules: Vec<Rule> = Vec::new();
        let mut is_relevant = vec![false; 9 * N_CELLS];
        for &(goal, _) in goals {
            is_relevant[goal] = true;
        }
        for &what in needs {
            let candidates = open(what);
            for &candidate in &candidates {
                is_relevant[candidate] = true;
            }
            rules.push(Rule {
                what,
                at_least: true,
                candidates,
            });
        }
        let cells = (0..N_CELLS).map(Need::Cell);
        let houses =
            (0..HOUSES.len()).flat_map(|house| (0..9).map(move |digit| Need::House(house, digit)));
        for what in cells.chain(houses) {
            let mut candidates = open(what);
            candidates.retain(|&candidate| is_relevant[candidate]);
            if candidates.len() > 1 {
                rules.push(Rule {
                    what,
                    at_least: false,
                    candidates,
                });
            }
        }
        Proof {
            active: vec![true; rules.len()],
            rules,
            truth: vec![None; 9 * N_CELLS],
            reason: vec![None; 9 * N_CELLS],
            trail: Vec::new(),
            n_cases: 0,
        }
    }

    /// The rules that refute every goal; `None` if one cannot be refuted.
    fn refute_all(&mut self, goals: &[(usize, bool)]) -> Option<Vec<bool>> {
        let mut used = vec![false; self.rules.len()];
        self.n_cases = 0;
        for &(goal, truth) in goals {
            self.set(goal, truth, None);
            let refuted = self.refute(&mut used, 0);
            self.undo(0);
            if !refuted {
                return None;
            }
        }
        Some(used)
    }

    /// Whether what is assumed is refuted; then the rules for it are added to `used`. Cases are tried to a fixed depth and number.
    fn refute(&mut self, used: &mut [bool], depth: usize) -> bool {
        if let Some(violated) = self.propagate() {
            self.trace(violated, used);
            return true;
        }
        self.n_cases += 1;
        if depth == MAX_DEPTH || self.n_cases > MAX_CASES {
            return false;
        }
        let open = |rule: &Rule| {
            let candidates = rule.candidates.iter();
            let open: Vec<usize> = candidates
                .copied()
                .filter(|&one| self.truth[one].is_none())
                .collect();
            let is_met = rule
                .candidates
                .iter()
                .any(|&one| self.truth[one] == Some(true));
            (!is_met).then_some(open)
        };
        let needs = self
            .rules
            .iter()
            .enumerate()
            .filter(|(at, rule)| rule.at_least && self.active[*at]);
        let smallest = needs
            .filter_map(|(at, rule)| Some((at, open(rule)?)))
            .min_by_key(|(_, open)| open.len());
        let Some((need, cases)) = smallest else {
            return false;
        };
        let before = self.trail.len();
        let mut in_cases = vec![false; self.rules.len()];
        for case in cases {
            self.set(case, true, None);
            let refuted = self.refute(&mut in_cases, depth + 1);
            self.undo(before);
            if !refuted {
                return false;
            }
        }
        self.trace(need, &mut in_cases);
        for (used, in_case) in used.iter_mut().zip(in_cases) {
            *used |= in_case;
        }
        true
    }

    /// Propagates to a fixpoint; returns a rule that is violated.
    fn propagate(&mut self) -> Option<usize> {
        loop {
            let before = self.trail.len();
            for at in 0..self.rules.len() {
                if !self.active[at] {
                    continue;
                }
                let (rule, truth) = (&self.rules[at], &self.truth);
                let with = |side: Option<bool>| -> Vec<usize> {
                    let all = rule.candidates.iter().copied();
                    all.filter(|&one| truth[one] == side).collect()
                };
                let (n_true, open) = (with(Some(true)).len(), with(None));
                match (rule.at_least, n_true, &open[..]) {
                    (true, 0, []) | (false, 2.., _) => return Some(at),
                    (true, 0, &[last]) => self.set(last, true, Some(at)),
                    (false, 1, open) => {
                        for &candidate in open {
                            self.set(candidate, false, Some(at));
                        }
                    }
                    _ => {}
                }
            }
            if self.trail.len() == before {
                return None;
            }
        }
    }

    /// Adds a rule and those from which its candidates follow.
    fn trace(&self, rule: usize, used: &mut [bool]) {
        let mut seen = vec![false; self.truth.len()];
        let mut rules = vec![rule];
        while let Some(rule) = rules.pop() {
            used[rule] = true;
            for &candidate in &self.rules[rule].candidates {
                // Only what a rule propagates on counts: candidates that are false for a need, the true one for an at-most-once rule.
                let counts =
                    self.truth[candidate].is_some_and(|truth| truth != self.rules[rule].at_least);
                if counts && !std::mem::replace(&mut seen[candidate], true) {
                    rules.extend(self.reason[candidate]);
                }
            }
        }
    }

    fn set(&mut self, candidate: usize, truth: bool, reason: Option<usize>) {
        self.truth[candidate] = Some(truth);
        self.reason[candidate] = reason;
        self.trail.push(candidate);
    }

    fn undo(&mut self, len: usize) {
        for candidate in self.trail.drain(len..) {
            self.truth[candidate] = None;
            self.reason[candidate] = None;
        }
    }
}

/// The candidates of which a need demands one.
pub(super) fn candidates_of(need: Need) -> Box<dyn Iterator<Item = (usize, usize)>> {
    match need {
        Need::Cell(cell) => Box::new((0..9).map(move |digit| (cell, digit))),
        Need::House(house, digit) => {
            let cells = HOUSES[house];
            Box::new(cells.map(move |cell| (cell, digit)))
        }
    }
}

/// Everything that the rules demand of the open cells.
fn all_needs(grid: &Grid) -> Vec<Need> {
    let cells = grid.open().map(Need::Cell);
    let houses = (0..HOUSES.len()).flat_map(|house| {
        let open = move |&digit: &usize| !(grid.places(digit) & HOUSES[house]).is_empty();
        (0..9)
            .filter(open)
            .map(move |digit| Need::House(house, digit))
    });
    cells.chain(houses).collect()
}

fn index((cell, digit): (usize, usize)) -> usize {
    9 * cell + digit
}
