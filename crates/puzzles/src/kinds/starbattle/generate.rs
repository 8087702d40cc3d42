//! Generates Star Battle: stars are placed at random, a region grows around each star, neighbouring regions are joined until each has the wanted number of stars, and then
//! cells change between regions until the answer is unique.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    Alternative, BoardSource, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, SizeByDifficulty,
};
use crate::kinds::starbattle::{Answer, Instance, StarBattle, letter};

/// The longest side of a board.
const MAX_SIDE: usize = 14;

/// The least side of a board with two stars by default, as in most publications.
const TWO_STARS: usize = 10;

/// The number of random placements of stars, and of ways to join regions, in one attempt.
const TRIES: usize = 400;

/// The side of a board and the number of stars.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    n: usize,
    stars: usize,
}

impl Generate for StarBattle {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[GenerateOption::new(
        "stars",
        "N",
        "number of stars in every row, column and region: 1 or 2; default 2 from 10x10 on, else 1",
    )];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [
        Some((6, 6)),
        Some((6, 6)),
        Some((8, 8)),
        Some((10, 10)),
        Some((10, 10)),
    ];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let n = options.square(6, MAX_SIDE)?;
        let stars = options.number("stars", 1, 2)?;
        let stars = stars.unwrap_or(if n < TWO_STARS { 1 } else { 2 });
        let least = if stars == 1 { 4 } else { 8 };
        if n < least && (n, stars) != (1, 1) {
            return Err(GenerateError(format!(
                "there is no room for {stars} in each row of a board of {n}x{n}: at least {least}x{least} is needed"
            )));
        }
        Ok(Outline { n, stars })
    }

    fn full_board(
        &Outline { n, stars }: &Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<BoardSource<StarBattle>> {
        let grid = Grid::new(n, n).ok()?;
        for _ in 0..TRIES {
            if is_over() {
                return None;
            }
            let Some(placed) = place_stars(n, stars, rng) else {
                continue;
            };
            let regions = grow(&grid, &placed, rng);
            let Some(letters) = join(&grid, &placed, regions, stars, rng) else {
                continue;
            };
            let blank = Instance::new(grid, stars, letters);
            return Some(BoardSource::Answer(blank, Answer(placed)));
        }
        None
    }

    fn draft(
        _: &Outline,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<StarBattle>> {
        // A cell without a star may join any region that it connects to.
        let n = blank.grid.rows();
        let alternative = |(at, star): (usize, &bool)| Alternative {
            count: if *star { 1 } else { n as u8 },
            initial: 0,
            facts: vec![at],
        };
        Some(Draft {
            alternatives: answer.0.iter().enumerate().map(alternative).collect(),
            ..Draft::new((blank.grid.rows(), blank.grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<StarBattle>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        let grid = instance.grid;
        // A pick counts regions cyclically from the cell's region in the full board.
        let n = grid.rows();
        for (at, &pick) in choice.picks.iter().enumerate() {
            let first = region(draft.blank.letters[at]);
            instance.letters[at] = letter((first + usize::from(pick)) % n);
        }
        are_connected(&grid, &instance.letters).then(|| (instance, draft.answer.clone()))
    }
}

/// The region of a letter: generated boards have at most 14 regions, named by capitals.
fn region(letter: char) -> usize {
    usize::from(letter as u8 - b'A')
}

/// Whether the cells of every letter, one of the first 128 characters, are connected.
fn are_connected(grid: &Grid, letters: &[char]) -> bool {
    let mut is_reached = vec![false; letters.len()];
    let mut reached = Vec::with_capacity(letters.len());
    let mut seen = 0_u128;
    for start in 0..letters.len() {
        if is_reached[start] {
            continue;
        }
        let letter = 1 << (letters[start] as u32);
        if seen & letter != 0 {
            return false;
        }
        seen |= letter;
        is_reached[start] = true;
        reached.push(start);
        while let Some(at) = reached.pop() {
            for cell in grid.neighbours4(grid.cell(at)) {
                let other = grid.index(cell);
                if letters[other] == letters[at] && !is_reached[other] {
                    is_reached[other] = true;
                    reached.push(other);
                }
            }
        }
    }
    true
}

/// Stars row by row, each in a random free column of those that need the most; `None` if some row has no room.
fn place_stars(n: usize, stars: usize, rng: &mut Rng) -> Option<Vec<bool>> {
    let mut placed = vec![false; n * n];
    let mut needs = vec![stars; n];
    for row in 0..n {
        for _ in 0..stars {
            let is_free = |col: &usize| {
                let beside = col.saturating_sub(1)..=(*col + 1).min(n - 1);
                let above = row.saturating_sub(1)..=row;
                let near = above.flat_map(|row| beside.clone().map(move |col| row * n + col));
                needs[*col] > 0 && !near.into_iter().any(|at| placed[at])
            };
            let free: Vec<usize> = (0..n).filter(is_free).collect();
            let most = free.iter().map(|&col| needs[col]).max()?;
            // In the lower half, columns that need more stars come first.
            let is_next = |col: &usize| 2 * row < n || needs[*col] == most;
            let next: Vec<usize> = free.into_iter().filter(is_next).collect();
            let col = *rng.pick(&next);
            placed[row * n + col] = true;
            needs[col] -= 1;
        }
    }
    Some(placed)
}

/// A region around each star: free cells join a random neighbouring region until all have one.
fn grow(grid: &Grid, placed: &[bool], rng: &mut Rng) -> Vec<usize> {
    let mut region = vec![usize::MAX; placed.len()];
    let stars = (0..placed.len()).filter(|&at| placed[at]);
    let mut rim: Vec<usize> = Vec::new();
    for (number, at) in stars.enumerate() {
        region[at] = number;
        rim.push(at);
    }
    while !rim.is_empty() {
        let pick = rng.below(rim.len());
        let cell = grid.cell(rim[pick]);
        let is_free = |near: &Cell| region[grid.index(*near)] == usize::MAX;
        let free: Vec<Cell> = grid.neighbours4(cell).filter(is_free).collect();
        if free.is_empty() {
            rim.swap_remove(pick);
            continue;
        }
        let next = grid.index(*rng.pick(&free));
        region[next] = region[rim[pick]];
        rim.push(next);
    }
    region
}

/// Joins neighbouring regions in pairs if each is to have two stars; the letter of each cell, or `None` if some region has no partner left.
fn join(
    grid: &Grid,
    placed: &[bool],
    region: Vec<usize>,
    stars: usize,
    rng: &mut Rng,
) -> Option<Vec<char>> {
    if stars == 1 {
        return Some(region.into_iter().map(letter).collect());
    }
    let n = placed.iter().filter(|star| **star).count();
    let mut near = vec![Vec::new(); n];
    for (a, b) in grid.edges() {
        let (a, b) = (region[grid.index(a)], region[grid.index(b)]);
        if a != b && !near[a].contains(&b) {
            near[a].push(b);
            near[b].push(a);
        }
    }
    for _ in 0..TRIES {
        let mut pair = vec![usize::MAX; n];
        let mut pairs = 0;
        // The region with the fewest free neighbours chooses next.
        loop {
            let free = |a: usize| near[a].iter().filter(|&&b| pair[b] == usize::MAX).count();
            let open: Vec<usize> = (0..n).filter(|&a| pair[a] == usize::MAX).collect();
            let Some(fewest) = open.iter().map(|&a| free(a)).min() else {
                let letters = region.iter().map(|&region| letter(pair[region]));
                return Some(letters.collect());
            };
            let tight: Vec<usize> = open.into_iter().filter(|&a| free(a) == fewest).collect();
            let one = *rng.pick(&tight);
            let partners: Vec<usize> = near[one]
                .iter()
                .copied()
                .filter(|&b| pair[b] == usize::MAX)
                .collect();
            if partners.is_empty() {
                break;
            }
            let other = *rng.pick(&partners);
            (pair[one], pair[other]) = (pairs, pairs);
            pairs += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Puzzle;

    /// A cell may join a region that reaches it only after other cells joined it, so that regions can take any shape.
    #[test]
    fn a_region_can_grow_cell_by_cell() {
        let outline = Outline { n: 6, stars: 1 };
        let mut rng = Rng::new(1);
        let board = StarBattle::full_board(&outline, &mut rng, &|| false);
        let Some(BoardSource::Answer(blank, answer)) = board else {
            panic!("there is a board of six by six");
        };
        let draft = StarBattle::draft(&outline, blank, answer, &mut rng, &|| false);
        let draft = draft.expect("every full board has regions");
        let first = &draft.blank.letters;
        let grid = draft.blank.grid;
        let mut choice = DraftChoice {
            shown: Vec::new(),
            picks: vec![0; first.len()],
        };
        // Each round adds cells beside the region.
        for _ in 0..grid.n_cells() {
            for (at, alternative) in draft.alternatives.iter().enumerate() {
                let mut changed = choice.clone();
                changed.picks[at] = ((6 - region(first[at])) % 6) as u8;
                if changed.picks[at] < alternative.count
                    && StarBattle::choose(&draft, &changed).is_some()
                {
                    choice = changed;
                }
            }
        }
        let (grown, _) = StarBattle::choose(&draft, &choice).expect("regions are connected");
        let is_beside = |at: usize| {
            let mut near = grid.neighbours4(grid.cell(at));
            near.any(|cell| first[grid.index(cell)] == 'A')
        };
        let mut joined = (0..first.len()).filter(|&at| grown.letters[at] == 'A');
        assert!(joined.any(|at| first[at] != 'A' && !is_beside(at)));
        assert!(StarBattle::check(&grown, &draft.answer).is_ok());
    }
}
