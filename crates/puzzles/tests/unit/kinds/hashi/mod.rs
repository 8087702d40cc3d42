//! Tests of Hashi.

mod answer;
mod draw;
mod text;
