//! Random variants for generation: rules and regions that a full board must obey, and clues that are made from a full board.

mod clues;
mod lines;
mod regions;

use gridwright_fd::Rng;

use self::clues::ClueGenerator;
use crate::contract::GenerateError;
use crate::kinds::sudoku::variants::{
    Chess, Constraint, Different, DotKind, Negative, OutsideRule, Variant,
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
    ExtraRegions,
    Clone,
    Killer,
    Thermo,
    Arrow,
    Palindrome,
    Renban,
    Whispers,
    Entropic,
    Modular,
    RegionSums,
    Zipper,
    Between,
    Kropki,
    Xv,
    EvenOdd,
    Extremes,
    Indexer,
    Quadruple,
    Outside(OutsideRule),
}

impl Style {
    /// Whether random regions or groups are placed before the search for a full board. If it has none, others may have one.
    pub(super) fn is_placed_at_random(self) -> bool {
        matches!(self, Style::Jigsaw | Style::ExtraRegions | Style::Clone)
    }

    /// Whether its rules, regions or groups are on the board before the search for numbers; other variants are made from the numbers.
    fn is_on_blank_board(self) -> bool {
        self.is_placed_at_random()
            || matches!(
                self,
                Style::Diagonal
                    | Style::AntiKnight
                    | Style::AntiKing
                    | Style::NonConsecutive
                    | Style::DisjointGroups
                    | Style::Windoku
            )
    }
}

const STYLES: &[(&str, Style)] = &[
    ("diagonal", Style::Diagonal),
    ("anti-knight", Style::AntiKnight),
    ("anti-king", Style::AntiKing),
    ("non-consecutive", Style::NonConsecutive),
    ("disjoint-groups", Style::DisjointGroups),
    ("windoku", Style::Windoku),
    ("jigsaw", Style::Jigsaw),
    ("extra-regions", Style::ExtraRegions),
    ("clone", Style::Clone),
    ("killer", Style::Killer),
    ("thermo", Style::Thermo),
    ("arrow", Style::Arrow),
    ("palindrome", Style::Palindrome),
    ("renban", Style::Renban),
    ("whispers", Style::Whispers),
    ("entropic", Style::Entropic),
    ("modular", Style::Modular),
    ("region-sums", Style::RegionSums),
    ("zipper", Style::Zipper),
    ("between", Style::Between),
    ("kropki", Style::Kropki),
    ("xv", Style::Xv),
    ("even-odd", Style::EvenOdd),
    ("extremes", Style::Extremes),
    ("indexer", Style::Indexer),
    ("quadruple", Style::Quadruple),
    ("little-killer", Style::Outside(OutsideRule::LittleKiller)),
    ("sandwich", Style::Outside(OutsideRule::Sandwich)),
    ("x-sum", Style::Outside(OutsideRule::XSum)),
    ("skyscraper", Style::Outside(OutsideRule::Skyscraper)),
];

/// The names of all variants.
pub(super) fn names() -> Vec<&'static str> {
    STYLES.iter().map(|(name, _)| *name).collect()
}

/// Reads a list of variants, joined by `+`.
pub(super) fn styles(text: &str) -> Result<Vec<Style>, GenerateError> {
    let style = |word: &str| {
        let mut all = STYLES.iter();
        let found = all.find(|(name, _)| *name == word.trim());
        found.map(|(_, style)| *style).ok_or_else(|| {
            let names = names().join(", ");
            GenerateError(format!(
                "variant: expected one or more of {names}, joined by +, found `{word}`"
            ))
        })
    };
    text.split('+').map(style).collect()
}

/// The board without clues, with the rules and regions of these variants; `None` if no place was found for them.
pub(super) fn blank(styles: &[Style], mut blank: Instance, rng: &mut Rng) -> Option<Instance> {
    let mut variant = Variant::default();
    if styles.contains(&Style::Jigsaw) {
        variant.regions = Some(regions::jigsaw(&blank, rng));
        blank = blank.with_variant(variant.clone());
    }
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
            Style::ExtraRegions => regions::extra_regions(&blank, rng),
            Style::Clone => regions::clones(&blank, rng)?,
            _ => Vec::new(),
        });
    }
    Some(blank.with_variant(variant))
}

/// The board with the clues of these variants that a full board determines; `None` if one of the variants that are made from numbers gets no clue.
pub(super) fn with_clues(
    styles: &[Style],
    blank: Instance,
    answer: &Answer,
    rng: &mut Rng,
) -> Option<Instance> {
    let generator = ClueGenerator {
        instance: &blank,
        numbers: &answer.0,
    };
    let mut constraints = blank.constraints().to_vec();
    for style in styles.iter().filter(|style| !style.is_on_blank_board()) {
        let clues = generator.clues(*style, rng);
        if clues.is_empty() {
            return None;
        }
        constraints.extend(clues);
    }
    let regions = blank.region_of_cells().map(<[_]>::to_vec);
    Some(blank.with_variant(Variant {
        regions,
        constraints,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_variants_are_named() {
        let error = styles("killer+wat").expect_err("no such variant");
        assert!(error.0.ends_with("joined by +, found `wat`"), "{error}");
        assert_eq!(styles("killer+xv"), Ok(vec![Style::Killer, Style::Xv]));
    }
}
