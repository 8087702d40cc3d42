//! The straight form at work: takes strides until the general machine must take over, or has to go on with something that has none.

use crate::active::{OCCURRENCE, OWN_ROW, SINCE};
use crate::code::Repeats;
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
        // Where something is not what strides are made for, the general machine has a look.
        macro_rules! instead {
            () => {{
                at = self.instead(at - 1)? as usize;
                if at == 0 {
                    return Ok(true);
                }
                continue;
            }};
        }
        macro_rules! onward {
            ($to:expr) => {{
                at = $to as usize;
                if at == 0 {
                    return Ok(true);
                }
                continue;
            }};
        }
        macro_rules! word {
            ($at:expr) => {
                follow(&self.heap, Word(self.env[self.e + usize::from($at)]))
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
            ($left:expr, $right:expr, $wanted:expr, $no:expr) => {{
                let (left, right) = ($left, $right);
                if left != right && left.has_parts() && right.has_parts() {
                    instead!();
                }
                if (left == right) != $wanted {
                    at = $no as usize;
                }
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
                let row = self.row_of(link);
                if self.rows[row] & ALIVE == 0 {
                    instead!();
                }
                (self.search.link, self.search.row) = (link, row);
                if open.own != 0 && row as u64 == self.env[self.e + OWN_ROW] {
                    self.env[self.e + usize::from(open.link)] = link.into();
                    at = open.own as usize;
                    continue;
                }
                self.env[self.e + usize::from(open.link)] = link.into();
                self.env[self.e + usize::from(open.row)] = row as u64;
            }};
        }
        macro_rules! compute {
            ($op:expr, $to:expr, $left:expr, $right:expr) => {{
                let Some(word) = $op.at_once($left, $right).and_then(Word::small) else {
                    instead!();
                };
                self.env[self.e + usize::from($to)] = word.0;
            }};
        }
        loop {
            let stride = &strides[at];
            at += 1;
            match *stride {
                Stride::Fail => return Ok(false),
                Stride::Try {
                    needs,
                    rule,
                    occurrence,
                    no,
                } => {
                    self.tallies[rule as usize].tries += 1;
                    if needs & self.absent != 0 {
                        at = no as usize;
                        continue;
                    }
                    self.search.occurrence = occurrence;
                    self.search.level = 0;
                }
                Stride::TryIs {
                    rule,
                    occurrence,
                    at: place,
                    word,
                    no,
                } => {
                    self.tallies[rule as usize].tries += 1;
                    if word!(place) != word {
                        at = no as usize;
                        continue;
                    }
                    self.search.occurrence = occurrence;
                    self.search.level = 0;
                }
                Stride::Enough(symbol, count, own, no) => {
                    let own = own && self.env[self.e + OWN_ROW] != 0;
                    if self.live[symbol as usize] < count + u32::from(own) {
                        at = no as usize;
                    }
                }
                Stride::Is(place, word, no) => {
                    if word!(place) != word {
                        at = no as usize;
                    }
                }
                Stride::IsNot(place, word, no) => {
                    if word!(place) == word {
                        at = no as usize;
                    }
                }
                Stride::Same(left, right, no) => same!(word!(left), word!(right), true, no),
                Stride::Different(left, right, no) => {
                    same!(word!(left), word!(right), false, no);
                }
                Stride::Kind(place, kind, no) => {
                    if !self.is_kind(kind, word!(place)) {
                        at = no as usize;
                    }
                }
                Stride::Compare(orders, left, right, no) => {
                    let (left, right) = (number!(left), number!(right));
                    if orders & order(left, right) == 0 {
                        at = no as usize;
                    }
                }
                Stride::CompareWith(orders, left, right, no) => {
                    if orders & order(number!(left), right) == 0 {
                        at = no as usize;
                    }
                }
                Stride::Refuse(rule, no) => {
                    self.tallies[rule as usize].guard_failures += 1;
                    at = no as usize;
                }
                Stride::Level(link) => {
                    self.search.level = link;
                    self.search.hash = 0;
                }
                Stride::Mix(place) => {
                    let word = word!(place);
                    if !word.is_constant() {
                        instead!();
                    }
                    self.search.hash = mix(self.search.hash, word.0);
                }
                Stride::MixWith(word) => self.search.hash = mix(self.search.hash, word.0),
                Stride::OpenList(symbol, open) => {
                    self.search.level = open.link;
                    open!(self.lists[symbol as usize], open);
                }
                Stride::OpenKey(index, key, open) => {
                    self.search.level = open.link;
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
                    let head = self.tables[usize::from(index)].get(key_of_hash(self.search.hash));
                    if head & MIXED != 0 {
                        instead!();
                    }
                    open!(head, open);
                }
                Stride::NotRow(other, no) => {
                    if self.search.row as u64 == self.env[self.e + usize::from(other)] {
                        at = no as usize;
                    }
                }
                Stride::Take(arg, to) => {
                    let word = self.rows[self.search.row + ROW + usize::from(arg)];
                    self.env[self.e + usize::from(to)] = word;
                }
                Stride::Match(arg, with, no) => {
                    let word = Word(self.rows[self.search.row + ROW + usize::from(arg)]);
                    same!(follow(&self.heap, word), word!(with), true, no);
                }
                Stride::MatchWith(arg, word, no) => {
                    let found = Word(self.rows[self.search.row + ROW + usize::from(arg)]);
                    if follow(&self.heap, found) != word {
                        at = no as usize;
                    }
                }
                Stride::Hit(probe) => {
                    self.probes[probe as usize].hit();
                }
                Stride::Miss(probe, refused, link, no) => {
                    let probe = &mut self.probes[probe as usize];
                    probe.lookups += 1;
                    probe.candidates += 1;
                    probe.guard_failures += u64::from(refused);
                    if self.search.link & LAST == 0 {
                        onward!(self.search_on_from(self.search.occurrence, link, false)?);
                    }
                    at = no as usize;
                }
                Stride::Next(link, no) => {
                    if self.env[self.e + usize::from(link)] as u32 & LAST == 0 {
                        onward!(self.search_on_from(self.search.occurrence, link, false)?);
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
                    self.env[self.e + OCCURRENCE] = occurrence.into();
                    self.env[self.e + 2] = self.choices.len() as u64;
                    // No one sees in which order constraints go at once.
                    let own = self.env[self.e + OWN_ROW] as usize;
                    if removed && own != 0 {
                        self.remove(own);
                    }
                }
                Stride::FireOnce(rule, occurrence, no) => {
                    let constraint = &code.constraints[self.symbol_at(self.e)];
                    let tried = &constraint.occurrences[usize::from(occurrence)];
                    if self.fired_before(constraint, tried, self.e) {
                        at = no as usize;
                        continue;
                    }
                    self.tallies[rule as usize].firings += 1;
                    self.env[self.e + OCCURRENCE] = occurrence.into();
                    self.env[self.e + 2] = self.choices.len() as u64;
                }
                Stride::Remove(row) => self.remove(self.env[self.e + usize::from(row)] as usize),
                Stride::Keep(occurrence) => {
                    if self.env[self.e + OWN_ROW] == 0 {
                        self.store_active(self.e);
                    }
                    self.env[self.e + SINCE] = self.next_id;
                    let constraint = &code.constraints[self.symbol_at(self.e)];
                    let fired = &constraint.occurrences[usize::from(occurrence)];
                    if fired.repeats == Repeats::Remembered {
                        self.remember(constraint, fired, self.e);
                    }
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
                }
                Stride::End => {
                    if self.env[self.e + OWN_ROW] == 0 {
                        self.store_active(self.e);
                    }
                    self.leave();
                    self.pc = self.cp;
                    onward!(self.onward());
                }
                Stride::Compute(op, to, left, right) => {
                    compute!(op, to, number!(left), number!(right))
                }
                Stride::ComputeWith(op, to, left, right) => compute!(op, to, number!(left), right),
                Stride::ComputeFrom(op, to, left, right) => compute!(op, to, left, number!(right)),
                Stride::Unify(left, right) => {
                    self.counters.unifications += 1;
                    let (left, right) = (word!(left), word!(right));
                    if !self.unify(left, right) {
                        return Ok(false);
                    }
                    if !self.pending.is_empty() {
                        self.pc = code.strides.instead[at - 1] + 1;
                        return Ok(true);
                    }
                }
                Stride::UnifyWith(place, word) => {
                    self.counters.unifications += 1;
                    let found = word!(place);
                    if !self.unify(found, word) {
                        return Ok(false);
                    }
                    if !self.pending.is_empty() {
                        self.pc = code.strides.instead[at - 1] + 1;
                        return Ok(true);
                    }
                }
                Stride::Copy(to, from) => {
                    self.counters.unifications += 1;
                    self.env[self.e + usize::from(to)] = self.env[self.e + usize::from(from)];
                }
                Stride::Load(arg, place) => {
                    self.args[usize::from(arg)] = Word(self.env[self.e + usize::from(place)]);
                }
                Stride::LoadWord(arg, word) => self.args[usize::from(arg)] = word,
                Stride::LoadVar(arg, to) => {
                    let var = self.new_var();
                    self.env[self.e + usize::from(to)] = var.0;
                    self.args[usize::from(arg)] = var;
                }
                Stride::LoadVoid(arg) => self.args[usize::from(arg)] = self.new_var(),
                Stride::Call(symbol, next, args) => {
                    self.load_words(args);
                    self.cp = next;
                    onward!(self.begin_straight(symbol)?);
                }
                Stride::Exec(symbol, args) => {
                    self.load_words(args);
                    self.leave();
                    onward!(self.begin_straight(symbol)?);
                }
                Stride::Proceed => {
                    self.leave();
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
                }
                Stride::Leave => {
                    self.pc = code.strides.instead[at - 1];
                    return Ok(true);
                }
            }
        }
    }
}
