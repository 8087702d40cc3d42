//! Types checked while a program runs: of the arguments of a constraint when it is called, and of the variables in them when they get their values.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::code::atoms::known;
use crate::code::word::{Tag, Word};
use crate::state::exception::Thrown;
use crate::syntax::types::Misfit;
use crate::vm::machine::Machine;

type Checked = Result<(), Box<Thrown>>;

impl Machine<'_> {
    /// Checks the arguments of a constraint that is called against their modes and types, if the program wants that.
    pub(crate) fn check_types(&mut self, symbol: u32) -> Checked {
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
            self.check_type(word, wanted)?;
        }
        Ok(())
    }

    /// Checks that a term is of a type. Its variables are checked when they get their values.
    fn check_type(&mut self, word: Word, wanted: &Term) -> Checked {
        let fits = match wanted {
            Term::Var(_) => true,
            Term::Name(name) => match name.as_str() {
                "any" => true,
                "int" | "number" => word.is_small(),
                "natural" | "dense_int" => word.is_small() && word.value() >= 0,
                _ => false,
            },
            _ => false,
        };
        if fits {
            return Ok(());
        }
        if word.tag() == Tag::Ref {
            self.check_later(word, wanted);
            return Ok(());
        }
        let term = self.to_term(word);
        let mut later = Vec::new();
        if let Err(misfit) = self.code.type_names.check(&term, wanted, &mut later) {
            return Err(self.misfit(&misfit));
        }
        if !later.is_empty() {
            let vars = self.heap.vars(word).into_iter();
            let vars: HashMap<Term, Word> = vars.map(|var| (self.to_term(var), var)).collect();
            for (part, wanted) in later {
                if let Some(&var) = vars.get(&part) {
                    self.check_later(var, &wanted);
                }
            }
        }
        Ok(())
    }

    /// Notes the type that the value of an unbound variable must have.
    fn check_later(&mut self, var: Word, wanted: &Term) {
        let types = Word::atom(known::TYPES);
        let wanted = self.load_source(wanted, &mut HashMap::new());
        let noted = self.heap.get_attribute(var, types);
        let mut all = noted.map_or(Vec::new(), |noted| self.items_of(noted));
        if all.iter().any(|&one| self.heap.identical(one, wanted)) {
            return;
        }
        all.push(wanted);
        let all = self.new_list(&all);
        self.heap.put_attribute(var, types, all);
    }

    /// Checks the value of a variable that was bound, which may be another variable, against the types noted for it.
    pub(crate) fn check_bound(&mut self, types: Word, value: Word) -> Checked {
        for wanted in self.items_of(types) {
            let wanted = self.to_term(wanted);
            self.check_type(value, &wanted)?;
        }
        Ok(())
    }

    fn items_of(&self, list: Word) -> Vec<Word> {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while rest.tag() == Tag::List {
            items.push(self.deref(self.heap[rest.place()]));
            rest = self.deref(self.heap[rest.place() + 1]);
        }
        items
    }

    #[cold]
    fn misfit(&mut self, misfit: &Misfit) -> Box<Thrown> {
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
        self.throw(ball)
    }
}
