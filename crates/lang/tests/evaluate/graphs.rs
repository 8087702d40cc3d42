//! The semantics of circuits and connectivity, by graph traversal.

use std::collections::{BTreeMap, BTreeSet};

use gridwright_lang::syntax::{Expr, ExprKind};

use super::{Indices, Value, World};

impl World {
    pub(super) fn circuit(
        &self,
        partial: bool,
        arg: &Expr,
        range: &[Expr],
        indices: &Indices,
    ) -> Value<bool> {
        let mut next = BTreeMap::new();
        if let ExprKind::Name(name) = &arg.kind {
            next = self.variables[name]
                .iter()
                .map(|(at, value)| (at[0], *value))
                .collect();
        } else {
            for choice in self
                .choices(std::slice::from_ref(arg), range, indices)
                .iter()
            {
                let own = choice.iter().find(|(name, _)| !indices.contains_key(*name));
                let own = *own.expect("one index").1;
                next.insert(own, self.number(arg, choice)?);
            }
        }
        if next.values().any(|to| !next.contains_key(to)) {
            return Ok(false);
        }
        if partial && next.iter().all(|(from, to)| from == to) {
            return Ok(true);
        }
        let moving = next
            .iter()
            .filter(|(from, to)| !partial || from != to)
            .count();
        let Some(start) = next.iter().find(|(from, to)| !partial || from != to) else {
            return Ok(true);
        };
        let (mut at, mut seen) = (*start.0, BTreeSet::new());
        while seen.insert(at) {
            at = next[&at];
        }
        Ok(at == *start.0 && seen.len() == moving)
    }

    pub(super) fn connected(
        &self,
        args: &[Expr],
        range: &[Expr],
        indices: &Indices,
    ) -> Value<bool> {
        let own = |choice: &Indices, expr: &Expr| -> Vec<i64> {
            let mut names = Vec::new();
            self.mentioned(expr, &mut names);
            let own = names.iter().filter(|name| !indices.contains_key(*name));
            own.map(|name| choice[name]).collect()
        };
        let alone = if args.len() == 1 { range } else { &[] };
        let mut nodes = Vec::new();
        for choice in self.choices(&args[..1], alone, indices).iter() {
            if self.formula(&args[0], choice)? {
                nodes.push(own(choice, &args[0]));
            }
        }
        let mut edges = BTreeSet::new();
        if args.len() == 2 {
            for choice in self.choices(args, range, indices).iter() {
                let ends = (own(choice, &args[0]), own(choice, &args[1]));
                edges.insert((ends.1.clone(), ends.0.clone()));
                edges.insert(ends);
            }
        }
        let near = |a: &Vec<i64>, b: &Vec<i64>| match args.len() {
            2 => edges.contains(&(a.clone(), b.clone())),
            _ => a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<i64>() == 1,
        };
        let mut reached: Vec<Vec<i64>> = nodes.iter().take(1).cloned().collect();
        let mut at = 0;
        while at < reached.len() {
            let here = reached[at].clone();
            for node in &nodes {
                if !reached.contains(node) && near(&here, node) {
                    reached.push(node.clone());
                }
            }
            at += 1;
        }
        Ok(reached.len() == nodes.len())
    }
}
