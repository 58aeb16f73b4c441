//! Shahrampour, Beirami and Tarokh 2018: Tables 3 and 5, and Figures 1 to 3.

mod case;
mod cases;
mod comparison;
mod curve;
mod features;
pub mod figure1;
pub mod figure3;
mod heads;
mod method;
mod outcomes;
mod pairs;
pub mod table3;
pub mod table5;
mod trial;
