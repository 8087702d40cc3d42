//! Executes bytecode until the interpreter must take over, or has to go on with something that has none.

use crate::code::bytecode::{MOST_ARGS, Op, To, Tried};
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::layout::{OCCURRENCE, OWN_SUSPENSION};
use crate::code::number::is_integer;
use crate::code::word::follow;
use crate::code::word::mix;
use crate::code::word::{Tag, Word};
use crate::state::exception::Outcome;
use crate::store::suspensions::{ALIVE, LAST, MIXED};
use crate::store::table::{key_of_constant, key_of_hash};
use crate::vm::frames::window;
use crate::vm::machine::Machine;
use crate::vm::store_ops::Then;

impl<'p> Machine<'p> {
    /// Takes instructions from one on in the present frame.
    #[inline(never)]
    pub(crate) fn execute(&mut self, from: To) -> Outcome {
        let code = self.code;
        let bytecode = &code.bytecode.all[..];
        let mut at = from as usize;
        // The candidate for a partner, and where it is in its list.
        let (mut link, mut suspension) = (0, 0);
        'frame: loop {
            // What is done with these alone stays in this loop; everything else comes back by way of the outer one.
            let mut frame = window(&mut self.env, self.e);
            let mut heap = &self.heap[..];
            macro_rules! onward {
                ($to:expr) => {{
                    at = $to as usize;
                    if at == 0 {
                        return Ok(true);
                    }
                    continue 'frame;
                }};
            }
            // Where something is not what instructions are made for, the interpreter has a look.
            macro_rules! slow_path {
                () => {
                    onward!(self.slow_path(at - 1)?)
                };
            }
            macro_rules! then {
                ($then:expr) => {
                    match $then {
                        Then::On(to) => onward!(to),
                        Then::Done(holds) => return Ok(holds),
                    }
                };
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
                        assert!(at < bytecode.len(), "there is an instruction for it");
                    }
                };
            }
            macro_rules! tried {
                ($tried:expr, $holds:expr) => {{
                    self.profile.tallies[$tried.rule as usize].tries += 1;
                    if !$holds {
                        at = $tried.no as usize;
                        assert!(at < bytecode.len(), "there is an instruction for it");
                        continue;
                    }
                }};
            }
            macro_rules! enough {
                ($symbol:expr, $count:expr, $counts:expr) => {{
                    let own = $counts && frame[OWN_SUSPENSION] != 0;
                    self.store.live[usize::from($symbol)] >= u32::from($count) + u32::from(own)
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
                    frame[usize::from(open.link)] = head.into();
                    if open.own != 0 && u64::from(first) == frame[OWN_SUSPENSION] {
                        at = open.own as usize;
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
            macro_rules! call {
                ($symbol:expr, $args:expr, $size:expr, $entry:expr) => {{
                    let mut arg = 0;
                    while arg < usize::from($args.count) && arg < MOST_ARGS {
                        self.args[arg] = word!($args.at[arg]);
                        arg += 1;
                    }
                    at = self.begin_compiled($symbol, $args.count, $size, $entry)? as usize;
                    if at == 0 {
                        return Ok(true);
                    }
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
                let op = &bytecode[at];
                at += 1;
                match *op {
                    Op::Try(tried, needs) => tried!(tried, needs & self.store.absent == 0),
                    Op::TryIs(tried, place, word) => tried!(tried, word!(place) == word),
                    Op::TryEnough(tried, symbol, count, counts) => {
                        tried!(tried, enough!(symbol, count, counts));
                    }
                    Op::TryList(rule, symbol, count, counts, open) => {
                        let tried = Tried { rule, no: open.no };
                        tried!(tried, enough!(symbol, count, counts));
                        open!(self.store.lists[usize::from(symbol)], open);
                    }
                    Op::Enough(symbol, count, counts, no) => {
                        ask!(enough!(symbol, count, counts), no);
                    }
                    Op::Is(place, word, no) => ask!(word!(place) == word, no),
                    Op::IsNot(place, word, no) => ask!(word!(place) != word, no),
                    Op::Same(left, right, no) => ask!(same!(word!(left), word!(right)), no),
                    Op::Different(left, right, no) => {
                        ask!(!same!(word!(left), word!(right)), no);
                    }
                    Op::Tagged(place, tags, no) => ask!(word!(place).is_among(tags), no),
                    Op::Integer(place, no) => ask!(is_integer(heap, word!(place)), no),
                    Op::Below(holds, left, right, no) => {
                        ask!((raw!(left) < raw!(right)) == holds, no);
                    }
                    Op::BelowWith(holds, left, right, no) => {
                        ask!((raw!(left) < right.0 as i64) == holds, no);
                    }
                    Op::Equal(holds, left, right, no) => {
                        ask!((raw!(left) == raw!(right)) == holds, no);
                    }
                    Op::EqualWith(holds, left, right, no) => {
                        ask!((only!(is_small, left) == right) == holds, no);
                    }
                    Op::Refuse(rule, no) => {
                        self.profile.tallies[rule as usize].guard_failures += 1;
                        at = no as usize;
                    }
                    Op::Mix(ref args) => {
                        let mut hash = 0;
                        for place in &args.at[..usize::from(args.count)] {
                            hash = mix(hash, only!(is_constant, *place).0);
                        }
                        self.mixed = hash;
                    }
                    Op::OpenList(symbol, open) => {
                        open!(self.store.lists[symbol as usize], open);
                    }
                    Op::OpenKey(index, key, open) => {
                        let key = key_of_constant(only!(is_constant, key));
                        open!(head!(index, key), open);
                    }
                    Op::OpenMixed(index, open) => {
                        open!(head!(index, key_of_hash(self.mixed)), open);
                    }
                    Op::NotSuspension(other, no) => {
                        ask!(suspension as u64 != frame[usize::from(other)], no);
                    }
                    Op::Take(arg, to) => {
                        frame[usize::from(to)] = self.store.suspensions
                            [suspension + SUSPENSION_HEADER + usize::from(arg)];
                    }
                    Op::TakeTwo(one, to, other, other_to) => {
                        let args = &self.store.suspensions[suspension + SUSPENSION_HEADER..];
                        frame[usize::from(to)] = args[usize::from(one)];
                        frame[usize::from(other_to)] = args[usize::from(other)];
                    }
                    Op::TakeBelow(arg, to, holds, left, right, no) => {
                        frame[usize::from(to)] = self.store.suspensions
                            [suspension + SUSPENSION_HEADER + usize::from(arg)];
                        ask!((raw!(left) < raw!(right)) == holds, no);
                    }
                    Op::Match(arg, with, no) => {
                        let word = Word(
                            self.store.suspensions
                                [suspension + SUSPENSION_HEADER + usize::from(arg)],
                        );
                        ask!(same!(follow(heap, word), word!(with)), no);
                    }
                    Op::MatchWith(arg, word, no) => {
                        let found = Word(
                            self.store.suspensions
                                [suspension + SUSPENSION_HEADER + usize::from(arg)],
                        );
                        ask!(follow(heap, found) == word, no);
                    }
                    Op::Hit(probe) => self.profile.probes[probe as usize].hits += 1,
                    Op::Miss(probe, refused, no) => {
                        let probe = &mut self.profile.probes[probe as usize];
                        probe.lookups += 1;
                        probe.candidates += 1;
                        probe.guard_failures += u64::from(refused);
                        if link & LAST == 0 {
                            onward!(self.search_on_from(at - 1, false)?);
                        }
                        at = no as usize;
                    }
                    Op::Next(link_at, no) => {
                        if frame[usize::from(link_at)] as u32 & LAST == 0 {
                            onward!(self.search_on_from(at - 1, false)?);
                        }
                        at = no as usize;
                    }
                    Op::Fire {
                        rule,
                        probe,
                        occurrence,
                        removed,
                    } => {
                        if let Some(probe) = self.profile.probes.get_mut(probe as usize) {
                            probe.hits += 1;
                        }
                        self.profile.tallies[rule as usize].firings += 1;
                        frame[OCCURRENCE] = occurrence.into();
                        frame[2] = self.choices.len() as u64;
                        // No one sees in which order constraints go at once.
                        let own = frame[OWN_SUSPENSION] as usize;
                        if removed && own != 0 {
                            self.store.remove(&self.heap, own);
                            continue 'frame;
                        }
                    }
                    Op::FireOnce(rule, occurrence, no) => {
                        self.profile.tallies[rule as usize].firings += 1;
                        frame[OCCURRENCE] = occurrence.into();
                        frame[2] = self.choices.len() as u64;
                        // What is not stored has not fired.
                        if frame[OWN_SUSPENSION] != 0 {
                            if self.repeats(rule, occurrence) {
                                at = no as usize;
                            }
                            continue 'frame;
                        }
                    }
                    Op::Pass { needs, rule, no } => {
                        if needs & self.store.absent != 0 {
                            self.profile.tallies[rule as usize].tries += 1;
                            at = no as usize;
                        }
                    }
                    Op::Add(to, left, right) => {
                        put!(to, raw!(left).checked_add(raw!(right) - Tag::Int as i64));
                    }
                    Op::AddWith(to, left, right) => put!(to, raw!(left).checked_add(right)),
                    Op::Subtract(to, left, right) => {
                        put!(to, raw!(left).checked_sub(raw!(right) - Tag::Int as i64));
                    }
                    Op::Compute(op, to, left, right) => {
                        compute!(
                            op,
                            to,
                            only!(is_small, left).value(),
                            only!(is_small, right).value()
                        )
                    }
                    Op::ComputeWith(op, to, left, right) => {
                        compute!(op, to, only!(is_small, left).value(), right)
                    }
                    Op::ComputeFrom(op, to, left, right) => {
                        compute!(op, to, left, only!(is_small, right).value())
                    }
                    Op::Copy(to, from) => {
                        self.profile.counters.unifications += 1;
                        frame[usize::from(to)] = frame[usize::from(from)];
                    }
                    Op::Put(to, word) => frame[usize::from(to)] = word.0,
                    Op::Call {
                        next,
                        entry,
                        symbol,
                        size,
                        ref args,
                    } => {
                        self.cp = next;
                        call!(symbol, args, size, entry);
                    }
                    Op::Exec {
                        entry,
                        symbol,
                        size,
                        ref args,
                    } => {
                        (self.e, self.cp) = (frame[0] as usize, frame[1] as u32);
                        call!(symbol, args, size, entry);
                    }
                    Op::Remove(place) => {
                        let gone = frame[usize::from(place)] as usize;
                        self.store.remove(&self.heap, gone);
                        continue 'frame;
                    }
                    Op::Keep(occurrence, remembered) => {
                        self.keep(occurrence, remembered);
                        continue 'frame;
                    }
                    Op::Fresh(to) => {
                        self.fresh(to);
                        continue 'frame;
                    }
                    Op::General(occurrence) => then!(self.general(occurrence, at)?),
                    Op::Unify(left, right) => {
                        let (left, right) = (word!(left), word!(right));
                        then!(self.unify_at(left, right, at))
                    }
                    Op::UnifyWith(place, word) => {
                        let found = word!(place);
                        then!(self.unify_at(found, word, at))
                    }
                    Op::Resume(occurrence, alone, behind) => {
                        then!(self.go_on(occurrence, alone, behind, at)?)
                    }
                    Op::End => then!(self.end()),
                    Op::Proceed => then!(self.left()),
                    Op::Leave => then!(self.general_from(at)),
                    Op::Fail => return Ok(false),
                }
            }
        }
    }
}
