//! Values from rows in memory, within a time limit: how warm will a room be in an hour?
//!
//! ```sh
//! cargo run --release --example room
//! ```
//!
//! Somebody listens while the fit works, later rows judge the model, and C source comes out.

use kernelet_fit::Error;
use kernelet_fit::estimator::{Answers, ArrayColumn, Choices, Decision, Form, Training, Watch, fit};
use kernelet_fit::search::{Candidate, Progress};
use std::f64::consts::TAU;

/// A listener that prints what is judged. The fit calls it from several threads.
#[derive(Debug)]
struct Printer;

impl Progress for Printer {
    fn trying(&self, what: &str) {
        println!("trying {what}");
    }

    fn done(&self, _parts: usize, _all: usize) {}

    fn judged(&self, candidate: Candidate) {
        println!("{}: mean square error {:.4} on later rows", candidate.blocks, candidate.error);
    }
}

/// Fits a model to four weeks, judges it on the fifth, and writes it as C.
pub fn main() -> Result<(), Error> {
    let (columns, warm) = week(0..4);
    let training = Training::new(columns, "in_an_hour", Answers::Values(warm))?.in_time();
    let choices = [("flash", "400"), ("blocks", "cosine"), ("method", "mc"), ("number", "q7"), ("seconds", "20")];
    let choices = choices.iter().try_fold(Choices::default(), |made, (name, value)| made.with(name, value))?;
    let model = fit(training, &choices, Watch { progress: Some(&Printer), stop: None })?;

    let (columns, warm) = week(4..5);
    let judged = model.judge(columns.clone(), Answers::Values(warm.clone()))?;
    println!("{} bytes of flash; in the fifth week: {judged}", model.bytes().len());
    let answers = model.predict(columns)?;
    if let Decision::Value(value) = answers[0].decision {
        println!("the device says {value:.2} degrees, it was {:.2}", warm[0]);
    }

    let folder = std::env::temp_dir().join(format!("kernelet-room-{}", std::process::id()));
    let files = model.export(Form::C, &folder, "room")?;
    println!("{} C files, such as {}", files.len(), files[0].display());
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}

/// Makes a reading every hour: the time of day, the heating, and the temperature inside and
/// outside.
fn week(weeks: std::ops::Range<u32>) -> (Vec<ArrayColumn>, Vec<f64>) {
    let hours = weeks.start * 168..weeks.end * 168;
    let (mut inside, mut rows) = (19.0_f64, Vec::new());
    for hour in hours {
        let day = f64::from(hour % 24);
        let outside = 5.0
            + 4.0 * (TAU * (day - 9.0) / 24.0).sin()
            + 2.0 * f64::from(hour.wrapping_mul(2_654_435_761) >> 16 & 255) / 255.0;
        let heating = if (6.0..22.0).contains(&day) { (21.5 - inside).clamp(0.0, 2.0) } else { 0.0 };
        let next = inside + 0.03 * (outside - inside) + 0.8 * heating;
        rows.push([day, outside, heating, inside, next]);
        inside = next;
    }
    let column = |place: usize| rows.iter().map(|row| row[place]).collect::<Vec<f64>>();
    let names = ["hour", "outside", "heating", "inside"].iter().enumerate();
    (names.map(|(place, name)| ArrayColumn::numbers(*name, column(place))).collect(), column(4))
}
