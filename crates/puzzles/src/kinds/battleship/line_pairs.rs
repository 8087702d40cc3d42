//! Two neighbouring rows or columns of Battleship: whether all ways to fill both with ships that do not touch agree on some open cell. Dynamic programming along the lines.

use crate::contract::FactState;

/// The ways to fill a pair of cells, one of each line: 1 is ship.
const PAIRS: [[usize; 2]; 4] = [[0, 0], [0, 1], [1, 0], [1, 1]];

/// Whether all ways to fill two lines agree on some open cell. Each line has its tally, and the pair of cells at index `i` takes at most `room[i]` more ship cells.
pub(super) fn forces_a_cell(known: [&[FactState]; 2], tallies: [usize; 2], room: &[usize]) -> bool {
    let n = room.len();
    let may = |at: usize, pair: [usize; 2]| {
        let fits = |line: usize| match known[line][at] {
            FactState::Open => true,
            FactState::True => pair[line] == 1,
            FactState::False => pair[line] == 0,
        };
        let new = |line: usize| pair[line] == 1 && known[line][at] == FactState::Open;
        let more = usize::from(new(0)) + usize::from(new(1));
        fits(0) && fits(1) && more <= room[at]
    };
    let touch = |a: [usize; 2], b: [usize; 2]| (a[0] == 1 && b[1] == 1) || (a[1] == 1 && b[0] == 1);
    let (max_here, max_there) = (tallies[0], tallies[1]);
    let width = (max_here + 1) * (max_there + 1) * 4;
    let state =
        |here: usize, there: usize, pair: usize| (here * (max_there + 1) + there) * 4 + pair;
    // Which states are reachable from the start up to each pair, and from each pair to the end. A state is the number of ship cells in each line and the pair itself.
    let mut before = vec![vec![false; width]; n];
    let mut after = vec![vec![false; width]; n];
    let each = |visit: &mut dyn FnMut(usize, usize, usize)| {
        for here in 0..=max_here {
            for there in 0..=max_there {
                for pair in 0..4 {
                    visit(here, there, pair);
                }
            }
        }
    };
    for at in 0..n {
        let (done, rest) = before.split_at_mut(at);
        each(&mut |here, there, pair| {
            let now = PAIRS[pair];
            if !may(at, now) || here < now[0] || there < now[1] {
                return;
            }
            let (left, right) = (here - now[0], there - now[1]);
            rest[0][state(here, there, pair)] = match done.last() {
                None => left == 0 && right == 0,
                Some(last) => {
                    (0..4).any(|other| !touch(PAIRS[other], now) && last[state(left, right, other)])
                }
            };
        });
    }
    for at in (0..n).rev() {
        let (rest, done) = after.split_at_mut(at + 1);
        // Here the counts include the pair, and each line must still be able to reach its tally.
        each(&mut |here, there, pair| {
            rest[at][state(here, there, pair)] = match done.first() {
                None => here == max_here && there == max_there,
                Some(next) => (0..4).any(|other| {
                    let (more, then) = (
                        PAIRS[other],
                        (here + PAIRS[other][0], there + PAIRS[other][1]),
                    );
                    may(at + 1, more)
                        && !touch(PAIRS[pair], more)
                        && then.0 <= max_here
                        && then.1 <= max_there
                        && next[state(then.0, then.1, other)]
                }),
            };
        });
    }
    (0..n).any(|at| {
        let mut seen = [[false; 2]; 2];
        each(&mut |here, there, pair| {
            let it = state(here, there, pair);
            if before[at][it] && after[at][it] {
                for line in 0..2 {
                    seen[line][PAIRS[pair][line]] = true;
                }
            }
        });
        (0..2).any(|line| known[line][at] == FactState::Open && seen[line][0] != seen[line][1])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;

    /// The same by brute force.
    fn by_trying(known: [&[FactState]; 2], tallies: [usize; 2], room: &[usize]) -> bool {
        let n = room.len();
        let mut seen = vec![[false; 2]; 2 * n];
        for way in 0..1_u32 << (2 * n) {
            let ship = |line: usize, at: usize| way >> (line * n + at) & 1 == 1;
            let agrees = (0..2).all(|line| {
                (0..n).all(|at| match known[line][at] {
                    FactState::Open => true,
                    FactState::True => ship(line, at),
                    FactState::False => !ship(line, at),
                })
            });
            let count = |line: usize| (0..n).filter(|&at| ship(line, at)).count();
            let touches = |a: usize, b: usize| (1..n).any(|at| ship(a, at - 1) && ship(b, at));
            let apart = !touches(0, 1) && !touches(1, 0);
            let fits = (0..n).all(|at| {
                let new = |line: &usize| ship(*line, at) && known[*line][at] == FactState::Open;
                [0, 1].iter().filter(|line| new(line)).count() <= room[at]
            });
            if agrees && apart && fits && [count(0), count(1)] == tallies {
                for line in 0..2 {
                    for at in 0..n {
                        seen[line * n + at][usize::from(ship(line, at))] = true;
                    }
                }
            }
        }
        let is_settled = |place: usize| {
            let is_open = known[place / n][place % n] == FactState::Open;
            is_open && seen[place][0] != seen[place][1]
        };
        (0..2 * n).any(is_settled)
    }

    #[test]
    fn forces_a_cell_agrees_with_brute_force() {
        let mut rng = Rng::new(3);
        let mut forced = 0;
        for _ in 0..300 {
            let n = 1 + rng.below(5);
            let mut line = || -> Vec<FactState> {
                let some = |_| match rng.below(5) {
                    0 => FactState::True,
                    1 => FactState::False,
                    _ => FactState::Open,
                };
                (0..n).map(some).collect()
            };
            let (here, there) = (line(), line());
            let tallies = [rng.below(n + 1), rng.below(n + 1)];
            let room: Vec<usize> = (0..n).map(|_| rng.below(3)).collect();
            let counted = forces_a_cell([&here, &there], tallies, &room);
            assert_eq!(counted, by_trying([&here, &there], tallies, &room));
            forced += usize::from(counted);
        }
        assert!((30..270).contains(&forced), "{forced}");
    }
}
