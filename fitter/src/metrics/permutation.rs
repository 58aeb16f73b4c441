//! Permutation importance: how much the error rises where the cells of an input change places among
//! the rows (Breiman 2001, Random Forests, section 10).

use super::evaluate::errors;
use super::interval;
use super::mean::mean;
use crate::data::{Table, Targets, shuffled};
use crate::pack::ModelFile;
use crate::search::Search;

/// The most rows that are shuffled.
const ROWS: usize = 2_000;
/// The fewest rows that are shuffled, if there are as many.
const FEWEST: usize = 200;
/// The number of rows that all inputs together may take in one repeat.
const ALL: usize = 60_000;
/// The repeats, each with another order.
const REPEATS: u64 = 5;

/// The columns of a model that are shuffled together.
#[derive(Clone, Debug, PartialEq)]
pub struct Permutation {
    /// The name of the input.
    pub name: String,
    /// The places of its columns.
    pub columns: Vec<usize>,
}

/// The importance of one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Importance {
    /// The name of the input.
    pub name: String,
    /// The rise of the error: of a share of rows, or of a root mean square.
    pub rise: f64,
    /// The 95 % confidence interval of the rise.
    pub interval: [f64; 2],
}

/// The importances of the inputs of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Permutations {
    /// The inputs, the most important first.
    pub inputs: Vec<Importance>,
    /// The number of rows that were shuffled.
    pub rows: usize,
    /// The number of repeats.
    pub repeats: u64,
    /// The error without a shuffle.
    pub error: f64,
    /// The number of inputs for which there was no time.
    pub left_out: usize,
}

impl Permutations {
    /// Shuffles the cells of each input, five times each on at most 2,000 rows, until the time of
    /// the search is up. The interval holds both what the shuffles and what the rows leave open.
    pub fn of(file: &ModelFile, table: &Table, inputs: &[Permutation], search: Search<'_>) -> Permutations {
        let most = (ALL / inputs.len().max(1)).clamp(FEWEST, ROWS).min(table.rows());
        let rows: Vec<usize> = (0..most).map(|row| row * table.rows() / most).collect();
        let table = table.select(&rows);
        let own = errors(file, &table);
        let is_share = matches!(table.targets, Targets::Classes { .. });
        let mut found = Vec::new();
        for (place, input) in inputs.iter().enumerate() {
            if search.passed() {
                break;
            }
            search.done(place, inputs.len());
            found.push(importance(&rises(file, &table, input, &own), &own, (input, is_share), &table));
        }
        let (left_out, error) = (inputs.len() - found.len(), error(mean(&own), is_share));
        found.sort_by(|a, b| b.rise.total_cmp(&a.rise));
        Permutations { inputs: found, rows: own.len(), repeats: REPEATS, error, left_out }
    }
}

/// Returns the mean rise of the error of each row.
fn rises(file: &ModelFile, table: &Table, input: &Permutation, own: &[f64]) -> Vec<f64> {
    let mut rises = vec![0.0; own.len()];
    for repeat in 0..REPEATS {
        let order = shuffled(own.len(), repeat);
        let inputs = table.inputs.permuted(&input.columns, &order);
        let shuffled = errors(file, &Table { inputs, ..table.clone() });
        for ((rise, shuffled), own) in rises.iter_mut().zip(shuffled).zip(own) {
            *rise += (shuffled - own) / REPEATS as f64;
        }
    }
    rises
}

/// Returns the importance of an input, from the rise of each row's error.
fn importance(rises: &[f64], own: &[f64], (input, is_share): (&Permutation, bool), table: &Table) -> Importance {
    let (rise, before) = (mean(rises), mean(own));
    let effective = interval::effective_sample_size(rises, &table.groups.left_out_together(table.rows()));
    let reach = interval::reach(rises, effective).unwrap_or(0.0);
    let of = |rise: f64| error((before + rise).max(0.0), is_share) - error(before, is_share);
    Importance { name: input.name.clone(), rise: of(rise), interval: [of(rise - reach), of(rise + reach)] }
}

/// Returns the error that people read: a share of rows, or the root of a mean square.
fn error(mean: f64, is_share: bool) -> f64 {
    if is_share { mean } else { mean.sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Columns, DataFile, Schema};
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::recipe::{Blocks, Method, Recipe};
    use std::fmt::Write;
    use std::path::Path;

    /// Rows of which the first input alone decides the class.
    fn table(rows: usize) -> (Table, Schema) {
        let mut text = String::from("a,b,y\n");
        for row in MonteCarlo.normals(2, rows, 3).column_iter() {
            writeln!(text, "{},{},{}", row[0], row[1], if row[0] > 0.0 { "high" } else { "low" }).unwrap();
        }
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, _) = Schema::learn(&file, &Columns::default()).unwrap();
        (schema.read(&file).unwrap(), schema)
    }

    /// Where one input decides, a row in another's place has the wrong class half of the time;
    /// an input that says nothing is worth nothing.
    #[test]
    fn an_input_is_worth_the_answers_that_it_decides() {
        let (table, schema) = table(600);
        let recipe = Recipe { blocks: Some(Blocks::LINEAR), ..Recipe::sample(Method::Learned) };
        let model = crate::learn(&table, &schema, &recipe).expect("a model").fitted.file;
        let inputs = ["a", "b"].iter().zip(0..);
        let inputs = inputs.map(|(name, column)| Permutation { name: (*name).to_owned(), columns: vec![column] });
        let inputs: Vec<Permutation> = inputs.collect();
        let found = Permutations::of(&model, &table, &inputs, Search::default());
        let [a, b] = &found.inputs[..] else { panic!("{found:?}") };
        assert_eq!((a.name.as_str(), b.name.as_str(), found.rows, found.left_out), ("a", "b", 600, 0));
        assert!((a.rise - 0.5).abs() < 0.06 && a.interval[0] < 0.5 && 0.5 < a.interval[1], "{a:?}");
        assert!(b.rise.abs() < 0.02 && b.interval[0] <= 0.0, "{b:?}");
        // without time nothing is shuffled
        let late = Permutations::of(&model, &table, &inputs, Search::of_fit(Some(0.0), None));
        assert_eq!((late.inputs.len(), late.left_out), (0, 2));
    }

    /// The rise of a root mean square is that of the root, not of the square.
    #[test]
    fn rises_of_values_are_in_their_unit() {
        let (table, _) = table(4);
        let input = Permutation { name: "a".to_owned(), columns: vec![0] };
        let own = [9.0; 4];
        let found = importance(&[7.0; 4], &own, (&input, false), &table);
        assert_eq!((found.rise, found.interval), (1.0, [1.0, 1.0]));
    }
}
