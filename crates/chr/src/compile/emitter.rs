//! Emits the search of active constraints: the instructions of their occurrences.

use crate::code::instr::{Args, At, Instr, NO_PROBE, Open, To, Tried};
use crate::code::layout::ARGS;
use crate::code::word::Word;
use crate::code::{Code, Filter, Lookup, Need, Occurrence, Partner, Repeats, Shape, Sought, Test};
use crate::code::{Written, fixed};
use crate::compile::cold_arms::{Arm, emit_cold};
use crate::compile::specialise::Specialiser;

/// Emits the search of every constraint, and sets its first instruction in calls.
pub(crate) fn emit_searches(code: &mut Code) {
    for symbol in 0..code.constraints.len() {
        let constraint = &mut code.constraints[symbol];
        let occurrences = std::mem::take(&mut constraint.occurrences);
        let mut emitter = Emitter {
            lists: ARGS + constraint.functor.arity(),
            partners: constraint.partners.into(),
            temporaries: constraint.size,
            fleeting: constraint.fleeting,
            filters: std::mem::take(&mut constraint.filters),
            occurrence: 0,
            rule: 0,
            most: 0,
            spare: Box::new([]),
            arms: Vec::new(),
            asked: Vec::new(),
            refused: Vec::new(),
            resumes: vec![Resumes::default(); occurrences.len()],
            code,
        };
        let entries = emitter.constraint(&occurrences);
        let (most, filters, resumes) = (emitter.most as u16, emitter.filters, emitter.resumes);
        let constraint = &mut code.constraints[symbol];
        constraint.size = constraint.size.saturating_add(most);
        constraint.entries = entries.into();
        (constraint.occurrences, constraint.filters) = (occurrences, filters);
        for (occurrence, resumes) in constraint.occurrences.iter_mut().zip(resumes) {
            occurrence.fires = resumes.fires;
            occurrence.advances = resumes.advances.into();
            occurrence.matches = resumes.matches;
        }
    }
    for instr in &mut code.instrs {
        if let Instr::CallConstraint {
            entry,
            symbol,
            size,
            ..
        }
        | Instr::ExecConstraint {
            entry,
            symbol,
            size,
            ..
        } = instr
        {
            let constraint = &code.constraints[usize::from(*symbol)];
            // A frame that is too large is made by the general way.
            if let (Ok(small), [first, ..]) = (constraint.size.try_into(), &constraint.entries[..])
            {
                (*entry, *size) = (*first, small);
            }
        }
    }
}

/// Instructions in the making, for one constraint.
struct Emitter<'a> {
    code: &'a mut Code,
    /// Where in a frame the places in lists begin, and how many there are.
    lists: usize,
    partners: usize,
    fleeting: bool,
    filters: Vec<Filter>,
    /// The number of the occurrence, and its rule.
    occurrence: u16,
    rule: u32,
    /// The first word for what expressions come to on the way, and how many there are.
    temporaries: u16,
    most: usize,
    /// Words that are spare before: those of the body of the occurrence.
    spare: Box<[u16]>,
    arms: Vec<(u32, Arm)>,
    /// Instructions for which it is still to be said where they lead if they do not hold.
    asked: Vec<To>,
    /// The same of tests, with what counts that they refused something.
    refused: Vec<(Vec<To>, Instr)>,
    /// Of each occurrence.
    resumes: Vec<Resumes>,
}

/// Where the instructions of an occurrence are come back to, as in [`Occurrence`].
#[derive(Clone, Debug, Default)]
struct Resumes {
    fires: To,
    advances: Vec<To>,
    matches: [To; 2],
    /// Where the next occurrence of a group is tried.
    tries: To,
}

impl Emitter<'_> {
    fn here(&self) -> To {
        self.code.instrs.len() as To
    }

    fn add(&mut self, instr: Instr) -> To {
        self.code.instrs.push(instr);
        self.here() - 1
    }

    /// Adds an instruction that may not hold.
    fn ask(&mut self, instr: Instr) {
        let at = self.add(instr);
        self.asked.push(at);
    }

    /// Says where instructions lead if they do not hold. One that always holds may have a general instruction that throws something.
    fn land(&mut self, asked: impl IntoIterator<Item = To>, to: To) {
        for at in asked {
            if let Some(no) = self.code.instrs[at as usize].no() {
                *no = to;
            } else if let Some((_, arm)) = self.arms.iter_mut().rfind(|(_, arm)| arm.ends_at(at))
                && let Some(no) = arm.general.no()
            {
                *no = to;
            }
        }
    }

    /// Notes the general instruction for the instructions from one on.
    fn arm(&mut self, start: To, general: Instr) {
        let instrs = start..self.here();
        self.arms.push((self.rule, Arm { instrs, general }));
    }

    fn link(&self, level: usize) -> Option<At> {
        At::try_from(self.lists + level).ok()
    }

    fn suspension(&self, level: usize) -> Option<At> {
        At::try_from(self.lists + self.partners + level).ok()
    }

    /// All occurrences in turn; returns where each begins, and where the end is.
    fn constraint(&mut self, occurrences: &[Occurrence]) -> Vec<To> {
        let mut entries = Vec::new();
        let occurrences = &occurrences[..self.filters.len()];
        while let Some(occurrence) = occurrences.get(entries.len()) {
            let (at, start) = (entries.len(), self.here());
            let group = usize::from(self.filters[at].group);
            self.begin(at, occurrence);
            if self.code.prioritised && !self.fleeting {
                self.add(Instr::Turn(self.occurrence));
            }
            if group > 1 {
                self.add(Instr::Group(self.occurrence));
            } else {
                self.occurrence(occurrence);
                self.written(start);
            }
            entries.extend((0..group).map(|_| start));
        }
        entries.push(self.here());
        self.add(Instr::End(!self.fleeting));
        for (at, occurrence) in occurrences.iter().enumerate() {
            if occurrence.own_from > 0 {
                let start = self.here();
                self.begin(at, occurrence);
                let first = &occurrences[at - usize::from(occurrence.back)];
                let next = occurrences
                    .get(at + 1)
                    .filter(|next| next.back > 0 && next.own_from == occurrence.own_from);
                let filtered = next.map(|_| occurrence.own_from == first.own_from);
                self.member(occurrence, filtered);
                self.written(start);
            }
        }
        // Each member of a group has the place of the next one.
        for at in 1..occurrences.len() {
            let [whole, last] = self.resumes[at].matches;
            let tried = self.resumes[at - 1].tries as usize;
            if let (
                true,
                Instr::GroupTry {
                    whole: to,
                    last: to_last,
                    ..
                },
            ) = (tried != 0, &mut self.code.instrs[tried])
            {
                (*to, *to_last) = (whole, last);
            }
        }
        for (rule, arm) in std::mem::take(&mut self.arms) {
            let start = self.here();
            self.rule = rule;
            emit_cold(self.code, vec![arm]);
            self.written(start);
        }
        entries
    }

    /// Turns to an occurrence.
    fn begin(&mut self, at: usize, occurrence: &Occurrence) {
        (self.occurrence, self.rule) = (at as u16, occurrence.rule);
        self.spare = occurrence.temporaries.clone();
    }

    /// Notes to which rule the instructions from one on belong.
    fn written(&mut self, start: To) {
        let (rule, end) = (self.rule, self.here());
        self.code.written.push(Written {
            rule,
            guard: start,
            body: end,
            end,
        });
    }

    /// One occurrence.
    fn occurrence(&mut self, occurrence: &Occurrence) {
        self.tried(occurrence);
        let mut failed = self.head(occurrence);
        failed.extend(self.partners(occurrence, 0));
        failed.extend(self.refusals());
        let here = self.here();
        self.land(failed, here);
    }

    /// Tests that refuse something go on at an instruction that counts it.
    fn refusals(&mut self) -> Vec<To> {
        let mut failed = Vec::new();
        for (asked, instr) in std::mem::take(&mut self.refused) {
            if !asked.is_empty() {
                let here = self.add(instr);
                self.land(asked, here);
                failed.push(here);
            }
        }
        failed
    }

    /// One occurrence of a group, which shares candidates with others; whether there is a next one that shares as many, and prefilters are asked about it.
    fn member(&mut self, occurrence: &Occurrence, next_filtered: Option<bool>) {
        let shared = usize::from(occurrence.own_from);
        let start = self.here();
        let needs = self.filters[usize::from(self.occurrence)].needs;
        if needs != 0 {
            self.ask(Instr::Present(needs, 0));
        }
        self.scarce(&occurrence.scarce);
        self.constants(occurrence, None);
        let mut failed = self.head(occurrence);
        let mut last = 0;
        for (level, partner) in occurrence.partners[..shared].iter().enumerate() {
            let place = (self.lists + self.partners + level) as u16;
            if level + 1 == shared {
                self.add(Instr::GroupKnown(occurrence.back));
                last = self.add(Instr::CandidateCounted(place, partner.probe));
            } else {
                self.add(Instr::Candidate(place));
            }
            let [unmatched, refused] = self.candidate(level, partner);
            failed.extend(unmatched);
            let refuse = Instr::RefuseCandidate(partner.probe, 0);
            self.refused.push((refused, refuse));
            if level + 1 == shared {
                self.add(Instr::Matched(partner.probe));
            }
        }
        self.resumes[usize::from(self.occurrence)].matches = [start, last];
        failed.extend(self.partners(occurrence, shared));
        failed.extend(self.refusals());
        let here = self.here();
        self.land(failed, here);
        if let Some(filtered) = next_filtered {
            self.resumes[usize::from(self.occurrence)].tries = here;
            self.add(Instr::GroupTry {
                member: occurrence.back + 1,
                filtered,
                whole: 0,
                last: 0,
            });
        }
        self.add(Instr::GroupNext(self.occurrence));
    }

    /// Matches the head with the active constraint and makes the tests on it alone; returns the instructions that may not hold.
    fn head(&mut self, occurrence: &Occurrence) -> Vec<To> {
        for (arg, shape) in &occurrence.args {
            let place = ARGS as u16 + arg;
            let start = self.here();
            let general = Instr::MatchOwn(Box::new((place, shape.clone())), 0);
            match (shape, At::try_from(place)) {
                (Shape::Const(_), Ok(_)) => {}
                (Shape::Slot(slot), Ok(place)) if *slot <= u16::from(At::MAX) => {
                    self.ask(Instr::Same(place, *slot as At, 0));
                    self.arm(start, general);
                }
                _ => self.ask(general),
            }
        }
        let failed = std::mem::take(&mut self.asked);
        for test in &occurrence.tests {
            self.test(test);
        }
        let refused = std::mem::take(&mut self.asked);
        let refuse = Instr::Refuse(occurrence.rule, 0);
        self.refused.push((refused, refuse));
        failed
    }

    /// The search for the partners from one on, and the firing; returns the instructions that lead on when there are no more.
    fn partners(&mut self, occurrence: &Occurrence, from: usize) -> Vec<To> {
        // Instructions that lead down a level: from a search without a candidate, and behind a partner.
        let mut misses: Vec<[Vec<To>; 2]> = vec![Default::default(); from];
        let mut opens = vec![0; from];
        let last = occurrence.partners.len();
        let is_certain = occurrence.repeats == Repeats::Impossible && occurrence.guard.is_none();
        for (level, partner) in occurrence.partners.iter().enumerate().skip(from) {
            opens.push(self.open(level, partner));
            misses.push(self.candidate(level, partner));
            // That of the last is counted when the rule fires, unless it may not fire after all.
            if level + 1 < last || !is_certain {
                self.add(Instr::Hit(partner.probe));
            }
        }
        let counted = (last > from && is_certain).then(|| occurrence.partners[last - 1].probe);
        let mut from_above = self.fire(occurrence, is_certain, counted);
        // What follows is the way back, from the last partner down.
        let mut advances = vec![0; last];
        for (level, partner) in occurrence.partners.iter().enumerate().skip(from).rev() {
            let mut down = Vec::new();
            let (probe, mut missed) = (partner.probe, Vec::new());
            for refused in [false, true] {
                let asked = std::mem::take(&mut misses[level][usize::from(refused)]);
                let own = !refused && partner.own;
                if asked.is_empty() && !own {
                    continue;
                }
                let here = self.here();
                self.land(asked, here);
                if own && let Some(to) = self.code.instrs[opens[level] as usize].if_active() {
                    *to = here;
                }
                missed.push(self.add(Instr::Miss {
                    probe,
                    refused,
                    to: 0,
                    no: 0,
                }));
            }
            if !missed.is_empty() {
                let advance = self.advance(level, partner, opens[level] + 1, true);
                let here = self.add(advance);
                for &at in &missed {
                    if let Instr::Miss { to, .. } = &mut self.code.instrs[at as usize] {
                        *to = here;
                    }
                }
                down.extend(missed);
                down.push(here);
            }
            let advance = self.advance(level, partner, opens[level] + 1, false);
            advances[level] = self.add(advance);
            self.land(from_above, advances[level]);
            down.push(advances[level]);
            down.push(opens[level]);
            from_above = down;
        }
        self.resumes[usize::from(self.occurrence)].advances = advances;
        from_above
    }

    /// The next candidate for a partner, which is matched from `again` on; whether one before it failed.
    fn advance(&self, level: usize, partner: &Partner, again: To, failed: bool) -> Instr {
        let filtered = failed && partner.prefilter.is_some();
        let places = self.link(level).zip(self.suspension(level));
        match places {
            Some((link, suspension)) if !filtered && !partner.own && !partner.twin => Instr::Step {
                probe: partner.probe,
                link,
                suspension,
                again,
                no: 0,
            },
            _ => Instr::Advance {
                occurrence: self.occurrence,
                level: level as u8,
                link: self.link(level).unwrap_or(0),
                filtered,
                again,
                no: 0,
            },
        }
    }

    /// Tries an occurrence: what can be seen at a glance.
    fn tried(&mut self, occurrence: &Occurrence) {
        let start = self.here();
        if self.tried_fast(occurrence).is_none() {
            self.code.instrs.truncate(start as usize);
            self.asked.clear();
            self.ask(Instr::TryAny(self.occurrence, 0));
        }
        let known = match &self.code.instrs[start as usize] {
            Instr::TryConst(_, place, _) => Some(*place),
            _ => None,
        };
        self.constants(occurrence, known);
    }

    /// Asks for the constants of the head, but for one that is known.
    fn constants(&mut self, occurrence: &Occurrence, known: Option<At>) {
        for (arg, shape) in &occurrence.args {
            if let (Shape::Const(word), Ok(place)) = (shape, At::try_from(ARGS as u16 + arg))
                && Some(place) != known
            {
                self.ask(Instr::IsConst(place, *word, 0));
            }
        }
    }

    fn tried_fast(&mut self, occurrence: &Occurrence) -> Option<()> {
        if occurrence.stores {
            return None;
        }
        let rule = occurrence.rule;
        let needs = self.filters[usize::from(self.occurrence)].needs;
        let constant = occurrence.args.iter().find_map(|(arg, shape)| match shape {
            Shape::Const(word) => Some((At::try_from(ARGS as u16 + arg).ok()?, *word)),
            _ => None,
        });
        let mut scarce = &occurrence.scarce[..];
        let tried = Tried { rule, no: 0 };
        match (constant, scarce) {
            (Some((at, word)), _) if needs == 0 => self.ask(Instr::TryConst(tried, at, word)),
            // If there are enough of them, there is one.
            (None, [need]) if occurrence.needs.len() == 1 => {
                scarce = &[];
                let (symbol, count) = (need.symbol.try_into().ok()?, need.count.try_into().ok()?);
                self.ask(Instr::TryEnough(tried, symbol, count, need.own));
            }
            _ => self.ask(Instr::Try(tried, needs)),
        }
        self.scarce(scarce);
        Some(())
    }

    /// Asks for as many constraints as partners need.
    fn scarce(&mut self, needs: &[Need]) {
        for need in needs {
            let count = need.count as u8;
            self.ask(Instr::Enough(need.symbol, count, need.own, 0));
        }
    }

    /// Specialised instructions of this constraint; none if `make` finds none.
    fn specialised<T>(
        &mut self,
        make: impl FnOnce(&mut Specialiser<'_>) -> Option<T>,
    ) -> Option<(Vec<Instr>, T)> {
        let (first, spare, mut used) = (usize::from(self.temporaries), self.spare.clone(), 0);
        let mut temporary = || {
            used += 1;
            match spare.get(used - 1) {
                Some(&slot) => At::try_from(slot).ok(),
                None => At::try_from(first + used - 1 - spare.len()).ok(),
            }
        };
        let mut specialiser = Specialiser::new(&mut temporary);
        let made = make(&mut specialiser)?;
        let instrs = specialiser.instrs;
        self.most = self.most.max(used.saturating_sub(self.spare.len()));
        Some((instrs, made))
    }

    fn test(&mut self, test: &Test) {
        let mut start = self.here();
        let general = Instr::Test(Box::new(test.clone()), 0);
        let Some((instrs, ())) = self.specialised(|specialiser| specialiser.test(test)) else {
            return self.ask(general);
        };
        for mut instr in instrs {
            // A number that is taken is often compared at once.
            if let Instr::Below(holds, left, right, _) = instr
                && let Some(&Instr::Take(arg, to)) = self.code.instrs.last()
            {
                self.code.instrs.pop();
                start = self.here();
                instr = Instr::TakeBelow(arg, to, holds, left, right, 0);
            }
            match instr.no() {
                Some(_) => self.ask(instr),
                None => {
                    self.add(instr);
                }
            }
        }
        if start < self.here() {
            self.arm(start, general);
            let last = self.here() - 1;
            if self.asked.last() != Some(&last) {
                self.asked.push(last);
            }
        }
    }

    /// Matches a candidate for a partner and tests it; returns the instructions that may not match, and those that may not hold.
    fn candidate(&mut self, level: usize, partner: &Partner) -> [Vec<To>; 2] {
        if partner.twin && level > 0 {
            let others: Option<Vec<At>> = (0..level).map(|level| self.suspension(level)).collect();
            match others {
                Some(others) => {
                    for other in others {
                        self.ask(Instr::NotSuspension(other, 0));
                    }
                }
                None => {
                    let level = level as u8;
                    self.ask(Instr::Unused { level, no: 0 });
                }
            }
        }
        for (arg, shape) in &partner.args {
            let start = self.here();
            let general = Instr::MatchShape(Box::new((*arg, shape.clone())), 0);
            let small = |slot: u16| At::try_from(slot).ok();
            match (u8::try_from(*arg), shape) {
                (_, Shape::Void) => {}
                (Ok(arg), Shape::First(slot)) if small(*slot).is_some() => {
                    self.take(arg, *slot as At)
                }
                (Ok(arg), Shape::Slot(slot)) if small(*slot).is_some() => {
                    self.ask(Instr::Match(arg, *slot as At, 0));
                    self.arm(start, general);
                }
                (Ok(arg), Shape::Const(word)) => self.ask(Instr::MatchWith(arg, *word, 0)),
                (Ok(arg), Shape::Compound(functor, _)) => {
                    let functor = Word::inner(functor.0 as usize);
                    self.ask(Instr::MatchFunctor(arg, functor, 0));
                    self.ask(general);
                }
                _ => self.ask(general),
            }
        }
        let unmatched = std::mem::take(&mut self.asked);
        for test in &partner.tests {
            self.test(test);
        }
        [unmatched, std::mem::take(&mut self.asked)]
    }

    /// Takes an argument of a candidate, together with the one before it if that was taken too.
    fn take(&mut self, arg: u8, to: At) {
        if let Some(&Instr::Take(other, other_to)) = self.code.instrs.last() {
            self.code.instrs.pop();
            self.add(Instr::TakeTwo(other, other_to, arg, to));
        } else {
            self.add(Instr::Take(arg, to));
        }
    }

    /// The first candidate for a partner; returns the instruction that finds it.
    fn open(&mut self, level: usize, partner: &Partner) -> To {
        let general = Instr::OpenAny {
            occurrence: self.occurrence,
            level: level as u8,
            if_active: 0,
            no: 0,
        };
        let start = self.here();
        match self.open_fast(level, partner) {
            Some(at) => {
                let start = start.min(at);
                self.arm(start, general);
                at
            }
            None => self.add(general),
        }
    }

    fn open_fast(&mut self, level: usize, partner: &Partner) -> Option<To> {
        let Lookup { shared, index, key } = &partner.lookup;
        if !shared.is_empty() {
            return None;
        }
        let open = Open {
            probe: partner.probe.try_into().ok()?,
            link: self.link(level)?,
            suspension: self.suspension(level)?,
            if_active: 0,
            no: 0,
        };
        let Some(index) = index else {
            return Some(self.open_list(partner.constraint, open));
        };
        let index = u16::try_from(*index).ok()?;
        let (mut instrs, open) = match &key[..] {
            [Sought::Term(Shape::Slot(slot))] => {
                let slot = At::try_from(*slot).ok()?;
                (Vec::new(), Instr::OpenKey(index, slot, open))
            }
            [Sought::Value(expr)] => {
                let (instrs, key) = self.specialised(|specialiser| specialiser.value(expr))?;
                (instrs, Instr::OpenKey(index, key, open))
            }
            [_] => return None,
            parts => {
                let (mut instrs, args) = self.specialised(|specialiser| {
                    let mut args = Args::default();
                    for (at, part) in parts.iter().enumerate() {
                        *args.at.get_mut(at)? = match part {
                            Sought::Term(Shape::Slot(slot)) => At::try_from(*slot).ok()?,
                            Sought::Term(Shape::Const(word)) => {
                                let place = specialiser.temporary()?;
                                specialiser.instrs.push(Instr::Put(place, *word));
                                place
                            }
                            Sought::Value(expr) => specialiser.value(expr)?,
                            Sought::Term(_) => return None,
                        };
                    }
                    args.count = parts.len() as u8;
                    Some(args)
                })?;
                instrs.push(Instr::Mix(args));
                (instrs, Instr::OpenMixed(index, open))
            }
        };
        self.code.instrs.append(&mut instrs);
        Some(self.add(open))
    }

    /// The search in the list of a symbol, together with the trial of its occurrence if that asked for nothing else.
    fn open_list(&mut self, symbol: u32, open: Open) -> To {
        let tried = match self.code.instrs.last() {
            Some(&Instr::TryEnough(tried, of, count, own)) => Some((tried, of, count, own)),
            // A symbol of which there is none has no list to search.
            Some(&Instr::Try(tried, needs)) if needs.count_ones() == 1 => {
                Some((tried, needs.trailing_zeros() as u16, 1, false))
            }
            _ => None,
        };
        match tried {
            Some((Tried { rule, .. }, of, count, counts)) if u32::from(of) == symbol => {
                self.code.instrs.pop();
                self.add(Instr::TryList(rule, of, count, counts, open))
            }
            _ => self.add(Instr::OpenList(symbol, open)),
        }
    }

    /// The rule fires, unless it did so before or its guard, run as goals, does not hold; returns the instruction that may not hold.
    fn fire(&mut self, occurrence: &Occurrence, is_certain: bool, counted: Option<u32>) -> Vec<To> {
        let (rule, number, to) = (occurrence.rule, self.occurrence, occurrence.removal);
        let fire = Instr::Fire {
            rule,
            probe: counted.unwrap_or(NO_PROBE),
            occurrence: number,
            removed: occurrence.removed,
            to,
        };
        if is_certain {
            self.add(fire);
            return Vec::new();
        }
        let no = fixed::FAIL;
        let Some(goals) = occurrence.guard else {
            return vec![self.add(Instr::FireOnce {
                rule,
                occurrence: number,
                to,
                no,
            })];
        };
        let guard = self.add(Instr::Guard {
            occurrence: number,
            goals,
            no,
        });
        self.resumes[usize::from(number)].fires = self.add(Instr::Held(number));
        self.add(fire);
        vec![guard]
    }
}
