//! Programs: from text to something that can be run.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use gridwright_term::{
    Diagnostic, Operators, ReadFlags, Severity, Span, Term, parse_clauses, render_all_by,
};

use crate::analysis::lints::check;
use crate::analysis::types;
use crate::builtins::all_builtins;
use crate::code::atoms::AtomTable;
use crate::code::instr::Instr;
use crate::code::{Callee, Code, NativePredicate};
use crate::compile::aggregates::lowered;
use crate::compile::compiler::Compiler;
use crate::debug::index_report::index_report;
use crate::library;
use crate::state::buffer_pool::BufferPool;
use crate::state::exception::Thrown;
use crate::state::host::{Exception, Hosts, Solution, Solutions};
use crate::syntax::files::{Loader, SourceLoader, SourceMap};
use crate::syntax::source::{Input, Source, Undecided, read};
use crate::vm::machine::Machine;
use crate::vm::native::NativeLibrary;
use gridwright_control::{Deadline, Limit, Limits};

/// A program, checked and compiled.
///
/// ```
/// use gridwright_chr::{Limits, Program};
///
/// let text = ":- chr_constraint gcd(+int).\n\
///     gcd(0) <=> true.\n\
///     gcd(N) \\ gcd(M) <=> N =< M | L is M - N, gcd(L).\n";
/// let program = Program::parse(text, "gcd.chr").expect("the program is correct");
/// let report = program.run("gcd(9), gcd(6)", Limits::default()).expect("nothing is thrown");
/// let answer = report.answer.expect("the goal succeeds");
/// assert_eq!(answer.store[0].to_string(), "gcd(3)");
/// ```
#[derive(Debug)]
pub struct Program {
    pub(crate) code: Code,
    pub(crate) operators: Operators,
    /// How the texts of queries are read.
    pub(crate) read_flags: ReadFlags,
    pub(crate) hosts: Hosts,
    pub(crate) natives: Vec<Arc<dyn NativeLibrary>>,
    pub(crate) flags: Vec<(String, Term)>,
    /// Goals that run before each query.
    pub(crate) directives: Vec<Term>,
    warnings: Vec<Diagnostic>,
    map: SourceMap,
    hides_store: bool,
    pub(crate) buffer_pool: BufferPool,
    extended: OnceLock<Box<Extended>>,
}

/// What a program is read with.
#[derive(Clone, Copy, Default)]
pub struct Environment<'a> {
    /// Flags, as `:- if(current_prolog_flag(Name, Value))` sees them.
    pub flags: &'a [(String, Term)],
    /// Loads the files that the program names; without it, it can name none.
    pub loader: Option<&'a dyn SourceLoader>,
    /// Libraries written in Rust, which the program uses by `:- use_module(library(Name))`.
    pub natives: &'a [Arc<dyn NativeLibrary>],
    /// When reading must end.
    pub deadline: Option<&'a Deadline>,
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("flags", &self.flags)
            .field("loader", &self.loader.is_some())
            .field("natives", &self.natives)
            .field("deadline", &self.deadline)
            .finish()
    }
}

/// Libraries that exist only if they are registered.
const NATIVE: &[&str] = &["clpfd"];

/// The most steps of the condition of an `if`, so that it ends without a time limit, too.
const CONDITION_STEPS: u64 = 10_000_000;

/// Why a program cannot be run: every error and warning found in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// The messages, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The messages as text, with the lines they are about.
    pub shown: String,
    /// The limit that was reached before the program was read; `diagnostics` has the errors that were found until then.
    pub limit: Option<Limit>,
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl std::error::Error for ProgramError {}

/// The part of the library that is written in Prolog, read once.
fn prelude() -> &'static [(Term, Span)] {
    static PRELUDE: OnceLock<Vec<(Term, Span)>> = OnceLock::new();
    PRELUDE.get_or_init(|| {
        let (clauses, diagnostics) = parse_clauses(
            include_str!("builtins/prelude.pl"),
            &mut Operators::standard().clone(),
        );
        debug_assert!(diagnostics.is_empty(), "{diagnostics:?}");
        clauses
    })
}

impl Program {
    /// Reads, checks and compiles a program. `name` is the file's name in messages.
    pub fn parse(text: &str, name: &str) -> Result<Program, ProgramError> {
        Program::parse_with(text, name, &[])
    }

    /// Reads a program for which flags are set, as `:- if(current_prolog_flag(Name, Value))` sees them.
    pub fn parse_with(
        text: &str,
        name: &str,
        flags: &[(String, Term)],
    ) -> Result<Program, ProgramError> {
        let environment = Environment {
            flags,
            ..Environment::default()
        };
        Program::parse_in(text, name, environment)
    }

    /// Reads a program that may name other files, which `loader` loads.
    ///
    /// ```
    /// use gridwright_chr::{Limits, LoadedFile, Program};
    ///
    /// let loader = |path: &str, _from: &str| match path {
    ///     "facts" => Ok(LoadedFile { name: "facts.pl".into(), text: "edge(a, b).".into() }),
    ///     _ => Err(format!("there is no file `{path}`")),
    /// };
    /// let program = Program::load(":- consult(facts).", "main.pl", &[], &loader)?;
    /// let report = program.run("edge(a, X)", Limits::default())?;
    /// assert_eq!(report.answer.expect("it holds").bindings[0].1.to_string(), "b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(
        text: &str,
        name: &str,
        flags: &[(String, Term)],
        loader: &dyn SourceLoader,
    ) -> Result<Program, ProgramError> {
        let environment = Environment {
            flags,
            loader: Some(loader),
            natives: &[],
            deadline: None,
        };
        Program::parse_in(text, name, environment)
    }

    /// Reads a program with files and native libraries from outside.
    pub fn parse_in(
        text: &str,
        name: &str,
        environment: Environment<'_>,
    ) -> Result<Program, ProgramError> {
        let Environment { flags, natives, .. } = environment;
        let loader = Loader(environment.loader);
        let kept = RefCell::new(None);
        let limits = || Limits {
            steps: Some(CONDITION_STEPS),
            ..environment
                .deadline
                .map(Deadline::limits)
                .unwrap_or_default()
        };
        let decide = |source: &Source, goal: &Term| decide(source, goal, flags, &limits, &kept);
        let mut source = read(Input {
            text,
            name,
            loader,
            decide: &decide,
            deadline: environment.deadline,
        });
        let mut diagnostics = std::mem::take(&mut source.diagnostics);
        if let Some(limit) = source.limit {
            return Err(stopped(name, &source.map, diagnostics, limit));
        }
        let never = Deadline::never();
        let deadline = environment.deadline.unwrap_or(&never);
        let compiled = compile(&source, natives, deadline, &mut diagnostics);
        let code = match compiled {
            Ok(code) => code,
            Err(limit) => return Err(stopped(name, &source.map, diagnostics, limit)),
        };
        for (library, span) in &source.libraries {
            let registered = natives.iter().any(|native| native.name() == library);
            if NATIVE.contains(&&**library) && !registered {
                let message = format!(
                    "library({library}) is not registered here; `gridwright chr` has it, and in Rust it is given to `Program::parse_in`"
                );
                diagnostics.push(Diagnostic::error(message, *span));
            }
        }
        diagnostics.extend(types::check(&source));
        match check(&source, &code, deadline) {
            Ok(found) => diagnostics.extend(found),
            Err(limit) => return Err(stopped(name, &source.map, diagnostics, limit)),
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        if diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
        {
            let shown = render_all_by(&diagnostics, |one| source.map.render(one));
            return Err(ProgramError {
                diagnostics,
                shown,
                limit: None,
            });
        }
        let own_flags = std::mem::take(&mut source.prolog_flags).into_iter();
        let directives = source.directives.into_iter().chain(source.initialization);
        Ok(Program {
            code,
            operators: source.operators,
            read_flags: source.query_flags,
            hosts: Hosts::default(),
            natives: natives.to_vec(),
            flags: own_flags.chain(flags.iter().cloned()).collect(),
            directives: directives.collect(),
            warnings: diagnostics,
            map: source.map,
            hides_store: source.hides_store,
            buffer_pool: BufferPool::default(),
            extended: OnceLock::new(),
        })
    }

    /// Adds a predicate written in Rust, for goals of that name that the program does not define. It may have several solutions,
    /// post constraints, and throw.
    ///
    /// ```
    /// use gridwright_chr::{Limits, Program, Solution, Solutions};
    /// use gridwright_term::Term;
    ///
    /// let text = ":- chr_constraint colour(?any, ?any).\n\
    ///     colour(X, red) <=> writeln(X), fail.";
    /// let mut program = Program::parse(text, "paint.chr")?;
    /// program.add_predicate("paint", 1, |args| {
    ///     let house = args[0].clone();
    ///     let painted = ["red", "blue"].map(|colour| {
    ///         let colour = Term::name(colour);
    ///         Solution::new().call(Term::compound("colour", [house.clone(), colour]))
    ///     });
    ///     Ok(Solutions::many(painted))
    /// });
    /// let report = program.run("paint(house)", Limits::default())?;
    /// assert_eq!(report.output, "house\n");
    /// assert_eq!(report.answer.unwrap().store[0].to_string(), "colour(house, blue)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_predicate(
        &mut self,
        name: &str,
        arity: usize,
        host: impl Fn(&[Term]) -> Result<Solutions, Exception> + Send + Sync + 'static,
    ) {
        self.hosts.add(name, arity, Box::new(host));
    }

    /// Adds a predicate with at most one solution: it gets its arguments as terms and returns terms to unify them with, or `None`
    /// to fail.
    pub fn add_host(
        &mut self,
        name: &str,
        arity: usize,
        host: impl Fn(&[Term]) -> Option<Vec<Term>> + Send + Sync + 'static,
    ) {
        self.add_predicate(name, arity, move |args| {
            let solution = host(args).map(|returned| {
                let pairs = args.iter().cloned().zip(returned);
                pairs.fold(Solution::new(), |solution, (arg, term)| {
                    if arg == term {
                        solution
                    } else {
                        solution.unify(arg, term)
                    }
                })
            });
            Ok(Solutions::many(solution))
        });
    }

    /// What looks suspicious in the text.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The warnings as text, with the lines they are about.
    pub fn shown_warnings(&self) -> String {
        render_all_by(&self.warnings, |warning| self.map.render(warning))
    }

    /// How each rule finds its partners, one line for each: the rule, the active constraint, the partner, and the way to it.
    /// A line that ends in `all of them` is where time goes when the store is large.
    pub fn index_report(&self) -> String {
        index_report(&self.code)
    }

    /// Whether the program wants its store shown with answers, which `chr_toplevel_show_store` says.
    pub fn shows_store(&self) -> bool {
        !self.hides_store
    }

    /// The operators of the program, by which its terms are read and printed.
    pub fn operators(&self) -> &Operators {
        &self.operators
    }

    /// The names of everything that can be called, with their numbers of arguments: constraints, clauses and the library.
    pub fn callable(&self) -> Vec<(String, usize)> {
        let known = self.code.callees.keys();
        let named = known.map(|functor| {
            let name = self.code.atoms.text(functor.name() as usize);
            (name.to_owned(), functor.arity())
        });
        let mut all: Vec<(String, usize)> =
            named.filter(|(name, _)| !name.starts_with('$')).collect();
        all.sort();
        all
    }

    /// The code for a goal: that of the program, with the libraries that the goal names besides.
    pub(crate) fn code_for(&self, goal: &Term) -> &Code {
        let wanted = library::mentioned(goal);
        let (mut code, mut next) = (&self.code, &self.extended);
        while wanted & !code.libraries != 0 {
            let extended = next.get_or_init(|| {
                let mut compiler = Compiler::new(self.code.clone());
                compiler.dynamic = self.code.dynamic.iter().map(|entry| entry.0).collect();
                compiler.add_libraries(wanted | code.libraries, &library().callees);
                compiler.code.atoms.seal();
                Box::new(Extended {
                    code: compiler.code,
                    next: OnceLock::new(),
                })
            });
            (code, next) = (&extended.code, &extended.next);
        }
        code
    }
}

/// The code of a program with more libraries, and with more of them after it.
#[derive(Debug)]
struct Extended {
    code: Code,
    next: OnceLock<Box<Extended>>,
}

/// The library without a program: builtins, fixed code and the prelude.
fn library() -> &'static Code {
    static LIBRARY: OnceLock<Code> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut code = Code {
            atoms: AtomTable::new(),
            instrs: vec![
                Instr::Stop,
                Instr::MetaNext,
                Instr::MetaThen,
                Instr::MetaSoftThen,
                Instr::MetaNot,
                Instr::FindallNext,
                Instr::CatchExit,
                Instr::WakeStart,
                Instr::WakeNext,
                Instr::Fail,
                Instr::TurnNext,
            ],
            ..Code::default()
        };
        for (number, builtin) in all_builtins().iter().enumerate() {
            let functor = code.atoms.functor(builtin.name, builtin.arity);
            code.callees.insert(functor, Callee::Builtin(number as u32));
        }
        let mut compiler = Compiler::new(code);
        compiler.clauses(prelude(), false);
        debug_assert!(
            compiler.diagnostics.is_empty(),
            "{:?}",
            compiler.diagnostics
        );
        compiler.code.atoms.seal();
        compiler.code
    })
}

/// The error that a limit was reached before a program was read completely, with the errors that were found until then.
fn stopped(
    name: &str,
    map: &SourceMap,
    mut diagnostics: Vec<Diagnostic>,
    limit: Limit,
) -> ProgramError {
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    let stopped = format!("{} while the program was read", limit.describe());
    let shown = match diagnostics.first_mut() {
        None => format!("{name}: {stopped}"),
        Some(first) => {
            first
                .notes
                .push(format!("{stopped}; it may have more errors"));
            render_all_by(&diagnostics, |one| map.render(one))
        }
    };
    ProgramError {
        diagnostics,
        shown,
        limit: Some(limit),
    }
}

/// Compiles a program that was read, unless the deadline comes first, and adds what is wrong with it to `diagnostics`.
fn compile(
    source: &Source,
    natives: &[Arc<dyn NativeLibrary>],
    deadline: &Deadline,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Code, Limit> {
    let mut compiler = Compiler::new(library().clone());
    compiler.deadline = deadline.clone();
    for (number, native) in natives.iter().enumerate() {
        if source
            .libraries
            .iter()
            .any(|(name, _)| name == native.name())
        {
            add_native(&mut compiler, number as u32, &**native);
        }
    }
    let (rules, observers, wrong) = lowered(source);
    compiler.diagnostics = wrong;
    compiler.extensions = source.extensions;
    compiler.incomplete = source.incomplete;
    compiler.code.prioritised = source.extensions.priorities;
    let extensions = source.extensions;
    compiler.code.type_check = extensions.type_check.unwrap_or(extensions.debug);
    let module = source.units.first().and_then(|unit| unit.module.clone());
    compiler.code.module = module.unwrap_or_else(|| "user".to_owned());
    compiler.code.modules = modules(source);
    compiler.code.careful = extensions.priorities || extensions.type_check == Some(true);
    compiler.code.type_names = source.types.clone();
    compiler.declare(&source.constraints);
    compiler.declare(&observers);
    compiler.declare_dynamic(&source.dynamic);
    match tabled(source, &mut compiler.diagnostics) {
        Some(clauses) => compiler.clauses(&clauses, true),
        None => compiler.clauses(&source.clauses, true),
    }
    if compiler.limit.is_none() {
        compiler.rules(&rules, &source.map);
    }
    if let Some(limit) = compiler.limit {
        diagnostics.append(&mut compiler.diagnostics);
        return Err(limit);
    }
    compiler.code.own = std::mem::take(&mut compiler.own);
    compiler.add_libraries(0, &library().callees);
    compiler.missing(source);
    compiler.code.atoms.seal();
    diagnostics.append(&mut compiler.diagnostics);
    Ok(compiler.code)
}

/// The modules that a program knows, each once: `user`, `system`, those of its files and those of the libraries it names.
fn modules(source: &Source) -> Vec<String> {
    let files = source
        .units
        .iter()
        .filter_map(|unit| unit.module.as_deref());
    let libraries = source.libraries.iter().map(|(name, _)| name.as_str());
    let mut modules: Vec<String> = Vec::new();
    for name in ["user", "system"].into_iter().chain(files).chain(libraries) {
        if !modules.iter().any(|known| known == name) {
            modules.push(name.to_owned());
        }
    }
    modules
}

/// The clauses of a program that tables predicates: their clauses define other predicates, which new clauses call through the tables.
fn tabled(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<(Term, Span)>> {
    if source.tabled.is_empty() {
        return None;
    }
    let inner = |name: &str| format!("{name} tabled");
    let mut specs = Vec::new();
    for (spec, span) in &source.tabled {
        match table_spec(spec) {
            Some(spec) => specs.push(spec),
            None => {
                let message = format!(
                    "`{spec}` cannot be tabled here; write name/arity, or a head with a mode for each argument: {TABLE_MODES}"
                );
                diagnostics.push(Diagnostic::error(message, *span));
            }
        }
    }
    let wanted: HashMap<(&str, usize), &Term> = specs
        .iter()
        .filter_map(|spec| Some((spec.functor()?, spec)))
        .collect();
    let mut clauses = Vec::new();
    for (clause, span) in &source.clauses {
        let (head, body) = match (clause.functor(), clause.args()) {
            (Some((":-", 2)), [head, body]) => (head, Some(body)),
            _ => (clause, None),
        };
        let head = match head.functor() {
            Some((name, arity)) if wanted.contains_key(&(name, arity)) => {
                Term::compound(inner(name), head.args().iter().cloned())
            }
            _ => head.clone(),
        };
        let clause = match body {
            Some(body) => Term::compound(":-", [head, body.clone()]),
            None => head,
        };
        clauses.push((clause, *span));
    }
    for spec in wanted.values() {
        let Some((name, arity)) = spec.functor() else {
            continue;
        };
        let vars: Vec<Term> = (0..arity).map(|at| Term::var(format!("A{at}"))).collect();
        let call = |name: String| {
            if arity == 0 {
                Term::name(name)
            } else {
                Term::compound(name, vars.iter().cloned())
            }
        };
        let (head, goal) = (call(name.to_owned()), call(inner(name)));
        let (mut keys, mut modes, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (mode, var) in spec.args().iter().zip(&vars) {
            match mode {
                Term::Var(_) => keys.push(var.clone()),
                Term::Name(name) if name == "index" => keys.push(var.clone()),
                mode => {
                    modes.push(match (mode.functor(), mode.args()) {
                        // `lattice(p/3)` and `lattice(p(_, _, _))` name a predicate.
                        (Some(("lattice" | "po", 1)), [named]) => {
                            let name = match (named.functor(), named.args()) {
                                (Some(("/", 2)), [name, _]) => name.clone(),
                                (Some((name, _)), _) => Term::name(name),
                                _ => named.clone(),
                            };
                            Term::compound(mode.functor().map_or("po", |functor| functor.0), [name])
                        }
                        _ => mode.clone(),
                    });
                    values.push(var.clone());
                }
            }
        }
        let body = if modes.is_empty() {
            Term::compound("$tabled", [head.clone(), goal])
        } else {
            let lists = [Term::list(keys), Term::list(modes), Term::list(values)];
            let args = [head.clone(), goal].into_iter().chain(lists);
            Term::compound("$tabled", args)
        };
        let span = source
            .clauses
            .first()
            .map_or(Span::new(0, 0), |clause| clause.1);
        clauses.push((Term::compound(":-", [head, body]), span));
        // A predicate without clauses fails.
        let fails = Term::compound(":-", [call(inner(name)), Term::name("fail")]);
        clauses.push((fails, span));
    }
    Some(clauses)
}

/// The modes of arguments of tabled predicates.
const TABLE_MODES: &str = "_, index, min, max, first, last, sum, lattice(p/3) or po(p/2)";

/// What `:- table` was given as a head with a mode for each argument; none if it is something else.
fn table_spec(spec: &Term) -> Option<Term> {
    if let (Some((":", 2)), [_, inner]) = (spec.functor(), spec.args()) {
        return table_spec(inner);
    }
    if let (Some(("/", 2)), [Term::Name(name), Term::Int(arity @ 0..=200)]) =
        (spec.functor(), spec.args())
    {
        return Some(match arity {
            0 => Term::name(name),
            _ => Term::compound(name, (0..*arity).map(|_| Term::var("_"))),
        });
    }
    let is_mode = |mode: &Term| match mode.functor() {
        None => matches!(mode, Term::Var(_)),
        Some(("lattice" | "po", 1)) => true,
        Some((name, 0)) => matches!(
            name,
            "index" | "min" | "max" | "first" | "last" | "sum" | "-"
        ),
        Some(_) => false,
    };
    (spec.functor().is_some() && spec.args().iter().all(is_mode)).then(|| spec.clone())
}

/// Adds the predicates of a native library.
fn add_native(compiler: &mut Compiler, number: u32, native: &dyn NativeLibrary) {
    for (index, &(name, arity)) in native.predicates().iter().enumerate() {
        let functor = compiler.code.atoms.functor(name, arity);
        let callee = Callee::Native(compiler.code.natives.len() as u32);
        compiler.code.natives.push(NativePredicate {
            library: number,
            index: index as u32,
            functor,
        });
        compiler.code.callees.insert(functor, callee);
    }
    let (clauses, diagnostics) = parse_clauses(native.text(), &mut Operators::standard().clone());
    debug_assert!(diagnostics.is_empty(), "{diagnostics:?}");
    compiler.clauses(&clauses, false);
}

/// Decides the condition of `:- if(Goal)` with the clauses read so far. What they compile to is kept until there are more of them.
fn decide(
    source: &Source,
    goal: &Term,
    flags: &[(String, Term)],
    limits: &dyn Fn() -> Limits,
    kept: &RefCell<Option<(usize, Code)>>,
) -> Result<bool, Undecided> {
    let mut kept = kept.borrow_mut();
    let count = source.clauses.len();
    if kept.as_ref().is_none_or(|(clauses, _)| *clauses != count) {
        let mut clauses = Source {
            types: source.types.clone(),
            operators: source.operators.clone(),
            ..Source::default()
        };
        clauses.clauses = source.clauses.clone();
        clauses.dynamic = source.dynamic.clone();
        let code = compile(&clauses, &[], &limits().deadline(), &mut Vec::new());
        *kept = Some((count, code.map_err(Undecided::Limit)?));
    }
    let (_, code) = kept.as_ref().expect("it was just made");
    let hosts = Hosts::default();
    let mut machine = Machine::new(
        code,
        all_builtins(),
        &source.operators,
        &hosts,
        limits(),
        None,
    );
    machine.set_flags(flags);
    machine.begin(goal);
    machine.run().map_err(|thrown| match *thrown {
        Thrown::Limit(limit) if limit != Limit::Steps => Undecided::Limit(limit),
        _ => Undecided::Thrown(machine.shown_thrown(&thrown).to_string()),
    })
}
