//! Features: spectral samples are drawn, good ones picked, and the rest refined by gradient.
//!
//! The modules stand in the order in which they build on each other. [`find`] composes them into
//! the flow that a fit runs; [`approximate`] measures how near features come to a kernel.

// from random points to features
pub mod draw;
pub mod kernel;
pub mod map;

// from many candidates to few
pub mod pool;

pub mod score;

pub mod pick;

// from drawn features to learnt ones
pub mod loss;
pub mod refine;

// the composition
pub mod find;

pub mod approximate;
