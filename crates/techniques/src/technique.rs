//! The techniques in HoDoKu's order, with its names, scores and levels; and sets of them, as a user chooses them.

use std::fmt;

/// How hard a technique, or a puzzle, is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates and small sets.
    Medium,
    /// Fish, wings, rectangles and colours.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Forcing chains and nets.
    Extreme,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 5] = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Unfair,
        Level::Extreme,
    ];

    /// The greatest score of a puzzle of this level.
    pub fn max_score(self) -> u32 {
        match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Unfair => 1800,
            Level::Extreme => u32::MAX,
        }
    }

    /// Its name: "unfair".
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }
}

/// Declares the techniques: variant, id on the command line, name, level, score, and whether HoDoKu uses it by default.
macro_rules! techniques {
    ($($variant:ident $id:literal $name:literal $level:ident $score:literal $default:literal;)*) => {
        /// A technique. The order is that in which they are tried.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Technique {
            $(#[doc = $name] $variant,)*
        }

        impl Technique {
            /// All techniques, in order.
            pub const ALL: [Technique; [$($score),*].len()] = [$(Technique::$variant),*];

            /// Its properties.
            const fn row(self) -> Row {
                match self {
                    $(Technique::$variant => Row {
                        id: $id, name: $name, level: Level::$level, score: $score, is_default: $default,
                    },)*
                }
            }
        }
    };
}

struct Row {
    id: &'static str,
    name: &'static str,
    level: Level,
    score: u32,
    is_default: bool,
}

techniques! {
    FullHouse "full-house" "Full House" Easy 4 true;
    NakedSingle "naked-single" "Naked Single" Easy 4 true;
    HiddenSingle "hidden-single" "Hidden Single" Easy 14 true;
    LockedPair "locked-pair" "Locked Pair" Medium 40 true;
    LockedTriple "locked-triple" "Locked Triple" Medium 60 true;
    LockedCandidates1 "pointing" "Locked Candidates Type 1 (Pointing)" Medium 50 true;
    LockedCandidates2 "claiming" "Locked Candidates Type 2 (Claiming)" Medium 50 true;
    NakedPair "naked-pair" "Naked Pair" Medium 60 true;
    NakedTriple "naked-triple" "Naked Triple" Medium 80 true;
    HiddenPair "hidden-pair" "Hidden Pair" Medium 70 true;
    HiddenTriple "hidden-triple" "Hidden Triple" Medium 100 true;
    NakedQuadruple "naked-quadruple" "Naked Quadruple" Hard 120 true;
    HiddenQuadruple "hidden-quadruple" "Hidden Quadruple" Hard 150 true;
    XWing "x-wing" "X-Wing" Hard 140 true;
    Swordfish "swordfish" "Swordfish" Hard 150 true;
    Jellyfish "jellyfish" "Jellyfish" Hard 160 true;
    RemotePair "remote-pair" "Remote Pair" Hard 110 true;
    BugPlus1 "bug+1" "Bivalue Universal Grave + 1" Hard 100 true;
    Skyscraper "skyscraper" "Skyscraper" Hard 130 true;
    TwoStringKite "2-string-kite" "2-String Kite" Hard 150 true;
    TurbotFish "turbot-fish" "Turbot Fish" Hard 120 true;
    EmptyRectangle "empty-rectangle" "Empty Rectangle" Hard 120 true;
    WWing "w-wing" "W-Wing" Hard 150 true;
    XyWing "xy-wing" "XY-Wing" Hard 160 true;
    XyzWing "xyz-wing" "XYZ-Wing" Hard 180 true;
    WxyzWing "wxyz-wing" "WXYZ-Wing" Hard 200 false;
    UniqueRectangle1 "uniqueness-1" "Uniqueness Test 1" Hard 100 true;
    UniqueRectangle2 "uniqueness-2" "Uniqueness Test 2" Hard 100 true;
    UniqueRectangle3 "uniqueness-3" "Uniqueness Test 3" Hard 100 true;
    UniqueRectangle4 "uniqueness-4" "Uniqueness Test 4" Hard 100 true;
    UniqueRectangle5 "uniqueness-5" "Uniqueness Test 5" Hard 100 true;
    UniqueRectangle6 "uniqueness-6" "Uniqueness Test 6" Hard 100 true;
    HiddenRectangle "hidden-rectangle" "Hidden Rectangle" Hard 100 true;
    AvoidableRectangle1 "avoidable-rectangle-1" "Avoidable Rectangle Type 1" Hard 100 true;
    AvoidableRectangle2 "avoidable-rectangle-2" "Avoidable Rectangle Type 2" Hard 100 true;
    FinnedXWing "finned-x-wing" "Finned X-Wing" Hard 130 true;
    SashimiXWing "sashimi-x-wing" "Sashimi X-Wing" Hard 150 true;
    FinnedSwordfish "finned-swordfish" "Finned Swordfish" Unfair 200 true;
    SashimiSwordfish "sashimi-swordfish" "Sashimi Swordfish" Unfair 240 true;
    FinnedJellyfish "finned-jellyfish" "Finned Jellyfish" Unfair 250 true;
    SashimiJellyfish "sashimi-jellyfish" "Sashimi Jellyfish" Unfair 260 true;
    SueDeCoq "sue-de-coq" "Sue de Coq" Unfair 250 true;
    SimpleColors "simple-colors" "Simple Colors" Hard 150 true;
    MultiColors "multi-colors" "Multi Colors" Hard 200 true;
    XChain "x-chain" "X-Chain" Unfair 260 true;
    XyChain "xy-chain" "XY-Chain" Unfair 260 true;
    NiceLoop "nice-loop" "Nice Loop/AIC" Unfair 280 true;
    GroupedNiceLoop "grouped-nice-loop" "Grouped Nice Loop/AIC" Unfair 300 true;
    AlsXz "als-xz" "ALS-XZ" Unfair 300 true;
    AlsXyWing "als-xy-wing" "ALS-XY-Wing" Unfair 320 true;
    AlsXyChain "als-xy-chain" "ALS-XY-Chain" Unfair 340 true;
    DeathBlossom "death-blossom" "Death Blossom" Unfair 360 false;
    FrankenXWing "franken-x-wing" "Franken X-Wing" Unfair 300 true;
    FrankenSwordfish "franken-swordfish" "Franken Swordfish" Unfair 350 true;
    FrankenJellyfish "franken-jellyfish" "Franken Jellyfish" Unfair 370 false;
    FinnedFrankenXWing "finned-franken-x-wing" "Finned Franken X-Wing" Unfair 390 true;
    FinnedFrankenSwordfish "finned-franken-swordfish" "Finned Franken Swordfish" Unfair 410 true;
    FinnedFrankenJellyfish "finned-franken-jellyfish" "Finned Franken Jellyfish" Unfair 430 false;
    ForcingChain "forcing-chain" "Forcing Chain" Extreme 500 true;
    ForcingNet "forcing-net" "Forcing Net" Extreme 700 true;
}

impl Technique {
    /// Its name: "2-String Kite".
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its name on the command line: "2-string-kite".
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// How hard it is.
    pub fn level(self) -> Level {
        self.row().level
    }

    /// What one step of it adds to the score of a puzzle.
    pub fn score(self) -> u32 {
        self.row().score
    }

    /// Whether it rests on the puzzle having only one answer.
    pub fn needs_uniqueness(self) -> bool {
        use Technique::*;
        matches!(
            self,
            BugPlus1
                | UniqueRectangle1
                | UniqueRectangle2
                | UniqueRectangle3
                | UniqueRectangle4
                | UniqueRectangle5
                | UniqueRectangle6
                | HiddenRectangle
                | AvoidableRectangle1
                | AvoidableRectangle2
        )
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of techniques: those that a step may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TechniqueSet(u64);

impl Default for TechniqueSet {
    /// The techniques that HoDoKu uses by default.
    fn default() -> TechniqueSet {
        TechniqueSet::of(|technique| technique.row().is_default)
    }
}

impl TechniqueSet {
    /// All techniques.
    pub fn all() -> TechniqueSet {
        TechniqueSet::of(|_| true)
    }

    /// The techniques for which `is_in` holds.
    pub fn of(is_in: impl Fn(Technique) -> bool) -> TechniqueSet {
        let members = Technique::ALL.into_iter().filter(|&t| is_in(t));
        TechniqueSet(members.fold(0, |bits, t| bits | 1 << t as u64))
    }

    /// Whether a technique is in it.
    pub fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u64 & 1 == 1
    }

    /// The set with a technique.
    pub fn with(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 | 1 << technique as u64)
    }

    /// The set without a technique.
    pub fn without(self, technique: Technique) -> TechniqueSet {
        TechniqueSet(self.0 & !(1 << technique as u64))
    }

    /// The techniques that do not rest on the puzzle having only one answer.
    pub fn without_uniqueness(self) -> TechniqueSet {
        TechniqueSet::of(|t| self.contains(t) && !t.needs_uniqueness())
    }

    /// The members, in order.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL
            .into_iter()
            .filter(move |&t| self.contains(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct_and_techniques_fit_into_a_word() {
        let mut ids: Vec<&str> = Technique::ALL.iter().map(|t| t.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Technique::ALL.len());
        assert!(Technique::ALL.len() <= 64);
    }

    #[test]
    fn the_default_has_no_wxyz_wing() {
        let default = TechniqueSet::default();
        assert!(default.contains(Technique::XyzWing) && !default.contains(Technique::WxyzWing));
        assert!(!default.without_uniqueness().contains(Technique::BugPlus1));
    }
}
