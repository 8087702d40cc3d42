//! Disjunctions and conditions to instructions: places to jump to, and variables that branches share.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::analysis::scope::{Scope, each_var, vars};
use crate::code::instr::Instr;
use crate::compile::compiler::{Compiler, End};
use crate::compile::inline_goals::test_of;
use crate::syntax::conjuncts::conjuncts;

impl Compiler {
    /// Makes the variables that are new in one branch and mentioned outside it.
    pub(crate) fn share(&mut self, branches: &[&[&Term]], scope: &mut Scope) {
        for branch in branches {
            let mut inside: HashMap<String, usize> = HashMap::new();
            for term in *branch {
                each_var(term, &mut |name| {
                    *inside.entry(name.to_owned()).or_default() += 1
                });
            }
            for name in branch.iter().flat_map(|term| vars(term)) {
                if !scope.has_seen(&name) && inside.get(&name) != Some(&scope.mentions(&name)) {
                    let slot = scope.slot(&name);
                    scope.seen.insert(name);
                    self.emit(Instr::Make(slot));
                }
            }
        }
    }

    /// After a branch that did not end the body, a jump to be filled in.
    pub(crate) fn jump_over(&mut self, end: End) -> Option<usize> {
        (end == End::Open).then(|| {
            self.emit(Instr::Fail);
            self.code.instrs.len() - 1
        })
    }

    pub(crate) fn land(&mut self, jump: Option<usize>) {
        if let Some(at) = jump {
            self.code.instrs[at] = Instr::Jump(self.here());
        }
    }

    /// If, then, else; without an else the goal fails.
    pub(crate) fn branch(
        &mut self,
        condition: &Term,
        then: &Term,
        other: Option<&Term>,
        scope: &mut Scope,
        end: End,
        soft: bool,
    ) {
        let seen = scope.seen.clone();
        let mut parts = Vec::new();
        conjuncts(condition, ",", &mut parts);
        let mut trial = scope.clone();
        let tests: Option<Vec<_>> = parts
            .iter()
            .map(|part| test_of(part, &mut trial, &mut self.code.atoms, false))
            .collect();
        if let (Some(tests), false) = (tests, soft) {
            *scope = trial;
            let mut asked = Vec::new();
            for test in tests {
                asked.push(self.emit_test(test, scope));
            }
            self.body(then, scope, end);
            let jump = self.jump_over(end);
            let here = self.here();
            for at in asked.into_iter().flatten() {
                if let Some(no) = self.code.instrs[at as usize].no() {
                    *no = here;
                }
            }
            scope.seen = seen;
            self.otherwise(other, scope, end);
            self.land(jump);
            return;
        }
        let mark = scope.spare();
        self.emit(Instr::Mark(mark));
        let at = self.code.instrs.len();
        self.emit(Instr::Fail);
        let inner = scope.spare();
        self.emit(Instr::Mark(inner));
        let barrier = self.barrier.replace(inner);
        self.body(condition, scope, End::Open);
        self.barrier = barrier;
        self.emit(if soft {
            Instr::SoftCut(mark)
        } else {
            Instr::CutTo(mark)
        });
        self.body(then, scope, end);
        let jump = self.jump_over(end);
        self.code.instrs[at] = Instr::Alternative(self.here());
        scope.seen = seen;
        self.otherwise(other, scope, end);
        self.land(jump);
    }

    fn otherwise(&mut self, other: Option<&Term>, scope: &mut Scope, end: End) {
        match other {
            Some(other) => self.body(other, scope, end),
            None => self.emit(Instr::Fail),
        }
    }
}
