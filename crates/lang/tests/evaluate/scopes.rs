//! The scopes of indices: to which expression each belongs, and for which of its values all terms exist.

use std::rc::Rc;

use gridwright_lang::syntax::{Expr, ExprKind};

use super::{INDICES, Indices, World};

impl World {
    /// All choices of the indices that items and range mention and that are not chosen yet, for which all terms exist.
    pub(super) fn choices(
        &self,
        items: &[Expr],
        range: &[Expr],
        outer: &Indices,
    ) -> Rc<Vec<Indices>> {
        let position = |exprs: &[Expr]| exprs.first().map_or(usize::MAX, |one| one.span.start);
        let key = (position(items), position(range), outer.clone());
        if let Some(known) = self.choices.borrow().get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.new_choices(items, range, outer));
        self.choices.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn new_choices(&self, items: &[Expr], range: &[Expr], outer: &Indices) -> Vec<Indices> {
        let mut names = Vec::new();
        for expr in items.iter().chain(range) {
            self.mentioned(expr, &mut names);
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
            all.all(|expr| self.exists(expr, indices))
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

    pub(super) fn mentioned(&self, expr: &Expr, names: &mut Vec<String>) {
        match &expr.kind {
            ExprKind::Name(name) => {
                let declared = self.numbers.contains_key(name) || self.variables.contains_key(name);
                if !declared && !names.contains(name) {
                    names.push(name.clone());
                }
            }
            ExprKind::Call { name, args, .. } => {
                let outside = match name.as_str() {
                    "exactly" | "atmost" | "atleast" => &args[..1],
                    name if World::is_scope(name) => &[],
                    _ => &args[..],
                };
                outside.iter().for_each(|arg| self.mentioned(arg, names));
            }
            _ => {
                let parts = expr.parts().into_iter();
                parts.for_each(|part| self.mentioned(part, names));
            }
        }
    }

    /// Whether the terms of an expression exist, except those in the arguments of functions over a range.
    fn exists(&self, expr: &Expr, indices: &Indices) -> bool {
        if let ExprKind::Call { name, args, .. } = &expr.kind {
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
        let mut parts = expr.parts().into_iter();
        parts.all(|part| self.exists(part, indices))
    }

    fn has_variable(&self, expr: &Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Name(name) => self.variables.contains_key(name),
            ExprKind::Call { name, .. } => self.variables.contains_key(name),
            _ => false,
        };
        own || expr.parts().into_iter().any(|part| self.has_variable(part))
    }
}
