//! The straight form at work: takes strides until the general machine must take over, or has to go on with something that has none.

use crate::active::{OCCURRENCE, OWN_ROW, SINCE};
use crate::detour::Search;
use crate::frames::window;
use crate::heap::follow;
use crate::machine::Machine;
use crate::order::mix;
use crate::sieve::order;
use crate::store::{ALIVE, LAST, MIXED, ROW};
use crate::stride::{Stride, To};
use crate::table::{key_of_constant, key_of_hash};
use crate::thrown::Answer;
use crate::word::Word;

impl<'p> Machine<'p> {
    /// Takes strides from one on in the present frame.
    #[inline(never)]
    pub(crate) fn stride(&mut self, from: To) -> Answer {
        let code = self.code;
        let strides = &code.strides.all[..];
        let mut at = from as usize;
        let mut search = Search::default();
        'frame: loop {
            // What is done with these alone stays in this loop; everything else comes back by way of the outer one.
            let frame = window(&mut self.env, self.e);
            let heap = &self.heap[..];
            // Where something is not what strides are made for, the general machine has a look.
            macro_rules! instead {
                () => {{
                    at = self.instead(at - 1, search)? as usize;
                    if at == 0 {
                        return Ok(true);
                    }
                    continue 'frame;
                }};
            }
            macro_rules! onward {
                ($to:expr) => {{
                    at = $to as usize;
                    if at == 0 {
                        return Ok(true);
                    }
                    continue 'frame;
                }};
            }
            macro_rules! unified {
                ($done:expr) => {
                    match $done {
                        Some(holds) => return Ok(holds),
                        None => continue 'frame,
                    }
                };
            }
            macro_rules! word {
                ($at:expr) => {
                    follow(heap, Word(frame[usize::from($at)]))
                };
            }
            macro_rules! number {
                ($at:expr) => {{
                    let word = word!($at);
                    if !word.is_small() {
                        instead!();
                    }
                    word.value()
                }};
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
            macro_rules! ask {
                ($holds:expr, $no:expr) => {
                    if !$holds {
                        at = $no as usize;
                    }
                };
            }
            macro_rules! tried {
                ($tried:expr, $holds:expr) => {{
                    self.tallies[$tried.rule as usize].tries += 1;
                    if !$holds {
                        at = $tried.no as usize;
                        continue;
                    }
                    search.occurrence = $tried.occurrence;
                    search.level = 0;
                }};
            }
            macro_rules! open {
                ($head:expr, $open:expr) => {{
                    let (link, open) = ($head, $open);
                    if link == 0 {
                        self.probes[open.probe as usize].lookups += 1;
                        at = open.no as usize;
                        continue;
                    }
                    let row = if link & LAST == 0 {
                        self.cells[link as usize].row
                    } else {
                        link & !LAST
                    };
                    if self.rows[row as usize] & ALIVE == 0 {
                        instead!();
                    }
                    (search.link, search.row) = (link, row as usize);
                    if open.own != 0 && u64::from(row) == frame[OWN_ROW] {
                        frame[usize::from(open.link)] = link.into();
                        at = open.own as usize;
                        continue;
                    }
                    frame[usize::from(open.link)] = link.into();
                    frame[usize::from(open.row)] = row.into();
                }};
            }
            macro_rules! load {
                ($args:expr) => {{
                    let mut arg = 0;
                    while arg < usize::from($args.count) && arg < $args.at.len() {
                        self.args[arg] = Word(frame[usize::from($args.at[arg])]);
                        arg += 1;
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
                    Stride::Fail => return Ok(false),
                    Stride::Try(tried, needs) => tried!(tried, needs & self.absent == 0),
                    Stride::TryIs(tried, place, word) => tried!(tried, word!(place) == word),
                    Stride::TryEnough(tried, symbol, count, own) => {
                        let own = own && frame[OWN_ROW] != 0;
                        let count = u32::from(count) + u32::from(own);
                        tried!(tried, self.live[usize::from(symbol)] >= count);
                    }
                    Stride::Enough(symbol, count, own, no) => {
                        let own = own && frame[OWN_ROW] != 0;
                        ask!(self.live[symbol as usize] >= count + u32::from(own), no);
                    }
                    Stride::Is(place, word, no) => ask!(word!(place) == word, no),
                    Stride::IsNot(place, word, no) => ask!(word!(place) != word, no),
                    Stride::Same(left, right, no) => ask!(same!(word!(left), word!(right)), no),
                    Stride::Different(left, right, no) => {
                        ask!(!same!(word!(left), word!(right)), no);
                    }
                    Stride::Tagged(place, tags, no) => ask!(word!(place).is_among(tags), no),
                    Stride::Compare(orders, left, right, no) => {
                        let (left, right) = (number!(left), number!(right));
                        ask!(orders & order(left, right) != 0, no);
                    }
                    Stride::CompareWith(orders, left, right, no) => {
                        ask!(orders & order(number!(left), right) != 0, no);
                    }
                    Stride::Refuse(rule, no) => {
                        self.tallies[rule as usize].guard_failures += 1;
                        at = no as usize;
                    }
                    Stride::Level(link) => search.level = link,
                    Stride::Mix(link, ref args) => {
                        search.level = link;
                        let mut hash = 0;
                        for place in &args.at[..usize::from(args.count)] {
                            let word = word!(*place);
                            if !word.is_constant() {
                                instead!();
                            }
                            hash = mix(hash, word.0);
                        }
                        self.mixed = hash;
                    }
                    Stride::OpenList(symbol, open) => {
                        search.level = open.link;
                        open!(self.lists[symbol as usize], open);
                    }
                    Stride::OpenKey(index, key, open) => {
                        search.level = open.link;
                        let word = word!(key);
                        if !word.is_constant() || !self.built[usize::from(index)] {
                            instead!();
                        }
                        let head = self.tables[usize::from(index)].get(key_of_constant(word));
                        if head & MIXED != 0 {
                            instead!();
                        }
                        open!(head, open);
                    }
                    Stride::OpenMixed(index, open) => {
                        if !self.built[usize::from(index)] {
                            instead!();
                        }
                        let head = self.tables[usize::from(index)].get(key_of_hash(self.mixed));
                        if head & MIXED != 0 {
                            instead!();
                        }
                        open!(head, open);
                    }
                    Stride::NotRow(other, no) => {
                        ask!(search.row as u64 != frame[usize::from(other)], no);
                    }
                    Stride::Take(arg, to) => {
                        frame[usize::from(to)] = self.rows[search.row + ROW + usize::from(arg)];
                    }
                    Stride::TakeTwo(one, to, other, other_to) => {
                        let args = &self.rows[search.row + ROW..];
                        frame[usize::from(to)] = args[usize::from(one)];
                        frame[usize::from(other_to)] = args[usize::from(other)];
                    }
                    Stride::Match(arg, with, no) => {
                        let word = Word(self.rows[search.row + ROW + usize::from(arg)]);
                        ask!(same!(follow(heap, word), word!(with)), no);
                    }
                    Stride::MatchWith(arg, word, no) => {
                        let found = Word(self.rows[search.row + ROW + usize::from(arg)]);
                        ask!(follow(heap, found) == word, no);
                    }
                    Stride::Hit(probe) => {
                        self.probes[probe as usize].hit();
                    }
                    Stride::Miss(probe, refused, link, no) => {
                        let probe = &mut self.probes[probe as usize];
                        probe.lookups += 1;
                        probe.candidates += 1;
                        probe.guard_failures += u64::from(refused);
                        if search.link & LAST == 0 {
                            onward!(self.search_on_from(search.occurrence, link, false)?);
                        }
                        at = no as usize;
                    }
                    Stride::Next(link, no) => {
                        if frame[usize::from(link)] as u32 & LAST == 0 {
                            onward!(self.search_on_from(search.occurrence, link, false)?);
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
                            probe.hit();
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
                        if frame[OWN_ROW] == 0 {
                            continue;
                        }
                        let constraint = &code.constraints[self.symbol_at(self.e)];
                        let fired = &constraint.occurrences[usize::from(occurrence)];
                        if self.fired_before(constraint, fired, self.e) {
                            self.tallies[rule as usize].firings -= 1;
                            at = no as usize;
                        }
                        continue 'frame;
                    }
                    Stride::Remove(row) => {
                        let row = frame[usize::from(row)] as usize;
                        self.remove(row);
                        continue 'frame;
                    }
                    Stride::Keep(occurrence, remembered) => {
                        if frame[OWN_ROW] == 0 {
                            self.store_active(self.e);
                        }
                        self.env[self.e + SINCE] = self.next_id;
                        if remembered {
                            let constraint = &code.constraints[self.symbol_at(self.e)];
                            let fired = &constraint.occurrences[usize::from(occurrence)];
                            self.remember(constraint, fired, self.e);
                        }
                        continue 'frame;
                    }
                    Stride::Pass { needs, rule, no } => {
                        if needs & self.absent != 0 {
                            self.tallies[rule as usize].tries += 1;
                            at = no as usize;
                        }
                    }
                    Stride::General(occurrence) => {
                        let constraint = &code.constraints[self.symbol_at(self.e)];
                        if self.attempt_apart(constraint, occurrence.into())? {
                            onward!(self.onward());
                        }
                        continue 'frame;
                    }
                    Stride::End => {
                        if frame[OWN_ROW] == 0 {
                            self.store_active(self.e);
                        }
                        self.leave();
                        self.pc = self.cp;
                        onward!(self.onward());
                    }
                    Stride::Compute(op, to, left, right) => {
                        compute!(op, to, number!(left), number!(right))
                    }
                    Stride::ComputeWith(op, to, left, right) => {
                        compute!(op, to, number!(left), right)
                    }
                    Stride::ComputeFrom(op, to, left, right) => {
                        compute!(op, to, left, number!(right))
                    }
                    Stride::Unify(left, right) => {
                        let (left, right) = (word!(left), word!(right));
                        unified!(self.unify_at(left, right, at - 1));
                    }
                    Stride::UnifyWith(place, word) => {
                        let found = word!(place);
                        unified!(self.unify_at(found, word, at - 1));
                    }
                    Stride::Copy(to, from) => {
                        self.counters.unifications += 1;
                        frame[usize::from(to)] = frame[usize::from(from)];
                    }
                    Stride::Put(to, word) => frame[usize::from(to)] = word.0,
                    Stride::Fresh(to) => {
                        let var = self.new_var();
                        self.env[self.e + usize::from(to)] = var.0;
                        continue 'frame;
                    }
                    Stride::Call(symbol, next, ref args) => {
                        load!(args);
                        self.cp = next;
                        onward!(self.begin_straight(symbol, args.count)?);
                    }
                    Stride::Exec(symbol, ref args) => {
                        load!(args);
                        (self.e, self.cp) = (frame[0] as usize, frame[1] as u32);
                        onward!(self.begin_straight(symbol, args.count)?);
                    }
                    Stride::Proceed => {
                        (self.e, self.cp) = (frame[0] as usize, frame[1] as u32);
                        self.pc = self.cp;
                        onward!(self.onward());
                    }
                    Stride::Resume(occurrence, alone, next) => {
                        if self.is_over() {
                            self.leave();
                            self.pc = self.cp;
                            onward!(self.onward());
                        }
                        if self.e < self.protect {
                            instead!();
                        }
                        if !alone {
                            let constraint = &code.constraints[self.symbol_at(self.e)];
                            if self.find_more(constraint, occurrence.into())? {
                                onward!(self.onward());
                            }
                        }
                        at = next as usize;
                        continue 'frame;
                    }
                    Stride::Leave => {
                        self.pc = code.strides.instead[at - 1];
                        return Ok(true);
                    }
                }
            }
        }
    }
}
