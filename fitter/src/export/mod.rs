//! Export: source to compile in, and golden vectors.

pub mod c;
pub mod name;
pub mod rust;

pub mod vectors;
