//! Classes from rows in memory: which pumps will need a service?
//!
//! ```sh
//! cargo run --release --example pumps
//! ```
//!
//! Numbers and a column of texts go in, rows of one pump stay together, other pumps judge the
//! model, and what is written goes into flash.

use kernelet_fit::Error;
use kernelet_fit::estimator::{Answers, ArrayColumn, Choices, Model, Training, Watch, fit};
use std::path::Path;

/// The number of rows of each pump.
const EACH: u32 = 20;

/// Rows of some pumps: their columns, the state of each row, and the pump.
struct Rows {
    columns: Vec<ArrayColumn>,
    states: Vec<String>,
    pumps: Vec<u32>,
}

/// Fits a model to 40 pumps, judges it on 20 others, and writes it.
pub fn main() -> Result<(), Error> {
    let folder = std::env::temp_dir().join(format!("kernelet-pumps-{}", std::process::id()));
    let written = learn(&folder.join("pumps.klt"));
    let _ = std::fs::remove_dir_all(folder);
    written
}

/// Fits a model, shows what it is worth, and reads it again.
fn learn(path: &Path) -> Result<(), Error> {
    let (known, new) = (rows(0..40), rows(40..60));
    let training = Training::new(known.columns, "state", Answers::Classes(known.states))?;
    let training = training.in_groups("pump", known.pumps)?;
    let choices = Choices::default().with("flash", "512")?.with("blocks", "cosine")?.with("method", "mc")?;
    let model = fit(training, &choices.with("probability", "yes")?, Watch::default())?;

    let judged = model.judge(new.columns.clone(), Answers::Classes(new.states))?;
    println!("{} bytes of flash; on other pumps: {judged}", model.bytes().len());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|source| Error::io(folder, source))?;
    }
    model.write(path)?;

    // another program, another day
    let model = Model::open(path)?;
    let answers = model.predict(new.columns.clone())?;
    let shares = model.probabilities(new.columns)?;
    let label = model.label(&answers[0]).unwrap_or("?");
    println!("the first row of pump {}: {label}, of {:?} with {:.3?}", new.pumps[0], model.labels(), shares[0]);
    Ok(())
}

/// Makes rows: a worn pump shakes more than its current explains, and each liquid has a level of
/// its own.
fn rows(pumps: std::ops::Range<u32>) -> Rows {
    let pumps: Vec<u32> = pumps.flat_map(|pump| [pump; EACH as usize]).collect();
    let number =
        |place: usize, of: u32| f64::from((place as u32).wrapping_mul(2_654_435_761).rotate_left(of) % 1000) / 1000.0;
    let all = 0..pumps.len();
    let liquids: Vec<&str> = pumps.iter().map(|pump| ["water", "oil", "slurry"][*pump as usize % 3]).collect();
    let current: Vec<f64> =
        pumps.iter().zip(all.clone()).map(|(pump, row)| 4.0 + number(row, 7) + f64::from(pump % 3)).collect();
    let wear: Vec<f64> = all.clone().map(|row| number(row, 19)).collect();
    let vibration = all.map(|row| current[row].powi(2) * (0.05 + 0.1 * wear[row]) + 0.1 * number(row, 3)).collect();
    let states = wear.iter().map(|wear| if *wear > 0.6 { "worn" } else { "fine" }.to_owned()).collect();
    let columns = vec![
        ArrayColumn::numbers("current", current),
        ArrayColumn::numbers("vibration", vibration),
        ArrayColumn::texts("liquid", liquids),
    ];
    Rows { columns, states, pumps }
}
