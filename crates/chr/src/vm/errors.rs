//! Throwing: the terms of errors, and the rule that something was thrown from.

use crate::code::atoms::known;
use crate::code::word::Word;
use crate::state::exception::{Blamed, Thrown};
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Notes which rule something was thrown from: the one whose instructions were carried out, or else the first one that
    /// would have been gone on with.
    pub(crate) fn blame_written(&mut self, mut frame: usize, at: [u32; 2]) {
        let mut found = at.into_iter().find_map(|place| self.rule_at(place));
        while found.is_none() && frame != 0 {
            found = self.rule_at(self.env[frame + 1] as u32);
            let below = self.env[frame] as usize;
            if below >= frame {
                break;
            }
            frame = below;
        }
        self.blamed = self.blamed.or(found);
    }

    /// The same for a last call, whose frame is gone when it throws.
    #[cold]
    pub(crate) fn blame_last(&mut self, at: u32, thrown: Box<Thrown>) -> Box<Thrown> {
        self.blamed = self.blamed.or(self.rule_at(at));
        thrown
    }

    /// The rule to which an instruction belongs.
    fn rule_at(&self, place: u32) -> Option<Blamed> {
        let written = &self.code.written;
        let after = written.partition_point(|rule| rule.guard <= place);
        let rule = &written[after.checked_sub(1)?];
        (place < rule.end).then_some(Blamed {
            rule: rule.rule,
            part: if place < rule.body { "guard" } else { "body" },
        })
    }

    /// Throws a term.
    pub(crate) fn throw(&mut self, ball: Word) -> Box<Thrown> {
        Box::new(Thrown::Ball(self.heap.store_term(ball)))
    }

    /// `error(Formal, _)`.
    pub(crate) fn error(&mut self, formal: Word) -> Box<Thrown> {
        let context = self.new_var();
        let ball = self.new_compound(known::ERROR, &[formal, context]);
        self.throw(ball)
    }

    pub(crate) fn instantiation_error(&mut self) -> Box<Thrown> {
        let formal = self.atom("instantiation_error");
        self.error(formal)
    }

    /// `type_error(Kind, Culprit)`.
    pub(crate) fn type_error(&mut self, kind: &str, culprit: Word) -> Box<Thrown> {
        let kind = self.atom(kind);
        let name = self.atoms.number("type_error");
        let formal = self.new_compound(name, &[kind, culprit]);
        self.error(formal)
    }

    /// `domain_error(Domain, Culprit)`.
    pub(crate) fn domain_error(&mut self, domain: &str, culprit: Word) -> Box<Thrown> {
        let domain = self.atom(domain);
        let name = self.atoms.number("domain_error");
        let formal = self.new_compound(name, &[domain, culprit]);
        self.error(formal)
    }

    /// `existence_error(Kind, Name/Arity)`.
    pub(crate) fn existence_error(&mut self, kind: &str, name: Word) -> Box<Thrown> {
        let kind = self.atom(kind);
        let functor = self.atoms.number("existence_error");
        let formal = self.new_compound(functor, &[kind, name]);
        self.error(formal)
    }

    /// `uninstantiation_error(Culprit)`.
    pub(crate) fn uninstantiation_error(&mut self, culprit: Word) -> Box<Thrown> {
        let formal = self.call_of("uninstantiation_error", &[culprit]);
        self.error(formal)
    }

    /// `permission_error(Action, Kind, Culprit)`.
    pub(crate) fn permission_error(
        &mut self,
        action: &str,
        kind: &str,
        culprit: Word,
    ) -> Box<Thrown> {
        let (action, kind) = (self.atom(action), self.atom(kind));
        let formal = self.call_of("permission_error", &[action, kind, culprit]);
        self.error(formal)
    }

    /// `resource_error(What)`.
    pub(crate) fn resource_error(&mut self, what: &str) -> Box<Thrown> {
        let what = self.atom(what);
        let name = self.atoms.number("resource_error");
        let formal = self.new_compound(name, &[what]);
        self.error(formal)
    }

    /// `representation_error(What)`.
    pub(crate) fn representation_error(&mut self, what: &str) -> Box<Thrown> {
        let what = self.atom(what);
        let name = self.atoms.number("representation_error");
        let formal = self.new_compound(name, &[what]);
        self.error(formal)
    }

    /// `evaluation_error(What)`.
    pub(crate) fn evaluation_error(&mut self, what: &str) -> Box<Thrown> {
        let what = self.atom(what);
        let name = self.atoms.number("evaluation_error");
        let formal = self.new_compound(name, &[what]);
        self.error(formal)
    }
}
