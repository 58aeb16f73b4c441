//! Liu, Huang, Chen, Yang and Suykens 2020: Table 3.

mod classifier;
mod column;
mod published;
mod range;
mod repeat;
pub mod table3;
