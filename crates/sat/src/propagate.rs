//! Unit propagation.

use crate::literal::Literal;
use crate::solver::{HEADER, Solver, Watch};
use crate::trail::{PackedReason, Trail};

/// A conflict: a clause whose literals are all false. Two true literals of a group give a binary clause of their negations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conflict {
    Binary(Literal, Literal),
    Clause(u32),
}

impl Solver {
    /// Propagates all literals on the trail that were not propagated yet.
    pub(crate) fn propagate(&mut self) -> Result<(), Conflict> {
        // If no literal on the trail is out of order, an implied literal belongs to the current level, and no maximum of levels is needed.
        match self.trail.has_out_of_order() {
            false => self.propagate_all::<false>(),
            true => self.propagate_all::<true>(),
        }
    }

    fn propagate_all<const OUT_OF_ORDER: bool>(&mut self) -> Result<(), Conflict> {
        let Solver {
            trail,
            arena,
            watches,
            binaries,
            groups,
            counts,
            ..
        } = self;
        while let Some(&literal) = trail.literals().get(trail.head) {
            trail.head += 1;
            counts.propagations += 1;
            let wrong = !literal;
            for &group in groups.of(literal) {
                for &member in groups.members(group) {
                    let value = trail.value(member);
                    if value == 0 {
                        assign_binary::<OUT_OF_ORDER>(trail, !member, wrong);
                    } else if value > 0 && member != literal {
                        return Err(Conflict::Binary(!member, wrong));
                    }
                }
            }
            for &other in &binaries[wrong.code()] {
                let value = trail.value(other);
                if value == 0 {
                    assign_binary::<OUT_OF_ORDER>(trail, other, wrong);
                } else if value < 0 {
                    return Err(Conflict::Binary(other, wrong));
                }
            }
            let mut list = std::mem::take(&mut watches[wrong.code()]);
            counts.visits += list.len() as u64;
            let mut conflict = None;
            let (mut kept, mut i) = (0, 0);
            while i < list.len() {
                let watch = list[i];
                i += 1;
                list[kept] = watch;
                kept += 1;
                if trail.holds(watch.blocker) {
                    continue;
                }
                let at = watch.clause as usize;
                let len = arena[at] as usize;
                let (header, literals) = arena[at..at + HEADER + len].split_at_mut(HEADER);
                let first = Literal::of_code(literals[0] ^ literals[1] ^ wrong.word());
                let value = trail.value(first);
                if value > 0 {
                    list[kept - 1].blocker = first;
                    continue;
                }
                let from = header[2] as usize;
                let is_open = |&i: &usize| !trail.is_false(Literal::of_code(literals[i]));
                let next = (from..len).find(is_open);
                if let Some(next) = next.or_else(|| (2..from).find(is_open)) {
                    header[2] = next as u32;
                    let other = Literal::of_code(literals[next]);
                    if trail.holds(other) {
                        list[kept - 1].blocker = other;
                        continue;
                    }
                    literals[0] = first.word();
                    literals[1] = other.word();
                    literals[next] = wrong.word();
                    watches[other.code()].push(Watch {
                        clause: watch.clause,
                        blocker: first,
                    });
                    kept -= 1;
                } else if value == 0 {
                    let reason = PackedReason::clause(watch.clause);
                    if OUT_OF_ORDER {
                        let others = literals.iter().map(|&code| Literal::of_code(code));
                        let others = others.filter(|&it| it != first);
                        let level = others.map(|it| trail.info(it.var()).level).max();
                        trail.assign_at(first, reason, level.unwrap_or(0));
                    } else {
                        trail.assign(first, reason);
                    }
                } else {
                    conflict = Some(Conflict::Clause(watch.clause));
                    break;
                }
            }
            list.copy_within(i.., kept);
            list.truncate(kept + list.len() - i);
            watches[wrong.code()] = list;
            if let Some(conflict) = conflict {
                return Err(conflict);
            }
        }
        Ok(())
    }
}

/// Makes a literal true because the other literal of a binary clause is false.
#[inline]
fn assign_binary<const OUT_OF_ORDER: bool>(trail: &mut Trail, literal: Literal, other: Literal) {
    let reason = PackedReason::binary(other);
    if OUT_OF_ORDER {
        let level = trail.info(other.var()).level;
        trail.assign_at(literal, reason, level);
    } else {
        trail.assign(literal, reason);
    }
}
