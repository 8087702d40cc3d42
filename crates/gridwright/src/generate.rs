//! Making puzzles: from a commission to as many of them as wanted.

use gridwright_setter::{Commission, Made, Maker, NotMade, Patience};

/// What was made.
#[derive(Debug)]
pub struct Generated {
    /// The puzzles, in the order of their numbers.
    pub made: Vec<Made>,
    /// Why there are no more, where there are fewer than were asked for.
    pub end: Option<NotMade>,
}

/// Makes so many puzzles, one after another, and tells each as soon as it is there. The same seed gives the same puzzles; what is made before patience
/// ends is kept. A [`Maker`] makes single ones by their numbers, on as many threads as one likes.
///
/// ```
/// use gridwright::{Commission, Patience, generate, kind};
///
/// let hashi = kind("hashi").ok_or("no such kind")?;
/// let mut told = 0;
/// let generated = generate(Commission::of(hashi), 3, 7, &Patience::endless(), &mut |_| told += 1);
/// assert_eq!((generated.made.len(), told), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    commission: Commission,
    many: u64,
    seed: u64,
    patience: &Patience,
    told: &mut dyn FnMut(&Made),
) -> Generated {
    let mut generated = Generated {
        made: Vec::new(),
        end: None,
    };
    let maker = match Maker::new(commission) {
        Ok(maker) => maker,
        Err(refusal) => {
            generated.end = Some(NotMade::Refused(refusal));
            return generated;
        }
    };
    for number in 0..many {
        match maker.make(seed, number, patience) {
            Ok(made) => {
                told(&made);
                generated.made.push(made);
            }
            Err(end) => {
                generated.end = Some(end);
                break;
            }
        }
    }
    generated
}
