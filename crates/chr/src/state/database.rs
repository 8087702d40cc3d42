//! Dynamic predicates: clauses that are added and removed while a program runs.
//!
//! A call sees the clauses that were there when it began (the logical update view): each clause has the generations in which it was added and
//! erased. Clauses keep their positions, which grow to both sides, so that choice points can refer to them; positions are given out anew
//! when most clauses are erased and no choice point refers to the predicate. Indexes on the first four arguments are built when a call could use them.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::code::LIST_KEY;
use crate::code::atoms::{AtomTable, Functor};
use crate::code::word::{Tag, Word};
use crate::heap::records::Record;

/// So many arguments are looked at to find clauses.
pub(crate) const KEYS: usize = 4;

/// Predicates with fewer clauses are searched without an index.
const SMALL: usize = 8;

/// The keys of the first arguments of a call or a clause; 0 for what may match anything.
pub(crate) type Keys = [u64; KEYS];

/// The dynamic predicates of a run.
#[derive(Debug, Default)]
pub(crate) struct Database {
    numbers: HashMap<Functor, u32>,
    pub(crate) preds: Vec<Dynamic>,
    /// Grows whenever a clause is added or erased.
    pub(crate) generation: u64,
    /// Words of all clauses.
    words: usize,
}

/// One dynamic predicate.
#[derive(Debug)]
pub(crate) struct Dynamic {
    pub(crate) functor: Functor,
    /// The position of the first clause that is kept.
    pub(crate) first: i64,
    pub(crate) clauses: VecDeque<Entry>,
    pub(crate) live: usize,
    pub(crate) indexes: [Option<ArgumentIndex>; KEYS],
}

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) clause: Arc<DynamicClause>,
    pub(crate) added: u64,
    pub(crate) erased: u64,
}

/// A clause as data: a record of `Head :- Body`, or of the head alone.
#[derive(Debug)]
pub(crate) struct DynamicClause {
    pub(crate) record: Record,
    keys: Keys,
}

/// The positions of clauses by the key of one argument.
#[derive(Debug, Default)]
pub(crate) struct ArgumentIndex {
    keyed: HashMap<u64, VecDeque<i64>>,
    open: VecDeque<i64>,
}

impl DynamicClause {
    /// A clause from a record of `Head :- Body`, whose body is `true` for a fact.
    pub(crate) fn new(record: Record) -> DynamicClause {
        let head = record.args(record.root())[0];
        let args = record.args(head);
        let mut keys = [0; KEYS];
        for (key, &arg) in keys.iter_mut().zip(args) {
            *key = match arg.tag() {
                Tag::List => LIST_KEY,
                Tag::Compound => record.functor_word(arg).0,
                _ if arg.is_constant() => arg.0,
                _ => 0,
            };
        }
        DynamicClause { record, keys }
    }

    pub(crate) fn head(&self) -> Word {
        self.record.args(self.record.root())[0]
    }

    pub(crate) fn body(&self) -> Word {
        self.record.args(self.record.root())[1]
    }
}

impl Entry {
    fn is_visible(&self, generation: u64) -> bool {
        self.added <= generation && generation < self.erased
    }
}

impl ArgumentIndex {
    fn add(&mut self, key: u64, position: i64, front: bool) {
        let list = if key == 0 {
            &mut self.open
        } else {
            self.keyed.entry(key).or_default()
        };
        if front {
            list.push_front(position);
        } else {
            list.push_back(position);
        }
    }

    fn count(&self, key: u64) -> usize {
        self.keyed.get(&key).map_or(0, VecDeque::len) + self.open.len()
    }

    /// The first position from `from` on that a key allows.
    fn next(&self, key: u64, from: i64) -> Option<i64> {
        let after = |list: &VecDeque<i64>| {
            list.get(list.partition_point(|&position| position < from))
                .copied()
        };
        let keyed = self.keyed.get(&key).and_then(after);
        match (keyed, after(&self.open)) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }
}

impl Dynamic {
    pub(crate) fn entry(&self, position: i64) -> &Entry {
        &self.clauses[(position - self.first) as usize]
    }

    /// The argument whose index leaves the fewest clauses, if an index is worth it. Indexes are built here.
    pub(crate) fn best_index(&mut self, keys: &Keys) -> Option<usize> {
        if self.clauses.len() <= SMALL {
            return None;
        }
        let mut best = None;
        for at in (0..KEYS.min(self.functor.arity())).filter(|&at| keys[at] != 0) {
            if self.indexes[at].is_none() {
                // Erased clauses are in it too: a call that began before may still see them.
                let mut index = ArgumentIndex::default();
                for (position, entry) in (self.first..).zip(&self.clauses) {
                    index.add(entry.clause.keys[at], position, false);
                }
                self.indexes[at] = Some(index);
            }
            let count = self.indexes[at]
                .as_ref()
                .map_or(usize::MAX, |index| index.count(keys[at]));
            if best.is_none_or(|(_, least)| count < least) {
                best = Some((at, count));
            }
            if count <= SMALL {
                break;
            }
        }
        best.map(|(at, _)| at)
    }

    /// The first clause from a position on that a call can see and that its keys allow.
    pub(crate) fn next(
        &self,
        from: i64,
        keys: &Keys,
        index: Option<usize>,
        generation: u64,
    ) -> Option<i64> {
        let mut position = from.max(self.first);
        let end = self.first + self.clauses.len() as i64;
        loop {
            if let Some(at) = index {
                let index = self.indexes[at].as_ref()?;
                position = index.next(keys[at], position)?;
            }
            if position >= end {
                return None;
            }
            let entry = self.entry(position);
            let mut pairs = entry.clause.keys.iter().zip(keys);
            if entry.is_visible(generation)
                && pairs.all(|(own, key)| *own == 0 || *key == 0 || own == key)
            {
                return Some(position);
            }
            position += 1;
        }
    }
}

impl Database {
    pub(crate) fn find(&self, functor: Functor) -> Option<u32> {
        if self.numbers.is_empty() {
            return None;
        }
        self.numbers.get(&functor).copied()
    }

    /// The number of a predicate, which is declared if it was not.
    pub(crate) fn declare(&mut self, functor: Functor) -> u32 {
        let count = self.preds.len() as u32;
        let number = *self.numbers.entry(functor).or_insert(count);
        if number == count {
            self.preds.push(Dynamic {
                functor,
                first: 0,
                clauses: VecDeque::new(),
                live: 0,
                indexes: [const { None }; KEYS],
            });
        }
        number
    }

    pub(crate) fn add(&mut self, functor: Functor, clause: Arc<DynamicClause>, front: bool) {
        let number = self.declare(functor);
        self.generation += 1;
        self.words += clause.record.words();
        let pred = &mut self.preds[number as usize];
        pred.live += 1;
        let position = if front {
            pred.first -= 1;
            pred.first
        } else {
            pred.first + pred.clauses.len() as i64
        };
        for (at, index) in pred.indexes.iter_mut().enumerate() {
            if let Some(index) = index {
                index.add(clause.keys[at], position, front);
            }
        }
        let entry = Entry {
            clause,
            added: self.generation,
            erased: u64::MAX,
        };
        if front {
            pred.clauses.push_front(entry);
        } else {
            pred.clauses.push_back(entry);
        }
    }

    pub(crate) fn erase(&mut self, number: u32, position: i64) -> bool {
        let pred = &mut self.preds[number as usize];
        let at = (position - pred.first) as usize;
        let entry = &mut pred.clauses[at];
        if entry.erased != u64::MAX {
            return false;
        }
        self.generation += 1;
        entry.erased = self.generation;
        self.words -= entry.clause.record.words();
        pred.live -= 1;
        true
    }

    /// Removes a predicate with all its clauses.
    pub(crate) fn forget(&mut self, functor: Functor) {
        if let Some(number) = self.numbers.remove(&functor) {
            let generation = self.generation + 1;
            self.generation = generation;
            let pred = &mut self.preds[number as usize];
            for entry in &mut pred.clauses {
                entry.erased = entry.erased.min(generation);
            }
            pred.live = 0;
        }
    }

    pub(crate) fn functors(&self) -> Vec<Functor> {
        let mut all: Vec<(u32, Functor)> = self.numbers.iter().map(|(f, n)| (*n, *f)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, functor)| functor).collect()
    }

    pub(crate) fn count(&self, number: u32) -> usize {
        self.preds[number as usize].live
    }

    /// The clauses of a predicate that are there now.
    pub(crate) fn clauses(&self, number: u32) -> Vec<Arc<DynamicClause>> {
        let entries = self.preds[number as usize].clauses.iter();
        entries
            .filter(|entry| entry.erased == u64::MAX)
            .map(|entry| Arc::clone(&entry.clause))
            .collect()
    }

    pub(crate) fn memory(&self) -> usize {
        8 * self.words
    }
}

/// The clauses of a program's dynamic predicates as records.
pub(crate) fn clause_of(
    head: &gridwright_term::Term,
    body: Option<&gridwright_term::Term>,
    atoms: &mut AtomTable,
) -> Arc<DynamicClause> {
    let body = body
        .cloned()
        .unwrap_or_else(|| gridwright_term::Term::name("true"));
    let clause = gridwright_term::Term::compound(":-", [head.clone(), body]);
    Arc::new(DynamicClause::new(Record::of_source(&clause, atoms)))
}
