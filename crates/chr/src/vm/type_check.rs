//! Types checked while a program runs.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::code::atoms::known;
use crate::code::word::{Tag, Word};
use crate::state::exception::Thrown;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Checks the arguments of a constraint that is called against their modes and types, if the program wants that.
    pub(crate) fn check_types(&mut self, symbol: u32) -> Result<(), Box<Thrown>> {
        let code = self.code;
        if !code.type_check {
            return Ok(());
        }
        let constraint = &code.constraints[symbol as usize];
        for (at, wanted) in constraint.types.iter().enumerate() {
            let word = self.deref(self.args[at]);
            if code.careful && constraint.ground[at] && self.heap.first_var(word).is_some() {
                return Err(self.instantiation_error());
            }
            let fits = match wanted {
                Term::Name(name) => match name.as_str() {
                    "any" => true,
                    "int" | "number" => word.is_small(),
                    "natural" | "dense_int" => word.is_small() && word.value() >= 0,
                    _ => false,
                },
                _ => false,
            };
            if fits || word.tag() == Tag::Ref {
                continue;
            }
            let term = self.to_term(word);
            if let Err(misfit) = code.type_names.check(&term, wanted) {
                let mut vars = HashMap::new();
                let kind = self.load_source(&misfit.wanted, &mut vars);
                let part = self.load_source(&misfit.part, &mut vars);
                let name = self.atoms.number("type_error");
                let formal = self.new_compound(name, &[kind, part]);
                let message = Word::atom(self.atoms.number("CHR Runtime Type Error"));
                let place = self.new_var();
                let name = self.atoms.number("context");
                let context = self.new_compound(name, &[place, message]);
                let ball = self.new_compound(known::ERROR, &[formal, context]);
                return Err(self.throw(ball));
            }
        }
        Ok(())
    }
}
