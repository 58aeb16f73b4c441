//! The tables of papers, measured again beside the published figures.

mod cell;
mod data_set;
mod labelled;
pub mod li2019;
pub mod liu2020;
mod raw;
pub mod schleif2017;
pub mod shahrampour2018;

pub use cell::Cell;
