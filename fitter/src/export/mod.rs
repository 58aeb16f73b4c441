//! Export: the bytes of a packed model, the data sheet that a host needs beside them, and source to compile in.

pub mod anatomy;
pub mod c;
pub mod file;
pub mod klt;
pub mod name;
pub mod rust;
pub mod sheet;
pub mod vectors;
