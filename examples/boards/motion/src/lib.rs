#![no_std]
#![doc = include_str!("../README.md")]

mod model;

pub use model::*;
