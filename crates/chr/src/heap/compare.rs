//! Comparing terms: identity, the standard order, variables within, and hashes.

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::code::atoms::AtomTable;
use crate::code::word::{Tag, Word, mix};
use crate::heap::cells::Heap;
use crate::heap::visited::Visited;

/// How many parts of a term its hash looks at; terms that differ only beyond share a bucket.
const HASHED: usize = 24;

impl Heap {
    /// `==`: whether two terms are the same, variables included.
    #[inline]
    pub(crate) fn identical(&self, left: Word, right: Word) -> bool {
        let (left, right) = (self.resolve(left), self.resolve(right));
        left == right || (left.has_parts() && right.has_parts() && self.has_same_parts(left, right))
    }

    #[inline(never)]
    fn has_same_parts(&self, left: Word, right: Word) -> bool {
        let mut visited = Visited::default();
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (self.resolve(left), self.resolve(right));
            if left == right {
                continue;
            }
            let (l, r) = (left.place(), right.place());
            match (left.tag(), right.tag()) {
                (Tag::List | Tag::Compound, _) if visited.has(left, right) => {}
                (Tag::List, Tag::List) => {
                    pairs.push((self[l + 1], self[r + 1]));
                    pairs.push((self[l], self[r]));
                }
                (Tag::Compound, Tag::Compound) if self[l] == self[r] => {
                    let arity = self.functor_at(l).arity();
                    pairs.extend((1..=arity).rev().map(|at| (self[l + at], self[r + at])));
                }
                (Tag::Number, Tag::Number)
                    if self.number_cells(left) == self.number_cells(right) => {}
                _ => return false,
            }
        }
        true
    }

    /// The standard order: variables by age, numbers, texts, names, compounds by arity, name and arguments.
    pub(crate) fn compare(&self, atoms: &AtomTable, left: Word, right: Word) -> Ordering {
        let mut visited = Visited::default();
        let mut stack: Vec<(Word, Word)> = Vec::new();
        let (mut left, mut right) = (left, right);
        loop {
            left = self.resolve(left);
            right = self.resolve(right);
            if left != right {
                let order = self.rank(left).cmp(&self.rank(right));
                if order != Ordering::Equal {
                    return order;
                }
                match (left.tag(), right.tag()) {
                    (Tag::Ref, _) => return left.place().cmp(&right.place()),
                    (Tag::Int, Tag::Int) => return left.value().cmp(&right.value()),
                    (Tag::Int | Tag::Number, _) => {
                        let order = self.as_number(left).cmp(&self.as_number(right));
                        if order != Ordering::Equal {
                            return order;
                        }
                    }
                    (Tag::Atom | Tag::String, _) => {
                        return atoms.text(left.place()).cmp(atoms.text(right.place()));
                    }
                    (Tag::List | Tag::Compound, _) if visited.has(left, right) => {}
                    (Tag::List, Tag::List) => {
                        let (l, r) = (left.place(), right.place());
                        stack.push((self[l + 1], self[r + 1]));
                        (left, right) = (self[l], self[r]);
                        continue;
                    }
                    _ => {
                        let ((l, at), (r, other)) = self
                            .parts(left)
                            .zip(self.parts(right))
                            .expect("terms of the same rank are compounds here");
                        let order = l.arity().cmp(&r.arity()).then_with(|| {
                            let text = |name: u32| atoms.text(name as usize);
                            text(l.name()).cmp(text(r.name()))
                        });
                        if order != Ordering::Equal {
                            return order;
                        }
                        for i in (0..l.arity()).rev() {
                            stack.push((self[at + i], self[other + i]));
                        }
                    }
                }
            }
            match stack.pop() {
                Some(pair) => (left, right) = pair,
                None => return Ordering::Equal,
            }
        }
    }

    fn rank(&self, word: Word) -> u8 {
        match word.tag() {
            Tag::Ref | Tag::Inner => 0,
            Tag::Int | Tag::Number => 1,
            Tag::String => 2,
            Tag::Atom => 3,
            Tag::Compound | Tag::List => 5,
        }
    }

    /// The first unbound variable of a term, from the left.
    pub(crate) fn first_var(&self, word: Word) -> Option<Word> {
        let word = self.resolve(word);
        if word.is_ref() {
            return Some(word);
        }
        if word.is_constant() {
            return None;
        }
        if let Some((functor, place)) = self.parts(word) {
            let mut flat = true;
            for at in place..place + functor.arity() {
                let part = self.resolve(self[at]);
                if part.is_ref() && flat {
                    return Some(part);
                }
                flat &= part.is_constant();
            }
            if flat {
                return None;
            }
        }
        let mut found = None;
        self.each_var(word, &mut |var| {
            found = Some(var);
            false
        });
        found
    }

    /// Shows every mention of an unbound variable to `see`, from the left, until it returns false.
    pub(crate) fn each_var(&self, word: Word, see: &mut dyn FnMut(Word) -> bool) {
        let mut visited = Visited::default();
        let mut stack = vec![word];
        while let Some(word) = stack.pop() {
            let word = self.resolve(word);
            match word.tag() {
                Tag::List | Tag::Compound if visited.has(word, word) => {}
                Tag::Ref if !see(word) => return,
                Tag::List => {
                    stack.push(self[word.place() + 1]);
                    stack.push(self[word.place()]);
                }
                Tag::Compound => {
                    let arity = self.functor_at(word.place()).arity();
                    stack.extend((1..=arity).rev().map(|at| self[word.place() + at]));
                }
                _ => {}
            }
        }
    }

    /// The different unbound variables of a term, in order.
    pub(crate) fn vars(&self, word: Word) -> Vec<Word> {
        let mut vars: Vec<Word> = Vec::new();
        let mut many: HashSet<Word> = HashSet::new();
        self.each_var(word, &mut |var| {
            // A few are compared faster than they are hashed.
            let new = if vars.len() < 16 {
                !vars.contains(&var)
            } else {
                if many.is_empty() {
                    many.extend(&vars);
                }
                many.insert(var)
            };
            if new {
                vars.push(var);
            }
            true
        });
        vars
    }

    /// The hash of a ground term, added to `hash`.
    #[inline]
    pub(crate) fn hash(&self, word: Word, hash: u64) -> u64 {
        let word = self.resolve(word);
        if word.is_constant() {
            return mix(hash, word.0);
        }
        self.hash_inside(word, hash)
    }

    fn hash_inside(&self, word: Word, mut hash: u64) -> u64 {
        if word.tag() == Tag::Compound {
            let functor = self.functor_at(word.place());
            let args = word.place() + 1..=word.place() + functor.arity();
            let constant = |at: usize| self.resolve(self[at]).is_constant();
            if functor.arity() < HASHED && args.clone().all(constant) {
                hash = mix(hash, self[word.place()].0);
                return args.fold(hash, |hash, at| mix(hash, self.resolve(self[at]).0));
            }
        }
        let mut stack = vec![word];
        let mut seen = 0;
        while let Some(word) = stack.pop() {
            let word = self.resolve(word);
            seen += 1;
            if seen > HASHED {
                break;
            }
            hash = match word.tag() {
                Tag::List => {
                    stack.push(self[word.place() + 1]);
                    stack.push(self[word.place()]);
                    mix(hash, 1)
                }
                Tag::Compound => {
                    let arity = self.functor_at(word.place()).arity();
                    stack.extend((1..=arity).rev().map(|at| self[word.place() + at]));
                    mix(hash, self[word.place()].0)
                }
                Tag::Number => self
                    .number_cells(word)
                    .iter()
                    .take(HASHED)
                    .fold(hash, |hash, cell| mix(hash, cell.0)),
                _ => mix(hash, word.0),
            };
        }
        hash
    }
}
