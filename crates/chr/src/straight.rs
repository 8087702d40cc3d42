//! The straight form at work: takes strides until the general machine must take over, or has to go on with something that has none.

use crate::active::{OCCURRENCE, OWN_ROW};
use crate::deeds::Then;
use crate::frames::window;
use crate::heap::follow;
use crate::machine::Machine;
use crate::order::mix;
use crate::store::{ALIVE, LAST, MIXED, ROW};
use crate::stride::{MOST_ARGS, Stride, To, Tried};
use crate::table::{is_number, key_of_constant, key_of_hash};
use crate::thrown::Answer;
use crate::word::{Tag, Word};

impl<'p> Machine<'p> {
    /// Takes strides from one on in the present frame.
    #[inline(never)]
    pub(crate) fn stride(&mut self, from: To) -> Answer {
        let code = self.code;
        let strides = &code.strides.all[..];
        let mut at = from as usize;
        // The candidate for a partner, and where it is in its list.
        let (mut link, mut row) = (0, 0);
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
            // Where something is not what strides are made for, the general machine has a look.
            macro_rules! instead {
                () => {
                    onward!(self.instead(at - 1)?)
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
                        instead!();
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
                        instead!();
                    }
                    left == right
                }};
            }
            // A jump that is foreseen: what comes next must not wait for what was asked, as it would if the place were chosen without one.
            macro_rules! ask {
                ($holds:expr, $no:expr) => {
                    if !$holds {
                        at = $no as usize;
                        assert!(at < strides.len(), "there is a stride for it");
                    }
                };
            }
            macro_rules! tried {
                ($tried:expr, $holds:expr) => {{
                    self.tallies[$tried.rule as usize].tries += 1;
                    if !$holds {
                        at = $tried.no as usize;
                        assert!(at < strides.len(), "there is a stride for it");
                        continue;
                    }
                }};
            }
            macro_rules! enough {
                ($symbol:expr, $count:expr, $counts:expr) => {{
                    let own = $counts && frame[OWN_ROW] != 0;
                    self.live[usize::from($symbol)] >= u32::from($count) + u32::from(own)
                }};
            }
            macro_rules! open {
                ($head:expr, $open:expr) => {{
                    let (head, open) = ($head, $open);
                    if head == 0 {
                        self.probes[open.probe as usize].lookups += 1;
                        at = open.no as usize;
                        continue;
                    }
                    let first = if head & LAST == 0 {
                        self.cells[head as usize].row
                    } else {
                        head & !LAST
                    };
                    if self.rows[first as usize] & ALIVE == 0 {
                        instead!();
                    }
                    (link, row) = (head, first as usize);
                    frame[usize::from(open.link)] = head.into();
                    if open.own != 0 && u64::from(first) == frame[OWN_ROW] {
                        at = open.own as usize;
                        continue;
                    }
                    frame[usize::from(open.row)] = first.into();
                }};
            }
            macro_rules! head {
                ($index:expr, $key:expr) => {{
                    let index = usize::from($index);
                    if !self.built[index] {
                        instead!();
                    }
                    let head = self.tables[index].get($key);
                    if head & MIXED != 0 {
                        instead!();
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
                    at = self.begin_straight($symbol, $args.count, $size, $entry)? as usize;
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
                        None => instead!(),
                    }
                }};
            }
            macro_rules! compute {
                ($op:expr, $to:expr, $left:expr, $right:expr) => {{
                    let Some(word) = $op.at_once($left, $right).and_then(Word::small) else {
                        instead!();
                    };
                    frame[usize::from($to)] = word.0;
                }};
            }
            loop {
                let stride = &strides[at];
                at += 1;
                match *stride {
                    Stride::Try(tried, needs) => tried!(tried, needs & self.absent == 0),
                    Stride::TryIs(tried, place, word) => tried!(tried, word!(place) == word),
                    Stride::TryEnough(tried, symbol, count, counts) => {
                        tried!(tried, enough!(symbol, count, counts));
                    }
                    Stride::TryList(rule, symbol, count, counts, open) => {
                        let tried = Tried { rule, no: open.no };
                        tried!(tried, enough!(symbol, count, counts));
                        open!(self.lists[usize::from(symbol)], open);
                    }
                    Stride::Enough(symbol, count, counts, no) => {
                        ask!(enough!(symbol, count, counts), no);
                    }
                    Stride::Is(place, word, no) => ask!(word!(place) == word, no),
                    Stride::IsNot(place, word, no) => ask!(word!(place) != word, no),
                    Stride::Same(left, right, no) => ask!(same!(word!(left), word!(right)), no),
                    Stride::Different(left, right, no) => {
                        ask!(!same!(word!(left), word!(right)), no);
                    }
                    Stride::Tagged(place, tags, no) => ask!(word!(place).is_among(tags), no),
                    Stride::Below(holds, left, right, no) => {
                        ask!((raw!(left) < raw!(right)) == holds, no);
                    }
                    Stride::BelowWith(holds, left, right, no) => {
                        ask!((raw!(left) < right.0 as i64) == holds, no);
                    }
                    Stride::Equal(holds, left, right, no) => {
                        ask!((raw!(left) == raw!(right)) == holds, no);
                    }
                    Stride::EqualWith(holds, left, right, no) => {
                        ask!((only!(is_small, left) == right) == holds, no);
                    }
                    Stride::Refuse(rule, no) => {
                        self.tallies[rule as usize].guard_failures += 1;
                        at = no as usize;
                    }
                    Stride::Mix(ref args) => {
                        let mut hash = 0;
                        for place in &args.at[..usize::from(args.count)] {
                            hash = mix(hash, only!(is_constant, *place).0);
                        }
                        self.mixed = hash;
                    }
                    Stride::OpenList(symbol, open) => {
                        open!(self.lists[symbol as usize], open);
                    }
                    Stride::OpenKey(index, key, open) => {
                        let key = key_of_constant(only!(is_constant, key));
                        open!(head!(index, key), open);
                    }
                    Stride::OpenMatch(index, key, arg, open) => {
                        let word = only!(is_constant, key);
                        let key = key_of_constant(word);
                        open!(head!(index, key), open);
                        // A number that is its own key is that of no other row.
                        if !is_number(key) {
                            let found = Word(self.rows[row + ROW + usize::from(arg)]);
                            ask!(follow(heap, found) == word, open.own);
                        }
                    }
                    Stride::OpenMixed(index, open) => {
                        open!(head!(index, key_of_hash(self.mixed)), open);
                    }
                    Stride::NotRow(other, no) => {
                        ask!(row as u64 != frame[usize::from(other)], no);
                    }
                    Stride::Take(arg, to) => {
                        frame[usize::from(to)] = self.rows[row + ROW + usize::from(arg)];
                    }
                    Stride::TakeTwo(one, to, other, other_to) => {
                        let args = &self.rows[row + ROW..];
                        frame[usize::from(to)] = args[usize::from(one)];
                        frame[usize::from(other_to)] = args[usize::from(other)];
                    }
                    Stride::TakeBelow(arg, to, holds, left, right, no) => {
                        frame[usize::from(to)] = self.rows[row + ROW + usize::from(arg)];
                        ask!((raw!(left) < raw!(right)) == holds, no);
                    }
                    Stride::Match(arg, with, no) => {
                        let word = Word(self.rows[row + ROW + usize::from(arg)]);
                        ask!(same!(follow(heap, word), word!(with)), no);
                    }
                    Stride::MatchWith(arg, word, no) => {
                        let found = Word(self.rows[row + ROW + usize::from(arg)]);
                        ask!(follow(heap, found) == word, no);
                    }
                    Stride::Hit(probe) => self.probes[probe as usize].hits += 1,
                    Stride::Miss(probe, refused, no) => {
                        let probe = &mut self.probes[probe as usize];
                        probe.lookups += 1;
                        probe.candidates += 1;
                        probe.guard_failures += u64::from(refused);
                        if link & LAST == 0 {
                            onward!(self.search_on_from(at - 1, false)?);
                        }
                        at = no as usize;
                    }
                    Stride::Next(link_at, no) => {
                        if frame[usize::from(link_at)] as u32 & LAST == 0 {
                            onward!(self.search_on_from(at - 1, false)?);
                        }
                        at = no as usize;
                    }
                    Stride::Fire {
                        rule,
                        probe,
                        occurrence,
                        removed,
                    } => {
                        if let Some(probe) = self.probes.get_mut(probe as usize) {
                            probe.hits += 1;
                        }
                        self.tallies[rule as usize].firings += 1;
                        frame[OCCURRENCE] = occurrence.into();
                        frame[2] = self.choices.len() as u64;
                        // No one sees in which order constraints go at once.
                        let own = frame[OWN_ROW] as usize;
                        if removed && own != 0 {
                            self.remove(own);
                            continue 'frame;
                        }
                    }
                    Stride::FireOnce(rule, occurrence, no) => {
                        self.tallies[rule as usize].firings += 1;
                        frame[OCCURRENCE] = occurrence.into();
                        frame[2] = self.choices.len() as u64;
                        // What is not stored has not fired.
                        if frame[OWN_ROW] != 0 {
                            if self.repeats(rule, occurrence) {
                                at = no as usize;
                            }
                            continue 'frame;
                        }
                    }
                    Stride::Pass { needs, rule, no } => {
                        if needs & self.absent != 0 {
                            self.tallies[rule as usize].tries += 1;
                            at = no as usize;
                        }
                    }
                    Stride::Add(to, left, right) => {
                        put!(to, raw!(left).checked_add(raw!(right) - Tag::Int as i64));
                    }
                    Stride::AddWith(to, left, right) => put!(to, raw!(left).checked_add(right)),
                    Stride::Subtract(to, left, right) => {
                        put!(to, raw!(left).checked_sub(raw!(right) - Tag::Int as i64));
                    }
                    Stride::Compute(op, to, left, right) => {
                        compute!(
                            op,
                            to,
                            only!(is_small, left).value(),
                            only!(is_small, right).value()
                        )
                    }
                    Stride::ComputeWith(op, to, left, right) => {
                        compute!(op, to, only!(is_small, left).value(), right)
                    }
                    Stride::ComputeFrom(op, to, left, right) => {
                        compute!(op, to, left, only!(is_small, right).value())
                    }
                    Stride::Copy(to, from) => {
                        self.counters.unifications += 1;
                        frame[usize::from(to)] = frame[usize::from(from)];
                    }
                    Stride::Put(to, word) => frame[usize::from(to)] = word.0,
                    Stride::Call {
                        next,
                        entry,
                        symbol,
                        size,
                        ref args,
                    } => {
                        self.cp = next;
                        call!(symbol, args, size, entry);
                    }
                    Stride::Exec {
                        entry,
                        symbol,
                        size,
                        ref args,
                    } => {
                        (self.e, self.cp) = (frame[0] as usize, frame[1] as u32);
                        call!(symbol, args, size, entry);
                    }
                    Stride::Remove(place) => {
                        let gone = frame[usize::from(place)] as usize;
                        self.remove(gone);
                        continue 'frame;
                    }
                    Stride::Keep(occurrence, remembered) => {
                        self.keep(occurrence, remembered);
                        continue 'frame;
                    }
                    Stride::Fresh(to) => {
                        self.fresh(to);
                        continue 'frame;
                    }
                    Stride::General(occurrence) => then!(self.general(occurrence, at)?),
                    Stride::Unify(left, right) => {
                        let (left, right) = (word!(left), word!(right));
                        then!(self.unify_at(left, right, at))
                    }
                    Stride::UnifyWith(place, word) => {
                        let found = word!(place);
                        then!(self.unify_at(found, word, at))
                    }
                    Stride::Resume(occurrence, alone, behind) => {
                        then!(self.go_on(occurrence, alone, behind, at)?)
                    }
                    Stride::End => then!(self.end()),
                    Stride::Proceed => then!(self.left()),
                    Stride::Leave => then!(self.general_from(at)),
                    Stride::Fail => return Ok(false),
                }
            }
        }
    }
}
