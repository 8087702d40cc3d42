//! Propagation: what follows from literals that came to hold.

use crate::literal::Literal;
use crate::solver::{HEADER, Solver, Watch};
use crate::trail::{Trail, Why};

/// Literals that are all false and must not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clash {
    Two(Literal, Literal),
    Clause(u32),
}

impl Solver {
    /// Follows up every literal that came to hold.
    pub(crate) fn propagate(&mut self) -> Result<(), Clash> {
        // Only what follows from a literal that stands above its level can stand above its own.
        match self.trail.is_mixed() {
            false => self.follow_up::<false>(),
            true => self.follow_up::<true>(),
        }
    }

    fn follow_up<const MIXED: bool>(&mut self) -> Result<(), Clash> {
        let Solver {
            trail,
            arena,
            watches,
            pairs,
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
                        assign_two::<MIXED>(trail, !member, wrong);
                    } else if value > 0 && member != literal {
                        return Err(Clash::Two(!member, wrong));
                    }
                }
            }
            for &other in &pairs[wrong.code()] {
                let value = trail.value(other);
                if value == 0 {
                    assign_two::<MIXED>(trail, other, wrong);
                } else if value < 0 {
                    return Err(Clash::Two(other, wrong));
                }
            }
            let mut list = std::mem::take(&mut watches[wrong.code()]);
            counts.looks += list.len() as u64;
            let mut clash = None;
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
                    let why = Why::clause(watch.clause);
                    if MIXED {
                        let others = literals.iter().map(|&code| Literal::of_code(code));
                        let others = others.filter(|&it| it != first);
                        let level = others.map(|it| trail.place(it.var()).level).max();
                        trail.assign_at(first, why, level.unwrap_or(0));
                    } else {
                        trail.assign(first, why);
                    }
                } else {
                    clash = Some(Clash::Clause(watch.clause));
                    break;
                }
            }
            list.copy_within(i.., kept);
            list.truncate(kept + list.len() - i);
            watches[wrong.code()] = list;
            if let Some(clash) = clash {
                return Err(clash);
            }
        }
        Ok(())
    }
}

/// Makes a literal true because another is false.
#[inline]
fn assign_two<const MIXED: bool>(trail: &mut Trail, literal: Literal, other: Literal) {
    let why = Why::two(other);
    if MIXED {
        let level = trail.place(other.var()).level;
        trail.assign_at(literal, why, level);
    } else {
        trail.assign(literal, why);
    }
}
