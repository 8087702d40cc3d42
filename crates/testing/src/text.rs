//! Invalid texts and files for parsers: random bytes, and valid texts and files with changes.

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
    let chars: Vec<char> = text.chars().collect();
    let fragments = fragments.iter().map(|fragment| fragment.chars().collect());
    let fragments: Vec<Vec<char>> = fragments.collect();
    changed(chars, &fragments, draws).into_iter().collect()
}

/// The bytes of a binary file with up to four changes like those of [`mutated`], or up to four other bytes. The parts of a file that describe
/// the others are at its end, so half of these are in the last tenth.
pub fn mutated_bytes(bytes: &[u8], draws: &mut Draws) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if draws.one_in(2) {
        let fragments = [vec![0xff; 4], vec![0; 8], vec![0xff, 0xff, 0xff, 0x7f]];
        return changed(bytes, &fragments, draws);
    }
    draws.repeat(1..=4, |draws| {
        let first = match draws.one_in(2) {
            true => bytes.len() - bytes.len() / 10,
            false => 0,
        };
        if first < bytes.len() {
            let at = first + draws.below(bytes.len() - first);
            bytes[at] = draws.below(256) as u8;
        }
    });
    bytes
}

fn changed<T: Clone>(mut items: Vec<T>, fragments: &[Vec<T>], draws: &mut Draws) -> Vec<T> {
    draws.repeat(1..=4, |draws| {
        let at = draws.below(items.len() + 1);
        let end = (at + draws.below(12)).min(items.len());
        let piece: Vec<T> = items[at..end].to_vec();
        match draws.below(if fragments.is_empty() { 5 } else { 7 }) {
            0 => drop(items.drain(at..end)),
            1 => drop(items.splice(at..at, piece)),
            2 => {
                let to = draws.below(items.len() + 1);
                items.splice(to..to, piece);
            }
            3 => {
                let other = draws.below(items.len().max(1));
                if at < items.len() {
                    items.swap(at, other);
                }
            }
            4 => items.truncate(at),
            _ => drop(items.splice(at..at, draws.pick(fragments).iter().cloned())),
        }
    });
    items
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
