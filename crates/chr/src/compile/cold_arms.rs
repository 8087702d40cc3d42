//! Cold arms: the general instructions where specialised ones go on if an operand is not what they are made for. They are put behind the code they belong
//! to.

use std::ops::Range;

use crate::code::Code;
use crate::code::instr::{Instr, NO_ARM, To};

/// Specialised instructions that were emitted, and the general one of the same goal.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) instrs: Range<To>,
    pub(crate) general: Instr,
}

impl Arm {
    /// Whether an instruction is the last of them.
    pub(crate) fn ends_at(&self, at: To) -> bool {
        self.instrs.end == at + 1
    }
}

/// Emits the cold arms of some instructions, all of which know where they lead.
pub(crate) fn emit_cold(code: &mut Code, arms: Vec<Arm>) {
    for Arm {
        instrs,
        mut general,
    } in arms
    {
        let last = &mut code.instrs[instrs.end as usize - 1];
        if let (Some(to), Some(no)) = (general.no(), last.no()) {
            *to = *no;
        }
        if let (Some(to), Some(if_active)) = (general.if_active(), last.if_active()) {
            *to = *if_active;
        }
        let (to, behind) = (code.instrs.len() as To, instrs.end);
        code.instrs.push(general);
        code.instrs.push(Instr::Jump(behind));
        assert!(
            code.cold.len() <= instrs.start as usize,
            "an instruction has one cold arm"
        );
        code.cold.resize(instrs.start as usize, NO_ARM);
        code.cold.resize(instrs.end as usize, to);
    }
}
