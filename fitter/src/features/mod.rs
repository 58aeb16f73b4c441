//! Features: spectral samples are drawn, worthy ones picked, and the rest refined by gradient.
//!
//! The modules stand in the order in which they build on each other: [`draw`] makes random points,
//! [`kernel`] reshapes them, [`map`] turns rows into features, [`pool`], [`score`] and [`pick`]
//! choose among candidates, [`refine`] moves them, and [`find`] composes all of it.

pub mod approximate;
pub mod draw;
pub mod find;
pub mod kernel;
pub mod loss;
pub mod map;
pub mod pick;
pub mod pool;
pub mod refine;
pub mod score;
