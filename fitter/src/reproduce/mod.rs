//! The tables of papers, measured again beside the published figures.

mod cell;
mod cell_file;
mod data_set;
mod figure;
mod kernel_machine;
mod labelled;
pub mod li2019;
pub mod liu2020;
mod mapping;
mod raw;
pub mod schleif2017;
mod scope;
pub mod shahrampour2018;
mod steps;

pub use cell::Cell;
pub use cell_file::CellFile;
pub use figure::figure;
pub use scope::Scope;
pub use steps::Steps;
