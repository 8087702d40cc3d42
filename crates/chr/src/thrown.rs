//! What a goal can end in besides success and failure: something thrown, which `catch/3` can catch, or a limit, which nothing catches.

use crate::limits::Limit;
use crate::machine::Machine;
use crate::names::known;
use crate::stored::Stored;
use crate::word::Word;

/// A term that was thrown, or the limit that was reached.
#[derive(Debug)]
pub(crate) enum Thrown {
    Ball(Stored),
    Limit(Limit),
}

/// Whether a goal succeeded.
pub(crate) type Answer = Result<bool, Box<Thrown>>;

impl Machine<'_> {
    /// Throws a term.
    pub(crate) fn throw(&mut self, ball: Word) -> Box<Thrown> {
        Box::new(Thrown::Ball(self.store_term(ball)))
    }

    /// `error(Formal, _)`.
    pub(crate) fn error(&mut self, formal: Word) -> Box<Thrown> {
        let context = self.new_var();
        let ball = self.new_compound(known::ERROR, &[formal, context]);
        self.throw(ball)
    }

    pub(crate) fn instantiation_error(&mut self) -> Box<Thrown> {
        let formal = self.name("instantiation_error");
        self.error(formal)
    }

    /// `type_error(Kind, Culprit)`.
    pub(crate) fn type_error(&mut self, kind: &str, culprit: Word) -> Box<Thrown> {
        let kind = self.name(kind);
        let name = self.names.number("type_error");
        let formal = self.new_compound(name, &[kind, culprit]);
        self.error(formal)
    }

    /// `domain_error(Domain, Culprit)`.
    pub(crate) fn domain_error(&mut self, domain: &str, culprit: Word) -> Box<Thrown> {
        let domain = self.name(domain);
        let name = self.names.number("domain_error");
        let formal = self.new_compound(name, &[domain, culprit]);
        self.error(formal)
    }

    /// `existence_error(Kind, Name/Arity)`.
    pub(crate) fn existence_error(&mut self, kind: &str, name: Word) -> Box<Thrown> {
        let kind = self.name(kind);
        let functor = self.names.number("existence_error");
        let formal = self.new_compound(functor, &[kind, name]);
        self.error(formal)
    }

    /// `evaluation_error(What)`.
    pub(crate) fn evaluation_error(&mut self, what: &str) -> Box<Thrown> {
        let what = self.name(what);
        let name = self.names.number("evaluation_error");
        let formal = self.new_compound(name, &[what]);
        self.error(formal)
    }
}
