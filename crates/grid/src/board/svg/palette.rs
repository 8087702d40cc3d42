//! Palettes: the colours of a picture by purpose, on white and on dark backgrounds.
//!
//! The hues are those of Okabe and Ito, "Color Universal Design", 2008. In both palettes text has a contrast of at
//! least 4.5 to its background, and lines and outlines of at least 3.

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// The background.
    pub paper: &'static str,
    /// Clues and thick lines.
    pub ink: &'static str,
    /// Solutions.
    pub found: &'static str,
    /// Minor text.
    pub faint: &'static str,
    /// Thin lines.
    pub thin: &'static str,
    /// Tan cells.
    pub tan: &'static str,
    /// Their hatch.
    pub tan_hatch: &'static str,
    /// The dots of white cells.
    pub dots: &'static str,
    /// Water.
    pub water: &'static str,
    /// Its waves.
    pub wave: &'static str,
    /// Lit cells.
    pub lit: &'static str,
    /// Their hatch.
    pub lit_hatch: &'static str,
    /// Obstacles.
    pub block: &'static str,
    /// Shaded cells.
    pub shaded: &'static str,
    /// The background of cells with a clue: an extra region, an even or odd cell.
    pub clue_tint: &'static str,
    /// Wide lines of cells: thermometers, palindromes.
    pub clue_line: &'static str,
    /// Thin lines of cells and rings: arrows, between lines.
    pub clue_edge: &'static str,
    /// Renban lines.
    pub renban: &'static str,
    /// Whispers lines.
    pub whisper: &'static str,
    /// Entropic lines.
    pub entropic: &'static str,
    /// Modular lines.
    pub modular: &'static str,
    /// Region sum lines.
    pub region_sums: &'static str,
    /// Zipper lines.
    pub zipper: &'static str,
    /// Diagonals of the board.
    pub diagonal: &'static str,
    /// Cells that a step uses: outline and fill.
    pub used: (&'static str, &'static str),
    /// The hatch over that fill.
    pub used_hatch: &'static str,
    /// Cells that a step changes: outline and fill.
    pub changed: (&'static str, &'static str),
    /// Wrong cells: outline and hatch.
    pub wrong: (&'static str, &'static str),
    /// Cells that differ: outline and hatch.
    pub differs: (&'static str, &'static str),
}

impl Palette {
    /// For white paper and light pages.
    pub const LIGHT: Palette = Palette {
        paper: "#ffffff",
        ink: "#000000",
        found: "#0072b2",
        faint: "#555555",
        thin: "#767676",
        tan: "#e3bd82",
        tan_hatch: "#b98a45",
        dots: "#9a9a9a",
        water: "#d9eefb",
        wave: "#3f8fc4",
        lit: "#fff6b8",
        lit_hatch: "#d9c24a",
        block: "#3a3a3a",
        shaded: "#8f8f8f",
        clue_tint: "#dedede",
        clue_line: "#cfcfcf",
        clue_edge: "#8a8a8a",
        renban: "#eab6ea",
        whisper: "#9fdcae",
        entropic: "#f5c79a",
        modular: "#9fd8d6",
        region_sums: "#a3c8f0",
        zipper: "#cdbdf0",
        diagonal: "#34a3d8",
        used: ("#b8860b", "#fbf3c4"),
        used_hatch: "#e6cf7d",
        changed: ("#009e73", "#dff5ec"),
        wrong: ("#d55e00", "#f0b48a"),
        differs: ("#a3487f", "#e3bfd5"),
    };

    /// For dark pages.
    pub const DARK: Palette = Palette {
        paper: "#16191d",
        ink: "#f2f2f0",
        found: "#6cc0f2",
        faint: "#b4b8bd",
        thin: "#7d848c",
        tan: "#6b4f26",
        tan_hatch: "#9a7437",
        dots: "#7d848c",
        water: "#14364c",
        wave: "#56a5d8",
        lit: "#3f3a12",
        lit_hatch: "#6e6424",
        block: "#a3a8ae",
        shaded: "#565d65",
        clue_tint: "#333a42",
        clue_line: "#4a525b",
        clue_edge: "#9aa2ab",
        renban: "#6e3a6e",
        whisper: "#1f5c37",
        entropic: "#704318",
        modular: "#175b59",
        region_sums: "#1d4c7f",
        zipper: "#4b3a85",
        diagonal: "#3f9fd6",
        used: ("#e0b13a", "#3c3415"),
        used_hatch: "#6b5a1e",
        changed: ("#2ecb9c", "#0f3a2f"),
        wrong: ("#f2813a", "#7a3d14"),
        differs: ("#dd86bb", "#5c2f4a"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour (WCAG).
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let level = u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits");
            let level = f64::from(level) / 255.0;
            match level <= 0.04045 {
                true => level / 12.92,
                false => ((level + 0.055) / 1.055).powf(2.4),
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn text_and_lines_have_enough_contrast() {
        for palette in [Palette::LIGHT, Palette::DARK] {
            let backgrounds = [palette.paper, palette.used.1, palette.changed.1];
            for background in backgrounds {
                for letters in [palette.ink, palette.found, palette.faint] {
                    let contrast = contrast(letters, background);
                    assert!(contrast >= 4.5, "{letters} on {background}: {contrast}");
                }
            }
            for letters in [palette.ink, palette.found] {
                let contrast = contrast(letters, palette.lit);
                assert!(contrast >= 4.5, "{letters} on lit: {contrast}");
            }
            let contrast_on_block = contrast(palette.paper, palette.block);
            assert!(contrast_on_block >= 4.5, "{contrast_on_block}");
            let behind = [
                palette.tan,
                palette.water,
                palette.shaded,
                palette.clue_tint,
                palette.clue_line,
                palette.renban,
                palette.whisper,
                palette.entropic,
                palette.modular,
                palette.region_sums,
                palette.zipper,
            ];
            for background in behind {
                let contrast = contrast(palette.ink, background);
                assert!(contrast >= 4.5, "ink on {background}: {contrast}");
            }
            let outlines = [
                palette.used,
                palette.changed,
                palette.wrong,
                palette.differs,
            ];
            for (outline, _) in outlines.into_iter().chain([(palette.thin, "")]) {
                let contrast = contrast(outline, palette.paper);
                assert!(contrast >= 3.0, "{outline}: {contrast}");
            }
        }
    }
}
