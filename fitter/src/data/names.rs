//! Lists of names, as the command line spells them.

use super::quotes::unclosed;
use std::str::FromStr;

/// Names separated by commas, each quoted as in CSV where it has a comma itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if unclosed(text, b',').is_some() {
            return Err("a quote is never closed".to_owned());
        }
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let mut records = reader.records();
        let first = records.next();
        if records.next().is_some() {
            return Err("a line ends within it; separate all names by commas".to_owned());
        }
        match first {
            Some(Ok(record)) => Ok(Names(record.iter().map(|name| name.trim().to_owned()).collect())),
            Some(Err(error)) => Err(error.to_string()),
            None => Ok(Names(vec![String::new()])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_separated_and_quoted_as_in_csv() {
        for (text, names) in [
            ("a, b", &["a", "b"][..]),
            ("\"a,b\",c", &["a,b", "c"]),
            ("a\"b", &["a\"b"]),
            ("", &[""]),
            ("a,", &["a", ""]),
        ] {
            assert_eq!(text.parse::<Names>().unwrap().0, names, "{text}");
        }
        assert!("a\nb".parse::<Names>().unwrap_err().contains("commas"));
        assert_eq!("a,b\n".parse::<Names>().unwrap().0, ["a", "b"]);
        assert!("a,\"b".parse::<Names>().unwrap_err().contains("quote"));
    }
}
