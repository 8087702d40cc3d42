//! Rules to join plans: for each occurrence of a constraint the order of its partners, how each is found, and when each part of the
//! guard is tested.

use gridwright_term::{Diagnostic, Term};

use crate::analysis::exchange::is_subsumed;
use crate::analysis::groups::{find_groups, never_fires, partner_order};
use crate::analysis::known_types::KnownTypes;
use crate::analysis::scope::Scope;
use crate::code::instr::{At, Instr};
use crate::code::layout::{ARGS, slots_at};
use crate::code::prefilter::prefilter_of;
use crate::code::{
    Callee, Constraint, Filter, Need, Occurrence, Partner, Pattern, Repeats, Rule, Shape, Test,
    Written,
};
use crate::compile::aggregates::parts;
use crate::compile::compiler::{Compiler, End};
use crate::compile::emitter::emit_searches;
use crate::compile::filter::scarce;
use crate::syntax::files::SourceMap;
use crate::syntax::source::{Declared, Head, RuleSource};

/// The most heads a rule can have.
use crate::code::layout::HEADS;

/// The priority of a rule that was given none, where others have one.
pub(crate) const NO_PRIORITY: u32 = u32::MAX - 1;

impl Compiler {
    /// Makes the declared constraints known, so that goals can call them.
    pub(crate) fn declare(&mut self, declared: &[Declared]) {
        for one in declared {
            let functor = self.code.atoms.functor(&one.name, one.ground.len());
            let number = self.code.constraints.len() as u32;
            let is_typed = one.types.iter().any(|wanted| *wanted != Term::name("any"));
            let callee = match is_typed && self.code.type_check {
                true => Callee::Checked(number),
                false => Callee::Constraint(number),
            };
            let type_checks = match self.code.type_check {
                true => one
                    .types
                    .iter()
                    .map(|wanted| self.type_check(wanted))
                    .collect(),
                false => Box::default(),
            };
            self.code.callees.insert(functor, callee);
            self.code.constraints.push(Constraint {
                functor,
                occurrences: Vec::new(),
                filters: Vec::new(),
                entries: Box::new([]),
                indexes: Vec::new(),
                ground: one.ground.clone(),
                whole: one.whole.clone(),
                types: one.types.clone(),
                type_checks,
                watched: vec![false; one.ground.len()],
                watch: None,
                wakes_partially: true,
                triggers: false,
                partners: 0,
                size: 0,
                listed: false,
                fleeting: one.fleeting,
            });
        }
    }

    /// Compiles all rules.
    pub(crate) fn rules(&mut self, rules: &[RuleSource], map: &SourceMap) {
        let mut planned = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            if self.is_over() {
                return;
            }
            let name = rule
                .name
                .clone()
                .unwrap_or_else(|| format!("rule {}", at + 1));
            let line = map.line(rule.span);
            let heads: Vec<(&Head, bool)> = rule
                .removed
                .iter()
                .map(|head| (head, true))
                .chain(rule.kept.iter().map(|head| (head, false)))
                .collect();
            let shown = heads
                .iter()
                .map(|(head, _)| (head.term.clone(), !head.passive));
            self.code.rules.push(Rule {
                name,
                line,
                heads: shown.collect(),
            });
            let symbols: Option<Vec<u32>> = heads
                .iter()
                .map(|(head, _)| &head.term)
                .chain(&rule.observed)
                .map(|head| self.symbol(head, rule))
                .collect();
            if heads.len() > HEADS {
                let message = format!("a rule has at most {HEADS} heads");
                self.diagnostics.push(Diagnostic::error(message, rule.span));
            } else if let Some(symbols) = symbols {
                planned.push((at, rule, heads, symbols));
            }
        }
        for (_, rule, heads, symbols) in &planned {
            self.watch_args(rule, heads, symbols);
            for (at, &symbol) in symbols.iter().enumerate() {
                let partners = heads.len() - usize::from(at < heads.len());
                let constraint = &mut self.code.constraints[symbol as usize];
                constraint.partners = constraint.partners.max(partners as u16);
            }
        }
        for symbol in 0..self.code.constraints.len() {
            let constraint = &mut self.code.constraints[symbol];
            let arity = constraint.functor.arity();
            constraint.size = slots_at(arity, constraint.partners.into()) as u16;
            if constraint.watched.contains(&true) {
                constraint.watch = Some(self.code.watches);
                self.code.watches += 1;
            }
        }
        self.shared_levels = find_groups(&self.code, self.extensions, &planned);
        self.in_rule = true;
        for (number, rule, heads, symbols) in planned {
            if self.is_over() {
                return;
            }
            self.place = rule.span;
            self.rule = number as u32;
            self.known = match self.code.type_check {
                true => self.known_types(rule),
                false => KnownTypes::default(),
            };
            for active in 0..symbols.len() {
                if heads.get(active).is_none_or(|(head, _)| !head.passive) {
                    self.occurrence(number, rule, &heads, &symbols, active);
                }
            }
        }
        self.in_rule = false;
        self.known = KnownTypes::default();
        // The occurrences of a group follow each other, so rules that are in none because they never fire come last.
        let optimise = self.extensions.optimise;
        let is_last = |rule: &RuleSource| optimise && never_fires(rule);
        let last: Vec<bool> = rules.iter().map(is_last).collect();
        for constraint in &mut self.code.constraints {
            constraint
                .occurrences
                .sort_by_key(|one| (one.subsumed, one.priority, last[one.rule as usize]));
            let searched = constraint.occurrences.iter().filter(|one| !one.subsumed);
            constraint.filters = searched.map(Filter::of).collect();
            constraint.group();
            constraint.triggers = constraint.watch.is_some() && !constraint.occurrences.is_empty();
        }
        emit_searches(&mut self.code);
    }

    /// What the heads and the guard of a rule say about types.
    fn known_types(&self, rule: &RuleSource) -> KnownTypes {
        let code = &self.code;
        KnownTypes::of_rule(rule, |name, arity| {
            let found = code.constraints.iter().find(|constraint| {
                let functor = constraint.functor;
                functor.arity() == arity && code.atoms.text(functor.name() as usize) == name
            });
            found.map(|constraint| &constraint.types[..])
        })
    }

    /// The constraint of a head, or a message if it is not declared.
    fn symbol(&mut self, head: &Term, rule: &RuleSource) -> Option<u32> {
        let message = match head.functor() {
            None => format!("`{head}` cannot be a head"),
            Some((name, arity)) => {
                let functor = self.code.atoms.functor(name, arity);
                match self
                    .code
                    .callees
                    .get(&functor)
                    .and_then(|callee| callee.symbol())
                {
                    Some(symbol) => return Some(symbol),
                    _ if self.incomplete => return None,
                    _ => format!("the constraint `{name}/{arity}` is not declared"),
                }
            }
        };
        let mut diagnostic = Diagnostic::error(message, rule.span);
        if parts(head).is_some() && !self.extensions.aggregates {
            diagnostic = diagnostic
                .with_note("`:- chr_option(aggregates, on)` lets it be counted from the store");
        }
        self.diagnostics.push(diagnostic);
        None
    }

    /// Plans one occurrence: of a head, or of what is observed after the heads.
    fn occurrence(
        &mut self,
        number: usize,
        rule: &RuleSource,
        heads: &[(&Head, bool)],
        symbols: &[u32],
        active: usize,
    ) {
        let symbol = symbols[active] as usize;
        let constraint = &self.code.constraints[symbol];
        let group = self
            .shared_levels
            .remove(&(number, active))
            .unwrap_or_default();
        let first = if group.levels > 0 {
            // What rules that are searched for together know is kept while others of them are tried.
            usize::from(constraint.size)
        } else {
            slots_at(constraint.functor.arity(), constraint.partners.into())
        };
        let observed = active >= heads.len();
        // Turns of priorities are not taken at once, so that what is searched earlier may see another store.
        let subsumed = !self.code.prioritised && is_subsumed(rule, heads, symbols, active);
        let terms: Vec<&Term> = heads.iter().map(|(head, _)| &head.term).collect();
        let terms: Vec<&Term> = terms.into_iter().chain(&rule.observed).collect();
        let own = terms[active];
        let mentioned = terms[..heads.len()].iter().copied();
        let mentioned = mentioned.chain(observed.then_some(own));
        let mut scope = Scope::new(first, mentioned.chain(&rule.guard).chain([&rule.body]));
        let removed = !observed && heads[active].1;
        if !observed {
            self.partial_wake(rule, removed, symbol);
        }

        let order = partner_order(
            &self.code,
            self.extensions,
            &terms,
            heads.len(),
            symbols,
            active,
        );
        for (at, arg) in own.args().iter().enumerate() {
            if let Term::Var(name) = arg
                && name != "_"
                && !scope.has_seen(name)
            {
                scope.put(name, (ARGS + at) as u16);
            }
        }
        let args = own.args().iter().zip(ARGS as u16..);
        let args = args.filter_map(|(arg, slot)| {
            let shape = scope.shape(arg, &mut self.code.atoms);
            let open = matches!(shape, Shape::Void) || shape == Shape::Slot(slot);
            (!open).then_some((slot - ARGS as u16, shape))
        });
        let args: Pattern = args.collect();
        let compared = self.unfolded(rule);
        let mut levels = vec![scope.seen.clone()];
        let mut partners = Vec::new();
        for (level, &head) in order.iter().enumerate() {
            let term = &heads[head].0.term;
            let alike = group.keys.get(level).map(Vec::as_slice);
            let lookup = self.lookup(term, symbols[head], &compared, alike, &mut scope);
            let args = self.pattern(term, &mut scope);
            levels.push(scope.seen.clone());
            let twin = order
                .iter()
                .any(|&other| other != head && symbols[other] == symbols[head]);
            partners.push(Partner {
                constraint: symbols[head],
                head: head as u16,
                lookup,
                args,
                removed: heads[head].1,
                tests: Box::new([]),
                prefilter: None,
                twin,
                own: !observed && symbols[active] == symbols[head],
                probe: self.code.new_probe(),
            });
        }
        let guard = self.guard(rule, &levels, &mut scope);
        let mut tests: Vec<Vec<Test>> = vec![Vec::new(); levels.len()];
        let mut parts: Vec<Vec<Term>> = vec![Vec::new(); levels.len()];
        for (level, test, part) in guard.tests {
            tests[level].push(test);
            parts[level].push(part);
        }
        let mut tests = tests.into_iter().map(Vec::into_boxed_slice);
        let own_tests = tests.next().unwrap_or_default();
        for (partner, tests) in partners.iter_mut().zip(tests) {
            partner.prefilter = prefilter_of(&partner.args, &tests);
            partner.tests = tests;
        }
        let goals = guard.goals.into_iter().rev();
        let goals = goals.reduce(|rest, goal| Term::compound(",", [goal, rest]));
        let repeats = self.repeats(rule, heads, symbols);
        self.temporaries.clear();
        let start = self.here();
        let guard = goals.as_ref().map(|goal| {
            self.body(goal, &mut scope, End::Guarded);
            self.emit_arms();
            start
        });
        let removal = self.here();
        self.removal(symbol, &partners, (!removed).then_some(repeats));
        let body = self.here();
        let end = if removed { End::Proceed } else { End::Resume };
        self.body(&rule.body, &mut scope, end);
        self.emit_arms();
        self.code.written.push(Written {
            rule: number as u32,
            guard: start,
            body: removal,
            end: self.here(),
        });
        let values = rule
            .values
            .iter()
            .map(|value| self.value(value, &mut scope));
        let values: Box<[u16]> = values.collect();
        let size = self.size(&scope, rule.span);
        let stores = observed || self.counts(rule.guard.as_ref(), symbol as u32);
        let mut needs: Vec<Need> = Vec::new();
        for partner in partners.iter().filter(|_| !observed) {
            let known = needs.iter_mut();
            match known
                .into_iter()
                .find(|need| need.symbol == partner.constraint)
            {
                Some(need) => need.count += 1,
                None => needs.push(Need {
                    symbol: partner.constraint,
                    count: 1,
                    own: partner.constraint as usize == symbol,
                }),
            }
        }
        let constraint = &mut self.code.constraints[symbol];
        constraint.size = constraint.size.max(size);
        constraint.occurrences.push(Occurrence {
            rule: number as u32,
            head: active as u16,
            removed,
            args,
            tests: own_tests,
            takes: partners.iter().any(|partner| partner.removed),
            subsumed,
            partners: partners.into(),
            shared_levels: group.levels as u16,
            back: 0,
            longest: 0,
            prompt: false,
            own_from: 0,
            scarce: scarce(&needs, stores),
            needs: needs.into(),
            guard,
            removal,
            body,
            fires: 0,
            advances: Box::new([]),
            matches: [0; 2],
            temporaries: self.temporaries.as_slice().into(),
            repeats,
            observed,
            stores,
            values,
            priority: match rule.priority {
                _ if !self.code.prioritised => 0,
                Some(priority) => priority,
                None => NO_PRIORITY,
            },
            parts: parts.into_iter().map(Vec::into_boxed_slice).collect(),
            goals,
        });
    }

    /// Removes the partners that a rule removes, and keeps the active constraint if `kept` says how the rule is kept from firing again.
    fn removal(&mut self, symbol: usize, partners: &[Partner], kept: Option<Repeats>) {
        let constraint = &self.code.constraints[symbol];
        let (stores, arity) = (!constraint.fleeting, constraint.functor.arity());
        let suspensions = ARGS + arity + usize::from(constraint.partners);
        let removed = partners.iter().zip(0..).filter(|(one, _)| one.removed);
        for (_, level) in removed {
            let place = At::try_from(suspensions + usize::from(level));
            self.emit(place.map_or(Instr::RemoveAny(level), Instr::Remove));
        }
        if let Some(repeats) = kept {
            let remembers = repeats == Repeats::Remembered;
            self.emit(Instr::Keep { stores, remembers });
        }
    }

    /// The slot in which the result of an aggregate is; one that stays empty if the result was given.
    fn value(&mut self, value: &Term, scope: &mut Scope) -> u16 {
        match value {
            Term::Var(name) if name != "_" => scope.slot(name),
            _ => 0,
        }
    }

    /// What the arguments of a stored constraint must look like.
    pub(crate) fn pattern(&mut self, head: &Term, scope: &mut Scope) -> Pattern {
        let args = head.args().iter().zip(0..);
        let shapes = args.map(|(arg, at)| (at, scope.shape(arg, &mut self.code.atoms)));
        shapes
            .filter(|(_, shape)| !matches!(shape, Shape::Void))
            .collect()
    }

    fn repeats(&self, rule: &RuleSource, heads: &[(&Head, bool)], symbols: &[u32]) -> Repeats {
        if heads.iter().any(|(_, removed)| *removed) {
            return Repeats::Impossible;
        }
        let wakes = |symbol: &u32| self.code.constraints[*symbol as usize].watch.is_some();
        if symbols.iter().any(wakes)
            || heads.iter().any(|(head, _)| head.passive)
            || !rule.observed.is_empty()
            || self.code.prioritised
        {
            return Repeats::Remembered;
        }
        Repeats::Newer
    }
}
