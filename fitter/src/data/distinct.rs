//! The distinct cells of a column, while they are few.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::file::DataFile;
use crate::error::Error;

/// The number of texts up to which they are categories or classes even if hardly any repeats.
const FEW: usize = 20;

/// Returns true where hardly any of many texts repeats.
pub(super) fn is_mostly_distinct(texts: usize, rows: u64) -> bool {
    texts > FEW && 2 * texts as u64 > rows
}

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

/// The distinct numbers of a column.
pub(super) struct Numbers {
    /// The numbers, sorted by value, each in its first spelling.
    pub texts: Vec<String>,
    /// The first two spellings of one number of which one has zeros before it or an exponent, as
    /// `007` and `7`.
    pub twins: Option<[String; 2]>,
}

/// Returns the distinct numbers of a column.
///
/// Collecting stops beyond `most`, as in [`texts`].
pub(super) fn numbers(file: &DataFile, column: usize, most: usize) -> Result<Numbers, Error> {
    let mut found: Vec<(f64, String)> = Vec::new();
    let mut twins = None;
    let mut rows = file.rows();
    while found.len() <= most
        && let Some(row) = rows.read()?
    {
        let Cell::Number(number) = row.cell(column)? else {
            continue;
        };
        match found.binary_search_by(|(x, _)| x.total_cmp(&number)) {
            Err(place) => found.insert(place, (number, row.text(column).into_owned())),
            Ok(place) if twins.is_none() => {
                let (first, text) = (&found[place].1, row.text(column));
                let differs = *first != text && (is_name(first) || is_name(&text));
                twins = differs.then(|| [first.clone(), text.into_owned()]);
            }
            Ok(_) => {}
        }
    }
    Ok(Numbers { texts: found.into_iter().map(|(_, text)| text).collect(), twins })
}

/// Returns true for a number that may be a name: with zeros before it, or an exponent.
fn is_name(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0', second, ..] if second.is_ascii_digit()) || text.contains(['e', 'E'])
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
        let again = file("a,b\n1,\n007,\n7,\n07,\n");
        let file = file("a,b\n10,\n2,\n-3,\n10.0,\n2.50,\n-0,\n?,\n0,\n");
        let found = numbers(&file, 0, 10).unwrap();
        assert_eq!((found.texts, found.twins), (["-3", "-0", "2", "2.50", "10"].map(str::to_owned).to_vec(), None));
        let spelled = ["007", "7"].map(str::to_owned);
        assert_eq!(numbers(&again, 0, 10).unwrap().twins, Some(spelled));
        let exponents = self::file("a,b\n1,\n1e0,\n");
        assert_eq!(numbers(&exponents, 0, 10).unwrap().twins, Some(["1", "1e0"].map(str::to_owned)));
    }

    #[test]
    fn collecting_stops_beyond_the_limit() {
        let file = file("a,b\n1,x\n2,y\n3,z\n4,x\n");
        assert_eq!(numbers(&file, 0, 2).unwrap().texts.len(), 3);
        assert_eq!(texts(&file, &[1], 1).unwrap()[0].len(), 2);
    }
}
