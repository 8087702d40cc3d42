//! Directives: what a program says about itself between its rules. Each is obeyed where it stands.

use gridwright_term::{Diagnostic, Span, Term};

use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::{Declared, Source};

/// SWI-Prolog's options for its own compiler.
const COMPILER_OPTIONS: &[&str] = &[
    "check_guard_bindings",
    "type_definition",
    "toplevel_show_store",
    "line_numbers",
    "declare_stored_constraints",
    "verbosity",
    "guard_simplification",
    "guard_via_reschedule",
    "late_allocation",
    "mode",
];

/// The largest priority a rule can be given.
const LAST_PRIORITY: u32 = 1_000_000;

impl Source {
    pub(crate) fn directive(&mut self, directive: &Term, span: Span) {
        match (directive.functor(), directive.args()) {
            (Some(("chr_constraint" | "constraints", 1)), [list]) => {
                let mut declared = Vec::new();
                conjuncts(list, ",", &mut declared);
                for one in declared {
                    self.declare(one, span);
                }
            }
            (Some(("chr_type", 1)), [defined]) => {
                if let Err(why) = self.types.define(defined) {
                    self.error(&why, span);
                }
            }
            (Some(("chr_option", 2)), [name, value]) => self.option(name, value, span),
            (Some(("use_module", 1 | 2)), [file, ..]) if file.functor() != Some(("library", 1)) => {
                let message = "only libraries can be used; other files are not read";
                self.diagnostics.push(Diagnostic::warning(message, span));
            }
            (
                Some((
                    "module" | "use_module" | "op" | "initialization" | "dynamic" | "discontiguous"
                    | "set_prolog_flag" | "style_check" | "ensure_loaded" | "table",
                    _,
                )),
                _,
            ) => {}
            _ => {
                let message = "this directive is not known and has no effect";
                self.diagnostics.push(Diagnostic::warning(message, span));
            }
        }
    }

    /// Switches an extension. Of SWI-Prolog's own options, only those change something here that decide in which order it finds partners.
    fn option(&mut self, name: &Term, value: &Term, span: Span) {
        let (Some((name, 0)), Some((value, 0))) = (name.functor(), value.functor()) else {
            return self.error("an option is written chr_option(name, value)", span);
        };
        let on = match value {
            "on" => true,
            "off" => false,
            _ if matches!(name, "aggregates" | "priorities" | "type_check") => {
                let message = format!("`{name}` is on or off, not `{value}`");
                return self.error(&message, span);
            }
            _ => false,
        };
        match name {
            "aggregates" => self.extensions.aggregates = on,
            "priorities" => self.extensions.priorities = on,
            "type_check" => self.extensions.type_check = on,
            "debug" => self.extensions.optimise = value == "off",
            "optimize" => self.extensions.optimise = matches!(value, "full" | "experimental"),
            name if COMPILER_OPTIONS.contains(&name) => {}
            _ => {
                let message = format!("the option `{name}` is not known and has no effect");
                self.diagnostics.push(Diagnostic::warning(message, span));
            }
        }
    }

    /// The priority among the pragmas of a rule.
    pub(crate) fn priority(&mut self, pragmas: &[&Term], span: Span) -> Option<u32> {
        let found = pragmas
            .iter()
            .find(|pragma| pragma.functor() == Some(("priority", 1)))?;
        let priority = match found.args() {
            [Term::Int(number)] => u32::try_from(*number).ok(),
            _ => None,
        };
        if !self.extensions.priorities {
            let message = "priorities are off; `:- chr_option(priorities, on)` switches them on";
            self.error(message, span);
        } else if priority.is_none_or(|number| number > LAST_PRIORITY) {
            let message = format!("a priority is a number from 0 to {LAST_PRIORITY}");
            self.error(&message, span);
        }
        priority
    }

    fn declare(&mut self, declared: &Term, span: Span) {
        let (name, ground, types) = match (declared, declared.functor(), declared.args()) {
            (_, Some(("/", 2)), [Term::Name(name), Term::Int(arity @ 0..=200)]) => {
                let arity = *arity as usize;
                (
                    name.clone(),
                    vec![false; arity],
                    vec![Term::name("any"); arity],
                )
            }
            (Term::Name(name), ..) => (name.clone(), Vec::new(), Vec::new()),
            (Term::Compound(name, args), ..) if args.len() <= 200 => {
                let ground = args.iter().map(|arg| arg.functor() == Some(("+", 1)));
                let types = args.iter().map(|arg| match (arg.functor(), arg.args()) {
                    (Some(("+" | "?" | "-", 1)), [wanted]) => wanted.clone(),
                    _ => arg.clone(),
                });
                (name.clone(), ground.collect(), types.collect())
            }
            _ => {
                self.error(
                    "a constraint is declared as name/arity or with its modes",
                    span,
                );
                return;
            }
        };
        let shown = format!("{name}/{}", ground.len());
        if !self.declare_once(name, ground, types, span) {
            let message = format!("`{shown}` is declared twice");
            self.diagnostics.push(Diagnostic::warning(message, span));
        }
    }

    /// Adds a constraint; false if there is one of that name and number of arguments.
    pub(crate) fn declare_once(
        &mut self,
        name: String,
        ground: Vec<bool>,
        types: Vec<Term>,
        span: Span,
    ) -> bool {
        let same = |other: &Declared| other.name == name && other.ground.len() == ground.len();
        if self.constraints.iter().any(same) {
            return false;
        }
        self.constraints.push(Declared {
            name,
            whole: vec![false; ground.len()],
            ground,
            types,
            span,
            fleeting: false,
        });
        true
    }
}
