//! Types of arguments as tables that the machine checks terms of the heap with.

use gridwright_term::Term;

use crate::code::word::Word;
use crate::code::{Form, TypeCheck, Values};
use crate::compile::compiler::Compiler;
use crate::syntax::types::n_names;

/// The maximum number of types of a program that get a table, and of names in one of them: a type may have parts of ever larger types.
const MAX_TABLES: usize = 256;
const MAX_NAMES: usize = 32;

impl Compiler {
    /// The number of a type.
    pub(crate) fn type_check(&mut self, wanted: &Term) -> u32 {
        let mut known = self.code.type_checks.iter();
        if let Some(number) = known.position(|one| one.wanted == *wanted) {
            return number as u32;
        }
        let number = self.code.type_checks.len();
        self.code.type_checks.push(TypeCheck {
            wanted: wanted.clone(),
            values: Values::Other,
        });
        if number < MAX_TABLES && n_names(wanted) <= MAX_NAMES {
            self.code.type_checks[number].values = self.values(wanted);
        }
        number as u32
    }

    fn values(&mut self, wanted: &Term) -> Values {
        let wanted = &self.code.type_names.resolved(wanted);
        match wanted {
            Term::Var(_) => return Values::Any,
            Term::Name(name) => match name.as_str() {
                "any" | "chr_identifier" => return Values::Any,
                "int" => return Values::Int,
                "natural" | "dense_int" => return Values::Natural,
                "number" => return Values::Number,
                "float" => return Values::Float,
                _ => {}
            },
            _ => {}
        }
        let Some(forms) = self.code.type_names.forms(wanted) else {
            return Values::Other;
        };
        let mut all = Vec::new();
        // The parts of all forms get tables: variables in them are checked by these.
        let mut is_other = false;
        for form in &forms {
            all.push(match form {
                Term::Name(name) => Form::Const(Word::atom(self.code.atoms.number(name))),
                Term::Text(text) => Form::Const(Word::string(self.code.atoms.number(text))),
                Term::Int(value) => match Word::small(*value) {
                    Some(word) => Form::Const(word),
                    None => {
                        is_other = true;
                        continue;
                    }
                },
                Term::List(items) if items.is_empty() => Form::Const(Word::NIL),
                Term::OpenList(items, rest) if items.len() == 1 => {
                    Form::List([self.type_check(&items[0]), self.type_check(rest)])
                }
                // Nothing has these forms.
                Term::List(_) | Term::OpenList(..) => continue,
                Term::Compound(name, args) => {
                    let functor = self.code.atoms.functor(name, args.len());
                    let parts = args.iter().map(|arg| self.type_check(arg));
                    Form::Compound(functor, parts.collect())
                }
                _ => {
                    is_other = true;
                    continue;
                }
            });
        }
        match is_other {
            true => Values::Other,
            false => Values::OneOf(all.into()),
        }
    }
}
