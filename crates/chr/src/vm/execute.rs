//! The loop that carries out instructions.

use crate::code::instr::{Instr, MOST_ARGS, Tried};
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::layout::{OCCURRENCE, OWN_SUSPENSION};
use crate::code::number::is_integer;
use crate::code::word::follow;
use crate::code::word::mix;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::store::suspensions::{ALIVE, LAST, MIXED};
use crate::store::table::{key_of_constant, key_of_hash};
use crate::vm::frames::window;
use crate::vm::machine::{Flow, Machine};
use crate::vm::matching::value;

impl Machine<'_> {
    /// Carries out instructions from the present one on.
    #[inline(never)]
    pub(crate) fn execute(&mut self) -> Result<Flow, Box<Thrown>> {
        let code = self.code;
        let instrs = &code.instrs[..];
        let mut at = self.pc as usize;
        // The candidate for a partner, and where it is in its list; the key that is looked up; whether the prefilter is prepared.
        let (mut link, mut suspension) = (0, 0);
        let (mut mixed, mut prepared) = (0, false);
        'frame: loop {
            // What is done with these alone stays in this loop; everything else comes back by way of the outer one.
            let mut frame = window(&mut self.env, self.e);
            let mut heap = &self.heap[..];
            // The machine goes on at `pc`, unless something failed or constraints wake.
            macro_rules! went {
                ($holds:expr) => {{
                    if !$holds {
                        return Ok(Flow::Failed);
                    }
                    if !self.heap.pending.is_empty() {
                        return Ok(Flow::Pending);
                    }
                    at = self.pc as usize;
                    continue 'frame;
                }};
            }
            // A general instruction, of which the next one comes after.
            macro_rules! general {
                ($holds:expr) => {{
                    self.pc = at as u32;
                    let holds = $holds;
                    went!(holds)
                }};
            }
            // Where an operand is not what an instruction is made for, the general one is carried out.
            macro_rules! slow_path {
                () => {{
                    at = code.cold[at - 1] as usize;
                    continue 'frame;
                }};
            }
            macro_rules! word {
                ($at:expr) => {
                    follow(heap, Word(frame[usize::from($at)]))
                };
            }
            macro_rules! only {
                ($is:ident, $at:expr) => {{
                    let word = word!($at);
                    if !word.$is() {
                        slow_path!();
                    }
                    word
                }};
            }
            // Words of small numbers compare as the numbers do, and are added as they are once one has no tag.
            macro_rules! raw {
                ($at:expr) => {
                    only!(is_small, $at).0 as i64
                };
            }
            macro_rules! same {
                ($left:expr, $right:expr) => {{
                    let (left, right) = ($left, $right);
                    if left != right && left.has_parts() && right.has_parts() {
                        slow_path!();
                    }
                    left == right
                }};
            }
            // A jump that is foreseen: what comes next must not wait for what was asked, as it would if the place were chosen without one.
            macro_rules! ask {
                ($holds:expr, $no:expr) => {
                    if !$holds {
                        at = $no as usize;
                        assert!(at < instrs.len(), "there is an instruction for it");
                    }
                };
            }
            macro_rules! tried {
                ($tried:expr, $holds:expr) => {{
                    if self.observed {
                        self.profile.charge($tried.rule);
                    }
                    self.profile.tallies[$tried.rule as usize].tries += 1;
                    if !$holds {
                        at = $tried.no as usize;
                        assert!(at < instrs.len(), "there is an instruction for it");
                        continue;
                    }
                }};
            }
            macro_rules! enough {
                ($symbol:expr, $count:expr, $counts:expr) => {{
                    let own = $counts && frame[OWN_SUSPENSION] != 0;
                    self.store.live[$symbol as usize] >= u32::from($count) + u32::from(own)
                }};
            }
            macro_rules! open {
                ($head:expr, $open:expr) => {{
                    let (head, open) = ($head, $open);
                    if head == 0 {
                        self.profile.probes[open.probe as usize].lookups += 1;
                        at = open.no as usize;
                        continue;
                    }
                    let first = if head & LAST == 0 {
                        self.store.cells[head as usize].suspension
                    } else {
                        head & !LAST
                    };
                    if self.store.suspensions[first as usize] & ALIVE == 0 {
                        slow_path!();
                    }
                    (link, suspension) = (head, first as usize);
                    prepared = false;
                    frame[usize::from(open.link)] = head.into();
                    if open.if_active != 0 && u64::from(first) == frame[OWN_SUSPENSION] {
                        at = open.if_active as usize;
                        continue;
                    }
                    frame[usize::from(open.suspension)] = first.into();
                }};
            }
            macro_rules! head {
                ($index:expr, $key:expr) => {{
                    let index = usize::from($index);
                    if !self.store.built[index] {
                        slow_path!();
                    }
                    let head = self.store.tables[index].get($key);
                    if head & MIXED != 0 {
                        slow_path!();
                    }
                    head
                }};
            }
            macro_rules! load {
                ($args:expr) => {{
                    let mut arg = 0;
                    while arg < usize::from($args.count) && arg < MOST_ARGS {
                        self.args[arg] = word!($args.at[arg]);
                        arg += 1;
                    }
                }};
            }
            macro_rules! call {
                ($symbol:expr, $args:expr, $size:expr, $entry:expr) => {{
                    load!($args);
                    at = self.begin_compiled($symbol, $args.count, $size, $entry)? as usize;
                    // The new frame is at hand.
                    frame = window(&mut self.env, self.e);
                    heap = &self.heap[..];
                }};
            }
            macro_rules! put {
                ($to:expr, $sum:expr) => {{
                    match $sum {
                        Some(sum) => frame[usize::from($to)] = sum as u64,
                        None => slow_path!(),
                    }
                }};
            }
            macro_rules! compute {
                ($op:expr, $to:expr, $left:expr, $right:expr) => {{
                    let Some(word) = $op.at_once($left, $right).and_then(Word::small) else {
                        slow_path!();
                    };
                    frame[usize::from($to)] = word.0;
                }};
            }
            loop {
                let instr = &instrs[at];
                at += 1;
                match *instr {
                    Instr::Try(mut tried, mut needs) => loop {
                        if self.observed {
                            self.profile.charge(tried.rule);
                        }
                        self.profile.tallies[tried.rule as usize].tries += 1;
                        if needs & self.store.absent == 0 {
                            break;
                        }
                        // Most often the next occurrence is tried alike, and needs no jump of its own.
                        at = tried.no as usize;
                        let Instr::Try(next, next_needs) = instrs[at] else {
                            break;
                        };
                        at += 1;
                        (tried, needs) = (next, next_needs);
                    },
                    Instr::TryConst(tried, place, word) => tried!(tried, word!(place) == word),
                    Instr::TryEnough(tried, symbol, count, counts) => {
                        tried!(tried, enough!(symbol, count, counts));
                    }
                    Instr::TryList(rule, symbol, count, counts, open) => {
                        let tried = Tried { rule, no: open.no };
                        tried!(tried, enough!(symbol, count, counts));
                        open!(self.store.lists[usize::from(symbol)], open);
                    }
                    Instr::Enough(symbol, count, counts, no) => {
                        ask!(enough!(symbol, count, counts), no);
                    }
                    Instr::IsConst(place, word, no) => ask!(word!(place) == word, no),
                    Instr::IsNot(place, word, no) => ask!(word!(place) != word, no),
                    Instr::Same(left, right, no) => ask!(same!(word!(left), word!(right)), no),
                    Instr::Different(left, right, no) => {
                        ask!(!same!(word!(left), word!(right)), no);
                    }
                    Instr::Tagged(place, tags, no) => ask!(word!(place).is_among(tags), no),
                    Instr::Integer(place, no) => ask!(is_integer(heap, word!(place)), no),
                    Instr::Below(holds, left, right, no) => {
                        ask!((raw!(left) < raw!(right)) == holds, no);
                    }
                    Instr::BelowWith(holds, left, right, no) => {
                        ask!((raw!(left) < right.0 as i64) == holds, no);
                    }
                    Instr::Equal(holds, left, right, no) => {
                        ask!((raw!(left) == raw!(right)) == holds, no);
                    }
                    Instr::EqualWith(holds, left, right, no) => {
                        ask!((only!(is_small, left) == right) == holds, no);
                    }
                    Instr::Refuse(rule, no) => {
                        self.profile.tallies[rule as usize].guard_failures += 1;
                        at = no as usize;
                    }
                    Instr::Mix(ref args) => {
                        let mut hash = 0;
                        for place in &args.at[..usize::from(args.count)] {
                            hash = mix(hash, only!(is_constant, *place).0);
                        }
                        mixed = hash;
                    }
                    Instr::OpenList(symbol, open) => {
                        open!(self.store.lists[symbol as usize], open);
                    }
                    Instr::OpenKey(index, key, open) => {
                        let key = key_of_constant(only!(is_constant, key));
                        open!(head!(index, key), open);
                    }
                    Instr::OpenMixed(index, open) => {
                        open!(head!(index, key_of_hash(mixed)), open);
                    }
                    Instr::NotSuspension(other, no) => {
                        ask!(suspension as u64 != frame[usize::from(other)], no);
                    }
                    Instr::Take(arg, to) => {
                        frame[usize::from(to)] = self.store.suspensions
                            [suspension + SUSPENSION_HEADER + usize::from(arg)];
                    }
                    Instr::TakeTwo(one, to, other, other_to) => {
                        let args = &self.store.suspensions[suspension + SUSPENSION_HEADER..];
                        frame[usize::from(to)] = args[usize::from(one)];
                        frame[usize::from(other_to)] = args[usize::from(other)];
                    }
                    Instr::TakeBelow(arg, to, holds, left, right, no) => {
                        frame[usize::from(to)] = self.store.suspensions
                            [suspension + SUSPENSION_HEADER + usize::from(arg)];
                        ask!((raw!(left) < raw!(right)) == holds, no);
                    }
                    Instr::Match(arg, with, no) => {
                        let word = Word(
                            self.store.suspensions
                                [suspension + SUSPENSION_HEADER + usize::from(arg)],
                        );
                        ask!(same!(follow(heap, word), word!(with)), no);
                    }
                    Instr::MatchWith(arg, word, no) => {
                        let found = Word(
                            self.store.suspensions
                                [suspension + SUSPENSION_HEADER + usize::from(arg)],
                        );
                        ask!(follow(heap, found) == word, no);
                    }
                    Instr::Hit(probe) => self.profile.probes[probe as usize].hits += 1,
                    Instr::Miss {
                        probe,
                        refused,
                        to,
                        no,
                    } => {
                        let probe = &mut self.profile.probes[probe as usize];
                        probe.lookups += 1;
                        probe.candidates += 1;
                        probe.guard_failures += u64::from(refused);
                        at = if link & LAST == 0 { to } else { no } as usize;
                    }
                    Instr::Advance {
                        occurrence,
                        level,
                        link: place,
                        filtered,
                        again,
                        no,
                    } => {
                        if frame[usize::from(place)] as u32 & LAST != 0 && place != 0 {
                            at = no as usize;
                            continue;
                        }
                        prepared &= filtered;
                        (link, suspension) =
                            self.next_candidate(occurrence, level, filtered, &mut prepared);
                        at = if link != 0 { again } else { no } as usize;
                        continue 'frame;
                    }
                    Instr::Fire {
                        rule,
                        probe,
                        occurrence,
                        removed,
                        to,
                    } => {
                        if let Some(probe) = self.profile.probes.get_mut(probe as usize) {
                            probe.hits += 1;
                        }
                        if self.observed {
                            self.fire_observed(occurrence);
                            at = self.pc as usize;
                            continue 'frame;
                        }
                        self.profile.tallies[rule as usize].firings += 1;
                        frame[OCCURRENCE] = occurrence.into();
                        frame[2] = self.choices.len() as u64;
                        at = to as usize;
                        // The order of removals is not observable here; traced runs use `commit`.
                        let own = frame[OWN_SUSPENSION] as usize;
                        if removed && own != 0 {
                            self.store.remove(&self.heap, own);
                            continue 'frame;
                        }
                    }
                    Instr::FireOnce {
                        rule,
                        occurrence,
                        to,
                        no,
                    } => {
                        frame[OCCURRENCE] = occurrence.into();
                        if self.repeats(occurrence) {
                            at = no as usize;
                            continue 'frame;
                        }
                        if self.observed {
                            self.fire_observed(occurrence);
                            at = self.pc as usize;
                            continue 'frame;
                        }
                        self.profile.tallies[rule as usize].firings += 1;
                        self.env[self.e + 2] = self.choices.len() as u64;
                        at = to as usize;
                        continue 'frame;
                    }
                    Instr::Guard {
                        occurrence,
                        goals,
                        no,
                    } => {
                        frame[OCCURRENCE] = occurrence.into();
                        at = if self.begins_guard(occurrence) {
                            goals
                        } else {
                            no
                        } as usize;
                        continue 'frame;
                    }
                    Instr::Add(to, left, right) => {
                        put!(to, raw!(left).checked_add(raw!(right) - Tag::Int as i64));
                    }
                    Instr::AddWith(to, left, right) => put!(to, raw!(left).checked_add(right)),
                    Instr::Subtract(to, left, right) => {
                        put!(to, raw!(left).checked_sub(raw!(right) - Tag::Int as i64));
                    }
                    Instr::Compute(op, to, left, right) => {
                        compute!(
                            op,
                            to,
                            only!(is_small, left).value(),
                            only!(is_small, right).value()
                        )
                    }
                    Instr::ComputeWith(op, to, left, right) => {
                        compute!(op, to, only!(is_small, left).value(), right)
                    }
                    Instr::ComputeFrom(op, to, left, right) => {
                        compute!(op, to, left, only!(is_small, right).value())
                    }
                    Instr::Copy(to, from) => {
                        self.profile.counters.unifications += 1;
                        frame[usize::from(to)] = frame[usize::from(from)];
                    }
                    Instr::Put(to, word) => frame[usize::from(to)] = word.0,
                    Instr::CheckTypes(symbol, ref args) => {
                        load!(args);
                        self.pc = at as u32;
                        self.check_types(symbol.into())?;
                        continue 'frame;
                    }
                    Instr::CallConstraint {
                        entry,
                        symbol,
                        size,
                        ref args,
                    } => {
                        self.cp = at as u32;
                        call!(symbol, args, size, entry);
                    }
                    Instr::ExecConstraint {
                        entry,
                        symbol,
                        size,
                        ref args,
                    } => {
                        (self.e, self.cp) = (frame[0] as usize, frame[1] as u32);
                        call!(symbol, args, size, entry);
                    }
                    Instr::Remove(place) => {
                        let gone = frame[usize::from(place)] as usize;
                        self.store.remove(&self.heap, gone);
                        continue 'frame;
                    }
                    Instr::Keep { stores, remembers } => {
                        self.keep(stores, remembers);
                        continue 'frame;
                    }
                    Instr::Fresh(to) => {
                        let var = self.new_var();
                        self.env[self.e + usize::from(to)] = var.0;
                        continue 'frame;
                    }
                    Instr::UnifyWords(left, right) => {
                        let (left, right) = (word!(left), word!(right));
                        self.profile.counters.unifications += 1;
                        general!(self.unify(left, right))
                    }
                    Instr::UnifyWith(place, word) => {
                        let found = word!(place);
                        self.profile.counters.unifications += 1;
                        general!(self.unify(found, word))
                    }
                    Instr::Proceed => {
                        self.leave();
                        at = self.cp as usize;
                        continue 'frame;
                    }
                    Instr::Resume => {
                        if self.observed {
                            // If constraints take their turns first, this instruction is carried out again after them.
                            self.pc = at as u32 - 1;
                            went!(self.resume()?);
                        }
                        at = if self.is_over() {
                            self.leave();
                            self.cp
                        } else {
                            self.behind_firing()
                        } as usize;
                        continue 'frame;
                    }
                    Instr::End(stores) => {
                        self.end(stores);
                        at = self.pc as usize;
                        continue 'frame;
                    }
                    Instr::Jump(to) => at = to as usize,
                    Instr::Fail => return Ok(Flow::Failed),
                    Instr::Test(ref test, no) => {
                        self.pc = at as u32;
                        match self.test(test, self.e) {
                            Ok(true) => {}
                            Ok(false) => at = no as usize,
                            Err(thrown) => {
                                // The candidate that threw it was looked at.
                                if let Instr::Miss { probe, .. } = instrs[no as usize] {
                                    let probe = &mut self.profile.probes[probe as usize];
                                    probe.lookups += 1;
                                    probe.candidates += 1;
                                }
                                return Err(thrown);
                            }
                        }
                        continue 'frame;
                    }
                    Instr::Turn(occurrence) => {
                        let (_, one) = self.occurrence_at(occurrence);
                        if one.priority > self.agenda.level {
                            self.wait(self.e, occurrence.into());
                            at = self.pc as usize;
                        }
                        continue 'frame;
                    }
                    Instr::TryAny(occurrence, no) => {
                        let (_, one) = self.occurrence_at(occurrence);
                        if self.observed {
                            self.profile.charge(one.rule);
                        }
                        self.profile.tallies[one.rule as usize].tries += 1;
                        if !self.may_try(occurrence) {
                            at = no as usize;
                        }
                        continue 'frame;
                    }
                    Instr::Group(first) => {
                        if self.observed {
                            let (_, one) = self.occurrence_at(first);
                            self.profile.charge(one.rule);
                        }
                        at = self.next_of_group(first, true) as usize;
                        continue 'frame;
                    }
                    Instr::GroupNext(occurrence) => {
                        at = self.next_of_group(occurrence, false) as usize;
                        continue 'frame;
                    }
                    Instr::GroupTry {
                        member,
                        filtered,
                        whole,
                        last,
                    } => {
                        // The rest is found out by the instruction after it.
                        if let Some(to) = self.group_search.tries(member, filtered) {
                            at = if to { whole } else { last } as usize;
                        }
                    }
                    Instr::GroupKnown(member) => self.group_search.note_match(member),
                    Instr::Present(needs, no) => ask!(needs & self.store.absent == 0, no),
                    Instr::Candidate(place) => {
                        suspension = self.env[self.e + usize::from(place)] as usize;
                        continue 'frame;
                    }
                    Instr::CandidateCounted(place, probe) => {
                        self.profile.probes[probe as usize].candidates += 1;
                        suspension = self.env[self.e + usize::from(place)] as usize;
                        continue 'frame;
                    }
                    Instr::MatchFunctor(arg, functor, no) => {
                        let word = Word(
                            self.store.suspensions
                                [suspension + SUSPENSION_HEADER + usize::from(arg)],
                        );
                        let word = follow(heap, word);
                        ask!(
                            word.tag() == Tag::Compound && heap[word.place()] == functor,
                            no
                        );
                    }
                    Instr::Step {
                        probe,
                        link: place,
                        suspension: to,
                        again,
                        no,
                    } => {
                        link = frame[usize::from(place)] as u32;
                        if link & LAST == 0 {
                            (link, suspension) = self.store.next_link(link);
                        } else {
                            link = 0;
                        }
                        if link == 0 {
                            at = no as usize;
                            continue;
                        }
                        prepared = false;
                        self.profile.probes[probe as usize].later += 1;
                        frame[usize::from(place)] = link.into();
                        frame[usize::from(to)] = suspension as u64;
                        at = again as usize;
                    }
                    Instr::Matched(probe) => self.profile.probes[probe as usize].matches += 1,
                    Instr::RefuseCandidate(probe, no) => {
                        self.profile.probes[probe as usize].guard_failures += 1;
                        at = no as usize;
                    }
                    Instr::MatchOwn(ref pattern, no) => {
                        let (place, shape) = &**pattern;
                        let word = Word(self.env[self.e + usize::from(*place)]);
                        if !self.matches(shape, word, self.e) {
                            at = no as usize;
                        }
                        continue 'frame;
                    }
                    Instr::MatchShape(ref pattern, no) => {
                        let (arg, shape) = &**pattern;
                        let word = self.store.arg_of(suspension, usize::from(*arg));
                        if !self.matches(shape, word, self.e) {
                            at = no as usize;
                        }
                        continue 'frame;
                    }
                    Instr::OpenAny {
                        occurrence,
                        level,
                        if_active,
                        no,
                    } => {
                        let is_own;
                        (link, suspension, is_own) = self.first_candidate(occurrence, level);
                        prepared = false;
                        if link == 0 {
                            at = no as usize;
                        } else if is_own {
                            at = if_active as usize;
                        }
                        continue 'frame;
                    }
                    Instr::Unused { level, no } => {
                        let symbol = self.symbol_at(self.e);
                        let (_, suspensions) = self.partners_at(&code.constraints[symbol]);
                        if self.is_used(suspension, suspensions, level.into()) {
                            at = no as usize;
                        }
                        continue 'frame;
                    }
                    Instr::RemoveAny(level) => {
                        let symbol = self.symbol_at(self.e);
                        let (_, suspensions) = self.partners_at(&code.constraints[symbol]);
                        let gone = self.env[suspensions + usize::from(level)] as usize;
                        self.store.remove(&self.heap, gone);
                        continue 'frame;
                    }
                    Instr::Stop => {
                        self.pc = at as u32 - 1;
                        return Ok(Flow::Stopped);
                    }
                    ref other => general!(self.general(other)?),
                }
            }
        }
    }

    /// Carries out an instruction that may do anything; the next one is noted in `pc`.
    #[inline(never)]
    fn general(&mut self, instr: &Instr) -> Outcome {
        Ok(match instr {
            Instr::Call(goal) => {
                self.load(&goal.args);
                self.cp = self.pc;
                self.enter(goal.callee)?
            }
            Instr::Exec(goal) => {
                self.load(&goal.args);
                let from = self.pc - 1;
                self.leave();
                match self.enter(goal.callee) {
                    Ok(holds) => holds,
                    Err(thrown) => return Err(self.blame_last(from, thrown)),
                }
            }
            Instr::Unify(sides) => {
                self.profile.counters.unifications += 1;
                let right = self.build(&sides[1], self.e);
                self.unify_shape(&sides[0], right, self.e)
            }
            Instr::Is(goal) => {
                let (shape, expr) = &**goal;
                let small = value(expr, &self.env[self.e..], &self.heap).and_then(Word::small);
                let word = match small {
                    Some(word) => word,
                    None => self.eval_to_word(expr, self.e)?,
                };
                self.unify_shape(shape, word, self.e)
            }
            Instr::Make(slot) => {
                let var = self.new_var();
                self.env[self.e + usize::from(*slot)] = var.0;
                true
            }
            Instr::Mark(slot) => {
                let mark = Word::count(self.choices.len());
                self.env[self.e + usize::from(*slot)] = mark.0;
                true
            }
            Instr::Alternative(other) => {
                self.push_alternative(*other);
                true
            }
            // What is cut may leave a cleanup.
            Instr::Cut => {
                self.cut_to(self.env[self.e + 2] as usize);
                true
            }
            Instr::CutTo(slot) => {
                self.cut_to(self.mark(*slot));
                true
            }
            Instr::SoftCut(slot) => {
                self.soft_cut(self.mark(*slot));
                true
            }
            Instr::Guarded => self.guarded()?,
            Instr::Held(occurrence) => {
                self.fire_without_gone(*occurrence);
                true
            }
            Instr::WakeStart => self.wake_start()?,
            Instr::WakeNext => self.wake_next()?,
            Instr::TurnNext => self.turn_next()?,
            other => self.continuation(other)?,
        })
    }
}
