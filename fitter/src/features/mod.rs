//! Features: how spectral samples are drawn, scores_held_out, picked and refined.

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
