//! Random variants for generation: rules and regions that a full board must obey, and clues that are made from a full board.

use gridwright_fd::Rng;
use gridwright_grid::Direction;

use crate::contract::GenerateError;
use crate::kinds::sudoku::variants::{
    Arrow, Cage, Chess, Constraint, Different, Dot, DotKind, Negative, Outside, OutsideRule,
    Parity, Quadruple, Thermometer, Variant,
};
use crate::kinds::sudoku::{Answer, Instance};

/// A variant that can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Diagonal,
    AntiKnight,
    AntiKing,
    NonConsecutive,
    DisjointGroups,
    Windoku,
    Jigsaw,
    Killer,
    Thermo,
    Arrow,
    Kropki,
    Xv,
    EvenOdd,
    Quadruple,
    Outside(OutsideRule),
}

const STYLES: &[(&str, Style)] = &[
    ("diagonal", Style::Diagonal),
    ("anti-knight", Style::AntiKnight),
    ("anti-king", Style::AntiKing),
    ("non-consecutive", Style::NonConsecutive),
    ("disjoint-groups", Style::DisjointGroups),
    ("windoku", Style::Windoku),
    ("jigsaw", Style::Jigsaw),
    ("killer", Style::Killer),
    ("thermo", Style::Thermo),
    ("arrow", Style::Arrow),
    ("kropki", Style::Kropki),
    ("xv", Style::Xv),
    ("even-odd", Style::EvenOdd),
    ("quadruple", Style::Quadruple),
    ("sandwich", Style::Outside(OutsideRule::Sandwich)),
    ("x-sum", Style::Outside(OutsideRule::XSum)),
    ("skyscraper", Style::Outside(OutsideRule::Skyscraper)),
];

/// Reads a list of variants, joined by `+`.
pub(super) fn styles(text: &str) -> Result<Vec<Style>, GenerateError> {
    let style = |word: &str| {
        let mut all = STYLES.iter();
        let found = all.find(|(name, _)| *name == word.trim());
        found.map(|(_, style)| *style).ok_or_else(|| {
            let names: Vec<&str> = STYLES.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            GenerateError(format!(
                "variant: expected one or more of {names}, joined by +, found `{word}`"
            ))
        })
    };
    text.split('+').map(style).collect()
}

/// The board without clues, with the rules and regions of these variants.
pub(super) fn blank(styles: &[Style], blank: Instance, rng: &mut Rng) -> Instance {
    let mut variant = Variant::default();
    for style in styles {
        variant.constraints.extend(match style {
            Style::Diagonal => vec![
                Constraint::Different(Different::FallingDiagonal),
                Constraint::Different(Different::RisingDiagonal),
            ],
            Style::AntiKnight => vec![Constraint::Chess(Chess::Knight)],
            Style::AntiKing => vec![Constraint::Chess(Chess::King)],
            Style::NonConsecutive => vec![Constraint::Negative(Negative {
                kind: DotKind::Difference,
                values: vec![1],
            })],
            Style::DisjointGroups => vec![Constraint::Different(Different::DisjointGroups)],
            Style::Windoku => vec![Constraint::Different(Different::Windows)],
            Style::Jigsaw => {
                variant.regions = Some(jigsaw(&blank, rng));
                Vec::new()
            }
            _ => Vec::new(),
        });
    }
    blank.with_variant(variant)
}

/// Irregular regions: the blocks after many random exchanges of two cells between regions, which stay connected.
fn jigsaw(instance: &Instance, rng: &mut Rng) -> Vec<Option<usize>> {
    let n = instance.n();
    let mut regions = vec![0; n * n];
    for (region, cells) in instance.region_cells().into_iter().enumerate() {
        for at in cells {
            regions[at] = region;
        }
    }
    let grid = &instance.grid;
    let beside = |at: usize| {
        let cells = grid.neighbours4(grid.cell(at));
        cells.map(|cell| grid.index(cell)).collect::<Vec<_>>()
    };
    let is_connected = |regions: &[usize], region: usize| {
        let cells: Vec<usize> = (0..n * n).filter(|&at| regions[at] == region).collect();
        let mut reached = vec![cells[0]];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for other in beside(at) {
                if regions[other] == region && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.len() == cells.len()
    };
    for _ in 0..60 * n {
        let (a, b) = (rng.below(n * n), rng.below(n * n));
        let (of_a, of_b) = (regions[a], regions[b]);
        let touches =
            |at: usize, region: usize| beside(at).iter().any(|&other| regions[other] == region);
        if of_a == of_b || !touches(a, of_b) || !touches(b, of_a) {
            continue;
        }
        regions.swap(a, b);
        if !is_connected(&regions, of_a) || !is_connected(&regions, of_b) {
            regions.swap(a, b);
        }
    }
    // Numbered in reading order.
    let mut order: Vec<usize> = Vec::new();
    let mut number = |region: usize| match order.iter().position(|&known| known == region) {
        Some(number) => number,
        None => {
            order.push(region);
            order.len() - 1
        }
    };
    regions
        .into_iter()
        .map(|region| Some(number(region)))
        .collect()
}

/// The board with the clues of these variants that a full board determines.
pub(super) fn with_clues(
    styles: &[Style],
    blank: Instance,
    answer: &Answer,
    rng: &mut Rng,
) -> Instance {
    let mut constraints = blank.constraints().to_vec();
    let before = constraints.len();
    for style in styles {
        let maker = Maker {
            instance: &blank,
            numbers: &answer.0,
        };
        constraints.extend(maker.clues(*style, rng));
    }
    if constraints.len() == before {
        return blank;
    }
    let regions = blank.region_of_cells().map(<[_]>::to_vec);
    blank.with_variant(Variant {
        regions,
        constraints,
    })
}

/// Makes clues from a full board.
struct Maker<'a> {
    instance: &'a Instance,
    numbers: &'a [i32],
}

impl Maker<'_> {
    fn clues(&self, style: Style, rng: &mut Rng) -> Vec<Constraint> {
        match style {
            Style::Killer => self.cages(rng),
            Style::Thermo => {
                let lines = self.lines(rng, |line, at| {
                    line.last()
                        .is_none_or(|&last| self.numbers[at] > self.numbers[last])
                });
                let long = lines.into_iter().filter(|line| line.len() > 2);
                long.map(|line| {
                    Constraint::Thermometer(Thermometer {
                        is_slow: false,
                        cells: line,
                    })
                })
                .collect()
            }
            Style::Arrow => self.arrows(rng),
            Style::Kropki => {
                let mut all = self.dots(DotKind::Difference, &[1], rng);
                // Between 1 and 2 a dot of either colour is right.
                for dot in self.dots(DotKind::Ratio, &[2], rng) {
                    let Constraint::Dot(black) = &dot else {
                        continue;
                    };
                    let same = |other: &Constraint| matches!(other, Constraint::Dot(white) if white.cells == black.cells);
                    match all.iter().position(same) {
                        Some(at) if rng.below(2) == 0 => all[at] = dot,
                        Some(_) => {}
                        None => all.push(dot),
                    }
                }
                for (kind, value) in [(DotKind::Difference, 1), (DotKind::Ratio, 2)] {
                    let values = vec![value];
                    all.push(Constraint::Negative(Negative { kind, values }));
                }
                all
            }
            Style::Xv => {
                let values = vec![5, 10];
                let mut all = self.dots(DotKind::Sum, &values, rng);
                let kind = DotKind::Sum;
                all.push(Constraint::Negative(Negative { kind, values }));
                all
            }
            Style::EvenOdd => {
                let n = self.instance.n();
                let mut cells: Vec<usize> = (0..n * n).collect();
                rng.shuffle(&mut cells);
                cells.truncate(n * n / 4);
                cells.sort_unstable();
                let parity = |is_even: bool| {
                    let is = |at: &usize| (self.numbers[*at] % 2 == 0) == is_even;
                    let cells: Vec<usize> = cells.iter().copied().filter(is).collect();
                    let some = !cells.is_empty();
                    some.then_some(Constraint::Parity(Parity { is_even, cells }))
                };
                [true, false].into_iter().filter_map(parity).collect()
            }
            Style::Quadruple => {
                let n = self.instance.n();
                let mut corners: Vec<usize> =
                    (0..n * (n - 1)).filter(|at| at % n + 1 < n).collect();
                rng.shuffle(&mut corners);
                corners.truncate(n);
                let quadruple = |&cell: &usize| {
                    let cells = [cell, cell + 1, cell + n, cell + n + 1];
                    let mut numbers = cells.map(|at| self.numbers[at]).to_vec();
                    numbers.sort_unstable();
                    Constraint::Quadruple(Quadruple { cell, numbers })
                };
                corners.iter().map(quadruple).collect()
            }
            Style::Outside(rule) => self.outside(rule),
            _ => Vec::new(),
        }
    }

    /// Disjoint paths of cells, each extended while the next cell may follow.
    fn lines(
        &self,
        rng: &mut Rng,
        may_follow: impl Fn(&[usize], usize) -> bool,
    ) -> Vec<Vec<usize>> {
        let n = self.instance.n();
        let grid = &self.instance.grid;
        let mut is_used = vec![false; n * n];
        let mut lines = Vec::new();
        for _ in 0..3 * n {
            let mut line = vec![rng.below(n * n)];
            if is_used[line[0]] {
                continue;
            }
            while line.len() < 6 {
                let last = line[line.len() - 1];
                let near = grid
                    .neighbours8(grid.cell(last))
                    .map(|cell| grid.index(cell));
                let near = near.filter(|at| !is_used[*at] && !line.contains(at));
                let near: Vec<usize> = near.filter(|&at| may_follow(&line, at)).collect();
                if near.is_empty() {
                    break;
                }
                line.push(*rng.pick(&near));
            }
            if line.len() > 1 {
                for &at in &line {
                    is_used[at] = true;
                }
                lines.push(line);
            }
        }
        lines
    }

    fn arrows(&self, rng: &mut Rng) -> Vec<Constraint> {
        let sum = |line: &[usize]| line[1..].iter().map(|&at| self.numbers[at]).sum::<i32>();
        let lines = self.lines(rng, |line, at| {
            sum(line) + self.numbers[at] <= self.numbers[line[0]]
        });
        let whole = lines
            .into_iter()
            .filter(|line| sum(line) == self.numbers[line[0]]);
        let arrow = |line: Vec<usize>| {
            Constraint::Arrow(Arrow {
                circle: vec![line[0]],
                shaft: line[1..].to_vec(),
            })
        };
        whole.map(arrow).collect()
    }

    /// Cages of up to five cells that cover the board.
    fn cages(&self, rng: &mut Rng) -> Vec<Constraint> {
        let n = self.instance.n();
        let grid = &self.instance.grid;
        let mut is_free = vec![true; n * n];
        let mut order: Vec<usize> = (0..n * n).collect();
        rng.shuffle(&mut order);
        let mut cages = Vec::new();
        for first in order {
            if !is_free[first] {
                continue;
            }
            let size = 2 + rng.below(3);
            let mut cells = vec![first];
            is_free[first] = false;
            while cells.len() < size {
                let near = cells.iter().flat_map(|&at| grid.neighbours4(grid.cell(at)));
                let near = near.map(|cell| grid.index(cell)).filter(|&at| is_free[at]);
                let is_new = |at: &usize| {
                    cells
                        .iter()
                        .all(|&other| self.numbers[other] != self.numbers[*at])
                };
                let near: Vec<usize> = near.filter(is_new).collect();
                if near.is_empty() {
                    break;
                }
                let next = *rng.pick(&near);
                is_free[next] = false;
                cells.push(next);
            }
            cells.sort_unstable();
            let sum = cells.iter().map(|&at| self.numbers[at]).sum();
            cages.push(Cage {
                sum: Some(sum),
                cells,
            });
        }
        // A cage of one cell is a given number, which the choice of clues may add.
        cages.retain(|cage| cage.cells.len() > 1);
        cages.sort_by_key(|cage| cage.cells[0]);
        cages.into_iter().map(Constraint::Cage).collect()
    }

    /// All dots of a kind with these values.
    fn dots(&self, kind: DotKind, values: &[i32], _: &mut Rng) -> Vec<Constraint> {
        let mut dots = Vec::new();
        for (a, b) in self.instance.adjacent_pairs() {
            let (low, high) = (
                self.numbers[a].min(self.numbers[b]),
                self.numbers[a].max(self.numbers[b]),
            );
            let found = values.iter().find(|&&value| match kind {
                DotKind::Difference => high - low == value,
                DotKind::Ratio => high == low * value,
                DotKind::Sum => high + low == value,
            });
            if let Some(&value) = found {
                let cells = [a, b];
                dots.push(Constraint::Dot(Dot { kind, value, cells }));
            }
        }
        dots
    }

    /// Clues for all rows and columns.
    fn outside(&self, rule: OutsideRule) -> Vec<Constraint> {
        let n = self.instance.n();
        let mut all = Vec::new();
        for i in 0..n {
            let ends = [
                (i * n, Direction::East, 1),
                (i, Direction::South, n as isize),
                (i * n + n - 1, Direction::West, -1),
                ((n - 1) * n + i, Direction::North, -(n as isize)),
            ];
            // Both ends of a line have the same sandwich.
            let ends = match rule {
                OutsideRule::Sandwich => &ends[..2],
                _ => &ends[..],
            };
            for &(first, direction, step) in ends {
                let at = |k: usize| self.numbers[first.wrapping_add_signed(step * k as isize)];
                let line: Vec<i32> = (0..n).map(at).collect();
                all.push(Constraint::Outside(Outside {
                    rule,
                    value: rule.count(&line, n as i32),
                    first,
                    direction,
                }));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Puzzle;
    use crate::kinds::sudoku::Sudoku;

    const FULL: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn clues_hold_in_the_full_board() {
        let plain = Instance::empty(9, (3, 3));
        let answer = Sudoku::parse_answer(&plain, FULL).expect("a full board");
        for (name, style) in STYLES {
            for seed in 0..5 {
                let mut rng = Rng::new(seed);
                let made = with_clues(&[*style], plain.clone(), &answer, &mut rng);
                assert_eq!(Sudoku::check(&made, &answer), Ok(()), "{name}");
                assert_eq!(
                    Sudoku::parse(&Sudoku::print(&made)).as_ref(),
                    Ok(&made),
                    "{name}"
                );
                let blank = blank(&[*style], plain.clone(), &mut rng);
                let is_variant = !made.is_plain() || !blank.is_plain();
                assert!(is_variant, "{name}");
            }
        }
    }

    #[test]
    fn jigsaw_regions_are_whole() {
        for seed in 0..20 {
            let plain = Instance::empty(9, (3, 3));
            let made = blank(&[Style::Jigsaw], plain, &mut Rng::new(seed));
            let regions = made.irregular_regions().expect("they are irregular");
            assert_eq!(regions.len(), 9);
            assert!(regions.iter().all(|cells| cells.len() == 9));
        }
    }

    #[test]
    fn unknown_variants_are_named() {
        let error = styles("killer+wat").expect_err("no such variant");
        assert!(error.0.ends_with("joined by +, found `wat`"), "{error}");
        assert_eq!(styles("killer+xv"), Ok(vec![Style::Killer, Style::Xv]));
    }
}
