//! Two rows or two columns side by side with things that do not touch, such as tents or stars: how many each line has restricts where they are in both.

use std::collections::HashMap;
use std::sync::Arc;

use gridwright_constraints::Automaton;

use crate::contract::{Claim, PremiseForm};

/// A line: the fact of each of its places, `None` where nothing can be, and how many it has.
pub(crate) struct CountedLine {
    pub(crate) places: Vec<Option<usize>>,
    pub(crate) count: usize,
}

/// What is known after some places: how many each line has, and whether something is at the place before this one and at this one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Progress {
    counts: [usize; 2],
    before: bool,
    here: bool,
}

/// The form that each of two lines side by side has its count, and nothing touches.
pub(crate) fn form(lines: &[CountedLine; 2]) -> PremiseForm {
    // The places in the order of reading, across both lines.
    let length = lines[0].places.len().min(lines[1].places.len());
    let places = (0..length).flat_map(|at| [(at, 0), (at, 1)]);
    let places = places.filter_map(|(at, line)| Some((at, line, lines[line].places[at]?)));
    let places: Vec<(usize, usize, usize)> = places.collect();
    let start = Progress {
        counts: [0, 0],
        before: false,
        here: false,
    };
    let mut states = vec![start];
    let mut layer = vec![0];
    let mut arcs: Vec<(usize, i32, usize)> = Vec::new();
    let mut last = None;
    for &(at, line, _) in &places {
        let mut numbers: HashMap<Progress, usize> = HashMap::new();
        for &from in &layer {
            let mut progress: Progress = states[from];
            if last != Some(at) {
                let is_next = last.is_some_and(|last| last + 1 == at);
                progress.before = is_next && progress.here;
                progress.here = false;
            }
            for symbol in [0, 1] {
                let mut to = progress;
                if symbol == 1 {
                    if to.before || to.here || to.counts[line] == lines[line].count {
                        continue;
                    }
                    to.counts[line] += 1;
                    to.here = true;
                }
                let number = *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                });
                arcs.push((from, symbol, number));
            }
        }
        layer = numbers.into_values().collect();
        layer.sort_unstable();
        last = Some(at);
    }
    let mut automaton = Automaton::new(states.len(), 0, [0, 1]);
    for (from, symbol, to) in arcs {
        automaton = automaton.arc(from, symbol, to);
    }
    for &state in &layer {
        if states[state].counts == [lines[0].count, lines[1].count] {
            automaton = automaton.accept(state);
        }
    }
    let sign = |&(_, _, fact): &(usize, usize, usize)| {
        vec![(Claim::is(fact), 1), (Claim::is_not(fact), 0)]
    };
    PremiseForm::Regular {
        of: places.iter().map(sign).collect(),
        automaton: Arc::new(automaton),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form agrees with counting and looking around, for all assignments of two short lines with gaps.
    #[test]
    fn pairs_agree_with_brute_force() {
        let gaps: [&[usize]; 3] = [&[], &[2], &[1, 5, 6]];
        for gap in gaps {
            let mut next = 0;
            let mut line = |first: usize| -> Vec<Option<usize>> {
                let place = |at: usize| {
                    (!gap.contains(&(first + at))).then(|| {
                        next += 1;
                        next - 1
                    })
                };
                (0..4).map(place).collect()
            };
            let (a, b) = (line(0), line(4));
            for counts in [[1, 1], [2, 1], [0, 2], [2, 2]] {
                let lines = [
                    CountedLine {
                        places: a.clone(),
                        count: counts[0],
                    },
                    CountedLine {
                        places: b.clone(),
                        count: counts[1],
                    },
                ];
                let form = form(&lines);
                for word in 0_u32..1 << next {
                    let is = |fact: &Option<usize>| fact.is_some_and(|fact| word >> fact & 1 == 1);
                    let n = |line: &[Option<usize>]| line.iter().filter(|fact| is(fact)).count();
                    let all = [&a[..], &b[..]];
                    let touches = (0..2).any(|i| {
                        (0..4).any(|at| {
                            let near = |j: usize, other: usize| {
                                (i, at) != (j, other)
                                    && at.abs_diff(other) <= 1
                                    && is(&all[j][other])
                            };
                            let mut others =
                                (0..2).flat_map(|j| (0..4).map(move |other| (j, other)));
                            is(&all[i][at]) && others.any(|(j, other)| near(j, other))
                        })
                    });
                    let expected = [n(&a), n(&b)] == counts && !touches;
                    let truth = |fact: usize| word >> fact & 1 == 1;
                    assert_eq!(form.holds(&truth), expected, "{gap:?} {counts:?} {word:b}");
                }
            }
        }
    }
}
