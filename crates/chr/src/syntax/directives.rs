//! Directives: what a program says about itself between its rules. Each is obeyed where it stands; a goal that is no declaration runs before
//! each query.

use gridwright_term::{Diagnostic, Quotes, Span, Term};

use crate::syntax::files::path_of;
use crate::syntax::libraries::{Availability, add_operators, availability};
use crate::syntax::source::{Declared, Import, Reading, Source};

/// Options of SWI-Prolog's compiler that change how fast its code is and not what it does, with their values.
const COMPILER_OPTIONS: &[(&str, &[&str])] = &[
    ("functional_dependency_analysis", &["on", "off"]),
    ("set_semantics_rule", &["on", "off"]),
    (
        "check_unnecessary_active",
        &["full", "simplification", "off"],
    ),
    ("check_guard_bindings", &["on", "off"]),
    ("reduced_indexing", &["on", "off"]),
    ("storage_analysis", &["on", "off"]),
    ("guard_simplification", &["on", "off"]),
    ("guard_via_reschedule", &["on", "off"]),
    ("check_impossible_rules", &["on", "off"]),
    ("occurrence_subsumption", &["on", "off"]),
    ("late_allocation", &["on", "off"]),
    ("inline_insertremove", &["on", "off"]),
    ("declare_stored_constraints", &["on", "off"]),
    ("experiment", &["on", "off"]),
    ("experimental", &["on", "off"]),
    ("sss", &["on", "off"]),
    ("store_counter", &["on", "off"]),
    ("observation", &["on", "off", "regular", "ai"]),
    ("term_indexing", &["on", "off"]),
    ("verbosity", &["on", "off"]),
    ("ht_removal", &["on", "off"]),
    ("mixed_stores", &["on", "off"]),
    ("line_numbers", &["on", "off"]),
    ("dynattr", &["on", "off"]),
    ("verbose", &["on", "off"]),
    ("dump", &["on", "off"]),
];

/// Directives for SWI-Prolog's tools, which change nothing about what a program does here.
const TOOLS: &[&str] = &[
    "discontiguous",
    "encoding",
    "expects_dialect",
    "garbage_collect",
    "license",
    "meta_predicate",
    "module_transparent",
    "noprofile",
    "predicate_options",
    "public",
    "set_module",
    "style_check",
    "volatile",
    "protocol",
    "prompt",
    "nodebug",
    "noprotocol",
    "ansi_format",
    "create_prolog_flag",
];

/// Prolog flags that change nothing about what a program does here.
const QUIET_FLAGS: &[&str] = &[
    "answer_format",
    "answer_write_options",
    "autoload",
    "chr_toplevel_show_store",
    "color_term",
    "debug",
    "debugger_write_options",
    "encoding",
    "gc",
    "generate_debug_info",
    "history",
    "last_call_optimisation",
    "optimise",
    "optimize",
    "print_write_options",
    "prefer_rationals",
    "report_error",
    "stack_limit",
    "toplevel_print_anon",
    "toplevel_print_factorized",
    "toplevel_prompt",
    "toplevel_var_size",
    "tty_control",
    "unknown",
    "verbose",
    "verbose_autoload",
    "verbose_load",
    "warn_override_implicit_import",
    "xref",
];

/// The largest priority a rule can be given.
const LAST_PRIORITY: u32 = 1_000_000;

impl Reading<'_, '_> {
    /// Obeys a directive, one after the other of a conjunction of declarations.
    pub(super) fn directive(&mut self, directive: &Term, span: Span) {
        let (Some((name, arity)), args) = (directive.functor(), directive.args()) else {
            if let Term::List(files) = directive {
                files.iter().for_each(|file| self.load_all(file, span));
            } else {
                self.source.error("a directive is a goal", span);
            }
            return;
        };
        match (name, args) {
            (",", [left, right]) if is_declaration(left) || is_declaration(right) => {
                self.directive(left, span);
                self.directive(right, span);
            }
            (":", [_, inner]) => self.directive(inner, span),
            ("op", [priority, fixity, names]) => {
                if let Err(why) = self.source.operators.define(priority, fixity, names) {
                    self.source.error(&why, span);
                }
            }
            ("module", [module, exports, ..]) => self.module(module, exports, span),
            ("use_module" | "reexport" | "autoload", [file]) => self.load_all(file, span),
            ("use_module" | "reexport" | "autoload", [file, imports]) => {
                self.load_all(file, span);
                self.import(file, imports, span);
            }
            ("consult" | "ensure_loaded" | "load_files" | "compile", [files, ..]) if arity <= 2 => {
                self.load_all(files, span);
            }
            ("include", [file]) => self.include(file, span),
            ("initialization", [goal]) => {
                let goal = apart(goal);
                self.source.initialization.push(goal);
            }
            ("initialization", [goal, when]) => match when.functor() {
                Some(("now" | "after_load" | "restore" | "program", 0)) => {
                    self.source.initialization.push(apart(goal));
                }
                _ => {
                    let message =
                        format!("`{goal}` does not start by itself; give it as the query");
                    self.source.warn(message, span);
                }
            },
            ("set_prolog_flag", [flag, value]) => self.set_flag(flag, value, directive, span),
            ("chr_trace" | "chr_notrace" | "chr_leash", _) => {
                let message = format!(
                    "`{name}` has no effect; `gridwright chr --trace` or `--step` shows every step"
                );
                self.source.warn(message, span);
            }
            ("chr_preprocessor", _) => {
                self.source.error(
                    "preprocessors of rules are not supported; write what it makes of the rules",
                    span,
                );
            }
            ("use_foreign_library" | "load_foreign_library", _) => {
                self.source.error("libraries in C cannot be loaded; `Program::add_host` defines predicates in Rust", span);
            }
            ("assert" | "asserta" | "assertz", [fact]) if is_search_path(fact).is_some() => {
                self.source.aliases.extend(is_search_path(fact));
            }
            (tool, _) if TOOLS.contains(&tool) => {}
            _ if self.source.declaration(directive, span) => {}
            _ => self.source.directives.push(apart(directive)),
        }
    }

    /// Loads one file or library, or a list of them.
    fn load_all(&mut self, files: &Term, span: Span) {
        let files = match files {
            Term::List(files) => &files[..],
            one => std::slice::from_ref(one),
        };
        for file in files {
            let file = match (file.functor(), file.args()) {
                (Some((":", 2)), [_, inner]) => inner,
                _ => file,
            };
            match (file.functor(), file.args()) {
                (Some(("library", 1)), [library]) => self.library(library, span),
                _ => match path_of(file, &self.source.aliases) {
                    Ok(path) => self.load(&path, false, span),
                    Err(why) => self.source.error(&why, span),
                },
            }
        }
    }

    fn include(&mut self, files: &Term, span: Span) {
        let files = match files {
            Term::List(files) => &files[..],
            one => std::slice::from_ref(one),
        };
        for file in files {
            match path_of(file, &self.source.aliases) {
                Ok(path) => self.load(&path, true, span),
                Err(why) => self.source.error(&why, span),
            }
        }
    }

    fn library(&mut self, library: &Term, span: Span) {
        let Ok(name) = path_of(library, &[]) else {
            return self.source.error("a library is named library(name)", span);
        };
        add_operators(&name, &mut self.source.operators);
        self.source.libraries.push((name.clone(), span));
        let folder = self.source.aliases.iter().find(|one| one.0 == "library");
        let message = match availability(&name) {
            Availability::Here => return,
            _ if let Some((_, folder)) = folder => {
                let path = format!("{}/{name}", folder.trim_end_matches('/'));
                return self.load(&path, false, span);
            }
            Availability::Missing => {
                let instead = match name.as_str() {
                    "clpr" | "clpq" => {
                        ", and so is {}/1; library(clpfd) has constraints over integers, and is/2 computes with known numbers, rationals included"
                    }
                    _ => "",
                };
                format!(
                    "library({name}) is not available here; its predicates are missing{instead}"
                )
            }
            Availability::Unknown => {
                format!("there is no library({name}); its predicates are missing")
            }
        };
        self.source.warn(message, span);
    }

    /// Notes what is imported by name, so that what is missing is reported.
    fn import(&mut self, file: &Term, imports: &Term, span: Span) {
        let (Some(("library", 1)), [library]) = (file.functor(), file.args()) else {
            return;
        };
        let (Ok(library), Term::List(imports)) = (path_of(library, &[]), imports) else {
            return;
        };
        if availability(&library) != Availability::Here {
            return;
        }
        for import in imports {
            let import = match (import.functor(), import.args()) {
                (Some(("as", 2)), [_, name]) => {
                    let message =
                        format!("a predicate cannot be imported under another name, `{name}`");
                    self.source.error(&message, span);
                    continue;
                }
                _ => import,
            };
            if let Some((name, arity)) = indicator(import) {
                self.source.imported.push(Import {
                    library: library.clone(),
                    name,
                    arity,
                    span,
                });
            }
        }
    }

    /// The name and the exports of the present file.
    fn module(&mut self, module: &Term, exports: &Term, span: Span) {
        let unit = self.open.last().map_or(0, |open| open.1);
        let Term::List(exports) = exports else {
            return self
                .source
                .error("a module has a list of what it exports", span);
        };
        for export in exports {
            match (export.functor(), export.args()) {
                (Some(("op", 3)), [priority, fixity, names]) => {
                    if let Err(why) = self.source.operators.define(priority, fixity, names) {
                        self.source.error(&why, span);
                    }
                }
                _ => match indicator(export) {
                    Some(export) => self.source.units[unit].exports.push(export),
                    None => {
                        let message =
                            format!("`{export}` is not exported; exports are name/arity or op/3");
                        self.source.warn(message, span);
                    }
                },
            }
        }
        self.source.units[unit].module = module.functor().map(|(name, _)| name.to_owned());
    }

    fn set_flag(&mut self, flag: &Term, value: &Term, directive: &Term, span: Span) {
        let (Some((flag, 0)), value_name) = (flag.functor(), value.functor()) else {
            return self.source.error("a flag is a name", span);
        };
        let value_name = value_name.map_or("", |(name, _)| name);
        match flag {
            "double_quotes" | "back_quotes" => {
                let quotes = match value_name {
                    "codes" => Quotes::Codes,
                    "chars" => Quotes::Chars,
                    "atom" => Quotes::Name,
                    "string" => Quotes::Text,
                    _ => {
                        let message = format!("`{flag}` is codes, chars, atom or string");
                        return self.source.error(&message, span);
                    }
                };
                let flags = &mut self.source.flags;
                match flag {
                    "double_quotes" => flags.double_quotes = quotes,
                    _ => flags.back_quotes = quotes,
                }
            }
            "chr_toplevel_show_store" => self.source.hides_store = value_name == "false",
            "occurs_check" if value_name == "false" => {}
            flag if QUIET_FLAGS.contains(&flag) => {
                self.source
                    .prolog_flags
                    .push((flag.to_owned(), value.clone()));
            }
            _ => self.source.directives.push(apart(directive)),
        }
    }
}

/// A goal whose variables have other names than those of any query.
fn apart(goal: &Term) -> Term {
    let all = |terms: &[Term]| terms.iter().map(apart).collect::<Vec<Term>>();
    match goal {
        Term::Var(name) if name != "_" => Term::var(format!("_Directive_{name}")),
        Term::Compound(name, args) => Term::compound(name, all(args)),
        Term::List(items) => Term::list(all(items)),
        Term::OpenList(items, rest) => Term::open_list(all(items), apart(rest)),
        _ => goal.clone(),
    }
}

/// Whether a goal is one that is obeyed while the text is read.
fn is_declaration(goal: &Term) -> bool {
    matches!(
        goal.functor(),
        Some((
            "op" | "use_module"
                | "consult"
                | "ensure_loaded"
                | "include"
                | "set_prolog_flag"
                | "dynamic"
                | "discontiguous"
                | "multifile"
                | "style_check"
                | "chr_option"
                | "chr_constraint",
            _
        ))
    )
}

/// The folder that a fact of `file_search_path/2` names.
fn is_search_path(fact: &Term) -> Option<(String, String)> {
    let fact = match (fact.functor(), fact.args()) {
        (Some((":", 2)), [_, inner]) => inner,
        _ => fact,
    };
    match (fact.functor(), fact.args()) {
        (
            Some(("file_search_path", 2)),
            [Term::Name(alias), Term::Name(folder) | Term::Text(folder)],
        ) => Some((alias.clone(), folder.clone())),
        _ => None,
    }
}

/// The predicate that `name/arity` or `name//arity` names.
fn indicator(term: &Term) -> Option<(String, usize)> {
    match (term.functor(), term.args()) {
        (Some((":", 2)), [_, inner]) => indicator(inner),
        (Some((slash @ ("/" | "//"), 2)), [Term::Name(name), Term::Int(arity)]) => {
            let more = if slash == "//" { 2 } else { 0 };
            Some((name.clone(), usize::try_from(*arity).ok()? + more))
        }
        _ => None,
    }
}

/// The parts of a declaration: `a, b` or `[a, b]`.
fn listed(term: &Term) -> Vec<&Term> {
    let mut parts = Vec::new();
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        match (term, term.functor(), term.args()) {
            (Term::List(items), ..) => todo.extend(items.iter().rev()),
            (_, Some((",", 2)), [left, right]) => todo.extend([right, left]),
            _ => parts.push(term),
        }
    }
    parts
}

impl Source {
    /// Obeys a declaration of constraints, types, options or predicates; false if it is none.
    pub(super) fn declaration(&mut self, directive: &Term, span: Span) -> bool {
        match (directive.functor(), directive.args()) {
            (Some(("chr_constraint" | "constraints", 1)), [list]) => {
                for one in listed(list) {
                    self.declare(one, span);
                }
            }
            (Some(("chr_declaration", 1)), [one]) => self.declare(one, span),
            (Some(("chr_type", 1)), [defined]) => {
                if let Err(why) = self.types.define(defined) {
                    self.error(&why, span);
                }
            }
            (Some(("chr_option", 2)), [name, value]) => self.option(name, value, span),
            (Some((word @ ("dynamic" | "thread_local" | "multifile"), 1 | 2)), [list, ..]) => {
                for one in listed(list) {
                    let one = match (one.functor(), one.args()) {
                        (Some(("as", 2)), [one, _]) => one,
                        _ => one,
                    };
                    match indicator(one) {
                        Some(functor) if word == "multifile" => {
                            self.multifile.insert(functor);
                        }
                        Some(functor) => self.dynamic.push(functor),
                        None => {
                            let message =
                                format!("`{one}` is not a predicate, which is written name/arity");
                            self.error(&message, span);
                        }
                    }
                }
            }
            (Some(("table", 1)), [list]) => {
                let tabled = listed(list).into_iter().map(|one| (one.clone(), span));
                self.tabled.extend(tabled);
            }
            _ => return false,
        }
        true
    }

    /// Obeys an option of the rules.
    pub(super) fn option(&mut self, name: &Term, value: &Term, span: Span) {
        let Some((name, 0)) = name.functor() else {
            return self.error("an option is written chr_option(name, value)", span);
        };
        match name {
            "mode" => return self.mode_option(value, span),
            "type_declaration" => return self.type_option(value, span),
            "type_definition" => return self.definition_option(value, span),
            // These help SWI-Prolog to choose how it stores constraints.
            "store" | "stored" => return,
            "solver_events" => {
                return self.error("`solver_events` is not supported; remove the option", span);
            }
            _ => {}
        }
        let Some((value, 0)) = value.functor() else {
            return self.error("an option is written chr_option(name, value)", span);
        };
        let is_on = value == "on";
        let values: &[&str] = match name {
            "aggregates" | "priorities" | "type_check" | "debug" | "toplevel_show_store" => {
                &["on", "off"]
            }
            "optimize" => &["full", "off", "experimental"],
            "store_in_guards" => &["off"],
            _ => match COMPILER_OPTIONS.iter().find(|(option, _)| *option == name) {
                Some((_, values)) => values,
                None => {
                    let message = format!("there is no option `{name}`; remove it");
                    return self.error(&message, span);
                }
            },
        };
        if !values.contains(&value) {
            let message = format!(
                "the option `{name}` is {}, not `{value}`",
                values.join(" or ")
            );
            return self.error(&message, span);
        }
        match name {
            "aggregates" => self.extensions.aggregates = is_on,
            "priorities" => self.extensions.priorities = is_on,
            "type_check" => self.extensions.type_check = Some(is_on),
            "debug" if is_on => self.extensions.debug = true,
            "debug" => {
                self.extensions.optimise = true;
                self.extensions.debug = false;
            }
            "optimize" => match value {
                "off" => self.extensions.optimise = false,
                _ => {
                    self.extensions.optimise = true;
                    self.extensions.debug = value != "full" && self.extensions.debug;
                }
            },
            "toplevel_show_store" => self.hides_store = !is_on,
            _ => {}
        }
    }

    /// `chr_option(mode, c(+, ?))`.
    fn mode_option(&mut self, value: &Term, span: Span) {
        let modes: Option<Vec<bool>> = value
            .args()
            .iter()
            .map(|mode| match mode.functor() {
                Some(("+", 0)) => Some(true),
                Some(("-" | "?", 0)) => Some(false),
                _ => None,
            })
            .collect();
        let declared = value.functor().and_then(|(name, arity)| {
            let mut all = self.constraints.iter_mut();
            all.find(|one| one.name == name && one.ground.len() == arity)
        });
        match (modes, declared) {
            (Some(modes), Some(declared)) => declared.ground = modes,
            (None, _) => self.error("the modes of a constraint are `+`, `-` and `?`", span),
            (_, None) => {
                let message =
                    format!("`{value}` is not the mode of a constraint that is declared before");
                self.error(&message, span);
            }
        }
    }

    /// `chr_option(type_declaration, c(int, any))`.
    fn type_option(&mut self, value: &Term, span: Span) {
        let declared = value.functor().and_then(|(name, arity)| {
            let mut all = self.constraints.iter_mut();
            all.find(|one| one.name == name && one.ground.len() == arity)
        });
        match declared {
            Some(declared) => declared.types = value.args().to_vec(),
            None => {
                let message =
                    format!("`{value}` is not the type of a constraint that is declared before");
                self.error(&message, span);
            }
        }
    }

    /// `chr_option(type_definition, type(list(T), [[], [T|list(T)]]))`.
    fn definition_option(&mut self, value: &Term, span: Span) {
        let defined = match (value.functor(), value.args()) {
            (Some(("type", 2)), [head, Term::List(forms)]) => {
                let forms = forms.iter().rev().cloned();
                forms
                    .reduce(|rest, form| Term::compound(";", [form, rest]))
                    .map(|forms| Term::compound("--->", [head.clone(), forms]))
            }
            _ => None,
        };
        let done = match defined {
            Some(defined) => self.types.define(&defined),
            None => Err("a type is defined by type(name, list of its forms)".to_owned()),
        };
        if let Err(why) = done {
            self.error(&why, span);
        }
    }

    /// Checks the pragmas of a rule, whose heads have these identifiers.
    pub(super) fn check_pragmas(&mut self, pragmas: &[&Term], ids: &[Term], span: Span) {
        for pragma in pragmas {
            match (pragma.functor(), pragma.args()) {
                (Some(("passive", 1)), [id]) if ids.contains(id) => {}
                (Some(("passive", 1)), [id]) => {
                    let message = format!(
                        "the pragma `{pragma}` has no effect: no head has the identifier `{id}`; write `head # {id}`"
                    );
                    self.warn(message, span);
                }
                (Some(("priority", 1)), _) => {}
                (Some(("already_in_heads", 0) | ("already_in_head", 1)), _) => {
                    let message = format!(
                        "the pragma `{pragma}` of SICStus 3 has no effect, as in SWI-Prolog; the rule may fire for ever"
                    );
                    self.warn(message, span);
                }
                _ => {
                    let message = format!("the pragma `{pragma}` is not supported; remove it");
                    self.error(&message, span);
                }
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
                let ground = args
                    .iter()
                    .map(|arg| matches!(arg.functor(), Some(("+", _))));
                let types = args.iter().map(|arg| match (arg.functor(), arg.args()) {
                    (Some(("+" | "?" | "-", 1)), [wanted]) => Some(wanted.clone()),
                    (Some(("+" | "?" | "-", 0)), _) | (None, _) => Some(Term::name("any")),
                    _ => None,
                });
                let Some(types) = types.collect::<Option<Vec<Term>>>() else {
                    let message = format!(
                        "the arguments of `{name}` are declared by a mode and a type, such as `+int` or `?any`"
                    );
                    return self.error(&message, span);
                };
                (name.clone(), ground.collect(), types)
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
