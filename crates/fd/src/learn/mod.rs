//! Learning.
use crate::atom::Atom;
use crate::kernel::Kernel;
use crate::run::{End, Run};
use crate::search::Search;
use crate::search::branching::Branching;

#[derive(Debug)]
pub(crate) struct Learner;
impl Learner {
    pub(crate) fn new(_: &mut Kernel) -> Learner {
        Learner
    }
    pub(crate) fn memory(&self) -> usize {
        0
    }
    pub(crate) fn run(
        &mut self,
        _run: &mut Run<'_, '_>,
        _search: &Search,
        _branching: &mut dyn Branching,
        _assumptions: &[Atom],
    ) -> (End, Option<Vec<Atom>>) {
        todo!()
    }
}
