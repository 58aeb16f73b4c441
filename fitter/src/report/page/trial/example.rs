//! Rows that the page begins with.

use crate::data::{Field, Inputs, Kind};
use crate::error::text::shortest;
use crate::pack::{ModelFile, Sheet};
use std::collections::HashMap;

/// The text of each input column, in the order of the schema; of recordings several rows, as many
/// as a window has samples.
pub type Example = Vec<Vec<String>>;

/// Takes examples evenly from the inputs of a table: fewer, where it has not as many rows. Of
/// recordings these are windows, as `fit` cuts them.
pub fn examples(model: &ModelFile, inputs: &Inputs, count: usize) -> Vec<Example> {
    let table = ByName::new(inputs);
    let count = count.min(inputs.rows());
    (0..count).map(|example| table.example(&model.sheet, example * inputs.rows() / count)).collect()
}

/// The inputs of a table, by the names of its columns.
struct ByName<'a> {
    inputs: &'a Inputs,
    places: HashMap<&'a str, usize>,
}

impl<'a> ByName<'a> {
    fn new(inputs: &'a Inputs) -> ByName<'a> {
        ByName { inputs, places: inputs.names.iter().map(String::as_str).zip(0..).collect() }
    }

    fn example(&self, sheet: &Sheet, row: usize) -> Example {
        let cut = sheet.series.as_ref().and_then(|signal| signal.cut.as_ref());
        let texts = |time| sheet.schema.fields.iter().map(|field| self.text(field, row, time)).collect();
        match cut {
            Some(cut) => (0..cut.window).map(|time| texts(Some(time))).collect(),
            None => vec![texts(None)],
        }
    }

    /// The text of a field, at a time of a window; empty where it is missing.
    fn text(&self, field: &Field, row: usize, time: Option<u16>) -> String {
        let number = |name: &str| Some(self.inputs.columns[*self.places.get(name)?][row]).filter(|x| !x.is_nan());
        let Kind::Category { levels } = &field.kind else {
            let sample = time.and_then(|time| number(&format!("{}_{time}", field.name)));
            return sample.or_else(|| number(&field.name)).map(shortest).unwrap_or_default();
        };
        let indicator = |level: &String| number(&format!("{}={level}", field.name));
        let indicated = field.kind.indicated();
        let found = indicated.iter().find(|level| indicator(level) == Some(1.0));
        // of two categories the second alone has an indicator
        let other = || levels.first().filter(|_| indicated.len() < levels.len() && indicator(&indicated[0]).is_some());
        found.or_else(other).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{ColumnKind, Columns, DataFile, Schema};
    use std::path::Path;

    #[test]
    fn texts_read_back_to_the_same_inputs() {
        let text = "sex,mass,kind,y\nf,0.1,a,1\nm,,b,2\n,-3e-9,c,3\nf,7,,4\nm,1e30,b,5\n";
        let file = |text: &str| DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, _) = Schema::learn(&file(text), &Columns::default()).unwrap();
        let inputs = schema.read_inputs(&file(text)).unwrap();
        assert_eq!(inputs.kinds[0], ColumnKind::Indicator);
        let table = ByName::new(&inputs);
        let texts = |row| schema.fields.iter().map(|field| table.text(field, row, None)).collect::<Vec<String>>();
        let texts: Vec<Vec<String>> = (0..5).map(texts).collect();
        assert_eq!(texts[3], ["f", "7", ""]);
        let again = texts.iter().fold("sex,mass,kind\n".to_owned(), |all, row| all + &row.join(",") + "\n");
        let again = schema.read_inputs(&file(&again)).unwrap();
        let bits = |inputs: &Inputs| inputs.columns.concat().iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        assert_eq!(bits(&again), bits(&inputs));
    }
}
