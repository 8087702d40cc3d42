//! Attributed variables: terms that modules attach to a variable, and the hooks that run when it is bound.
//!
//! The attributes are `att(Module, Value, More)` or `[]`, in the cell after the variable's mark. Stored constraints of a variable that has other
//! attributes stand among these under the module `$chr`, in the order in which they came, as in SWI-Prolog. Types that its value must have, because
//! it is an argument of a constraint, stand there under `$types`.

use crate::code::atoms::known;
use crate::code::word::{Tag, Word};
use crate::heap::cells::{Heap, HeapUndo};

impl Heap {
    /// The attributes of an unbound variable; `[]` if it has none.
    pub(crate) fn attributes(&self, var: Word) -> Word {
        if self.is_watched(var) {
            self.resolve(self[var.place() + 1])
        } else {
            Word::NIL
        }
    }

    /// Gives an unbound variable a mark, in a new cell to which it is bound, as its own may be an argument of a compound. After the mark, which
    /// says where the lists of its constraints begin, or 0, stand its attributes.
    pub(crate) fn mark_var(&mut self, var: Word, lists: usize) {
        let marked = Word::reference(self.len());
        self.push(Word::inner(lists));
        self.push(Word::NIL);
        self.bind(var, marked);
    }

    /// Changes a cell of the heap until the machine goes back.
    pub(crate) fn set_cell(&mut self, place: usize, word: Word) {
        if place < self.old {
            let old = self[place];
            self.trail.push(HeapUndo::Cell(place as u32, old));
        }
        self[place] = word;
    }

    /// The place of the first cell of the attribute of a module, whose value and rest stand after it.
    fn attribute_at(&self, attributes: Word, module: Word) -> Option<usize> {
        let mut rest = self.resolve(attributes);
        while rest.tag() == Tag::Compound {
            let place = rest.place() + 1;
            if self.resolve(self[place]) == module {
                return Some(place);
            }
            rest = self.resolve(self[place + 2]);
        }
        None
    }

    pub(crate) fn get_attribute(&self, var: Word, module: Word) -> Option<Word> {
        let var = self.resolve(var);
        let place = self.attribute_at(self.attributes(var), module)?;
        Some(self[place + 1])
    }

    /// Gives an unbound variable an attribute; a new module comes last.
    pub(crate) fn put_attribute(&mut self, var: Word, module: Word, value: Word) {
        self.attributed = true;
        let (var, value) = (self.resolve(var), self.resolve(value));
        if !self.is_watched(var) {
            self.mark_var(var, 0);
        }
        let var = self.resolve(var);
        let mut attributes = self.attributes(var);
        if let Some(place) = self.attribute_at(attributes, module) {
            return self.set_cell(place + 1, value);
        }
        if attributes == Word::NIL
            && module != Word::atom(known::CHR)
            && self[var.place()].place() != 0
        {
            let entry = [Word::atom(known::CHR), Word::NIL, Word::NIL];
            attributes = self.new_compound(known::ATT, &entry);
            self.set_cell(var.place() + 1, attributes);
        }
        let entry = self.new_compound(known::ATT, &[module, value, Word::NIL]);
        let mut cell = var.place() + 1;
        loop {
            let rest = self.resolve(self[cell]);
            if rest.tag() != Tag::Compound {
                return self.set_cell(cell, entry);
            }
            cell = rest.place() + 3;
        }
    }

    /// Takes an attribute away.
    pub(crate) fn del_attribute(&mut self, var: Word, module: Word) {
        let var = self.resolve(var);
        if !self.is_watched(var) {
            return;
        }
        let mut cell = var.place() + 1;
        loop {
            let rest = self.resolve(self[cell]);
            if rest.tag() != Tag::Compound {
                return;
            }
            let place = rest.place() + 1;
            if self.resolve(self[place]) == module {
                let after = self[place + 2];
                self.set_cell(cell, after);
                break;
            }
            cell = place + 2;
        }
        let attributes = self.attributes(var);
        let only_constraints = self.attribute_pairs(attributes).is_empty()
            && self
                .attribute_at(attributes, Word::atom(known::TYPES))
                .is_none();
        if only_constraints {
            self.set_cell(var.place() + 1, Word::NIL);
        }
    }

    /// Whether a variable with a mark at a place has no attribute but the types of its value.
    pub(crate) fn has_only_types(&self, place: usize) -> bool {
        let attributes = self.resolve(self[place + 1]);
        let types = Word::atom(known::TYPES);
        self.attribute_at(attributes, types).is_some_and(|at| {
            at == attributes.place() + 1 && self.resolve(self[at + 2]) == Word::NIL
        })
    }

    /// Notes that constraints are stored with a variable that has attributes.
    pub(crate) fn note_constraints(&mut self, var: Word) {
        let var = self.resolve(var);
        let chr = Word::atom(known::CHR);
        let attributes = self.attributes(var);
        if attributes != Word::NIL && self.attribute_at(attributes, chr).is_none() {
            self.put_attribute(var, chr, Word::NIL);
        }
    }

    /// The modules and values of attributes, without constraints and types.
    pub(crate) fn attribute_pairs(&self, attributes: Word) -> Vec<(Word, Word)> {
        let mut pairs = Vec::new();
        let mut rest = self.resolve(attributes);
        while rest.tag() == Tag::Compound {
            let place = rest.place() + 1;
            let module = self.resolve(self[place]);
            if ![known::CHR, known::TYPES].map(Word::atom).contains(&module) {
                pairs.push((module, self[place + 1]));
            }
            rest = self.resolve(self[place + 2]);
        }
        pairs
    }

    /// The variables with attributes in a term and in the attributes of these, in the order in which they are met.
    pub(crate) fn attributed_vars(&self, word: Word) -> Vec<Word> {
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut todo = vec![word];
        while let Some(word) = todo.pop() {
            for var in self.vars(word) {
                let pairs = self.attribute_pairs(self.attributes(var));
                if !pairs.is_empty() && seen.insert(var) {
                    found.push(var);
                    todo.extend(pairs.into_iter().rev().map(|(_, value)| value));
                }
            }
        }
        found
    }
}
