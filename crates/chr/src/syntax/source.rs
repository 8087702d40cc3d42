//! The source of a program, read and sorted: declarations, rules and clauses. What a directive says is obeyed here.

use crate::syntax::conjuncts::conjuncts;
use gridwright_term::{Diagnostic, Fixity, Operators, Span, Term, parse_clauses};

use crate::syntax::recover::declared_in;
use crate::syntax::types::Types;

/// A program as it was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) constraints: Vec<Declared>,
    pub(crate) rules: Vec<RuleSource>,
    pub(crate) clauses: Vec<(Term, Span)>,
    pub(crate) operators: Operators,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) extensions: Extensions,
    pub(crate) types: Types,
    /// Whether a declaration of constraints could not be read, so that some may be missing.
    pub(crate) incomplete: bool,
}

/// What a program asked for beyond the language, by `:- chr_option(Name, on)`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extensions {
    /// `count/2`, `sum/3`, `min/3` and `max/3` over the store.
    pub(crate) aggregates: bool,
    /// `pragma priority(N)`.
    pub(crate) priorities: bool,
    /// Modes and types checked while the program runs.
    pub(crate) type_check: bool,
    /// Whether SWI-Prolog would order partners and tests by their cost.
    pub(crate) optimise: bool,
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
    let mut table = Operators::standard().clone();
    let more: &[(u16, Fixity, &str)] = &[
        (1200, Fixity::Xfx, "@"),
        (1190, Fixity::Xfx, "pragma"),
        (1180, Fixity::Xfx, "==>"),
        (1180, Fixity::Xfx, "<=>"),
        (1150, Fixity::Fx, "chr_constraint"),
        (1150, Fixity::Fx, "constraints"),
        (1150, Fixity::Fx, "chr_type"),
        (1150, Fixity::Fx, "dynamic"),
        (1150, Fixity::Fx, "discontiguous"),
        (1150, Fixity::Fx, "initialization"),
        (1130, Fixity::Xfx, "--->"),
        (1100, Fixity::Xfx, "\\"),
        (500, Fixity::Yfx, "#"),
        (500, Fixity::Fx, "?"),
        (0, Fixity::Xfx, "in"),
        (0, Fixity::Xfx, "ins"),
        (0, Fixity::Xfx, ".."),
    ];
    for &(priority, fixity, name) in more {
        table
            .add(priority, fixity, name)
            .expect("the table is consistent");
    }
    table
}

/// Decides the condition of `:- if(Goal)`, given the clauses read so far.
pub(crate) type Decide<'a> = &'a dyn Fn(&Source, &Term) -> Result<bool, String>;

/// Reads a program.
pub(crate) fn read(text: &str, decide: Decide<'_>) -> Source {
    let mut source = Source {
        operators: operators(),
        ..Source::default()
    };
    let (clauses, diagnostics) = parse_clauses(text, &mut source.operators);
    source.recover(text, &clauses, &diagnostics);
    source.diagnostics = diagnostics;
    // One entry per open `if`: whether its present branch is read, whether one was, and whether the whole is.
    let mut open: Vec<(bool, bool, bool)> = Vec::new();
    for (clause, span) in clauses {
        let reading = open.last().is_none_or(|branch| branch.0);
        if let (Some((":-", 1)), [directive]) = (clause.functor(), clause.args()) {
            match (directive.functor(), directive.args()) {
                (Some(("if", 1)), [goal]) => {
                    let holds = reading && source.decided(decide, goal, span);
                    open.push((holds, holds, reading));
                }
                (Some(("elif", 1)), [goal]) => {
                    let Some(&(_, done, whole)) = open.last() else {
                        source.error("there is no `if` before this", span);
                        continue;
                    };
                    let holds = whole && !done && source.decided(decide, goal, span);
                    open.pop();
                    open.push((holds, done || holds, whole));
                }
                (Some(("else", 0)), _) => match open.last_mut() {
                    Some(branch) => *branch = (branch.2 && !branch.1, true, branch.2),
                    None => source.error("there is no `if` before this", span),
                },
                (Some(("endif", 0)), _) => match open.pop() {
                    Some(_) => {}
                    None => source.error("there is no `if` before this", span),
                },
                _ if reading => source.directive(directive, span),
                _ => {}
            }
        } else if reading {
            source.add(clause, span);
        }
    }
    if !open.is_empty() {
        let end = Span::new(text.len(), text.len());
        source.error("an `if` has no `endif`", end);
    }
    for declared in &mut source.constraints {
        let args = declared.types.iter().zip(&declared.ground);
        let whole = args.map(|(wanted, ground)| *ground && source.types.is_whole(wanted));
        declared.whole = whole.collect();
    }
    source
}

impl Source {
    pub(crate) fn error(&mut self, message: &str, span: Span) {
        self.diagnostics.push(Diagnostic::error(message, span));
    }

    /// Declares what declarations with a syntax error seem to say.
    fn recover(&mut self, text: &str, clauses: &[(Term, Span)], errors: &[Diagnostic]) {
        for error in errors {
            let mut before = clauses.iter().rev();
            let before = before.find(|(_, span)| span.end <= error.span.start);
            let from = before.map_or(0, |(_, span)| span.end);
            let Some(names) = declared_in(text, from, error.span) else {
                continue;
            };
            self.incomplete = true;
            for (name, arity) in names {
                let any = vec![Term::name("any"); arity];
                self.declare_once(name, vec![false; arity], any, error.span);
            }
        }
    }

    fn decided(&mut self, decide: Decide<'_>, goal: &Term, span: Span) -> bool {
        decide(self, goal).unwrap_or_else(|why| {
            self.diagnostics.push(Diagnostic::error(
                format!("the condition fails: {why}"),
                span,
            ));
            false
        })
    }

    /// Adds a rule or a clause.
    fn add(&mut self, clause: Term, span: Span) {
        let (name, rule) = match (clause.functor(), clause.args()) {
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
            self.add_clause(clause, span, name.is_some());
            return;
        };
        let propagates = match kind {
            Some(("==>", 2)) => true,
            Some(("<=>", 2)) => false,
            _ => {
                self.add_clause(clause, span, name.is_some());
                return;
            }
        };
        let (mut kept, mut removed) = (Vec::new(), Vec::new());
        match (left.functor(), left.args()) {
            (Some(("\\", 2)), [before, after]) if !propagates => {
                heads(before, &pragmas, &mut kept);
                heads(after, &pragmas, &mut removed);
            }
            _ if propagates => heads(left, &pragmas, &mut kept),
            _ => heads(left, &pragmas, &mut removed),
        }
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

    fn add_clause(&mut self, clause: Term, span: Span, named: bool) {
        if named {
            self.error("only a rule has a name before `@`", span);
        } else if clause.functor() == Some(("-->", 2)) {
            self.error("grammar rules are not supported", span);
        } else {
            self.clauses.push((clause, span));
        }
    }
}

/// The heads of one side of a rule.
fn heads(term: &Term, pragmas: &[&Term], heads: &mut Vec<Head>) {
    let mut parts = Vec::new();
    conjuncts(term, ",", &mut parts);
    for part in parts {
        let (term, mark) = match (part.functor(), part.args()) {
            (Some(("#", 2)), [term, mark]) => (term, Some(mark)),
            _ => (part, None),
        };
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
