//! A problem described once for both engines: as a model of ours, and as FlatZinc for Gecode.

use gridwright_constraints::{absolute, all_different, clause, less, linear_eq, not_equal, table};
use gridwright_fd::{Atom, Consistency, ConsistencyMap, Model, Select, Var, View};
use gridwright_testing::BuildModel;

/// Variables and constraints, both as our model and as the data from which FlatZinc is written.
pub(crate) struct Problem {
    pub(crate) model: Model,
    /// The decision variables: all but those that are determined by others.
    decision_vars: Vec<Var>,
    posted: Vec<PostedConstraint>,
}

/// A constraint, as it is written to FlatZinc.
enum PostedConstraint {
    /// `x - y != gap`
    NotEqual(Var, Var, i32),
    /// Variables, each with a number added to it.
    AllDifferent(Vec<(Var, i32)>),
    LinearEq(Vec<(i32, Var)>, i32),
    Less(Var, Var),
    /// `|x| = y`
    Absolute(Var, Var),
    Table(Vec<Var>, Vec<Vec<i32>>),
}

impl Problem {
    pub(crate) fn new() -> Problem {
        Problem {
            model: Model::new(),
            decision_vars: Vec::new(),
            posted: Vec::new(),
        }
    }

    /// Adds a decision variable; ties are broken in the order of adding.
    pub(crate) fn var(&mut self, min: i32, max: i32) -> Var {
        let var = self.auxiliary(min, max);
        self.decision_vars.push(var);
        var
    }

    /// Adds a variable that is determined by others and is not decided.
    pub(crate) fn auxiliary(&mut self, min: i32, max: i32) -> Var {
        self.model.int(min..=max)
    }

    /// Adds several decision variables.
    pub(crate) fn vars(&mut self, n: usize, min: i32, max: i32) -> Vec<Var> {
        (0..n).map(|_| self.var(min, max)).collect()
    }

    /// The decision variables.
    pub(crate) fn decision_vars(&self) -> Vec<Var> {
        self.decision_vars.clone()
    }

    /// `x - y != gap`
    pub(crate) fn not_equal_by(&mut self, x: Var, y: Var, gap: i32) {
        self.model.add(not_equal(x, shifted(y, gap)));
        self.posted.push(PostedConstraint::NotEqual(x, y, gap));
    }

    /// All variables differ, after a number is added to each.
    pub(crate) fn all_different_shifted(&mut self, xs: Vec<(Var, i32)>) {
        let views = xs.iter().map(|&(var, by)| shifted(var, by));
        self.model.add(all_different(views));
        self.posted.push(PostedConstraint::AllDifferent(xs));
    }

    /// All variables differ.
    pub(crate) fn all_different(&mut self, xs: &[Var]) {
        self.all_different_shifted(xs.iter().map(|&var| (var, 0)).collect());
    }

    /// The weighted sum is `total`.
    pub(crate) fn linear_eq(&mut self, terms: Vec<(i32, Var)>, total: i32) {
        self.model.add(linear_eq(terms.clone(), total));
        self.posted.push(PostedConstraint::LinearEq(terms, total));
    }

    /// `x < y`
    pub(crate) fn less(&mut self, x: Var, y: Var) {
        self.model.add(less(x, y));
        self.posted.push(PostedConstraint::Less(x, y));
    }

    /// `|x| = y`
    pub(crate) fn absolute(&mut self, x: Var, y: Var) {
        self.model.add(absolute(x, y));
        self.posted.push(PostedConstraint::Absolute(x, y));
    }

    /// The variables take the values of one of the rows.
    pub(crate) fn table(&mut self, xs: &[Var], rows: Vec<Vec<i32>>) {
        self.model.add(table(xs, rows.iter().cloned()));
        self.posted.push(PostedConstraint::Table(xs.to_vec(), rows));
    }

    /// At least one of the atoms holds. Not written to FlatZinc.
    pub(crate) fn clause(&mut self, atoms: Vec<Atom>) {
        self.model.add(clause(atoms));
    }

    /// The problem and its search annotation in FlatZinc: the given variable selection, smallest value first.
    pub(crate) fn flatzinc(&self, levels: &ConsistencyMap, select: Select) -> String {
        let mut vars = String::new();
        for var in self.model.all_vars() {
            let (min, max) = self.model.bounds(var.view());
            vars += &format!("var {min}..{max}: {};\n", name(var));
        }
        let (mut constraints, mut n_shifted) = (String::new(), 0);
        let level = |family: &str| match levels.of(family) {
            Consistency::Value => ":: val",
            Consistency::Bounds => ":: bounds",
            Consistency::Domain => ":: domain",
        };
        for posted in &self.posted {
            let text = match posted {
                PostedConstraint::NotEqual(x, y, 0) => {
                    format!("int_ne({}, {})", name(*x), name(*y))
                }
                PostedConstraint::NotEqual(x, y, gap) => {
                    format!("int_lin_ne([1, -1], {}, {gap})", list(&[*x, *y]))
                }
                PostedConstraint::AllDifferent(xs) => {
                    let mut items = Vec::new();
                    for &(var, by) in xs {
                        // Gecode rejects a variable that occurs twice, so a shifted variable becomes a new one.
                        if by == 0 || xs.iter().filter(|other| other.0 == var).count() == 1 {
                            items.push((name(var), by));
                            continue;
                        }
                        let (min, max) = self.model.bounds(shifted(var, by));
                        let twin = format!("y{n_shifted}");
                        n_shifted += 1;
                        vars += &format!("var {min}..{max}: {twin};\n");
                        constraints += &format!(
                            "constraint int_lin_eq([1, -1], [{twin}, {}], {by}) :: domain;\n",
                            name(var)
                        );
                        items.push((twin, 0));
                    }
                    let names: Vec<&str> = items.iter().map(|item| item.0.as_str()).collect();
                    let names = names.join(", ");
                    let level = level("all_different");
                    if items.iter().all(|item| item.1 == 0) {
                        format!("all_different_int([{names}]) {level}")
                    } else {
                        let by = numbers(items.iter().map(|item| item.1));
                        format!("all_different_offset({by}, [{names}]) {level}")
                    }
                }
                PostedConstraint::LinearEq(terms, total) => {
                    let vars: Vec<Var> = terms.iter().map(|term| term.1).collect();
                    let factors = numbers(terms.iter().map(|term| term.0));
                    let level = level("linear");
                    format!("int_lin_eq({factors}, {}, {total}) {level}", list(&vars))
                }
                PostedConstraint::Less(x, y) => format!("int_lt({}, {})", name(*x), name(*y)),
                PostedConstraint::Absolute(x, y) => {
                    format!("int_abs({}, {}) {}", name(*x), name(*y), level("absolute"))
                }
                PostedConstraint::Table(xs, rows) => {
                    let flat = numbers(rows.iter().flatten().copied());
                    format!("gecode_table_int({}, {flat})", list(xs))
                }
            };
            constraints += &format!("constraint {text};\n");
        }
        format!(
            "{vars}{constraints}solve :: int_search({}, {select}, indomain_min, complete) satisfy;\n",
            list(&self.decision_vars)
        )
    }
}

fn shifted(var: Var, by: i32) -> View {
    var.view().plus(by).expect("small numbers")
}

fn name(var: Var) -> String {
    format!("x{}", var.index())
}

fn list(vars: &[Var]) -> String {
    let names: Vec<String> = vars.iter().map(|&var| name(var)).collect();
    format!("[{}]", names.join(", "))
}

fn numbers(values: impl Iterator<Item = i32>) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    format!("[{}]", values.join(", "))
}
