//! The methods of the table.

use crate::features::score::{Energy, Leverage, Scorer, Surrogate};
use crate::recipe::{Approximation, Draw};

/// The regularisation at which leverage is computed, a multiple of the number of rows.
const LEVERAGE: f64 = 0.05;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column {
    /// Features as they are drawn.
    Draw(Draw),
    /// Features resampled by ridge leverage.
    Leverage,
    /// Features resampled by the surrogate of the ridge leverage.
    Surrogate,
    /// Nyström's features, as many as the others.
    Nystroem,
}

/// The columns of the table, then those that the paper lacks.
pub const COLUMNS: [Column; 5] =
    [Column::Draw(Draw::MonteCarlo), Column::Draw(Draw::Halton), Column::Leverage, Column::Surrogate, Column::Nystroem];

impl Column {
    /// Returns the command's name for it.
    pub fn name(self) -> String {
        match self {
            Column::Draw(draw) => draw.to_string(),
            Column::Leverage => "leverage".to_owned(),
            Column::Surrogate => "surrogate".to_owned(),
            Column::Nystroem => Approximation::Nystroem.to_string(),
        }
    }

    /// Returns the draw of the features or candidates.
    pub fn draw(self) -> Draw {
        match self {
            Column::Draw(draw) => draw,
            _ => Draw::MonteCarlo,
        }
    }

    /// Returns the scorer that candidates are resampled by, if they are.
    pub fn scorer(self) -> Option<Box<dyn Scorer>> {
        match self {
            Column::Leverage => Some(Box::new(Leverage { ridge: LEVERAGE })),
            Column::Surrogate => Some(Box::new(Surrogate { energy: Energy { centred: false }, identity: false })),
            Column::Draw(_) | Column::Nystroem => None,
        }
    }
}
