//! Reads a sensor, and prints the answer to every reading.
//!
//! The sensor is one of Linux's industrial I/O, of a single-board computer: a folder with a file
//! for each value. Put your own in its place.

use std::path::Path;
use std::time::Duration;
use std::{env, fs, io, thread};

/// The time between two samples: set it to that of the training recording.
const PERIOD: Duration = Duration::from_millis(10);

/// The number of values that the sensor gives at a time.
const VALUES: usize = motion::CHANNELS;

/// Reads all values, in the units of the training file.
fn read_sensor(folder: &Path) -> io::Result<[f64; VALUES]> {
    let mut values = [0.0; VALUES];
    for (i, value) in values.iter_mut().enumerate() {
        let text = fs::read_to_string(folder.join(format!("in_voltage{i}_raw")))?;
        *value = text.trim().parse().map_err(io::Error::other)?;
    }
    Ok(values)
}

/// The model, and what it keeps from one reading to the next.
struct Answering(motion::Series, [i16; VALUES]);

impl Answering {
    fn start() -> Result<Answering, String> {
        motion::series().map(|series| Answering(series, [0; VALUES])).map_err(|error| error.to_string())
    }

    /// Returns the answer to a reading, if there is one.
    fn answer(&mut self, values: [f64; VALUES]) -> Option<String> {
        self.1 = motion::readings_after(self.1, values);
        if !self.0.push(self.1) {
            return None;
        }
        let (inputs, model) = (self.0.inputs(), self.0.model());
        let class = model.class(inputs);
        let class = self.0.steady_of(class);
        Some(motion::LABELS[usize::from(class)].to_owned())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::args().nth(1).unwrap_or("/sys/bus/iio/devices/iio:device0".to_owned());
    let mut answering = Answering::start()?;
    loop {
        if let Some(answer) = answering.answer(read_sensor(folder.as_ref())?) {
            println!("{answer}");
        }
        thread::sleep(PERIOD);
    }
}
