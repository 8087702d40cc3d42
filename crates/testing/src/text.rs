//! Invalid texts for parsers: random bytes, and valid texts with changes.

use crate::draws::Draws;

/// Up to 60 random bytes, mostly printable, as text.
pub fn noise(draws: &mut Draws) -> String {
    let mut bytes = Vec::new();
    draws.repeat(0..=59, |draws| {
        bytes.push(match draws.below(4) {
            0 => draws.below(256) as u8,
            _ => 32 + draws.below(95) as u8,
        });
    });
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text with up to four changes: pieces dropped, duplicated or moved, characters swapped, the end cut off, or a fragment
/// inserted.
pub fn mutated(text: &str, fragments: &[&str], draws: &mut Draws) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    draws.repeat(1..=4, |draws| {
        let at = draws.below(chars.len() + 1);
        let end = (at + draws.below(12)).min(chars.len());
        let piece: Vec<char> = chars[at..end].to_vec();
        match draws.below(if fragments.is_empty() { 5 } else { 7 }) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, piece)),
            2 => {
                let to = draws.below(chars.len() + 1);
                chars.splice(to..to, piece);
            }
            3 => {
                let other = draws.below(chars.len().max(1));
                if at < chars.len() {
                    chars.swap(at, other);
                }
            }
            4 => chars.truncate(at),
            _ => drop(chars.splice(at..at, draws.pick(fragments).chars())),
        }
    });
    chars.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::check_seed;

    #[test]
    fn a_text_shrinks_to_the_change_that_matters() {
        let text = "one\ntwo\nthree\n";
        let mut seen = 0;
        for seed in 0..40 {
            let failed = check_seed(seed, |draws| {
                let text = mutated(text, &["99999"], draws);
                match text.contains("99999") {
                    true => Err(text.into()),
                    false => Ok(()),
                }
            });
            if let Err(failure) = failed {
                seen += 1;
                assert_eq!(failure.report, "99999one\ntwo\nthree\n");
            }
        }
        assert!(seen > 5);
    }
}
