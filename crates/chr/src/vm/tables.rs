//! The answers of tables, one after the other.

use crate::code::word::Word;
use crate::state::choice_point::{Other, Redo};
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// `$table_answer(Table, Goal)`: unifies a goal with the answers of a table from one on.
    pub(crate) fn table_answer(&mut self, at: usize) -> Outcome {
        let number = self.deref(self.args[0]).value() as usize;
        let Some(answer) = self.call_tables.answer(number, at).cloned() else {
            return Ok(false);
        };
        if self.call_tables.has_more(number, at) {
            self.args[2] = Word::count(at + 1);
            self.push_choice(Other::Retry(Redo::TableAnswer, 3), 3);
        }
        let word = self.heap.load_term(&answer);
        Ok(self.unify(self.args[1], word))
    }

    /// Goes on with the next answer of a choice point.
    pub(crate) fn next_table_answer(&mut self) -> Outcome {
        let at = self.args[2].value() as usize;
        self.table_answer(at)
    }
}
