//! Building blocks that several kinds share. They know the contract and no kind; judges do not use them.

pub(crate) mod bool_cells;
pub(crate) mod cell_names;
pub(crate) mod chr_terms;
pub(crate) mod headed_text;
pub(crate) mod latin;
pub(crate) mod line_pairs;
pub(crate) mod loop_words;
pub(crate) mod loops;
pub(crate) mod number_cells;
pub(crate) mod open_cells;
pub(crate) mod shading;
pub(crate) mod step_words;
pub(crate) mod sum_words;
pub(crate) mod text_format;
