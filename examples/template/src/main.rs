//! A first prediction: the self-test, then the class of a recorded window. Put your model in the
//! place of `motion` (`kernelet export MODEL --as cargo`), and your sensor in the place of the
//! recording.
#![no_std]
#![no_main]

use semihosting::{println, process};

/// One sample of a sensor at rest in milligravities.
const RECORDED: [f64; motion::CHANNELS] = [-8.0, 4.0, 979.0];

#[cortex_m_rt::entry]
fn main() -> ! {
    println!("self-test: {}", if motion::self_test() { "passed" } else { "failed" });
    let Ok(mut series) = motion::series() else { process::exit(1) };
    while !series.push(motion::readings(RECORDED)) {}
    println!("{}", motion::LABELS[usize::from(series.class())]);
    process::exit(0)
}
