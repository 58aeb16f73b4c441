//! Takes a stream of readings from a file of the host, as from a sensor, and prints a class for
//! every window: the number of the last sample, from one, and the class, steady where the model has
//! a rule for it.
#![no_std]
#![no_main]

#[path = "../panic.rs"]
mod panic;
#[path = "../source.rs"]
mod source;

/// The model and its shape, as `build.rs` found them; readings may stand in the place of golden
/// vectors.
mod given {
    include!(concat!(env!("OUT_DIR"), "/model.rs"));
}

use given::{CHANNELS, INPUTS, LENGTH, MODEL, Number, OUTPUTS, SCRATCH, STEADY};
use kernelet::Series;
use kernelet::number::Word;
use source::Source;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    let code = match run() {
        Ok(()) => 0,
        Err(trouble) => {
            semihosting::eprintln!("{trouble}");
            2
        }
    };
    semihosting::process::exit(code)
}

fn run() -> Result<(), &'static str> {
    let series = Series::<Number, CHANNELS, LENGTH, INPUTS, OUTPUTS, SCRATCH, STEADY>::view(MODEL);
    let mut series = series.map_err(|_| "the model in flash is damaged")?;
    let mut source = Source::open()?;
    let mut bytes = [0; 2 * CHANNELS];
    for row in 1u32.. {
        if !source.read(&mut bytes)? {
            break;
        }
        let mut readings = i16::words(&bytes);
        if series.push(core::array::from_fn(|_| readings.next().unwrap_or_default())) {
            semihosting::println!("{row} {}", series.steady());
        }
    }
    Ok(())
}
