//! The readings that firmware has to scale before a packed model takes them.

use crate::pack::ModelFile;
use crate::report::table::Line;
use serde::Serialize;

/// The names that a line has room for.
const NAMED: usize = 6;

/// The inputs, or channels of windows, whose values are not the raw readings themselves.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Readings {
    /// Their names.
    pub scaled: Vec<String>,
    #[serde(skip)]
    all: usize,
    #[serde(skip)]
    of_windows: bool,
}

impl Readings {
    /// Returns the readings of a model.
    pub fn of(file: &ModelFile) -> Readings {
        let sheet = &file.sheet;
        let (mut scaled, mut all) = (Vec::new(), 0);
        let mut add = |name: &String, is_raw: bool| {
            all += 1;
            scaled.extend((!is_raw).then(|| name.clone()));
        };
        // what windows compute of their channels is no reading
        let (channels, features) = sheet.series.as_ref().map_or((&[][..], 0), |signal| {
            (&signal.channels, file.device().window().map_or(0, |section| section.features.into()))
        });
        channels.iter().for_each(|channel| add(&channel.name, (channel.gain, channel.offset) == (1.0, 0.0)));
        let inputs = sheet.names.iter().zip(&sheet.scalings).skip(features);
        inputs.for_each(|(name, scaling)| add(name, scaling.is_raw()));
        Readings { scaled, all, of_windows: !channels.is_empty() }
    }

    /// Says which function of an export scales them.
    fn by(&self) -> &'static str {
        match self.of_windows {
            true => "an exported model's function readings does it for channels, prepare for other inputs",
            false => "an exported model's function prepare does it",
        }
    }

    /// Returns the line of a summary.
    pub fn line(&self) -> Line {
        let named = self.scaled.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let rest = match self.scaled.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let text = match self.scaled.len() {
            0 => "the values as they are".to_owned(),
            scaled if scaled == self.all => format!("all scaled first: {}", self.by()),
            _ => format!("{named}{rest} scaled first: {}; others as they are", self.by()),
        };
        ("readings", text)
    }
}
