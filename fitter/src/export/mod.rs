//! Export: the bytes of a packed model, and the data sheet that a host needs beside them.

pub mod file;
pub mod klt;
pub mod sheet;
