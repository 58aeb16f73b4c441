//! The methods of the table.

use crate::features::score::{Energy, Leverage, Scorer, Surrogate};
use crate::recipe::Draw;

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
}

/// The columns of the table.
pub const COLUMNS: [Column; 4] =
    [Column::Draw(Draw::MonteCarlo), Column::Draw(Draw::Halton), Column::Leverage, Column::Surrogate];

impl Column {
    /// Returns the command's name for it.
    pub fn name(self) -> String {
        match self {
            Column::Draw(draw) => draw.to_string(),
            Column::Leverage => "leverage".to_owned(),
            Column::Surrogate => "surrogate".to_owned(),
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
            Column::Draw(_) => None,
            Column::Leverage => Some(Box::new(Leverage { ridge: LEVERAGE })),
            Column::Surrogate => Some(Box::new(Surrogate { energy: Energy { centred: false }, identity: false })),
        }
    }
}
