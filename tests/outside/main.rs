//! The product from outside: the command, parity on emulated cores, footprint, golden files.
//!
//! One program holds all tests, so that they are linked once, run side by side, and share what
//! takes long to fit.

mod common;

mod answers;
mod arrays;
mod avr;
mod benchmark;
mod blocks;
mod budgets;
mod c_files;
mod command;
mod corpus;
mod cost;
mod device;
mod drift;
mod dsp;
mod early;
mod export;
mod exported;
mod ferns;
mod files;
mod footprint;
mod format;
mod golden;
mod honest;
mod hostile;
mod house;
mod include;
mod inputs;
mod interval;
mod kills;
mod large;
mod learned;
mod letter_on_device;
mod logarithms;
mod modules;
mod novelty;
mod online;
mod onnx;
mod outputs;
mod packages;
mod pairs;
mod probability;
mod recipes;
mod report;
mod resume;
mod sampled;
mod seeded;
mod selection;
mod series;
mod shards;
mod shells;
mod signals;
mod specification;
mod steady;
mod steps;
mod streams;
mod tables;
mod teacher;
mod time;
mod trial;
mod values;
mod verify;
mod weights;
