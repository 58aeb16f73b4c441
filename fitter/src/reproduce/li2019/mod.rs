//! Li, Zhang, Wang and Kumar 2019: Claim 1, Figures 1 and 2, Tables 2 and 3.

pub mod claim1;
mod density;
pub mod figure1;
pub mod figure2;
mod method;
mod part;
mod published2;
mod published3;
mod source;
mod svm;
pub mod table2;
pub mod table3;
mod toy;
mod train_test;
