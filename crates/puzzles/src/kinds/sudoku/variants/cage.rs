//! Killer cages: the numbers of a cage differ, and their sum may be given.

use gridwright_constraints::{all_different, clause, implies, linear_eq, table};
use gridwright_fd::{Atom, Model, Var};
use gridwright_grid::board::{Board, Form, Shape};

use crate::blocks::step_words::list;
use crate::contract::{ClueEntry, CluePosition, Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, has, once, premise, sum};
use crate::kinds::sudoku::variants::{Constraint, Family, Posted};

/// The most combinations of a cage that are listed in a table; with more, only the sum is posted.
const MAX_COMBINATIONS: usize = 500;

/// A killer cage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cage {
    /// The sum of its numbers, if it is given.
    pub sum: Option<i32>,
    /// Its cells.
    pub cells: Vec<usize>,
}

impl Cage {
    /// The sets of different numbers from 1 to `n` with the sum of the cage, as bit sets; `None` if there are too many.
    fn combinations(&self, n: usize) -> Option<Vec<u64>> {
        let target = self.sum?;
        if n > 25 {
            return None;
        }
        // The sets of some of the first numbers, with their size and sum.
        let mut sets: Vec<(u64, usize, i32)> = vec![(0, 0, 0)];
        for number in 1..=n {
            let mut more = Vec::new();
            for &(set, size, sum) in &sets {
                let sum = sum + number as i32;
                if size < self.cells.len() && sum <= target {
                    more.push((set | 1 << number, size + 1, sum));
                }
            }
            sets.extend(more);
            // What cannot be completed with greater numbers is dropped.
            let left = n - number;
            sets.retain(|&(_, size, sum)| {
                let missing = self.cells.len() - size;
                let most: usize = (0..missing.min(left)).map(|i| n - i).sum();
                let least: usize = (1..=missing).map(|i| number + i).sum();
                missing <= left
                    && sum + most as i32 >= target
                    && (missing == 0 || sum + least as i32 <= target)
            });
            if sets.len() > 20 * MAX_COMBINATIONS {
                return None;
            }
        }
        let whole = |&(set, size, sum): &(u64, usize, i32)| {
            (size == self.cells.len() && sum == target).then_some(set)
        };
        let found: Vec<u64> = sets.iter().filter_map(whole).collect();
        (found.len() <= MAX_COMBINATIONS).then_some(found)
    }

    fn name(&self, instance: &Instance) -> String {
        let cells = instance.words(&self.cells);
        match self.sum {
            Some(sum) => format!("the cage of {sum} in {cells}"),
            None => format!("the cage of {cells}"),
        }
    }
}

impl Family for Cage {
    fn line(&self, instance: &Instance) -> String {
        let cells = cells_text(instance, &self.cells);
        match self.sum {
            Some(sum) => format!("cage {sum} {cells}"),
            None => format!("cage {cells}"),
        }
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let vars: Vec<Var> = self.cells.iter().map(|&at| cells[at]).collect();
        model.post(all_different(&vars))?;
        let Some(total) = self.sum else {
            return Ok(());
        };
        model.post(linear_eq(vars.iter().map(|&var| (1, var)), total))?;
        let n = instance.n();
        if let Some(sets) = self.combinations(n).filter(|_| vars.len() > 1) {
            // A Boolean per number: whether the cage has it. Their rows are the combinations.
            let mut contains = Vec::with_capacity(n);
            for number in 1..=n as i32 {
                let name = format!("cage {} has {number}", instance.at(self.cells[0]));
                let has = model.bool(format!("{name} {}", model.n_vars()));
                for &var in &vars {
                    model.post(implies(Atom::eq(var, number), Atom::eq(has, 1)))?;
                }
                let places = vars.iter().map(|&var| Atom::eq(var, number));
                model.post(clause(places.chain([Atom::eq(has, 0)])))?;
                contains.push(has);
            }
            let row = |set: &u64| {
                let set = *set;
                (1..=n).map(move |number| (set >> number & 1) as i32)
            };
            model.post(table(contains, sets.iter().map(row)))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let name = self.name(instance);
        let mut in_cage: Vec<i32> = self.cells.iter().map(|&at| numbers[at]).collect();
        let total: i32 = in_cage.iter().sum();
        if self.sum.is_some_and(|sum| sum != total) {
            return Err(format!("{name} has the sum {total}"));
        }
        in_cage.sort_unstable();
        match in_cage.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("{name} has {} twice", pair[0])),
            None => Ok(()),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let name = self.name(instance);
        let different = PremiseForm::All(once(instance, &self.cells));
        let words = format!("{name} has no number twice");
        let mut all = vec![premise(
            instance,
            "cage_once",
            0,
            words,
            &self.cells,
            different,
        )];
        let Some(total) = self.sum else {
            return all;
        };
        let terms: Vec<(i64, usize)> = self.cells.iter().map(|&at| (1, at)).collect();
        let words = format!("{} add up to {total}", instance.words(&self.cells));
        let form = sum(instance, &terms, i64::from(total));
        all.push(premise(instance, "cage_sum", 3, words, &self.cells, form));
        let n = instance.n();
        if let Some(sets) = self.combinations(n) {
            let of_cells = |number: i32| -> Vec<_> {
                let claims = self.cells.iter().map(|&at| has(instance, at, number));
                claims.collect()
            };
            let has_it = |set: &u64, number: usize| set >> number & 1 == 1;
            let (mut never, mut always) = (Vec::new(), Vec::new());
            let mut forms = Vec::new();
            for number in 1..=n {
                let with = sets.iter().filter(|set| has_it(set, number)).count();
                if with == 0 {
                    never.push(number.to_string());
                    forms.push(PremiseForm::at_most(0, of_cells(number as i32)));
                } else if with == sets.len() {
                    always.push(number.to_string());
                    forms.push(PremiseForm::at_least(1, of_cells(number as i32)));
                }
            }
            if !forms.is_empty() && !sets.is_empty() {
                let mut parts = Vec::new();
                if !always.is_empty() {
                    parts.push(format!("has {}", list(&always, "and")));
                }
                if !never.is_empty() {
                    parts.push(format!("has no {}", list(&never, "or")));
                }
                let words = format!("{name} {}", parts.join(" and "));
                let form = PremiseForm::All(forms);
                all.push(
                    premise(instance, "cage_combination", 2, words, &self.cells, form).implied(),
                );
            }
        }
        all
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let label = self.sum.map_or_else(String::new, |sum| sum.to_string());
        let form = Form::Cage(instance.places(&self.cells), label);
        board.shapes.push(Shape::given(form));
    }

    fn slot(&self, instance: &Instance) -> Option<(CluePosition, String, ClueEntry)> {
        let own =
            |constraint: &Constraint| matches!(constraint, Constraint::Cage(cage) if cage == self);
        let index = instance.constraints().iter().position(own)?;
        let value = self.sum.map_or_else(String::new, |sum| sum.to_string());
        let n = instance.n() as i32;
        Some((
            CluePosition::Region(index),
            value,
            ClueEntry::numbers(1, n * (n + 1) / 2),
        ))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        Some(Constraint::Cage(Cage {
            sum: value.parse().ok(),
            cells: self.cells.clone(),
        }))
    }
}

/// Posts what cages imply about houses, the rule of 45: the cells of a row, column or region outside the cages within it have the sum that remains, and cages that cover it
/// have the sum of their other cells. The same for two and three adjacent rows or columns.
pub(super) fn post_remainders(instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
    let cages = instance
        .constraints()
        .iter()
        .filter_map(|constraint| match constraint {
            Constraint::Cage(cage) => Some((cage.sum?, &cage.cells)),
            _ => None,
        });
    let cages: Vec<(i32, &Vec<usize>)> = cages.collect();
    if cages.is_empty() {
        return Ok(());
    }
    let n = instance.n();
    let mut areas: Vec<Vec<usize>> = instance.region_cells();
    for height in 1..=3.min(n) {
        for first in 0..=n - height {
            let lines = first..first + height;
            let rows = lines
                .clone()
                .flat_map(|row| (0..n).map(move |col| row * n + col));
            areas.push(rows.collect());
            let cols = lines.flat_map(|col| (0..n).map(move |row| row * n + col));
            areas.push(cols.collect());
        }
    }
    for area in areas {
        let mut is_inside = vec![false; n * n];
        for &at in &area {
            is_inside[at] = true;
        }
        let total = (area.len() / n * n * (n + 1) / 2) as i32;
        let mut covered = vec![false; n * n];
        let (mut inside_sum, mut touching_sum) = (0, 0);
        let mut outside = Vec::new();
        let (mut is_disjoint, mut rest) = (true, is_inside.clone());
        for (sum, cage) in &cages {
            let n_inside = cage.iter().filter(|at| is_inside[**at]).count();
            if n_inside == 0 {
                continue;
            }
            is_disjoint &= cage.iter().all(|at| !covered[*at]);
            for &at in *cage {
                covered[at] = true;
            }
            touching_sum += sum;
            outside.extend(cage.iter().copied().filter(|at| !is_inside[*at]));
            if n_inside == cage.len() {
                inside_sum += sum;
                for &at in *cage {
                    rest[at] = false;
                }
            }
        }
        if !is_disjoint || inside_sum == 0 && outside.is_empty() {
            continue;
        }
        let rest: Vec<usize> = (0..n * n).filter(|at| rest[*at]).collect();
        let sum_of =
            |some: &[usize]| -> Vec<(i32, Var)> { some.iter().map(|&at| (1, cells[at])).collect() };
        if inside_sum > 0 && (1..=n).contains(&rest.len()) {
            model.post(linear_eq(sum_of(&rest), total - inside_sum))?;
        }
        let is_covered = area.iter().all(|&at| covered[at]);
        if is_covered && !outside.is_empty() && outside.len() <= n {
            model.post(linear_eq(sum_of(&outside), touching_sum - total))?;
        }
    }
    Ok(())
}
