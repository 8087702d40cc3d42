//! Tests of the formats: one file for each file of `src`.

mod borders;
mod collection;
mod fpuzzles;
mod kudamono;
mod number16;
mod number3;
mod number4;
mod one_cell;
mod penpa;
mod pieces;
mod puzzlink;
mod pzprv3;
mod square;
mod tatham;
mod tatham_regions;
