//! Types checked while a program runs: of the arguments of a constraint when it is called, and of the variables in them when they get their values.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::code::atoms::known;
use crate::code::number::{is_float, is_integer};
use crate::code::word::{Tag, Word};
use crate::code::{Form, Values};
use crate::state::exception::Thrown;
use crate::syntax::types::Misfit;
use crate::vm::machine::Machine;

type Checked = Result<(), Box<Thrown>>;

/// The name of the compound by which a variable has a type without a table.
const NO_TABLE: &str = "type";

impl Machine<'_> {
    /// Checks the arguments of a constraint that is called against their modes and types, if the program wants that.
    pub(crate) fn check_types(&mut self, symbol: u32) -> Checked {
        let code = self.code;
        if !code.type_check {
            return Ok(());
        }
        let constraint = &code.constraints[symbol as usize];
        for (at, &wanted) in constraint.type_checks.iter().enumerate() {
            let word = self.deref(self.args[at]);
            if code.careful && constraint.ground[at] && self.heap.first_var(word).is_some() {
                return Err(self.instantiation_error());
            }
            self.check_type(word, wanted)?;
        }
        Ok(())
    }

    /// Checks that a term is of a type. Its variables are checked when they get their values.
    fn check_type(&mut self, word: Word, wanted: u32) -> Checked {
        let is_any = matches!(self.code.type_checks[wanted as usize].values, Values::Any);
        if is_any {
            return Ok(());
        }
        if word.is_ref() {
            self.check_later(word, Word::count(wanted as usize));
            return Ok(());
        }
        let mut later = Vec::new();
        if self.has_type(word, wanted, &mut later) {
            for (var, wanted) in later {
                self.check_later(var, Word::count(wanted as usize));
            }
            return Ok(());
        }
        self.check_term(word, &self.code.type_checks[wanted as usize].wanted)
    }

    /// Checks a term against a type that need not have a table.
    fn check_term(&mut self, word: Word, wanted: &Term) -> Checked {
        let (term, mut open) = (self.to_term(word), Vec::new());
        let fits = self.code.type_names.check(&term, wanted, &mut open);
        if let Err(misfit) = fits {
            return Err(self.misfit(&misfit));
        }
        if open.is_empty() {
            return Ok(());
        }
        let vars = self.heap.vars(word).into_iter();
        let vars: HashMap<Term, Word> = vars.map(|var| (self.to_term(var), var)).collect();
        for (part, wanted) in open {
            if let Some(&var) = vars.get(&part) {
                let mut tables = self.code.type_checks.iter();
                let wanted = match tables.position(|one| one.wanted == wanted) {
                    Some(number) => Word::count(number),
                    None => {
                        let wanted = Term::Compound(NO_TABLE.to_owned(), vec![wanted]);
                        self.load_source(&wanted, &mut HashMap::new())
                    }
                };
                self.check_later(var, wanted);
            }
        }
        Ok(())
    }

    /// Whether a term is of a type by the tables, as far as it is bound; `later` gets its variables with their types. If not, [`Machine::check_term`] decides: for
    /// some numbers, types without a table, and terms that have more parts than the heap has cells, such as cyclic ones.
    fn has_type(&self, word: Word, wanted: u32, later: &mut Vec<(Word, u32)>) -> bool {
        let (mut todo, mut next) = (Vec::new(), Some((word, wanted)));
        let mut n_left = self.heap.len() + 1;
        while let Some((word, wanted)) = next {
            let word = self.deref(word);
            let values = &self.code.type_checks[wanted as usize].values;
            let fits = match values {
                Values::Any => true,
                _ if word.is_ref() => {
                    later.push((word, wanted));
                    true
                }
                Values::Int => is_integer(&self.heap, word),
                Values::Natural => word.is_small() && word.value() >= 0,
                Values::Number => matches!(word.tag(), Tag::Int | Tag::Number),
                Values::Float => is_float(&self.heap, word),
                Values::OneOf(forms) => forms.iter().any(|form| match form {
                    Form::Const(constant) => word == *constant,
                    Form::List(types) if word.tag() == Tag::List => {
                        let place = word.place();
                        todo.push((self.heap[place + 1], types[1]));
                        todo.push((self.heap[place], types[0]));
                        true
                    }
                    Form::Compound(functor, types)
                        if word.tag() == Tag::Compound
                            && self.heap.functor_at(word.place()) == *functor =>
                    {
                        let parts = &self.heap[word.place() + 1..][..types.len()];
                        todo.extend(parts.iter().copied().zip(types.iter().copied()).rev());
                        true
                    }
                    _ => false,
                }),
                Values::Other => false,
            };
            if !fits || todo.len() >= n_left {
                return false;
            }
            n_left -= 1;
            next = todo.pop();
        }
        true
    }

    /// Notes the type that the value of an unbound variable must have: the number of its table, or a compound with the type.
    fn check_later(&mut self, var: Word, wanted: Word) {
        let types = Word::atom(known::TYPES);
        let noted = self.heap.get_attribute(var, types).unwrap_or(Word::NIL);
        let mut all = Vec::new();
        let mut rest = noted;
        while let Some((one, others)) = self.next_type(rest) {
            all.push(one);
            rest = others;
        }
        if !all.iter().any(|&one| self.heap.identical(one, wanted)) {
            all.push(wanted);
            let all = self.new_list(&all);
            self.heap.put_attribute(var, types, all);
        }
    }

    /// Checks the value of a variable that was bound, which may be another variable, against the types noted for it.
    pub(crate) fn check_bound(&mut self, mut types: Word, value: Word) -> Checked {
        while let Some((wanted, others)) = self.next_type(types) {
            if wanted.is_small() {
                self.check_type(value, wanted.value() as u32)?;
            } else if value.is_ref() {
                self.check_later(value, wanted);
            } else {
                self.check_term(value, &self.to_term(wanted).args()[0])?;
            }
            types = others;
        }
        Ok(())
    }

    /// The first of the types noted for a variable, and the others.
    fn next_type(&self, list: Word) -> Option<(Word, Word)> {
        let list = self.deref(list);
        let place = list.place();
        (list.tag() == Tag::List).then(|| (self.deref(self.heap[place]), self.heap[place + 1]))
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
