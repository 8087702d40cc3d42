//! Hooks of attributed variables, and those of modules in general.

use crate::code::Callee;
use crate::code::atoms::{Functor, known};
use crate::code::word::{Tag, Word};
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Runs the hooks of a variable that was bound.
    pub(crate) fn wake_attributes(&mut self, place: usize, lists: usize) -> Outcome {
        let (attributes, value) = (self.heap[place + 1], self.deref(self.heap[place]));
        if let Some(hooks) = self.native_hooks(attributes) {
            for (native, attribute) in hooks {
                let Some(native) = native else {
                    self.check_bound(attribute, value)?;
                    continue;
                };
                self.args[..2].copy_from_slice(&[attribute, value]);
                if !self.call_native(native)? {
                    return Ok(false);
                }
            }
            return Ok(self.wake_constraints(value, lists));
        }
        let goal = self.call_of("$wakeup", &[attributes, value, Word::count(lists)]);
        let barrier = self.choices.len();
        self.solve(goal, barrier)
    }

    /// The native hooks of attributes, with their values, if all are native and constraints wake last. Types have none.
    fn native_hooks(&mut self, attributes: Word) -> Option<Vec<(Option<u32>, Word)>> {
        let mut hooks = Vec::new();
        let mut rest = self.deref(attributes);
        while rest.tag() == Tag::Compound {
            let at = rest.place() + 1;
            let module = self.deref(self.heap[at]);
            rest = self.deref(self.heap[at + 2]);
            if module == Word::atom(known::CHR) && rest == Word::NIL {
                break;
            }
            let value = self.heap[at + 1];
            if module == Word::atom(known::TYPES) {
                hooks.push((None, value));
                continue;
            }
            if self.code.natives.is_empty() {
                return None;
            }
            let functor = self.hook(module, "attr_unify_hook", 2)?;
            match self.code.callees.get(&functor) {
                Some(&Callee::Native(native)) => hooks.push((Some(native), value)),
                _ => return None,
            }
        }
        Some(hooks)
    }

    /// The functor of a hook of a module, `Module:Name` or else `Name`, if something defines it.
    pub(crate) fn hook(&mut self, module: Word, name: &str, arity: usize) -> Option<Functor> {
        let module = self.atoms.text(module.place()).to_owned();
        for name in [format!("{module}:{name}"), name.to_owned()] {
            let functor = self.atoms.functor(&name, arity);
            let callee = self.code.callees.get(&functor);
            if callee.is_some_and(|callee| !matches!(callee, Callee::Unknown(_)))
                || self.database.find(functor).is_some()
                || self.hosts.find(&self.atoms, functor).is_some()
            {
                return Some(functor);
            }
        }
        None
    }
}
