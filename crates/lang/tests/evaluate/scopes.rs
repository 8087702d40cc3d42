//! Which indices are chosen where, and for which of their values everything exists.

use std::rc::Rc;

use gridwright_lang::syntax::{Phrase, What};

use super::{INDICES, Indices, World, parts};

impl World {
    /// All choices of the indices that items and range mention and that are not chosen yet, for which all terms exist.
    pub(super) fn choices(
        &self,
        items: &[Phrase],
        range: &[Phrase],
        outer: &Indices,
    ) -> Rc<Vec<Indices>> {
        let place = |phrases: &[Phrase]| phrases.first().map_or(usize::MAX, |one| one.span.start);
        let asked = (place(items), place(range), outer.clone());
        if let Some(known) = self.choices.borrow().get(&asked) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.new_choices(items, range, outer));
        self.choices.borrow_mut().insert(asked, Rc::clone(&found));
        found
    }

    fn new_choices(&self, items: &[Phrase], range: &[Phrase], outer: &Indices) -> Vec<Indices> {
        let mut names = Vec::new();
        for phrase in items.iter().chain(range) {
            self.mentioned(phrase, &mut names);
        }
        let mut found = vec![outer.clone()];
        for name in names.iter().filter(|name| !outer.contains_key(*name)) {
            let with = |indices: &Indices| -> Vec<Indices> {
                let one = |value: i64| {
                    let mut more = indices.clone();
                    more.insert(name.clone(), value);
                    more
                };
                INDICES.map(one).collect()
            };
            found = found.iter().flat_map(with).collect();
        }
        found.retain(|indices| {
            let mut all = items.iter().chain(range);
            all.all(|phrase| self.exists(phrase, indices))
                && range
                    .iter()
                    .all(|condition| self.condition(condition, indices))
        });
        found
    }

    /// Whether a name ranges over indices of its own.
    fn is_scope(name: &str) -> bool {
        !name.starts_with(char::is_uppercase) && name != "abs" && name != "table"
    }

    pub(super) fn mentioned(&self, phrase: &Phrase, names: &mut Vec<String>) {
        match &phrase.what {
            What::Word(name) => {
                let declared = self.numbers.contains_key(name) || self.variables.contains_key(name);
                if !declared && !names.contains(name) {
                    names.push(name.clone());
                }
            }
            What::Call { name, args, .. } => {
                let outside = match name.as_str() {
                    "exactly" | "atmost" | "atleast" => &args[..1],
                    name if World::is_scope(name) => &[],
                    _ => &args[..],
                };
                outside.iter().for_each(|arg| self.mentioned(arg, names));
            }
            _ => parts(phrase)
                .into_iter()
                .for_each(|part| self.mentioned(part, names)),
        }
    }

    /// Whether the terms of a phrase exist, those between the brackets of functions left out.
    fn exists(&self, phrase: &Phrase, indices: &Indices) -> bool {
        if let What::Call { name, args, .. } = &phrase.what {
            if World::is_scope(name) {
                let counted = matches!(name.as_str(), "exactly" | "atmost" | "atleast");
                return !counted || self.exists(&args[0], indices);
            }
            let array = self.numbers.get(name).or_else(|| self.variables.get(name));
            if let Some(array) = array
                && !args.iter().any(|arg| self.has_variable(arg))
            {
                let at: Option<Vec<i64>> =
                    args.iter().map(|arg| self.known(arg, indices)).collect();
                if !at.is_some_and(|at| array.contains_key(&at)) {
                    return false;
                }
            }
            return args.iter().all(|arg| self.exists(arg, indices));
        }
        parts(phrase)
            .into_iter()
            .all(|part| self.exists(part, indices))
    }

    fn has_variable(&self, phrase: &Phrase) -> bool {
        let own = match &phrase.what {
            What::Word(name) => self.variables.contains_key(name),
            What::Call { name, .. } => self.variables.contains_key(name),
            _ => false,
        };
        own || parts(phrase)
            .into_iter()
            .any(|part| self.has_variable(part))
    }
}
