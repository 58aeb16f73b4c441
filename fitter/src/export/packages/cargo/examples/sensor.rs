//! Reads a sensor, and prints the answer to every reading.
//!
//! The sensor is one of Linux's industrial I/O, of a single-board computer: a folder with a file
//! for each value. Put your own in its place.

use std::path::Path;
use std::time::Duration;
use std::{env, fs, io, thread};

// [if windows]
/// The time between two samples: set it to that of the training recording@interval@.
const PERIOD: Duration = Duration::from_millis(10);

/// The number of values that the sensor gives at a time.
const VALUES: usize = my_model::CHANNELS;
// [else]
/// The time between two readings.
const PERIOD: Duration = Duration::from_millis(500);

/// The number of values that the sensor gives at a time.
const VALUES: usize = my_model::INPUTS;
// [end]

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
// [if windows]
struct Answering(my_model::Series, [i16; VALUES]);
// [else]
struct Answering(my_model::Model);
// [end]

impl Answering {
// [if windows]
    fn start() -> Result<Answering, String> {
        my_model::series().map(|series| Answering(series, [0; VALUES])).map_err(|error| error.to_string())
    }
// [else]
    fn start() -> Result<Answering, String> {
        my_model::model().map(Answering).map_err(|error| error.to_string())
    }
// [end]

    /// Returns the answer to a reading, if there is one.
    fn answer(&mut self, values: [f64; VALUES]) -> Option<String> {
// [if windows]
        self.1 = my_model::readings_after(self.1, values);
        if !self.0.push(self.1) {
            return None;
        }
        let (inputs, model) = (self.0.inputs(), self.0.model());
// [else]
        let (inputs, model) = (my_model::prepare(&values), &self.0);
// [end]
// [if others]
        // The last @others@ of INPUT_NAMES are of other sensors: put their readings behind the
        // features in inputs, as prepare makes them. Until then the model takes their means.
// [end]
// [if class]
        let class = model.class(inputs);
// [end]
// [if steady]
        let class = self.0.steady_of(class);
// [end]
// [if class]
        Some(my_model::LABELS[usize::from(class)].to_owned())
// [end]
// [if value]
        Some(format!("{:?}", model.values(inputs)[0]))
// [end]
// [if values]
        Some(format!("{:?}", model.values(inputs)))
// [end]
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
