//! The example models in `programs`, as text.

macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../programs/", $name, ".gw")))),*]
    };
}

/// The example models: name and text.
pub const EXAMPLES: &[(&str, &str)] = models![
    "queens",
    "magic3",
    "magic4",
    "magic2",
    "send_more",
    "map",
    "sudoku",
    "sudoku_two_of_three",
    "knapsack",
    "tour",
    "circuit",
    "island",
    "whitetan",
];
