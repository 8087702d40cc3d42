//! Hooks of attributed variables, and those of modules in general.

use crate::code::Callee;
use crate::code::atoms::Functor;
use crate::code::word::Word;
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Runs the hooks of a variable that was bound.
    pub(crate) fn wake_attributes(&mut self, place: usize, lists: usize) -> Outcome {
        let (attributes, value) = (self.heap[place + 1], self.deref(self.heap[place]));
        let goal = self.call_of("$wakeup", &[attributes, value, Word::count(lists)]);
        let barrier = self.choices.len();
        self.solve(goal, barrier)
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
