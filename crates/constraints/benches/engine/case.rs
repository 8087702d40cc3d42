//! A row of the table before it is measured: the instances and how they are solved.

use gridwright_fd::{
    Atom, Choice, Consistency, ConsistencyMap, DomainRepr, Group, Limits, Search, Select, Setup,
};

use crate::problem::Problem;

/// One row: its name, and a function that builds its plan.
pub(crate) struct Case {
    pub(crate) model: &'static str,
    pub(crate) variant: String,
    /// Left out of a quick run.
    pub(crate) long: bool,
    /// Makes the plan; `None` if its instances are not on this machine.
    pub(crate) build: Box<dyn Fn() -> Option<Plan>>,
}

/// The rows, collected from the modules that define the models.
#[derive(Default)]
pub(crate) struct Cases(pub(crate) Vec<Case>);

impl Cases {
    /// Adds a row.
    pub(crate) fn add(
        &mut self,
        model: &'static str,
        variant: &str,
        build: impl Fn() -> Plan + 'static,
    ) {
        self.maybe(model, variant, move || Some(build()));
    }

    /// Makes a quick run leave out the last row.
    pub(crate) fn long(&mut self) {
        self.0.last_mut().expect("a row was added").long = true;
    }

    /// Adds a row whose instances may be missing.
    pub(crate) fn maybe(
        &mut self,
        model: &'static str,
        variant: &str,
        build: impl Fn() -> Option<Plan> + 'static,
    ) {
        self.0.push(Case {
            model,
            variant: variant.to_owned(),
            long: false,
            build: Box::new(build),
        });
    }
}

/// How much of the search tree is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// Every solution.
    All,
    /// The first solution.
    First,
    /// Every solution, up to a node limit.
    Nodes(u64),
    /// The first solution, up to a conflict limit.
    Failures(u64),
}

/// What a row measures: instances, all solved with the same settings.
pub(crate) struct Plan {
    pub(crate) problems: Vec<Problem>,
    /// If not empty: the only problem is set up once and run under each of these lists of assumptions.
    pub(crate) assumed: Vec<Vec<Atom>>,
    pub(crate) levels: ConsistencyMap,
    pub(crate) select: Select,
    pub(crate) learning: bool,
    pub(crate) extent: Extent,
    /// Whether Gecode can explore the same tree.
    pub(crate) gecode: bool,
    /// The number of solutions, if known.
    pub(crate) solutions: Option<u64>,
    /// Propagation alone must solve the instances, without search.
    pub(crate) clean: bool,
}

impl Plan {
    /// First fail, smallest value first, all solutions, compared with Gecode.
    pub(crate) fn new(problem: Problem, level: Consistency) -> Plan {
        Plan {
            problems: vec![problem],
            assumed: Vec::new(),
            levels: ConsistencyMap::all(level),
            select: Select::FirstFail,
            learning: false,
            extent: Extent::All,
            gecode: true,
            solutions: None,
            clean: false,
        }
    }

    /// Sets how much of the search tree is explored.
    pub(crate) fn extent(self, extent: Extent) -> Plan {
        Plan { extent, ..self }
    }

    pub(crate) fn select(self, select: Select) -> Plan {
        Plan { select, ..self }
    }

    /// Sets the expected number of solutions.
    pub(crate) fn finds(self, solutions: u64) -> Plan {
        Plan {
            solutions: Some(solutions),
            ..self
        }
    }

    pub(crate) fn without_gecode(self) -> Plan {
        Plan {
            gecode: false,
            ..self
        }
    }

    pub(crate) fn learning(self) -> Plan {
        Plan {
            learning: true,
            gecode: false,
            ..self
        }
    }

    pub(crate) fn setup(&self) -> Setup {
        Setup {
            consistency: self.levels.clone(),
            recording: self.learning,
            repr: DomainRepr::Auto,
        }
    }

    pub(crate) fn search(&self, problem: &Problem) -> Search {
        let search = Search::over(vec![Group::new(
            problem.decision_vars(),
            self.select,
            Choice::Step,
        )]);
        if self.learning {
            search.learning()
        } else {
            search
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        match self.extent {
            Extent::All => {}
            Extent::First => limits.solutions = Some(1),
            Extent::Nodes(n) => limits.nodes = Some(n),
            Extent::Failures(n) => {
                limits.solutions = Some(1);
                limits.failures = Some(n);
            }
        }
        limits
    }
}
