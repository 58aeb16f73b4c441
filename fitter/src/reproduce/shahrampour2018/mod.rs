//! Shahrampour, Beirami and Tarokh 2018: Tables 3 and 5, and Figure 1.

mod case;
mod cases;
mod comparison;
mod features;
pub mod figure1;
mod heads;
mod method;
mod outcomes;
mod pairs;
pub mod table3;
pub mod table5;
mod trial;
