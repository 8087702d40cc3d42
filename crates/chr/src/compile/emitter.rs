//! Emits bytecode: which occurrences and bodies have it, and what it is.

use crate::code::bytecode::{Args, At, Bytecode, NO_PROBE, Op, Open, SlowPath, To, Tried};
use crate::code::layout::ARGS;
use crate::code::{Code, Constraint, Lookup, Occurrence, Partner, Repeats, Shape, Sought};

/// The most words that a frame may have.
const MOST: u16 = 250;

/// The most words at the end of a frame for what expressions come to on the way.
pub(crate) const SPARE: u16 = 4;

/// Gives the rules of a program their bytecode.
pub(crate) fn emit_rules(code: &mut Code) {
    if code.careful {
        return;
    }
    let mut bytecode = Bytecode {
        all: vec![Op::Fail],
        slow_path: vec![SlowPath::default()],
        of_instr: vec![0; code.instrs.len()],
    };
    let mut made = Vec::new();
    for constraint in &code.constraints {
        if constraint.fleeting || constraint.size > MOST - SPARE {
            made.push((Vec::new(), 0));
            continue;
        }
        let mut emitter = Emitter {
            code,
            bytecode: &mut bytecode,
            constraint,
            spare: constraint.size as At,
            used: 0,
            most: 0,
            at: SlowPath::default(),
            no: Vec::new(),
        };
        let entries = emitter.constraint();
        made.push((entries, emitter.most.into()));
    }
    for (constraint, (entries, spare)) in code.constraints.iter_mut().zip(made) {
        constraint.size += u16::min(spare, SPARE);
        constraint.entries = entries.into();
    }
    for op in &mut bytecode.all {
        if let Op::Call {
            entry,
            symbol,
            size,
            ..
        }
        | Op::Exec {
            entry,
            symbol,
            size,
            ..
        } = op
        {
            let constraint = &code.constraints[usize::from(*symbol)];
            if let Some(&first) = constraint.entries.first() {
                (*entry, *size) = (first, constraint.size as u8);
            }
        }
    }
    code.bytecode = bytecode;
}

/// Instructions in the making, for one constraint.
pub(crate) struct Emitter<'a> {
    pub(crate) code: &'a Code,
    pub(crate) bytecode: &'a mut Bytecode,
    pub(crate) constraint: &'a Constraint,
    /// The first spare word, how many hold something, and how many did at most.
    pub(crate) spare: At,
    pub(crate) used: At,
    pub(crate) most: At,
    /// How the interpreter goes on instead of the next instruction.
    pub(crate) at: SlowPath,
    /// Instructions whose `no` is still to be said.
    pub(crate) no: Vec<To>,
}

impl Emitter<'_> {
    pub(crate) fn here(&self) -> To {
        self.bytecode.all.len() as To
    }

    pub(crate) fn add(&mut self, op: Op) {
        self.bytecode.all.push(op);
        self.bytecode.slow_path.push(self.at);
    }

    /// Adds a instruction that may not hold.
    pub(crate) fn ask(&mut self, op: Op) {
        self.no.push(self.here());
        self.add(op);
    }

    /// Says where the instructions that were asked go on if they do not hold.
    fn land(&mut self, asked: Vec<To>, to: To) {
        for at in asked {
            self.bytecode.all[at as usize].set_no(to);
        }
    }

    fn lists(&self) -> u16 {
        ARGS as u16 + self.constraint.functor.arity() as u16
    }

    fn link(&self, level: usize) -> At {
        (self.lists() + level as u16) as At
    }

    fn suspension(&self, level: usize) -> At {
        (self.lists() + self.constraint.partners + level as u16) as At
    }

    /// All occurrences in turn; returns where each begins, and where the end is.
    fn constraint(&mut self) -> Vec<To> {
        let constraint = self.constraint;
        let (mut entries, mut general) = (Vec::new(), Vec::new());
        while let Some(occurrence) = constraint.occurrences.get(entries.len()) {
            let (at, start) = (entries.len(), self.here());
            let group = usize::from(constraint.filters[at].group);
            if group < 2 && is_plain(occurrence) && self.occurrence(at, occurrence).is_some() {
                entries.push(start);
                continue;
            }
            self.bytecode.all.truncate(start as usize);
            self.bytecode.slow_path.truncate(start as usize);
            self.no.clear();
            general.extend(at..at + group);
            let filter = &constraint.filters[at];
            if group == 1 && filter.needs != 0 {
                self.add(Op::Pass {
                    needs: filter.needs,
                    rule: filter.rule,
                    no: start + 2,
                });
            }
            self.add(Op::General(at as u16));
            entries.extend((0..group).map(|_| start));
        }
        entries.push(self.here());
        self.add(Op::End);
        // Their bodies can have a bytecode all the same.
        for at in general {
            let resumed = self.body(at, &constraint.occurrences[at]);
            self.land(resumed.into_iter().collect(), entries[at + 1]);
        }
        entries
    }

    /// One occurrence; none if it has no bytecode.
    fn occurrence(&mut self, at: usize, occurrence: &Occurrence) -> Option<()> {
        let rule = occurrence.rule;
        let occurrence_at = at as u16;
        self.at = SlowPath {
            instr: 0,
            occurrence: occurrence_at,
            link: 0,
        };
        let needs = self.constraint.filters[at].needs;
        let constants = occurrence
            .args
            .iter()
            .filter_map(|(arg, shape)| match shape {
                Shape::Const(word) => Some(((ARGS as u16 + arg) as At, *word)),
                _ => None,
            });
        let mut constants = constants.peekable();
        let mut scarce = &occurrence.scarce[..];
        let tried = Tried { rule, no: 0 };
        match (constants.next_if(|_| needs == 0), scarce) {
            (Some((at, word)), _) => self.ask(Op::TryIs(tried, at, word)),
            // If there are enough of them, there is one.
            (None, [need]) if occurrence.needs.len() == 1 && constants.peek().is_none() => {
                scarce = &[];
                let (symbol, count) = (need.symbol.try_into().ok()?, need.count.try_into().ok()?);
                self.ask(Op::TryEnough(tried, symbol, count, need.own));
            }
            (None, _) => self.ask(Op::Try(tried, needs)),
        }
        for (at, word) in constants {
            self.ask(Op::Is(at, word, 0));
        }
        for need in scarce {
            let (symbol, count) = (need.symbol.try_into().ok()?, need.count.try_into().ok()?);
            self.ask(Op::Enough(symbol, count, need.own, 0));
        }
        for (arg, shape) in &occurrence.args {
            match shape {
                Shape::Const(_) => {}
                Shape::Slot(slot) => self.ask(Op::Same((ARGS as u16 + arg) as At, *slot as At, 0)),
                _ => return None,
            }
        }
        let mut failed = std::mem::take(&mut self.no);
        for test in &occurrence.tests {
            self.test(test)?;
        }
        let refused = std::mem::take(&mut self.no);
        // Instructions that lead down a level: from a search without a candidate, and behind a partner.
        let mut misses: Vec<Vec<To>> = Vec::new();
        let mut opens = Vec::new();
        for (level, partner) in occurrence.partners.iter().enumerate() {
            opens.push(self.partner(level, partner, &mut misses)?);
            // That of the last is counted when the rule fires, unless it may not fire after all.
            if level + 1 < occurrence.partners.len() || occurrence.repeats != Repeats::Impossible {
                let probe = partner.probe;
                self.add(Op::Hit(probe));
            }
        }
        let last = occurrence.partners.len();
        let mut once = Vec::new();
        if occurrence.repeats == Repeats::Impossible {
            let probe = occurrence.partners.last();
            self.add(Op::Fire {
                rule,
                probe: probe.map_or(NO_PROBE, |partner| partner.probe),
                occurrence: occurrence_at,
                removed: occurrence.removed,
            });
        } else {
            once.push(self.here());
            self.add(Op::FireOnce(rule, occurrence_at, 0));
        }
        for (level, partner) in occurrence.partners.iter().enumerate() {
            if partner.removed {
                let suspension = self.suspension(level);
                self.add(Op::Remove(suspension));
            }
        }
        if !occurrence.removed {
            let remembered = occurrence.repeats == Repeats::Remembered;
            self.add(Op::Keep(occurrence_at, remembered));
        }
        failed.extend(self.body(at, occurrence));
        // What follows is the way back, from the last partner down.
        let mut from_above = once;
        for level in (0..last).rev() {
            let (link, probe) = (self.link(level), occurrence.partners[level].probe);
            self.at.link = link;
            let mut down = Vec::new();
            for refused in [false, true] {
                let asked = &mut misses[2 * level + usize::from(refused)];
                let own = !refused && occurrence.partners[level].own;
                if asked.is_empty() && !own {
                    continue;
                }
                let asked = std::mem::take(asked);
                let here = self.here();
                self.land(asked, here);
                if own {
                    self.bytecode.all[opens[level] as usize].set_own(here);
                }
                down.push(here);
                self.add(Op::Miss(probe, refused, 0));
            }
            if !from_above.is_empty() {
                let here = self.here();
                self.land(std::mem::take(&mut from_above), here);
                down.push(here);
                self.add(Op::Next(link, 0));
            }
            down.push(opens[level]);
            from_above = down;
        }
        if !refused.is_empty() {
            let here = self.here();
            self.land(refused, here);
            failed.push(here);
            self.add(Op::Refuse(rule, 0));
        }
        failed.extend(from_above);
        let here = self.here();
        self.land(failed, here);
        Some(())
    }

    /// The search for one partner; returns the instruction that opens it.
    fn partner(
        &mut self,
        level: usize,
        partner: &Partner,
        misses: &mut Vec<Vec<To>>,
    ) -> Option<To> {
        let open = self.open(level, partner)?;
        if partner.twin {
            for other in 0..level {
                let other = self.suspension(other);
                self.ask(Op::NotSuspension(other, 0));
            }
        }
        for (arg, shape) in &partner.args {
            let arg = u8::try_from(*arg).ok()?;
            match shape {
                Shape::First(slot) => self.take(arg, *slot as At),
                Shape::Slot(slot) => self.ask(Op::Match(arg, *slot as At, 0)),
                Shape::Const(word) => self.ask(Op::MatchWith(arg, *word, 0)),
                Shape::Void => {}
                _ => return None,
            }
        }
        misses.push(std::mem::take(&mut self.no));
        for test in &partner.tests {
            self.test(test)?;
        }
        misses.push(std::mem::take(&mut self.no));
        Some(open)
    }

    fn open(&mut self, level: usize, partner: &Partner) -> Option<To> {
        let Lookup { shared, index, key } = &partner.lookup;
        if !shared.is_empty() {
            return None;
        }
        let link = self.link(level);
        self.at.link = link;
        let open = Open {
            probe: partner.probe.try_into().ok()?,
            link,
            suspension: self.suspension(level),
            own: 0,
            no: 0,
        };
        let op = match (index, &key[..]) {
            (None, _) => return Some(self.open_list(partner.constraint, open)),
            (Some(index), [Sought::Term(Shape::Slot(slot))]) => {
                Op::OpenKey(u16::try_from(*index).ok()?, *slot as At, open)
            }
            (Some(index), [Sought::Value(expr)]) => {
                self.used = 0;
                let key = self.value(expr)?;
                Op::OpenKey(u16::try_from(*index).ok()?, key, open)
            }
            (Some(_), [_]) => return None,
            (Some(index), parts) => {
                let mut args = Args::default();
                self.used = 0;
                for (at, part) in parts.iter().enumerate() {
                    *args.at.get_mut(at)? = match part {
                        Sought::Term(Shape::Slot(slot)) => *slot as At,
                        Sought::Term(Shape::Const(word)) => {
                            let place = self.spare_word()?;
                            self.add(Op::Put(place, *word));
                            place
                        }
                        Sought::Value(expr) => self.value(expr)?,
                        Sought::Term(_) => return None,
                    };
                }
                args.count = parts.len() as u8;
                self.add(Op::Mix(args));
                Op::OpenMixed(u16::try_from(*index).ok()?, open)
            }
        };
        let here = self.here();
        self.add(op);
        Some(here)
    }
}

/// Whether nothing about an occurrence asks for the interpreter.
fn is_plain(occurrence: &Occurrence) -> bool {
    !occurrence.observed
        && !occurrence.stores
        && occurrence.guard.is_none()
        && occurrence.values.is_empty()
        && occurrence.shared_levels == 0
}
