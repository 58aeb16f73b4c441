//! Patches of a grid of inputs.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Rows and columns: of a grid that the inputs form row by row, or of a patch of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The rows.
    pub rows: u16,
    /// The columns.
    pub columns: u16,
}

/// What stands before the running numbers of pixels.
const PIXEL: &str = "pixel";

impl Grid {
    /// Returns the number of inputs.
    pub fn inputs(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Returns true where another grid lies within this one.
    pub fn holds(self, other: Grid) -> bool {
        other.rows <= self.rows && other.columns <= self.columns
    }

    /// Returns the grid that inputs form by their names: `p0_0, p0_1, ...`, row by row, whatever
    /// stands before the first number, or the square of `pixel1, pixel2, ...`; `None` where they do
    /// not.
    pub fn of_names<S: AsRef<str>>(names: &[S]) -> Option<Grid> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        Grid::of_places(&names).or_else(|| Grid::of_pixels(&names))
    }

    /// Returns the grid that the names of rows and columns among these form, and the other names;
    /// `None` where they form none, or all do.
    pub fn beside_others<S: AsRef<str>>(names: &[S]) -> Option<(Grid, Vec<&str>)> {
        let (places, others): (Vec<&str>, Vec<&str>) =
            names.iter().map(AsRef::as_ref).partition(|name| place(name).is_some());
        Grid::of_places(&places).filter(|_| !others.is_empty()).map(|grid| (grid, others))
    }

    /// The square of so many pixels, by their running numbers.
    fn of_pixels(names: &[&str]) -> Option<Grid> {
        let number = |name: &&str| name.strip_prefix(PIXEL)?.parse().ok();
        let numbers: Vec<usize> = names.iter().map(number).collect::<Option<_>>()?;
        let first = *numbers.first()?;
        let side = u16::try_from(names.len().isqrt()).ok()?;
        let grid = Grid { rows: side, columns: side };
        (numbers.into_iter().eq(first..first + names.len()) && grid.inputs() == names.len()).then_some(grid)
    }

    fn of_places(names: &[&str]) -> Option<Grid> {
        let places: Vec<_> = names.iter().map(|name| place(name)).collect::<Option<_>>()?;
        let (&(prefix, row, column), &(_, last_row, last_column)) = (places.first()?, places.last()?);
        let count = |first: u16, last: u16| last.checked_sub(first)?.checked_add(1);
        let grid = Grid { rows: count(row, last_row)?, columns: count(column, last_column)? };
        let expected = (row..=last_row).flat_map(|row| (column..=last_column).map(move |column| (row, column)));
        let all = places.len() == grid.inputs() && places.iter().all(|(own, ..)| *own == prefix);
        (all && places.iter().map(|&(_, row, column)| (row, column)).eq(expected)).then_some(grid)
    }
}

/// Returns what stands before a name's row and column, and these.
fn place(name: &str) -> Option<(&str, u16, u16)> {
    let (front, column) = name.rsplit_once('_')?;
    let prefix = front.trim_end_matches(|letter: char| letter.is_ascii_digit());
    Some((prefix, front[prefix.len()..].parse().ok()?, column.parse().ok()?))
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Grid {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|count| *count > 0);
        let sides = text.split_once('x').and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
        let (rows, columns) = sides.ok_or("not rows and columns, such as 16x16")?;
        Ok(Grid { rows, columns })
    }
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rows_and_columns_form_a_grid() {
        let names = |rows: std::ops::Range<u16>, columns: std::ops::Range<u16>| -> Vec<String> {
            rows.flat_map(|row| columns.clone().map(move |column| format!("pixel_{row}_{column}"))).collect()
        };
        let grid = Grid::of_names(&names(1..4, 0..12)).unwrap();
        assert_eq!((grid.to_string(), grid.inputs(), "3 x 12".parse()), ("3x12".to_owned(), 36, Ok(grid)));
        let mut mixed = names(0..2, 0..2);
        mixed.swap(0, 1);
        assert_eq!([Grid::of_names(&mixed), Grid::of_names(&["a"]), Grid::of_names::<&str>(&[])], [None; 3]);
        assert_eq!(Grid::of_names(&names(0..3, 0..3)[..8]), None);
        assert_eq!(Grid::beside_others(&names(0..3, 0..3)), None);
        let beside = [&names(0..3, 0..3)[..], &["camera".to_owned()]].concat();
        assert_eq!(Grid::beside_others(&beside), Some((Grid { rows: 3, columns: 3 }, vec!["camera"])));
        let pixels = |numbers: std::ops::Range<u16>| numbers.map(|number| format!("pixel{number}")).collect::<Vec<_>>();
        assert_eq!(Grid::of_names(&pixels(1..785)), Some(Grid { rows: 28, columns: 28 }));
        assert_eq!(
            [Grid::of_names(&pixels(0..785)), Grid::of_names(&["pixel2", "pixel1", "pixel3", "pixel4"])],
            [None; 2]
        );
        assert!("4".parse::<Grid>().is_err() && "0x4".parse::<Grid>().is_err());
    }
}
