//! Fish: as many base houses as cover houses, such that the places of a digit in the former lie in the latter, except for fins.

use crate::cells::{CellSet, HOUSES};
use crate::find::{choose, coloured, of_digit};
use crate::grid::Grid;
use crate::step::{Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The most fins that a fish has, and the most of them that lie in two base houses.
const MAX_FINS: usize = 5;
const MAX_ENDO_FINS: usize = 2;

/// What a fish may look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fins {
    /// It has none.
    None,
    /// It has some; every base house has at least two other places.
    Finned,
    /// It has some; without them, a base house has at most one place.
    Sashimi,
}

/// The first fish of a technique.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    use Technique::*;
    let size = match technique {
        XWing | FinnedXWing | SashimiXWing | FrankenXWing | FinnedFrankenXWing => 2,
        Swordfish
        | FinnedSwordfish
        | SashimiSwordfish
        | FrankenSwordfish
        | FinnedFrankenSwordfish => 3,
        _ => 4,
    };
    let search = Search {
        grid,
        technique,
        size,
    };
    let is_basic = |fins: Fins| (0..9).find_map(|digit| search.basic(digit, fins));
    match technique {
        XWing | Swordfish | Jellyfish => is_basic(Fins::None),
        FinnedXWing | FinnedSwordfish | FinnedJellyfish => is_basic(Fins::Finned),
        SashimiXWing | SashimiSwordfish | SashimiJellyfish => is_basic(Fins::Sashimi),
        FrankenXWing | FrankenSwordfish | FrankenJellyfish => {
            (0..9).find_map(|digit| search.franken(digit, false))
        }
        _ => (0..9).find_map(|digit| search.franken(digit, true)),
    }
}

struct Search<'a> {
    grid: &'a Grid,
    technique: Technique,
    size: usize,
}

/// The cell at a position of a row, or of a column if it is turned.
fn cell_at(line: usize, position: usize, is_turned: bool) -> usize {
    if is_turned {
        9 * position + line
    } else {
        9 * line + position
    }
}

/// The positions of a digit in each row, or in each column if it is turned, as bits.
fn positions(places: CellSet, is_turned: bool) -> [u16; 9] {
    let mut lines = [0; 9];
    for cell in places {
        let (row, column) = (cell / 9, cell % 9);
        if is_turned {
            lines[column] |= 1 << row;
        } else {
            lines[row] |= 1 << column;
        }
    }
    lines
}

impl Search<'_> {
    /// A fish whose base houses are rows and whose cover houses are columns, or the other way round.
    fn basic(&self, digit: usize, fins: Fins) -> Option<Step> {
        [false, true].into_iter().find_map(|is_turned| {
            let lines = positions(self.grid.places(digit), is_turned);
            let is_base = |&line: &usize| {
                lines[line] != 0
                    && (fins != Fins::None || lines[line].count_ones() as usize <= self.size)
            };
            let mut bases = [0; 9];
            let usable = (0..9).filter(is_base).zip(&mut bases);
            let n_bases = usable.map(|(line, slot)| *slot = line).count();
            choose(n_bases, self.size, |chosen| {
                let mut base = [0; 4];
                let base = &mut base[..self.size];
                for (slot, &at) in base.iter_mut().zip(chosen) {
                    *slot = bases[at];
                }
                let union = base.iter().fold(0, |bits, &line| bits | lines[line]);
                let n_covers = union.count_ones() as usize;
                match fins {
                    Fins::None if n_covers == self.size => {
                        self.basic_step(digit, is_turned, base, union, &lines)
                    }
                    Fins::None => None,
                    // All fins lie in one block, that is, in three lines across.
                    _ if n_covers <= self.size || n_covers > self.size + 3 => None,
                    _ => self.finned(digit, is_turned, base, union, &lines, fins),
                }
            })
        })
    }

    /// A finned or sashimi fish with these base lines.
    fn finned(
        &self,
        digit: usize,
        is_turned: bool,
        base: &[usize],
        union: u16,
        lines: &[u16; 9],
        fins: Fins,
    ) -> Option<Step> {
        let mut across = [0; 9];
        let members = (0..9).filter(|&at| union >> at & 1 == 1).zip(&mut across);
        let n_across = members.map(|(at, slot)| *slot = at).count();
        choose(n_across, self.size, |chosen| {
            let cover = chosen
                .iter()
                .fold(0_u16, |bits, &at| bits | 1 << across[at]);
            let rest = union & !cover;
            let stack = rest.trailing_zeros() as usize / 3;
            if rest & !(7 << (3 * stack)) != 0 {
                return None;
            }
            let mut band = None;
            let mut n_fins = 0;
            for &line in base {
                let n = (lines[line] & rest).count_ones() as usize;
                if n > 0
                    && band
                        .replace(line / 3)
                        .is_some_and(|other| other != line / 3)
                {
                    return None;
                }
                n_fins += n;
            }
            let is_sashimi = base
                .iter()
                .any(|&line| (lines[line] & !rest).count_ones() <= 1);
            if n_fins > MAX_FINS || is_sashimi != (fins == Fins::Sashimi) {
                return None;
            }
            let band = band?;
            let hits = cover & 7 << (3 * stack);
            let is_hit = |line: usize| !base.contains(&line) && lines[line] & hits != 0;
            (3 * band..3 * band + 3)
                .any(is_hit)
                .then(|| self.basic_step(digit, is_turned, base, cover, lines))
                .flatten()
        })
    }

    /// The step of a fish of lines, if it rules something out.
    fn basic_step(
        &self,
        digit: usize,
        is_turned: bool,
        base: &[usize],
        cover: u16,
        lines: &[u16; 9],
    ) -> Option<Step> {
        let has_hit = |line: usize| !base.contains(&line) && lines[line] & cover != 0;
        if !(0..9).any(has_hit) {
            return None;
        }
        let cells = |is_in: &dyn Fn(usize, usize) -> bool| -> CellSet {
            let all = (0..9).flat_map(|line| (0..9).map(move |at| (line, at)));
            all.filter(|&(line, at)| is_in(line, at))
                .map(|(line, at)| cell_at(line, at, is_turned))
                .collect()
        };
        let in_base = cells(&|line, at| base.contains(&line) && lines[line] >> at & 1 == 1);
        let covered = cells(&|_, at| cover >> at & 1 == 1);
        let (of_base, of_cover) = if is_turned { (9, 0) } else { (0, 9) };
        let bases: Vec<usize> = base.iter().map(|line| of_base + line).collect();
        let covers = (0..9).filter(|at| cover >> at & 1 == 1);
        let covers: Vec<usize> = covers.map(|at| of_cover + at).collect();
        self.step(
            digit,
            &bases,
            &covers,
            in_base,
            covered - in_base,
            CellSet::EMPTY,
            in_base - covered,
        )
    }

    /// The step of a fish with these base and cover houses: `outside` are the cells of cover houses that are in no base house,
    /// `twice` those that are in two cover houses. Both are ruled out where they see all fins.
    #[expect(clippy::too_many_arguments, reason = "the parts of a fish")]
    fn step(
        &self,
        digit: usize,
        bases: &[usize],
        covers: &[usize],
        in_base: CellSet,
        outside: CellSet,
        twice: CellSet,
        fins: CellSet,
    ) -> Option<Step> {
        let seen = fins.common_peers();
        let mut eliminations = of_digit(self.grid, outside & seen, digit);
        eliminations.extend(of_digit(self.grid, (twice - outside) & seen, digit));
        if eliminations.is_empty() {
            return None;
        }
        let body = coloured(of_digit(self.grid, in_base - fins, digit), Colour::First);
        let marked = body.chain(coloured(of_digit(self.grid, fins, digit), Colour::Fin));
        Some(Step {
            technique: self.technique,
            placements: Vec::new(),
            eliminations,
            pattern: Pattern {
                needs: bases.iter().map(|&b| Need::House(b, digit)).collect(),
                candidates: marked.collect(),
                sets: bases.iter().map(|&base| HOUSES[base]).collect(),
                houses: bases.iter().chain(covers).copied().collect(),
                ..Pattern::default()
            },
        })
    }

    /// A fish whose base or cover houses are lines and blocks.
    fn franken(&self, digit: usize, has_fins: bool) -> Option<Step> {
        let places = self.grid.places(digit);
        let usable = |lines: std::ops::Range<usize>| -> Vec<(usize, CellSet)> {
            lines
                .chain(18..27)
                .map(|house| (house, places & HOUSES[house]))
                .filter(|(_, cells)| !cells.is_empty())
                .collect()
        };
        for (base_lines, cover_lines) in [(0..9, 9..18), (9..18, 0..9)] {
            let mut bases = usable(base_lines);
            if !has_fins {
                bases.retain(|(_, cells)| cells.len() <= self.size);
            }
            let covers = usable(cover_lines);
            let found = choose(bases.len(), self.size, |chosen| {
                let mut in_base = CellSet::EMPTY;
                let mut endo_fins = CellSet::EMPTY;
                let mut n_endo = 0;
                for &at in chosen {
                    let both = in_base & bases[at].1;
                    n_endo += both.len();
                    endo_fins |= both;
                    in_base |= bases[at].1;
                }
                if n_endo > if has_fins { MAX_ENDO_FINS } else { 0 } {
                    return None;
                }
                let base: Vec<usize> = chosen.iter().map(|&at| bases[at].0).collect();
                let covers: Vec<(usize, CellSet)> = covers
                    .iter()
                    .filter(|(house, cells)| !base.contains(house) && cells.meets(in_base))
                    .copied()
                    .collect();
                self.franken_covers(digit, &base, in_base, endo_fins, &covers, has_fins)
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The first choice of cover houses that makes a fish with these base houses.
    fn franken_covers(
        &self,
        digit: usize,
        base: &[usize],
        in_base: CellSet,
        endo_fins: CellSet,
        covers: &[(usize, CellSet)],
        has_fins: bool,
    ) -> Option<Step> {
        let size = self.size;
        if covers.len() < size {
            return None;
        }
        let max_fins = if has_fins { MAX_FINS } else { 0 };
        let to_cover = in_base - endo_fins;
        let best = covers.iter().map(|(_, cells)| (*cells & to_cover).len());
        let best = best.max().unwrap_or(0);
        // The union of the first cover houses chosen, and the cells that are in two of them.
        let mut unions = [(CellSet::EMPTY, CellSet::EMPTY); 5];
        let mut chosen = [0; 5];
        let mut level = 1;
        loop {
            if chosen[level] > covers.len() + level - size - 1 {
                level -= 1;
                if level == 0 {
                    return None;
                }
                continue;
            }
            let at = chosen[level];
            chosen[level] += 1;
            let (union, twice) = unions[level - 1];
            let cells = covers[at].1;
            unions[level] = (union | cells, twice | union & cells);
            let (union, twice) = unions[level];
            let uncovered = (to_cover - union).len();
            if uncovered + endo_fins.len() > max_fins + (size - level) * best {
                continue;
            }
            if level < size {
                level += 1;
                chosen[level] = at + 1;
                continue;
            }
            let fins = (in_base - union) | endo_fins;
            if fins.is_empty() == has_fins {
                continue;
            }
            let outside = union - in_base;
            if ((outside | twice) & fins.common_peers()).is_empty() {
                continue;
            }
            let houses = (1..=size).map(|level| covers[chosen[level] - 1].0);
            let houses: Vec<usize> = houses.collect();
            if base.iter().chain(&houses).all(|&house| house < 18) {
                // A fish of lines alone.
                continue;
            }
            let step = self.step(digit, base, &houses, in_base, outside, twice, fins);
            if step.is_some() {
                return step;
            }
        }
    }
}
