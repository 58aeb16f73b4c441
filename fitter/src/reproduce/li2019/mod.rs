//! Li, Zhang, Wang and Kumar 2019: Tables 2 and 3, and Figure 2.

pub mod figure2;
mod method;
mod part;
mod published2;
mod published3;
mod source;
mod svm;
pub mod table2;
pub mod table3;
mod train_test;
