//! Reports events to the listener of a run.

use crate::state::event::{Event, Listener, Moment, Standing, Step};
use gridwright_term::Term;

use crate::code::Occurrence;
use crate::code::layout::{ARGS, OWN_SUSPENSION, SUSPENSION_HEADER};
use crate::code::word::Word;
use crate::store::suspensions::DEAD_SUSPENSION;
use crate::vm::machine::Machine;
use crate::vm::terms::renamed;

impl Standing for Machine<'_> {
    fn numbered_store(&self) -> Vec<(u64, Term)> {
        let names = self.query_names();
        let suspensions = self.store.stored_suspensions().into_iter();
        let shown = |at| {
            (
                self.store.id_of(at),
                renamed(&self.shown_suspension(at), &names),
            )
        };
        suspensions.map(shown).collect()
    }

    fn store_of(&self, names: &[&str]) -> Vec<Term> {
        let is_wanted = |suspension: &usize| {
            let functor = self.code.constraints[self.store.symbol_of(*suspension)].functor;
            names.contains(&self.atoms.text(functor.name() as usize))
        };
        let suspensions = self
            .store
            .stored_suspensions()
            .into_iter()
            .filter(is_wanted);
        suspensions
            .map(|suspension| self.shown_suspension(suspension))
            .collect()
    }

    fn bound(&self) -> Vec<(String, Term)> {
        self.bindings()
    }

    fn nesting(&self) -> usize {
        let mut frame = self.e;
        let mut waiting = 0;
        while frame > 0 {
            frame = self.env[frame] as usize;
            waiting += 1;
        }
        waiting
    }
}

impl Machine<'_> {
    #[cold]
    fn report(&mut self, event: Event, rule: Option<String>, constraints: Vec<(u64, Term)>) {
        let names = self.query_names();
        let constraints = constraints.into_iter();
        let constraints = constraints.map(|(id, term)| (id, renamed(&term, &names)));
        let constraints = constraints.collect();
        let step = Step {
            event,
            depth: self.choices.len().saturating_sub(1),
            rule,
            constraints,
        };
        // The listener is taken out for the time of the call, so that it may look at the machine.
        let mut listener = self.tracer.0.take();
        match &mut listener {
            Some(Listener::Steps(listener)) => listener(&step),
            Some(Listener::Moments(listener)) => listener(&step, &Moment(self)),
            None => {}
        }
        self.tracer.0 = listener;
    }

    /// Reports the constraint whose frame is at `base`.
    #[cold]
    pub(crate) fn tell_constraint(&mut self, event: Event, base: usize) {
        let active = self.shown_active(base);
        self.report(event, None, vec![active]);
    }

    fn shown_active(&self, base: usize) -> (u64, Term) {
        let functor = self.code.constraints[self.symbol_at(base)].functor;
        let args = (0..functor.arity()).map(|at| self.to_term(Word(self.env[base + ARGS + at])));
        let suspension = self.env[base + OWN_SUSPENSION] as usize;
        let id = if suspension == 0 {
            0
        } else {
            self.store.id_of(suspension)
        };
        (id, self.named(functor.name(), args.collect()))
    }

    fn named(&self, name: u32, args: Vec<Term>) -> Term {
        let name = self.atoms.text(name as usize);
        if args.is_empty() {
            Term::name(name)
        } else {
            Term::compound(name, args)
        }
    }

    /// A stored constraint as a term.
    pub(crate) fn shown_suspension(&self, suspension: usize) -> Term {
        let functor = self.code.constraints[self.store.symbol_of(suspension)].functor;
        let args = (0..functor.arity()).map(|at| {
            self.to_term(Word(
                self.store.suspensions[suspension + SUSPENSION_HEADER + at],
            ))
        });
        self.named(functor.name(), args.collect())
    }

    /// Reports a stored constraint.
    #[inline(always)]
    pub(crate) fn tell_suspension(&mut self, event: Event, suspension: usize) {
        if self.observed && self.tracer.on() {
            self.tell_of_suspension(event, suspension);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_of_suspension(&mut self, event: Event, suspension: usize) {
        let shown = (
            self.store.id_of(suspension),
            self.shown_suspension(suspension),
        );
        self.report(event, None, vec![shown]);
    }

    /// Reports something that happened to the run as a whole.
    #[inline]
    pub(crate) fn tell_turn(&mut self, event: Event) {
        if self.tracer.on() {
            self.report(event, None, Vec::new());
        }
    }

    /// Reports a rule that is tried or fires; the suspensions of its partners are at `suspensions` and after it. Those that its guard removed are left out.
    #[cold]
    pub(crate) fn tell_rule(
        &mut self,
        event: Event,
        occurrence: &Occurrence,
        base: usize,
        suspensions: usize,
    ) {
        let mut constraints = vec![self.shown_active(base)];
        for level in 0..occurrence.partners.len() {
            let suspension = self.env[suspensions + level] as usize;
            if suspension == DEAD_SUSPENSION {
                continue;
            }
            constraints.push((
                self.store.id_of(suspension),
                self.shown_suspension(suspension),
            ));
        }
        let rule = self.code.rules[occurrence.rule as usize].name.clone();
        self.report(event, Some(rule), constraints);
    }
}
