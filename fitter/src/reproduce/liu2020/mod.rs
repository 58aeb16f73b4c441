//! Liu, Huang, Chen, Yang and Suykens 2020: Table 3, Figure 1, and what explains them.

mod classifier;
mod column;
mod published;
mod range;
mod repeat;
pub mod scaling;
pub mod table3;
