//! The distinct cells of a column, while they are few.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::file::DataFile;
use crate::error::Error;

/// Returns the distinct texts of each column, sorted bytewise, without blanks.
///
/// Collecting stops beyond `most`: a longer set means too many, not how many.
pub(super) fn texts(file: &DataFile, columns: &[usize], most: usize) -> Result<Vec<BTreeSet<String>>, Error> {
    let mut sets = vec![BTreeSet::new(); columns.len()];
    let mut rows = file.rows();
    while !columns.is_empty()
        && let Some(row) = rows.read()?
    {
        for (set, &column) in sets.iter_mut().zip(columns) {
            let text = row.text(column);
            if set.len() <= most && !set.contains(&*text) && row.cell(column)? != Cell::Blank {
                set.insert(text.into_owned());
            }
        }
    }
    Ok(sets)
}

/// Returns the distinct numbers of a column, sorted by value, each in its first spelling.
///
/// Collecting stops beyond `most`, as in [`texts`].
pub(super) fn numbers(file: &DataFile, column: usize, most: usize) -> Result<Vec<String>, Error> {
    let mut found: Vec<(f64, String)> = Vec::new();
    let mut rows = file.rows();
    while found.len() <= most
        && let Some(row) = rows.read()?
    {
        let Cell::Number(number) = row.cell(column)? else {
            continue;
        };
        if let Err(place) = found.binary_search_by(|(x, _)| x.total_cmp(&number)) {
            found.insert(place, (number, row.text(column).into_owned()));
        }
    }
    Ok(found.into_iter().map(|(_, text)| text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn file(text: &str) -> DataFile {
        DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap()
    }

    #[test]
    fn texts_are_sorted_bytewise() {
        let file = file("a,b,c\nb,1,\n a,?,\nB,1.0,NaN\nb,1,\n");
        let sets = texts(&file, &[0, 1, 2], 10).unwrap();
        assert!(sets[0].iter().eq(["B", "a", "b"]));
        assert!(sets[1].iter().eq(["1", "1.0", "?"]));
        assert!(sets[2].is_empty());
    }

    #[test]
    fn numbers_are_sorted_by_value() {
        let file = file("a,b\n10,\n2,\n-3,\n10.0,\n2.50,\n-0,\n?,\n0,\n");
        assert_eq!(numbers(&file, 0, 10).unwrap(), ["-3", "-0", "2", "2.50", "10"]);
    }

    #[test]
    fn collecting_stops_beyond_the_limit() {
        let file = file("a,b\n1,x\n2,y\n3,z\n4,x\n");
        assert_eq!(numbers(&file, 0, 2).unwrap().len(), 3);
        assert_eq!(texts(&file, &[1], 1).unwrap()[0].len(), 2);
    }
}
