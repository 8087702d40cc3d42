//! Building blocks that several kinds share; they know the contract and no kind.

pub(crate) mod cell_names;
pub(crate) mod chr_terms;
pub(crate) mod number_cells;
pub(crate) mod text_format;
