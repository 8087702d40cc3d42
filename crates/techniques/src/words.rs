//! A step in one or two sentences: where its pattern is, and what follows. The name of the technique is not in them.

mod chains;

use crate::cells::{CellSet, HOUSES};
use crate::grid::{Grid, digits};
use crate::step::{Colour, Group, Link, Need, Step};
use crate::technique::Technique;

/// The most words of a sentence in which nothing is folded.
const MAX_WORDS: usize = 60;

/// The most members of a list that are named in a sentence that is folded.
const MAX_NAMED: usize = 6;

/// The step in one or two sentences of at most 60 words. Lists and chains are folded only if it would have more. The grid is the one before the step.
pub fn sentence(grid: &Grid, step: &Step) -> String {
    let writer = |is_folded| Writer {
        grid,
        step,
        is_folded,
    };
    let full = writer(false).sentence();
    match full.split_whitespace().count() > MAX_WORDS {
        true => writer(true).sentence(),
        false => full,
    }
}

/// Writes the sentence of a step.
#[derive(Clone, Copy)]
struct Writer<'s> {
    grid: &'s Grid,
    step: &'s Step,
    /// Whether long lists and chains are folded to their first members.
    is_folded: bool,
}

/// Where a step is, for a first hint: "around block 6". It is the block that has most of the pattern.
pub fn place(step: &Step) -> String {
    let pattern = &step.pattern;
    let marked = pattern.candidates.iter().map(|&((cell, _), _)| cell);
    let marked: CellSet = marked.collect();
    let ends = step.placements.iter().chain(&step.eliminations);
    let ends: CellSet = ends.map(|&(cell, _)| cell).collect();
    let n_in = |set: CellSet, block: usize| (set & HOUSES[block]).len();
    let most = (18..27).max_by_key(|&block| (n_in(marked, block), n_in(ends, block), 27 - block));
    format!("around {}", most.map_or_else(String::new, house))
}

/// The name of a cell: "r1c2".
fn cell(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// The name of a house: "block 6".
fn house(house: usize) -> String {
    format!(
        "{} {}",
        ["row", "column", "block"][house / 9],
        house % 9 + 1
    )
}

/// Digits in a list: "4 or 8".
fn numbers(bits: u16, last: &str) -> String {
    let names: Vec<String> = digits(bits).map(|digit| (digit + 1).to_string()).collect();
    match names.as_slice() {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        _ => names.concat(),
    }
}

/// The digits of the marked candidates of a step.
fn marked_digits(step: &Step) -> u16 {
    let marked = step.pattern.candidates.iter();
    marked.fold(0, |bits, ((_, digit), _)| bits | 1 << digit)
}

/// The cells of the marked candidates of a colour.
fn marked_cells(step: &Step, colour: Colour) -> CellSet {
    let marked = step.pattern.candidates.iter();
    let of_colour = marked.filter(|(_, other)| *other == colour);
    of_colour.map(|((cell, _), _)| *cell).collect()
}

/// The houses of the needs of a step.
fn needed_houses(step: &Step) -> Vec<usize> {
    let of_house = |need: &Need| match need {
        Need::House(house, _) => Some(*house),
        Need::Cell(_) => None,
    };
    step.pattern.needs.iter().filter_map(of_house).collect()
}

/// The cells that a chain of single candidates goes through.
fn path(links: &[Link]) -> Vec<usize> {
    let ends = links.iter().map(|link| link.to);
    let start = links.first().map(|link| link.from);
    let groups = start.into_iter().chain(ends);
    groups.filter_map(|group| group.cells.first()).collect()
}

impl Writer<'_> {
    fn sentence(&self) -> String {
        use Technique::*;
        match self.step.technique {
            FullHouse | NakedSingle | HiddenSingle => self.single(),
            LockedCandidates1 | LockedCandidates2 => self.locked_candidates(),
            LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuadruple => {
                self.naked_set()
            }
            HiddenPair | HiddenTriple | HiddenQuadruple => self.hidden_set(),
            XWing
            | Swordfish
            | Jellyfish
            | FinnedXWing
            | FinnedSwordfish
            | FinnedJellyfish
            | SashimiXWing
            | SashimiSwordfish
            | SashimiJellyfish
            | FrankenXWing
            | FrankenSwordfish
            | FrankenJellyfish
            | FinnedFrankenXWing
            | FinnedFrankenSwordfish
            | FinnedFrankenJellyfish => self.fish(),
            Skyscraper | TwoStringKite | TurbotFish => self.two_links(),
            EmptyRectangle => self.empty_rectangle(),
            WWing => self.w_wing(),
            XyWing | XyzWing => self.xy_wing(),
            WxyzWing => self.wxyz_wing(),
            UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4
            | UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle | AvoidableRectangle1
            | AvoidableRectangle2 => self.rectangle(),
            BugPlus1 => self.bug(),
            SimpleColors => self.simple_colours(),
            MultiColors => self.multi_colours(),
            SueDeCoq => self.sue_de_coq(),
            RemotePair | XChain | XyChain | NiceLoop | GroupedNiceLoop | AlsXz | AlsXyWing
            | AlsXyChain | DeathBlossom | ForcingChain | ForcingNet => self.chain_sentence(),
        }
    }

    /// Several names in one list: "a, b and c". In a folded sentence, a long list ends with how many more there are.
    fn list(&self, names: &[String], last: &str) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            _ if self.is_folded && names.len() > MAX_NAMED => {
                let shown = names[..MAX_NAMED - 1].join(", ");
                format!("{shown} {last} {} more", names.len() - MAX_NAMED + 1)
            }
            [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
        }
    }

    fn cells(&self, set: CellSet, last: &str) -> String {
        self.list(&set.map(cell).collect::<Vec<_>>(), last)
    }

    /// Houses in a list: "rows 2 and 7", "row 2 and block 5".
    fn houses(&self, members: &[usize]) -> String {
        let kind = members.first().map_or(0, |first| first / 9);
        if members.len() > 1 && members.iter().all(|member| member / 9 == kind) {
            let bits = members
                .iter()
                .fold(0, |bits, member| bits | 1 << (member % 9));
            let plural = ["rows", "columns", "blocks"][kind];
            return format!("{plural} {}", numbers(bits, "and"));
        }
        let names: Vec<String> = members.iter().map(|&member| house(member)).collect();
        self.list(&names, "and")
    }

    /// What a step rules out or places: "r1c2 and r3c4 are not 5".
    fn consequence(&self) -> String {
        let step = self.step;
        if let [(at, digit), ..] = step.placements[..] {
            return format!("{} is {}", cell(at), digit + 1);
        }
        // Digits with the same cells are named together, or cells with the same digits if that is shorter.
        let mut groups: Vec<(CellSet, u16)> = Vec::new();
        for digit in 0..9 {
            let of_digit = step.eliminations.iter().filter(|at| at.1 == digit);
            let set: CellSet = of_digit.map(|at| at.0).collect();
            match groups.iter_mut().find(|group| group.0 == set) {
                _ if set.is_empty() => {}
                Some(group) => group.1 |= 1 << digit,
                None => groups.push((set, 1 << digit)),
            }
        }
        let mut by_cell: Vec<(CellSet, u16)> = Vec::new();
        let all: CellSet = step.eliminations.iter().map(|at| at.0).collect();
        for at in all {
            let of_cell = step.eliminations.iter().filter(|other| other.0 == at);
            let bits = of_cell.fold(0, |bits, (_, digit)| bits | 1 << digit);
            match by_cell.iter_mut().find(|group| group.1 == bits) {
                Some(group) => group.0 |= CellSet::of(at),
                None => by_cell.push((CellSet::of(at), bits)),
            }
        }
        if by_cell.len() < groups.len() {
            groups = by_cell;
        }
        let n_named = if self.is_folded { 3 } else { groups.len() };
        let named: Vec<String> = groups
            .iter()
            .take(n_named)
            .map(|&(set, bits)| {
                let verb = if set.len() == 1 { "is" } else { "are" };
                format!(
                    "{} {verb} not {}",
                    self.cells(set, "and"),
                    numbers(bits, "or")
                )
            })
            .collect();
        let rest: usize = groups[named.len()..]
            .iter()
            .map(|(set, bits)| set.len() * bits.count_ones() as usize)
            .sum();
        if rest > 0 {
            let candidates = if rest == 1 {
                "candidate goes"
            } else {
                "candidates go"
            };
            return format!("{}, and {rest} more {candidates}", named.join(", "));
        }
        self.list(&named, "and")
    }

    fn single(&self) -> String {
        let step = self.step;
        let Some(&(at, digit)) = step.placements.first() else {
            return String::new();
        };
        let (at, digit) = (cell(at), digit + 1);
        match (step.technique, step.pattern.houses.first()) {
            (Technique::FullHouse, Some(&in_house)) => {
                format!(
                    "{at} is the last open cell of {}, so it is {digit}.",
                    house(in_house)
                )
            }
            (Technique::HiddenSingle, Some(&in_house)) => {
                format!("In {}, only {at} can be {digit}.", house(in_house))
            }
            _ => format!("{at} can only be {digit}."),
        }
    }

    fn locked_candidates(&self) -> String {
        let step = self.step;
        let digit = numbers(marked_digits(step), "or");
        let [from, to] = step.pattern.houses[..] else {
            return String::new();
        };
        format!(
            "In {}, {digit} can only be in {}, so {}.",
            house(from),
            house(to),
            self.consequence()
        )
    }

    fn naked_set(&self) -> String {
        let step = self.step;
        let set = marked_cells(step, Colour::First);
        let bits = numbers(marked_digits(step), "or");
        let is_hit = |of: &usize| {
            step.eliminations
                .iter()
                .any(|at| HOUSES[*of].contains(at.0))
        };
        let hit = step.pattern.houses.iter().copied().filter(is_hit);
        let hit: Vec<String> = hit.map(house).collect();
        format!(
            "{} can only be {bits}, so no other cell of {} is {bits}.",
            self.cells(set, "and"),
            self.list(&hit, "or")
        )
    }

    fn hidden_set(&self) -> String {
        let step = self.step;
        let set = marked_cells(step, Colour::First);
        let in_house = step.pattern.houses.first().map_or(0, |&of| of);
        format!(
            "In {}, {} can only be in {}, so these cells are nothing else.",
            house(in_house),
            numbers(marked_digits(step), "and"),
            self.cells(set, "and")
        )
    }

    fn fish(&self) -> String {
        let step = self.step;
        let digit = numbers(marked_digits(step), "or");
        let (base, cover) = step.pattern.houses.split_at(step.pattern.needs.len());
        let fins = marked_cells(step, Colour::Fin);
        let (base, cover) = (self.houses(base), self.houses(cover));
        let follows = self.consequence();
        if fins.is_empty() {
            return format!("In {base}, {digit} can only be in {cover}, so {follows}.");
        }
        format!(
            "In {base}, {digit} is in {cover}, unless it is in {}; either way {follows}.",
            self.cells(fins, "or")
        )
    }

    fn two_links(&self) -> String {
        let step = self.step;
        let digit = numbers(marked_digits(step), "or");
        let path: Vec<String> = path(&step.pattern.links).into_iter().map(cell).collect();
        let ([a, b, c, d], [one, two]) = (&path[..], &step.pattern.houses[..]) else {
            return String::new();
        };
        let (one, two) = (house(*one), house(*two));
        let follows = self.consequence();
        if a == d {
            return format!(
                "If {a} is not {digit}, both {b} ({one}) and {c} ({two}) are, though they see each other. So {a} is {digit}, and {follows}."
            );
        }
        format!(
            "{digit} is in {a} or {b} ({one}) and in {c} or {d} ({two}). {b} and {c} are not both {digit}, so {a} or {d} is: {follows}."
        )
    }

    fn empty_rectangle(&self) -> String {
        let step = self.step;
        let digit = numbers(marked_digits(step), "or");
        let pair = step.pattern.links.last().map(|link| [link.from, link.to]);
        let ([block, near, far, across], Some([start, end])) = (&step.pattern.houses[..], pair)
        else {
            return String::new();
        };
        let [start, end] = [start, end].map(|group| self.cells(group.cells, "or"));
        format!(
            "In {}, {digit} is in {} or {}. If in {}, {start} is not {digit} and {end} is ({}); either way {}.",
            house(*block),
            house(*near),
            house(*far),
            house(*near),
            house(*across),
            self.consequence()
        )
    }

    fn w_wing(&self) -> String {
        let step = self.step;
        let path = path(&step.pattern.links);
        let [one, _, a, b, two, _] = path[..] else {
            return String::new();
        };
        let bits = numbers(marked_digits(step), "or");
        let joined = step.pattern.links[0].to.digit + 1;
        let ends = step.pattern.links[0].from.digit + 1;
        let in_house = step.pattern.houses.first().map_or(0, |&of| of);
        format!(
            "{} and {} can only be {bits}. In {}, {joined} is in {} or {}, so the two are not both {joined} and one is {ends}: {}.",
            cell(one),
            cell(two),
            house(in_house),
            cell(a),
            cell(b),
            self.consequence()
        )
    }

    fn xy_wing(&self) -> String {
        let Writer { grid, step, .. } = *self;
        let corners: Vec<usize> = step
            .pattern
            .sets
            .iter()
            .filter_map(|set| set.first())
            .collect();
        let [pivot, one, two] = corners[..] else {
            return String::new();
        };
        let shared = grid.candidates(one) & grid.candidates(two);
        let z = numbers(shared, "or");
        let x = numbers(grid.candidates(one) & !shared, "or");
        let y = numbers(grid.candidates(two) & !shared, "or");
        let all = numbers(grid.candidates(pivot), "or");
        let follows = self.consequence();
        let (pivot, one, two) = (cell(pivot), cell(one), cell(two));
        format!(
            "{pivot} is {all}: if {x}, {one} is {z}, if {y}, {two} is {z}; {} {follows}.",
            match step.technique {
                Technique::XyWing => "either way",
                _ => "in any case",
            }
        )
    }

    fn wxyz_wing(&self) -> String {
        let Writer { grid, step, .. } = *self;
        let set = step.pattern.sets.first().copied().unwrap_or_default();
        let all = set.fold(0, |bits, at| bits | grid.candidates(at));
        let ends = marked_cells(step, Colour::Second);
        let z = step.eliminations.first().map_or(0, |at| at.1 + 1);
        format!(
            "{} have the digits {}, of which only {z} can be in two of them. So {z} is in {}, and {}.",
            self.cells(set, "and"),
            numbers(all, "and"),
            self.cells(ends, "or"),
            self.consequence()
        )
    }

    fn rectangle(&self) -> String {
        let Writer { grid, step, .. } = *self;
        use Technique::*;
        let set = step.pattern.sets.first().copied().unwrap_or_default();
        let own = step.pattern.candidates.iter();
        let own = own.filter(|(_, colour)| *colour == Colour::First);
        let bits = own.fold(0, |bits, ((_, digit), _)| bits | 1 << digit);
        let placed = set.filter_map(|at| grid.placed(at));
        let bits = placed.fold(bits, |bits, digit| bits | 1 << digit);
        let extra = marked_cells(step, Colour::Fin);
        let pair = numbers(bits, "and");
        let start = format!(
            "If {} had only {pair}, these could be exchanged for a second answer.",
            self.cells(set, "and")
        );
        let follows = self.consequence();
        let in_houses = || {
            let mut needed = needed_houses(step);
            if needed.len() > 2 {
                // The rows alone confine the digit.
                needed.retain(|&of| of < 9);
            }
            self.houses(&needed)
        };
        let kept = step.pattern.needs.iter().find_map(|need| match need {
            Need::House(_, digit) => Some(digit + 1),
            Need::Cell(_) => None,
        });
        let kept = kept.map_or_else(String::new, |digit| digit.to_string());
        let rest = match step.technique {
            UniqueRectangle2 | UniqueRectangle5 | AvoidableRectangle2 => {
                let digit = step.eliminations.first().map_or(0, |at| at.1 + 1);
                format!(
                    "So {digit} is in {}, and {follows}.",
                    self.cells(extra, "or")
                )
            }
            UniqueRectangle3 => {
                let added = step.pattern.sets.get(1).copied().unwrap_or_default();
                format!(
                    "So {} is something else, and makes a set with {}: {follows}.",
                    self.cells(extra, "or"),
                    self.cells(added, "and")
                )
            }
            UniqueRectangle4 => format!(
                "In {}, {kept} is in {}, so {follows}.",
                in_houses(),
                self.cells(extra, "or")
            ),
            UniqueRectangle6 | HiddenRectangle => format!(
                "In {}, {kept} is only in these cells, so {follows}.",
                in_houses()
            ),
            _ => format!("So {follows}."),
        };
        format!("{start} {rest}")
    }

    fn bug(&self) -> String {
        let step = self.step;
        let Some(&((at, digit), _)) = step.pattern.candidates.first() else {
            return String::new();
        };
        let (at, digit) = (cell(at), digit + 1);
        format!(
            "Without {digit} in {at}, every open cell would have two candidates and every digit two places in its houses, and such a grid never has exactly one answer. So {at} is {digit}."
        )
    }

    fn simple_colours(&self) -> String {
        let step = self.step;
        let digit = numbers(marked_digits(step), "or");
        let [one, two] = step.pattern.sets[..] else {
            return String::new();
        };
        let first = step.eliminations.first().map_or(0, |at| at.0);
        let start = format!(
            "{digit} is in all of {}, or in all of {}.",
            self.cells(one, "and"),
            self.cells(two, "and")
        );
        let reason = if one.contains(first) {
            "Two of the former see each other"
        } else if two.contains(first) {
            "Two of the latter see each other"
        } else {
            "What sees both goes"
        };
        format!("{start} {reason}: {}.", self.consequence())
    }

    fn multi_colours(&self) -> String {
        let step = self.step;
        let digit = numbers(marked_digits(step), "or");
        let [a, b, c, d] = step.pattern.sets[..] else {
            return String::new();
        };
        // Long groups are folded to their first cells, so that four of them fit into a sentence.
        let short = |set: CellSet| match set.len() {
            n if self.is_folded && n > 3 => {
                let first: Vec<String> = set.take(2).map(cell).collect();
                format!("{} and {} more", first.join(", "), n - 2)
            }
            _ => self.cells(set, "and"),
        };
        format!(
            "{digit} is in all of {} or all of {}; and in all of {} or all of {}. These see each other, so {}.",
            short(a),
            short(b),
            short(c),
            short(d),
            self.consequence()
        )
    }

    fn sue_de_coq(&self) -> String {
        let Writer { grid, step, .. } = *self;
        let [meet, in_line, in_block] = step.pattern.sets[..] else {
            return String::new();
        };
        let bits = |set: CellSet| set.fold(0, |bits, at| bits | grid.candidates(at));
        let of = |set: CellSet, at: usize| {
            let in_house = step
                .pattern
                .houses
                .get(at)
                .map_or_else(String::new, |&of| house(of));
            format!("{} of {in_house}", numbers(bits(set), "and"))
        };
        format!(
            "{} have as many digits as cells, so they take {} and {}: {}.",
            self.cells(meet | in_line | in_block, "and"),
            of(in_line, 0),
            of(in_block, 1),
            self.consequence()
        )
    }

    /// The candidate or group at an end of a chain: "r1c2 is 4".
    fn claim(&self, group: Group, is_true: bool) -> String {
        let is = if is_true { "is" } else { "is not" };
        format!("{} {is} {}", self.cells(group.cells, "or"), group.digit + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Pattern;

    fn step(eliminations: Vec<(usize, usize)>) -> Step {
        Step {
            technique: Technique::NakedPair,
            placements: Vec::new(),
            eliminations,
            pattern: Pattern::default(),
        }
    }

    /// What `write` writes about a step, in a sentence that is folded or not.
    fn written(step: &Step, is_folded: bool, write: impl Fn(Writer<'_>) -> String) -> String {
        let grid = Grid::default();
        write(Writer {
            grid: &grid,
            step,
            is_folded,
        })
    }

    #[test]
    fn long_lists_fold_in_folded_sentences() {
        let step = step(Vec::new());
        let cells = |n: usize, is_folded| {
            written(&step, is_folded, |writer| {
                writer.cells((0..n).collect(), "or")
            })
        };
        assert_eq!(cells(20, true), "r1c1, r1c2, r1c3, r1c4, r1c5 or 15 more");
        assert_eq!(
            cells(8, false),
            "r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7 or r1c8"
        );
        assert_eq!(cells(3, true), "r1c1, r1c2 or r1c3");
        let houses = |all: &[usize]| written(&step, false, |writer| writer.houses(all));
        assert_eq!(houses(&[1, 6]), "rows 2 and 7");
        assert_eq!(houses(&[1, 22]), "row 2 and block 5");
    }

    #[test]
    fn consequences_name_digits_or_cells_together_whichever_is_shorter() {
        let consequence = |eliminations: &[(usize, usize)], is_folded| {
            let step = step(eliminations.to_vec());
            written(&step, is_folded, |writer| writer.consequence())
        };
        let same_cells = [(0, 3), (0, 7), (4, 3), (4, 7), (8, 1)];
        assert_eq!(place(&step(same_cells.to_vec())), "around block 1");
        assert_eq!(
            consequence(&same_cells, false),
            "r1c9 is not 2 and r1c1 and r1c5 are not 4 or 8"
        );
        let same_digits = [(0, 1), (0, 2), (0, 3), (4, 3), (4, 4)];
        assert_eq!(
            consequence(&same_digits, false),
            "r1c1 is not 2, 3 or 4 and r1c5 is not 4 or 5"
        );
        let four = [(0, 1), (1, 2), (2, 3), (3, 4)];
        assert_eq!(
            consequence(&four, false),
            "r1c1 is not 2, r1c2 is not 3, r1c3 is not 4 and r1c4 is not 5"
        );
        assert_eq!(
            consequence(&four, true),
            "r1c1 is not 2, r1c2 is not 3, r1c3 is not 4, and 1 more candidate goes"
        );
    }
}
