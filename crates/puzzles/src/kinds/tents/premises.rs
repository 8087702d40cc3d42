//! The premises of Tents.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `number` | row 1 has 2 tents | 1 |
//! | `no_tree` | r1c1 has no tree beside it | 0 |
//! | `touch` | tents do not touch | 0 |
//! | `tree` | the tree at r1c1 needs a tent | 1 |
//! | `own_tree` | r1c1 and r1c3 have only 1 tree between them | 2 |
//! | `trees` | the trees at r1c1 and r1c3 need 2 tents; implied | 3 |
//! | `as_many` | there are as many tents as trees, 5 | 3 |
//! | `two_lines` | rows 1 and 2 have 2 and 3 tents, which do not touch; a summary | 3 |
//!
//! Tents beside a tree do not touch, so a tree has two at most, on opposite sides. Join such tents by their tree: each part that hangs together must have as many trees as tents,
//! and then each tree has a tent of its own. As there are as many tents as trees on the whole board, it is enough that no part has more tents than trees. Such a part has no
//! cycle and no tree with a single tent, so it has a tent with one tree beside it, and that tent determines the part: beyond each tree stands the opposite tent.

use gridwright_grid::Cell;

use crate::blocks::line_pairs::{self, CountedLine};
use crate::blocks::open_cells::{Conclusions, all_there, n_used, rest_needed, too_few};
use crate::blocks::step_words::{line_name, list};
use crate::contract::{Argument, Claim, Failure, Premise, PremiseForm, StepText, plural};
use crate::kinds::tents::Instance;

const NUMBER: &str = "number";
const TREE: &str = "tree";
const TREES: &str = "trees";
const OWN_TREE: &str = "own_tree";
const AS_MANY: &str = "as_many";
const TWO_LINES: &str = "two_lines";

/// The largest set of trees that need tents together, and the largest number of sets.
const MAX_SET: usize = 3;
const MAX_SETS: usize = 400;

const WORDS: Conclusions = Conclusions {
    is: "a tent",
    are: "tents",
    is_not: "not a tent",
    are_not: "not tents",
};

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let cell = |fact: usize| instance.open.cells[fact];
    let mut premises = Vec::new();
    let n_rows = instance.grid.rows();
    for (i, (line, clue)) in instance.lines().into_iter().enumerate() {
        let Some(clue) = clue else { continue };
        let name = line_name(n_rows, i);
        let tents = plural(clue as usize, "tent");
        let words = format!("{name} has {tents}");
        let form = PremiseForm::exactly(clue as usize, Claim::are(&line));
        let cells = line.iter().map(|&fact| cell(fact));
        let number = Premise::new(NUMBER, 1, words, cells, form).clue();
        premises.push(
            number
                .failure(
                    Failure::TooMany,
                    format!("{name} would have more than {tents}"),
                )
                .failure(
                    Failure::TooFew,
                    format!("{name} {}", too_few(line_count(clue), "tent")),
                )
                .violation(format!("{name} cannot have {tents}"))
                .brief(name),
        );
    }
    let trees = instance.tree_cells();
    let places = instance.places();
    let mut has_tree = vec![false; instance.open.cells.len()];
    for &fact in places.iter().flatten() {
        has_tree[fact] = true;
    }
    for (fact, _) in has_tree.iter().enumerate().filter(|(_, has)| !**has) {
        let words = format!("{} has no tree beside it", cell(fact));
        let form = PremiseForm::just(Claim::is_not(fact));
        premises.push(Premise::new("no_tree", 0, words, [cell(fact)], form));
    }
    for square in instance.open.squares(&instance.grid) {
        let form = PremiseForm::at_most(1, Claim::are(&square));
        let cells = square.iter().map(|&fact| cell(fact));
        let touch = Premise::new("touch", 0, "tents do not touch", cells, form);
        premises.push(touch.failure(Failure::TooMany, "{} would touch"));
    }
    for (&tree, places) in trees.iter().zip(&places) {
        let words = format!("the tree at {tree} needs a tent");
        let form = PremiseForm::at_least(1, Claim::are(places));
        let mut cells: Vec<Cell> = vec![tree];
        cells.extend(places.iter().map(|&fact| cell(fact)));
        let violation = format!("no cell is left for the tent of the tree at {tree}");
        premises.push(
            Premise::new(TREE, 1, words, cells, form)
                .violation(violation)
                .brief(format!("the tree at {tree}")),
        );
    }
    for part in short_parts(instance) {
        let names: Vec<String> = part.iter().map(|&fact| cell(fact).to_string()).collect();
        let between = plural(part.len() - 1, "tree");
        let words = format!("{} have only {between} between them", list(&names, "and"));
        let form = PremiseForm::at_most(part.len() - 1, Claim::are(&part));
        let cells = part.iter().map(|&fact| cell(fact));
        let violation = format!("{words}, too few for so many tents");
        premises.push(Premise::new(OWN_TREE, 2, words, cells, form).violation(violation));
    }
    for set in sets(&places) {
        let names: Vec<String> = set.iter().map(|&tree| trees[tree].to_string()).collect();
        let words = format!(
            "the trees at {} need {} tents",
            list(&names, "and"),
            set.len()
        );
        let mut facts: Vec<usize> = set.iter().flat_map(|&tree| places[tree].clone()).collect();
        facts.sort_unstable();
        facts.dedup();
        let form = PremiseForm::at_least(set.len(), Claim::are(&facts));
        let mut cells: Vec<Cell> = set.iter().map(|&tree| trees[tree]).collect();
        cells.extend(facts.iter().map(|&fact| cell(fact)));
        let names = list(&names, "and");
        premises.push(
            Premise::new(TREES, 3, words, cells, form)
                .violation(format!(
                    "too few cells are left for the {} tents of the trees at {names}",
                    set.len()
                ))
                .brief(format!("the trees at {names}"))
                .implied(),
        );
    }
    let all: Vec<usize> = (0..has_tree.len()).filter(|&fact| has_tree[fact]).collect();
    let words = format!("there are as many tents as trees, {}", trees.len());
    let form = PremiseForm::exactly(trees.len(), Claim::are(&all));
    premises.push(
        Premise::new(AS_MANY, 3, words, trees, form)
            .failure(Failure::TooMany, "there would be more tents than trees")
            .failure(Failure::TooFew, "there would be fewer tents than trees")
            .brief("as many tents as trees"),
    );
    premises.extend(two_lines(instance, &has_tree));
    premises
}

/// The number of tents that a clue gives.
fn line_count(clue: i32) -> usize {
    clue.max(0) as usize
}

/// Rows and columns side by side, if both have a number.
fn two_lines(instance: &Instance, has_tree: &[bool]) -> Vec<Premise> {
    let grid = &instance.grid;
    let fact = |cell: Cell| instance.open.fact(cell).filter(|&fact| has_tree[fact]);
    let rows = (0..grid.rows()).map(|row| grid.row(row).collect::<Vec<Cell>>());
    let cols = (0..grid.cols()).map(|col| grid.col(col).collect::<Vec<Cell>>());
    let all = [
        ("rows", rows.zip(&instance.rows).collect::<Vec<_>>()),
        ("columns", cols.zip(&instance.cols).collect::<Vec<_>>()),
    ];
    let mut premises = Vec::new();
    for (name, lines) in all {
        for (i, pair) in lines.windows(2).enumerate() {
            let [(a, Some(first)), (b, Some(second))] = pair else {
                continue;
            };
            let line = |cells: &[Cell], clue: i32| CountedLine {
                places: cells.iter().map(|&cell| fact(cell)).collect(),
                count: line_count(clue),
            };
            let form = line_pairs::form(&[line(a, *first), line(b, *second)]);
            let tents = match first == second {
                true => format!("{} each", plural(line_count(*first), "tent")),
                false => format!("{first} and {second} tents"),
            };
            let words = format!("{name} {} and {} have {tents}", i + 1, i + 2);
            let cells = a.iter().chain(b).copied();
            premises.push(
                Premise::new(TWO_LINES, 3, words, cells, form)
                    .summary()
                    .clue(),
            );
        }
    }
    premises
}

/// The sets of open cells that would be tents with one tree less than tents between them, as facts.
fn short_parts(instance: &Instance) -> Vec<Vec<usize>> {
    let grid = &instance.grid;
    let trees = |cell: Cell| {
        grid.neighbours4(cell)
            .filter(|near| instance.trees[grid.index(*near)])
    };
    let starts = instance.open.cells.iter().copied();
    let starts = starts.filter(|&cell| trees(cell).count() == 1);
    let mut parts: Vec<Vec<usize>> = Vec::new();
    'start: for start in starts {
        let (mut cells, mut seen) = (vec![start], Vec::new());
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            for tree in trees(cell)
                .filter(|tree| !seen.contains(tree))
                .collect::<Vec<_>>()
            {
                seen.push(tree);
                let row = (2 * tree.row).checked_sub(cell.row);
                let col = (2 * tree.col).checked_sub(cell.col);
                let (Some(row), Some(col)) = (row, col) else {
                    continue 'start;
                };
                let opposite = Cell::new(row, col);
                let is_open = grid.contains(opposite) && instance.open.fact(opposite).is_some();
                // A tree with one tent, or a cycle: the part has as many trees as tents.
                if !is_open || cells.contains(&opposite) {
                    continue 'start;
                }
                cells.push(opposite);
            }
            next += 1;
        }
        let mut part: Vec<usize> = cells
            .iter()
            .filter_map(|&cell| instance.open.fact(cell))
            .collect();
        part.sort_unstable();
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

/// Sets of at least two trees that hang together by cells beside two of them, the smallest first.
fn sets(places: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let shares = |a: usize, b: usize| places[a].iter().any(|fact| places[b].contains(fact));
    let near: Vec<Vec<usize>> = (0..places.len())
        .map(|a| {
            (0..places.len())
                .filter(|&b| b != a && shares(a, b))
                .collect()
        })
        .collect();
    let mut sets: Vec<Vec<usize>> = (0..places.len()).map(|tree| vec![tree]).collect();
    let mut start = 0;
    while start < sets.len() && sets[start].len() < MAX_SET && sets.len() < MAX_SETS {
        let set = sets[start].clone();
        for &tree in set.iter().flat_map(|&tree| &near[tree]) {
            if set.contains(&tree) {
                continue;
            }
            let mut larger = set.clone();
            larger.push(tree);
            larger.sort_unstable();
            if !sets.contains(&larger) {
                sets.push(larger);
            }
        }
        start += 1;
    }
    sets.retain(|set| set.len() > 1);
    sets
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = instance.open.conclusions(argument, &WORDS);
    if let Some(rule) = argument.refuting_rule().filter(|_| argument.excludes()) {
        let cells = instance.open.excluded(argument);
        let (technique, why) = match rule.rule {
            TREE => ("tree needs its cells", "no cell beside it would be left"),
            TREES => (
                "trees need their cells",
                "too few cells beside them would be left",
            ),
            NUMBER | AS_MANY => ("number needs its cells", "too few cells would be left"),
            _ => ("own tree", "there would be too many tents"),
        };
        let title = rule.sentence();
        let sentence = format!("{title}, and with a tent at {cells} {why}: {then}.");
        return Some(StepText::new(technique, sentence));
    }
    if let Some(chain) = argument.chain {
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        return None;
    };
    let title = premise.sentence();
    let (technique, how) = match (premise.rule, &premise.form) {
        (NUMBER | AS_MANY, PremiseForm::Count { of, max, .. }) => match n_used(argument, of) {
            0 if *max == 0 => ("number", ""),
            known if known == *max => ("number", all_there(*max)),
            _ => ("number", rest_needed(*max)),
        },
        (OWN_TREE, _) => ("own tree", ", and each tent needs one of its own"),
        (TREE, _) => ("only cell", ", and only one cell beside it is left"),
        (TREES, _) => ("trees together", ", and no other cells are left for them"),
        (TWO_LINES, _) => {
            let how = "and however they are placed without touching";
            let sentence = format!("{title}, {how}, {then}.");
            return Some(StepText::new("lines side by side", sentence));
        }
        _ => return None,
    };
    Some(StepText::new(technique, format!("{title}{how}: {then}.")))
}
