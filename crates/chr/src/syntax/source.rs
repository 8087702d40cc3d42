//! The source of a program, read and sorted: declarations, rules, clauses and directives.

use std::collections::{HashMap, HashSet};

use gridwright_control::{Deadline, Limit};
use gridwright_term::{
    Clause, Diagnostic, Fixity, Operators, ReadFlags, Reader, Span, Term, missing_stop,
};

use crate::syntax::conjuncts::conjuncts;
use crate::syntax::files::{Loader, SourceMap, moved};
use crate::syntax::recover::declared_in;
use crate::syntax::types::Types;
use crate::syntax::{dcg, single_sided};

/// A program as it was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    /// The limit that was reached before all was read.
    pub(crate) limit: Option<Limit>,
    pub(crate) constraints: Vec<Declared>,
    pub(crate) rules: Vec<RuleSource>,
    pub(crate) clauses: Vec<(Term, Span)>,
    /// Goals of directives, which run before each query, and those of `initialization/1`, which run after them.
    pub(crate) directives: Vec<Term>,
    pub(crate) initialization: Vec<Term>,
    /// Predicates declared `dynamic`, and what `table` was given.
    pub(crate) dynamic: Vec<(String, usize)>,
    pub(crate) tabled: Vec<(Term, Span)>,
    /// The libraries that the program names, and where.
    pub(crate) libraries: Vec<(String, Span)>,
    /// Predicates that are imported by name from libraries.
    pub(crate) imported: Vec<Import>,
    pub(crate) operators: Operators,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) extensions: Extensions,
    pub(crate) types: Types,
    /// Whether a declaration of constraints could not be read, so that some may be missing.
    pub(crate) incomplete: bool,
    /// Whether the store is to be shown with answers.
    pub(crate) hides_store: bool,
    /// The texts of its files.
    pub(crate) map: SourceMap,
    /// Folders with a name, by `file_search_path/2`; the folder `library` also by `library_directory/1`.
    pub(crate) aliases: Vec<(String, String)>,
    /// The files that define clauses, in the order in which they begin, and the one of each clause.
    pub(crate) units: Vec<Unit>,
    pub(crate) unit_of: Vec<u32>,
    pub(crate) multifile: HashSet<(String, usize)>,
    /// Predicates of single-sided rules, and where the first is.
    pub(crate) single_sided: Vec<(String, usize, Span)>,
    pub(crate) flags: ReadFlags,
    /// How the texts of queries are read: as at the end of the program's own file.
    pub(crate) query_flags: ReadFlags,
    /// Prolog flags that the text sets.
    pub(crate) prolog_flags: Vec<(String, Term)>,
}

/// A predicate imported from a library by name.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) library: String,
    pub(crate) name: String,
    pub(crate) arity: usize,
    pub(crate) span: Span,
}

/// A file with clauses; what it includes belongs to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit {
    pub(crate) name: String,
    pub(crate) module: Option<String>,
    pub(crate) exports: Vec<(String, usize)>,
}

/// What a program asked for by `:- chr_option(Name, Value)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extensions {
    /// `count/2`, `sum/3`, `min/3` and `max/3` over the store.
    pub(crate) aggregates: bool,
    /// `pragma priority(N)`.
    pub(crate) priorities: bool,
    /// Whether types are checked while the program runs; by default they are if it can be debugged.
    pub(crate) type_check: Option<bool>,
    /// Whether SWI-Prolog would compile the program so that it can be debugged.
    pub(crate) debug: bool,
    /// Whether SWI-Prolog would order partners and tests by their cost.
    pub(crate) optimise: bool,
}

impl Default for Extensions {
    fn default() -> Extensions {
        Extensions {
            aggregates: false,
            priorities: false,
            type_check: None,
            debug: true,
            optimise: false,
        }
    }
}

/// A declared constraint.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: String,
    /// Which arguments are declared to be ground.
    pub(crate) ground: Vec<bool>,
    /// The types of its arguments, and which of them are ground whole numbers.
    pub(crate) types: Vec<Term>,
    pub(crate) whole: Vec<bool>,
    pub(crate) span: Span,
    /// Whether it is never stored: it is active once, when it is called, and then forgotten.
    pub(crate) fleeting: bool,
}

/// A rule.
#[derive(Clone, Debug)]
pub(crate) struct RuleSource {
    pub(crate) name: Option<String>,
    pub(crate) kept: Vec<Head>,
    pub(crate) removed: Vec<Head>,
    pub(crate) guard: Option<Term>,
    pub(crate) body: Term,
    pub(crate) span: Span,
    /// The smaller, the sooner; rules without come last.
    pub(crate) priority: Option<u32>,
    /// Patterns of constraints whose coming and going lets the rule be tried, though they are no heads of it.
    pub(crate) observed: Vec<Term>,
    /// What the aggregates among the heads came to: a part of what the rule remembers to have fired for.
    pub(crate) values: Vec<Term>,
}

/// A head of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) term: Term,
    /// Whether it is never active.
    pub(crate) passive: bool,
}

/// The operators programs start with.
fn operators() -> Operators {
    let mut table = Operators::prolog().clone();
    let more: &[(u16, Fixity, &str)] = &[
        (1200, Fixity::Xfx, "@"),
        (1190, Fixity::Xfx, "pragma"),
        (1180, Fixity::Xfx, "==>"),
        (1180, Fixity::Xfx, "<=>"),
        (1150, Fixity::Fx, "chr_constraint"),
        (1150, Fixity::Fx, "constraints"),
        (1150, Fixity::Fx, "handler"),
        (1150, Fixity::Fx, "rules"),
        (1150, Fixity::Fx, "chr_type"),
        (1150, Fixity::Fx, "chr_declaration"),
        (1150, Fixity::Fx, "chr_preprocessor"),
        (1150, Fixity::Fx, "?"),
        (1130, Fixity::Xfx, "--->"),
        (1100, Fixity::Xfx, "\\"),
        (500, Fixity::Yfx, "#"),
    ];
    for &(priority, fixity, name) in more {
        table
            .add(priority, fixity, name)
            .expect("the table is consistent");
    }
    table
}

/// Decides the condition of `:- if(Goal)`, given the clauses read so far.
pub(crate) type Decide<'a> = &'a dyn Fn(&Source, &Term) -> Result<bool, Undecided>;

/// Why a condition is not decided.
pub(crate) enum Undecided {
    /// A limit of reading was reached.
    Limit(Limit),
    /// Something was thrown that nothing caught.
    Thrown(String),
}

/// What a program is read from.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) text: &'a str,
    pub(crate) name: &'a str,
    pub(crate) loader: Loader<'a>,
    pub(crate) decide: Decide<'a>,
    pub(crate) deadline: Option<&'a Deadline>,
}

/// The deepest nesting of files that load each other.
const MAX_FILES: usize = 60;

/// Reads a program.
pub(crate) fn read(input: Input<'_>) -> Source {
    let mut source = Source {
        operators: operators(),
        ..Source::default()
    };
    let mut reading = Reading {
        source: &mut source,
        input,
        open: Vec::new(),
        ended: false,
    };
    reading.unit(input.name, input.text);
    source.finish();
    source
}

/// A program that is being read.
pub(super) struct Reading<'a, 's> {
    pub(super) source: &'s mut Source,
    pub(super) input: Input<'a>,
    /// The files that are open: name, and the unit whose clauses they hold.
    pub(super) open: Vec<(String, usize)>,
    /// Whether `:- end_of_file` or the like ended the present file.
    ended: bool,
}

/// A branch of an open `if`.
#[derive(Clone, Copy)]
struct Branch {
    /// Whether its clauses are read, whether a branch of the `if` was, and whether the `if` itself is.
    reading: bool,
    done: bool,
    whole: bool,
}

impl Reading<'_, '_> {
    /// Reads a file that is loaded on its own.
    pub(super) fn unit(&mut self, name: &str, text: &str) {
        let unit = self.source.units.len();
        self.source.units.push(Unit {
            name: name.to_owned(),
            ..Unit::default()
        });
        // A file begins with the default flags, and its own changes end with it.
        let flags = std::mem::take(&mut self.source.flags);
        self.file(name, text, unit);
        let ended = std::mem::replace(&mut self.source.flags, flags);
        if unit == 0 {
            self.source.query_flags = ended;
        }
    }

    /// Reads the clauses of a file into a unit.
    pub(super) fn file(&mut self, name: &str, text: &str, unit: usize) {
        let (text, start) = self.source.map.add(name, text);
        self.open.push((name.to_owned(), unit));
        let deadline = self.input.deadline;
        let reached = || deadline.and_then(Deadline::reached);
        let is_over = || reached().is_some();
        let mut reader = Reader::new(&text).until(&is_over);
        let mut branches: Vec<Branch> = Vec::new();
        let mut before = 0;
        while let Some(read) = {
            let source = &mut *self.source;
            reader.next_clause(&source.operators, &source.flags)
        } {
            match read {
                Ok(Clause {
                    term,
                    span,
                    is_stopped,
                }) => {
                    before = span.end;
                    let span = moved(span, start);
                    if !is_stopped {
                        self.source.diagnostics.push(missing_stop(span));
                    }
                    self.clause(term, span, &mut branches);
                }
                Err(mut error) => {
                    let reading = branches.last().is_none_or(|branch| branch.reading);
                    if reading {
                        self.source.recover(&text, before, &error, start);
                        before = before.max(error.span.start);
                        error.span = moved(error.span, start);
                        self.source.diagnostics.push(error);
                    }
                }
            }
            if std::mem::take(&mut self.ended) {
                break;
            }
            // A file that was loaded reached the limit.
            if self.source.limit.is_some() {
                break;
            }
        }
        self.source.limit = self.source.limit.or_else(reached);
        if !branches.is_empty() && self.source.limit.is_none() {
            let end = moved(Span::new(text.len(), text.len()), start);
            self.source.error("an `if` has no `endif`", end);
        }
        self.open.pop();
    }

    /// Takes one clause: a directive, a rule or a clause of a predicate.
    fn clause(&mut self, clause: Term, span: Span, branches: &mut Vec<Branch>) {
        let reading = branches.last().is_none_or(|branch| branch.reading);
        let directive = match (clause.functor(), clause.args()) {
            (Some((":-" | "?-", 1)), [directive]) => directive,
            (Some(("end_of_file", 0)), _) if reading => {
                self.ended = true;
                return;
            }
            _ if reading => {
                let unit = self.open.last().map_or(0, |open| open.1);
                return self.source.add(clause, span, unit);
            }
            _ => return,
        };
        match (directive.functor(), directive.args()) {
            (Some(("if", 1)), [goal]) => {
                let holds = reading && self.decided(goal, span);
                branches.push(Branch {
                    reading: holds,
                    done: holds,
                    whole: reading,
                });
            }
            (Some(("elif", 1)), [goal]) => match branches.last().copied() {
                Some(Branch { done, whole, .. }) => {
                    let holds = whole && !done && self.decided(goal, span);
                    branches.pop();
                    branches.push(Branch {
                        reading: holds,
                        done: done || holds,
                        whole,
                    });
                }
                None => self.source.error("there is no `if` before this", span),
            },
            (Some(("else", 0)), _) => match branches.last_mut() {
                Some(branch) => {
                    branch.reading = branch.whole && !branch.done;
                    branch.done = true;
                }
                None => self.source.error("there is no `if` before this", span),
            },
            (Some(("endif", 0)), _) => match branches.pop() {
                Some(_) => {}
                None => self.source.error("there is no `if` before this", span),
            },
            _ if reading => self.directive(directive, span),
            _ => {}
        }
    }

    /// Whether the condition of an `if` holds.
    fn decided(&mut self, goal: &Term, span: Span) -> bool {
        match goal.functor() {
            Some(("true", 0)) => return true,
            Some(("fail" | "false", 0)) => return false,
            _ => {}
        }
        match (self.input.decide)(self.source, goal) {
            Ok(holds) => return holds,
            Err(Undecided::Limit(limit)) => self.source.limit = Some(limit),
            Err(Undecided::Thrown(why)) => {
                let message = format!("the condition fails: {why}");
                self.source.error(&message, span);
            }
        }
        false
    }

    /// Loads a file that is named by a path, into a unit of its own or into the present one. Each file is loaded once.
    pub(super) fn load(&mut self, path: &str, is_included: bool, span: Span) {
        let from = self.open.last().map_or("", |open| &open.0).to_owned();
        if self.open.len() >= MAX_FILES {
            let message = format!("files are nested more than {MAX_FILES} deep");
            return self.source.error(&message, span);
        }
        let Some(loader) = self.input.loader.0 else {
            let message = format!(
                "`{path}`: other files cannot be loaded here; put their clauses into this text"
            );
            return self.source.error(&message, span);
        };
        match loader.load(path, &from) {
            // Reading the file may have ended at the deadline, which is then no error.
            Err(why) => match self.input.deadline.and_then(Deadline::reached) {
                Some(limit) => self.source.limit = Some(limit),
                None => self.source.error(&why, span),
            },
            Ok(file) if is_included => {
                if self.open.iter().any(|open| open.0 == file.name) {
                    let message = format!("`{path}` includes itself");
                    return self.source.error(&message, span);
                }
                let unit = self.open.last().map_or(0, |open| open.1);
                self.file(&file.name, &file.text, unit);
            }
            Ok(file) if self.source.map.contains(&file.name) => {}
            Ok(file) => self.unit(&file.name, &file.text),
        }
    }
}

impl Source {
    pub(crate) fn error(&mut self, message: &str, span: Span) {
        self.diagnostics.push(Diagnostic::error(message, span));
    }

    pub(super) fn warn(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.push(Diagnostic::warning(message, span));
    }

    /// Declares what a declaration with a syntax error seems to say.
    fn recover(&mut self, text: &str, from: usize, error: &Diagnostic, start: usize) {
        let Some(names) = declared_in(text, from, error.span) else {
            return;
        };
        self.incomplete = true;
        for (name, arity) in names {
            let any = vec![Term::name("any"); arity];
            self.declare_once(name, vec![false; arity], any, moved(error.span, start));
        }
    }

    /// Completes what was read.
    fn finish(&mut self) {
        for (name, arity, span) in std::mem::take(&mut self.single_sided) {
            self.clauses
                .push((single_sided::no_rule(&name, arity), span));
            let unit = self.unit_of.last().copied().unwrap_or(0);
            self.unit_of.push(unit);
        }
        self.resolve_units();
        for declared in &mut self.constraints {
            let args = declared.types.iter().zip(&declared.ground);
            let whole = args.map(|(wanted, ground)| *ground && self.types.is_whole(wanted));
            declared.whole = whole.collect();
        }
    }

    /// Where several files define a predicate: the last definition holds, as in SWI-Prolog, but not across modules, which share one name space here.
    fn resolve_units(&mut self) {
        if self.units.len() < 2 {
            return;
        }
        let mut owners: HashMap<(String, usize), (u32, Span)> = HashMap::new();
        let mut lost: HashSet<((String, usize), u32)> = HashSet::new();
        let mut found = Vec::new();
        for ((clause, span), &unit) in self.clauses.iter().zip(&self.unit_of) {
            let Some(functor) = head_functor(clause) else {
                continue;
            };
            if self.multifile.contains(&functor) || self.dynamic.contains(&functor) {
                continue;
            }
            let Some((owner, _)) = owners.insert(functor.clone(), (unit, *span)) else {
                continue;
            };
            if owner == unit || !lost.insert((functor.clone(), owner)) {
                continue;
            }
            let (name, arity) = &functor;
            let (one, other) = (&self.units[owner as usize], &self.units[unit as usize]);
            found.push(match one.module == other.module {
                true => Diagnostic::warning(
                    format!("`{name}/{arity}` is defined in {} already; this definition takes its place", one.name),
                    *span,
                ),
                false => Diagnostic::error(
                    format!("`{name}/{arity}` is defined in {} too, and modules share one name space here; rename one of them", one.name),
                    *span,
                ),
            });
        }
        self.diagnostics.extend(found);
        if lost.is_empty() {
            return;
        }
        let clauses = std::mem::take(&mut self.clauses);
        let units = std::mem::take(&mut self.unit_of);
        for ((clause, span), unit) in clauses.into_iter().zip(units) {
            let is_lost =
                head_functor(&clause).is_some_and(|functor| lost.contains(&(functor, unit)));
            if !is_lost {
                self.clauses.push((clause, span));
                self.unit_of.push(unit);
            }
        }
    }

    /// Adds a rule or a clause.
    fn add(&mut self, clause: Term, span: Span, unit: usize) {
        match (clause.functor(), clause.args()) {
            (Some(("constraints" | "chr_type", 1)), [_]) => {
                self.declaration(&clause, span);
                return;
            }
            // The name of a constraint handler, and the word before its rules, mean nothing.
            (Some(("handler" | "rules", 1)), [_]) => return,
            (Some(("option", 2)), [name, value]) => return self.option(name, value, span),
            _ => {}
        }
        let (name, rule) = match (clause.functor(), clause.args()) {
            (Some(("@", 2)), [Term::Name(name), rule]) => (Some(name.clone()), rule),
            (Some(("@", 2)), [name, rule]) => (Some(name.to_string()), rule),
            _ => (None, &clause),
        };
        let (rule, pragmas) = match (rule.functor(), rule.args()) {
            (Some(("pragma", 2)), [rule, pragmas]) => {
                let mut list = Vec::new();
                conjuncts(pragmas, ",", &mut list);
                (rule, list)
            }
            _ => (rule, Vec::new()),
        };
        let (kind, [left, right]) = (rule.functor(), rule.args()) else {
            self.add_clause(clause, span, name.is_some(), unit);
            return;
        };
        let propagates = match kind {
            Some(("==>", 2)) => true,
            Some(("<=>", 2)) => false,
            _ => {
                self.add_clause(clause, span, name.is_some(), unit);
                return;
            }
        };
        let (mut kept, mut removed) = (Vec::new(), Vec::new());
        let mut ids = Vec::new();
        match (left.functor(), left.args()) {
            (Some(("\\", 2)), [before, after]) if !propagates => {
                heads(before, &pragmas, &mut kept, &mut ids);
                heads(after, &pragmas, &mut removed, &mut ids);
            }
            _ if propagates => heads(left, &pragmas, &mut kept, &mut ids),
            _ => heads(left, &pragmas, &mut removed, &mut ids),
        }
        self.check_pragmas(&pragmas, &ids, span);
        let (guard, body) = match (right.functor(), right.args()) {
            (Some(("|", 2)), [guard, body]) => (Some(guard.clone()), body.clone()),
            _ => (None, right.clone()),
        };
        let priority = self.priority(&pragmas, span);
        self.rules.push(RuleSource {
            name,
            kept,
            removed,
            guard,
            body,
            span,
            priority,
            observed: Vec::new(),
            values: Vec::new(),
        });
    }

    fn add_clause(&mut self, clause: Term, span: Span, named: bool, unit: usize) {
        if named {
            return self.error("only a rule has a name before `@`", span);
        }
        let clause = match (clause.functor(), clause.args()) {
            (Some(("-->", 2)), [head, body]) => match dcg::clause_of(head, body) {
                Ok(clause) => clause,
                Err(why) => return self.error(&why, span),
            },
            (Some(("=>", 2)), [head, body]) => match single_sided::clause_of(head, body) {
                Ok(clause) => {
                    let (name, arity) = head_functor(&clause).expect("it has a head");
                    let seen = |one: &(String, usize, Span)| one.0 == name && one.1 == arity;
                    if !self.single_sided.iter().any(seen) {
                        self.single_sided.push((name, arity, span));
                    }
                    clause
                }
                Err(why) => return self.error(&why, span),
            },
            _ => clause,
        };
        let clause = without_module(clause);
        match (clause.functor(), clause.args()) {
            (
                Some(("file_search_path", 2)),
                [Term::Name(alias), Term::Name(folder) | Term::Text(folder)],
            ) => {
                self.aliases.push((alias.clone(), folder.clone()));
                return;
            }
            (Some(("library_directory", 1)), [Term::Name(folder) | Term::Text(folder)]) => {
                self.aliases.push(("library".to_owned(), folder.clone()));
                return;
            }
            (Some((":-", 2)), [head, _]) if is_hook(head) => self.warn_hook(head, span),
            _ if is_hook(&clause) => self.warn_hook(&clause, span),
            _ => {}
        }
        self.clauses.push((clause, span));
        self.unit_of.push(unit as u32);
    }

    fn warn_hook(&mut self, head: &Term, span: Span) {
        let (name, arity) = head.functor().unwrap_or_default();
        let message = format!(
            "`{name}/{arity}` is not called while a program is read; write what it would make of the clauses"
        );
        self.warn(message, span);
    }
}

/// Whether a clause is one of a predicate that SWI-Prolog calls for the clauses it reads.
fn is_hook(head: &Term) -> bool {
    matches!(
        head.functor(),
        Some(("term_expansion" | "goal_expansion", 2 | 4))
    )
}

/// The name and number of arguments of what a clause defines.
fn head_functor(clause: &Term) -> Option<(String, usize)> {
    let head = match (clause.functor(), clause.args()) {
        (Some((":-", 2)), [head, _]) => head,
        _ => clause,
    };
    head.functor().map(|(name, arity)| (name.to_owned(), arity))
}

/// A clause without a module before its head.
fn without_module(clause: Term) -> Term {
    match (clause.functor(), clause.args()) {
        (Some((":", 2)), [Term::Name(_), inner]) => inner.clone(),
        (Some((":-", 2)), [head, body]) => match (head.functor(), head.args()) {
            (Some((":", 2)), [Term::Name(_), inner]) => {
                Term::compound(":-", [inner.clone(), body.clone()])
            }
            _ => clause,
        },
        _ => clause,
    }
}

/// The heads of one side of a rule.
fn heads(term: &Term, pragmas: &[&Term], heads: &mut Vec<Head>, ids: &mut Vec<Term>) {
    let mut parts = Vec::new();
    conjuncts(term, ",", &mut parts);
    for part in parts {
        let (term, mark) = match (part.functor(), part.args()) {
            (Some(("#", 2)), [term, mark]) => (term, Some(mark)),
            _ => (part, None),
        };
        ids.extend(mark.cloned());
        let named = |pragma: &&Term| {
            pragma.functor() == Some(("passive", 1)) && Some(&pragma.args()[0]) == mark
        };
        let passive =
            mark.is_some_and(|mark| mark == &Term::name("passive")) || pragmas.iter().any(named);
        heads.push(Head {
            term: term.clone(),
            passive,
        });
    }
}
