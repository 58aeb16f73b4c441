//! Schleif, Kaban and Tino 2017: Table 1.

mod checkerboard;
mod folds;
mod partition;
mod published;
pub mod table1;
