//! Sentences for chains, almost locked sets and forcing chains. In a folded sentence, only the first and last members of a long chain are named.

use crate::cells::{CellSet, HOUSES};
use crate::step::{Candidate, Group, Link, Step};
use crate::technique::Technique;
use crate::words::{Writer, cell, house, numbers};

/// The most members of a chain that are named one by one in a folded sentence.
const MAX_NAMED: usize = 5;

/// The digits that neighbouring sets cannot share, in order.
fn shared(step: &Step) -> Vec<usize> {
    let links = step.pattern.links.iter();
    links
        .filter(|l| !l.is_strong)
        .map(|l| l.from.digit)
        .collect()
}

/// The digits that the first or the last set has.
fn zs(step: &Step) -> String {
    let of = |bits: u16, at: &Candidate| bits | 1 << at.1;
    let bits = step.eliminations.iter().fold(0, of);
    let each = if bits.count_ones() > 1 {
        "each of "
    } else {
        ""
    };
    format!("{each}{}", numbers(bits, "and"))
}

impl Writer<'_> {
    /// The step in a sentence.
    pub(super) fn chain_sentence(&self) -> String {
        use Technique::*;
        match self.step.technique {
            RemotePair => self.remote_pair(),
            AlsXz => self.xz(),
            AlsXyWing | AlsXyChain => self.sets(),
            DeathBlossom => self.blossom(),
            ForcingChain | ForcingNet => self.forcing(),
            _ => self.chain(),
        }
    }

    fn remote_pair(&self) -> String {
        let Writer { grid, step, .. } = *self;
        let links = &step.pattern.links;
        let chain: Vec<usize> = links
            .iter()
            .filter(|link| link.is_strong)
            .filter_map(|link| link.from.cells.first())
            .collect();
        let names: Vec<String> = chain.iter().map(|&at| cell(at)).collect();
        let pair = chain.first().map_or(0, |&at| grid.candidates(at));
        let differ = if chain.len() == 4 {
            "the first and the last differ"
        } else {
            "every other one is the same, and the rest differ from them"
        };
        format!(
            "{} can only be {}, and each sees the next, so {differ}: {}.",
            self.list(&names, "and"),
            numbers(pair, "or"),
            self.consequence()
        )
    }

    /// What becomes true along a chain: "r1c2 is 3, r1c7 is 5 and, 4 steps on, r6c7 is 8".
    fn along(&self, links: &[Link]) -> String {
        let on = links.iter().filter(|link| link.is_strong);
        let names: Vec<String> = on.map(|link| self.claim(link.to, true)).collect();
        match names.as_slice() {
            [first, second, rest @ .., last] if self.is_folded && names.len() > MAX_NAMED => {
                let n = rest.len() + 1;
                format!("{first}, {second} and, {n} steps on, {last}")
            }
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        }
    }

    /// A chain or loop of candidates and groups.
    fn chain(&self) -> String {
        let step = self.step;
        let links = &step.pattern.links;
        let follows = self.consequence();
        let (Some(first), Some(last)) = (links.first(), links.last()) else {
            return format!("{follows}.");
        };
        let (start, end) = (first.from, last.to);
        let premise = self.claim(start, !first.is_strong);
        let path = self.along(links);
        let is_loop = start.cells == end.cells;
        match (is_loop, first.is_strong, last.is_strong) {
            (false, true, true) => format!("If {premise}, then {path}; either way {follows}."),
            (true, true, true) if start.digit == end.digit => {
                format!("If {premise}, then {path}: so it is, and {follows}.")
            }
            (true, false, true) if start.digit != end.digit => {
                format!("If {premise}, then {path} as well, so {follows}.")
            }
            (true, false, false) if start.digit == end.digit => {
                let last = self.claim(end, false);
                format!("If {premise}, then {path}, so that {last}: a contradiction, so {follows}.")
            }
            (true, true, false) if start.digit != end.digit => {
                let last = self.claim(end, false);
                format!("If {premise}, then {path}, so that {last}; either way {follows}.")
            }
            _ => {
                // The last link, back to the start, is not drawn.
                let n = links.len() + 1;
                if !self.is_folded {
                    return format!(
                        "If {premise}, then {path}, round a loop of {n} links; if not, all is reversed. Either way {follows}."
                    );
                }
                let next = self.along(&links[..links.len().min(2)]);
                format!(
                    "If {premise}, then {next}, and so on round a loop of {n} links; if not, all is reversed. Either way {follows}."
                )
            }
        }
    }

    /// A set with its digits: "r1c2 and r1c3 (2, 5 and 7)". In a folded sentence, those of a large set are left out.
    fn set(&self, members: CellSet) -> String {
        if self.is_folded && members.len() > 4 {
            return self.cells(members, "and");
        }
        let all = members.fold(0, |bits, at| bits | self.grid.candidates(at));
        format!("{} ({})", self.cells(members, "and"), numbers(all, "and"))
    }

    fn xz(&self) -> String {
        let step = self.step;
        let follows = self.consequence();
        let [a, b] = step.pattern.sets[..] else {
            return format!("{follows}.");
        };
        let (a, b) = (self.set(a), self.set(b));
        let bits = shared(step)
            .iter()
            .fold(0_u16, |bits, digit| bits | 1 << digit);
        let common = numbers(bits, "nor");
        if bits.count_ones() > 1 {
            return format!(
                "{a} and {b} share neither {common}, so each has one of these and all its other digits: {follows}."
            );
        }
        let z = zs(step);
        format!("{a} and {b} cannot both have {common}, so one of them has {z}: {follows}.")
    }

    fn sets(&self) -> String {
        let step = self.step;
        let follows = self.consequence();
        let members = &step.pattern.sets;
        let (Some(&first), Some(&last)) = (members.first(), members.last()) else {
            return format!("{follows}.");
        };
        let digits: Vec<String> = shared(step).iter().map(|d| (d + 1).to_string()).collect();
        let z = zs(step);
        if let [a, b, c] = members[..] {
            return format!(
                "{} cannot share {} with {} nor {} with {}, so one of the last two has {z}: {follows}.",
                self.set(b),
                digits[0],
                self.set(a),
                digits[1],
                self.set(c)
            );
        }
        if !self.is_folded {
            let names: Vec<String> = members.iter().map(|&of| self.set(of)).collect();
            return format!(
                "Of the sets {}, neighbours cannot share {}, so the first or the last has {z}: {follows}.",
                names.join("; "),
                self.list(&digits, "then"),
            );
        }
        format!(
            "In a chain of sets from {} to {}, neighbours cannot share {}, so the first or the last set has {z}: {follows}.",
            self.cells(first, "and"),
            self.cells(last, "and"),
            self.list(&digits, "then"),
        )
    }

    fn blossom(&self) -> String {
        let step = self.step;
        let follows = self.consequence();
        let Some((&stem, petals)) = step.pattern.sets.split_first() else {
            return format!("{follows}.");
        };
        let n_named = if self.is_folded { 3 } else { petals.len() };
        let names: Vec<String> = petals
            .iter()
            .take(n_named)
            .map(|&set| self.cells(set, "and"))
            .collect();
        let more = petals.len() - names.len();
        let more = match more {
            0 => String::new(),
            n => format!(" or {n} more"),
        };
        format!(
            "Whichever digit {} has, one of the sets {}{more} cannot have it and so has {}: {follows}.",
            self.cells(stem, "and"),
            names.join("; "),
            zs(step),
        )
    }

    /// Forcing chains and nets: a contradiction, or what all cases lead to.
    fn forcing(&self) -> String {
        let step = self.step;
        let follows = self.consequence();
        let pattern = &step.pattern;
        let links = &pattern.links;
        let n = links.len();
        let Some(first) = links.first() else {
            return format!("{follows}.");
        };
        let result: Option<Candidate> = step
            .placements
            .iter()
            .chain(&step.eliminations)
            .next()
            .copied();
        let is_result = |group: Group| {
            group.cells.len() == 1 && group.cells.first().map(|at| (at, group.digit)) == result
        };
        if let Some(cases) = self.cases() {
            return format!("{cases}. In every case {follows}.");
        }
        if let Some(&at) = pattern.sets.first() {
            let cell = self.cells(at, "and");
            return format!(
                "Whichever digit {cell} has, {follows}, by chains of {n} links in all."
            );
        }
        if let Some(&at) = pattern.houses.first() {
            let digit = first.from.digit + 1;
            let house = house(at);
            return format!(
                "Wherever {digit} is in {house}, {follows}, by chains of {n} links in all."
            );
        }
        let premise = self.claim(first.from, !first.is_strong);
        if !is_result(first.from) {
            return format!("Whether or not {premise}, {follows}, by chains of {n} links in all.");
        }
        if step.technique == Technique::ForcingNet {
            return format!(
                "If {premise}, a net of {n} links ends in a contradiction, so {follows}."
            );
        }
        let chains = links.chunk_by(|link, next| link.to == next.from);
        if !self.is_folded {
            let chains: Vec<String> = chains.map(|chain| self.conclusions(chain)).collect();
            return format!(
                "If {premise}, then {}: a contradiction, so {follows}.",
                chains.join("; and ")
            );
        }
        let ends = chains.filter_map(|chain| chain.last());
        let ends: Vec<String> = ends
            .map(|link| self.claim(link.to, link.is_strong))
            .collect();
        format!(
            "If {premise}, then {}, by {n} links: a contradiction, so {follows}.",
            self.list(&ends, "and")
        )
    }

    /// The chains of a forcing chain, one for each case, unless the sentence is folded: "If r1c1 is 2, then r1c5 is not 2; if r1c1 is 3, then r1c4 is 2".
    fn cases(&self) -> Option<String> {
        let pattern = &self.step.pattern;
        let is_chain = self.step.technique == Technique::ForcingChain;
        let is_case = |link: &Link| match (pattern.sets.first(), pattern.houses.first()) {
            (Some(&of), _) => !link.is_strong && link.from.cells == of,
            (None, Some(&of)) => !link.is_strong && link.from.cells.is_subset(HOUSES[of]),
            (None, None) => false,
        };
        let mut chains = pattern.links.chunk_by(|link, next| link.to == next.from);
        if self.is_folded || !is_chain || !chains.clone().all(|chain| is_case(&chain[0])) {
            return None;
        }
        let case = |chain: &[Link]| {
            let premise = self.claim(chain[0].from, true);
            format!("{premise}, then {}", self.conclusions(chain))
        };
        let first = chains.next().map(case)?;
        let others = chains.map(|chain| format!("; if {}", case(chain)));
        Some(format!("If {first}{}", others.collect::<String>()))
    }

    /// What becomes true along a chain, and what becomes false at its end.
    fn conclusions(&self, chain: &[Link]) -> String {
        let last = chain.len() - 1;
        let named = chain.iter().enumerate();
        let named = named.filter(|(at, link)| link.is_strong || *at == last);
        let names: Vec<String> = named
            .map(|(_, link)| self.claim(link.to, link.is_strong))
            .collect();
        self.list(&names, "and")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::step::Pattern;
    use crate::words::sentence;

    fn link(from: (usize, usize), to: (usize, usize), is_strong: bool) -> Link {
        let group = |(at, digit)| Group {
            cells: CellSet::of(at),
            digit,
        };
        Link {
            from: group(from),
            to: group(to),
            is_strong,
        }
    }

    fn step(technique: Technique, links: Vec<Link>) -> Step {
        Step {
            technique,
            placements: Vec::new(),
            eliminations: vec![(80, 0)],
            pattern: Pattern {
                links,
                ..Pattern::default()
            },
        }
    }

    #[test]
    fn long_chains_fold_in_folded_sentences() {
        let mut links = vec![link((0, 0), (0, 1), true)];
        for at in 1..8 {
            links.push(link((at - 1, 1), (at, 1), false));
            links.push(link((at, 1), (at, 2), true));
        }
        let step = step(Technique::XyChain, links);
        let grid = Grid::default();
        let along = |n: usize, is_folded| {
            let writer = Writer {
                grid: &grid,
                step: &step,
                is_folded,
            };
            writer.along(&step.pattern.links[..n])
        };
        assert_eq!(along(1, true), "r1c1 is 2");
        assert_eq!(along(5, true), "r1c1 is 2, r1c2 is 3 and r1c3 is 3");
        assert_eq!(
            along(15, true),
            "r1c1 is 2, r1c2 is 3 and, 6 steps on, r1c8 is 3"
        );
        assert_eq!(
            along(11, false),
            "r1c1 is 2, r1c2 is 3, r1c3 is 3, r1c4 is 3, r1c5 is 3 and r1c6 is 3"
        );
    }

    #[test]
    fn every_case_of_a_forcing_chain_has_its_chain() {
        let links = vec![
            link((0, 0), (8, 0), false),
            link((8, 0), (8, 3), true),
            link((8, 3), (80, 3), false),
            link((80, 3), (80, 0), true),
            link((0, 1), (9, 1), false),
        ];
        let mut step = step(Technique::ForcingChain, links);
        step.pattern.sets = vec![CellSet::of(0)];
        assert_eq!(
            sentence(&Grid::default(), &step),
            "If r1c1 is 1, then r1c9 is 4 and r9c9 is 1; if r1c1 is 2, then r2c1 is not 2. In every case r9c9 is not 1."
        );
    }
}
