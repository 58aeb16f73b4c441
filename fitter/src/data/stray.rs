//! Values of an input that are absurdly far from the others.

use super::note::one_or_many;
use super::table::Inputs;
use crate::error::text::shortest;

/// The fewest values of a column that tell which are far.
const LEAST_VALUES: usize = 20;
/// The number of interquartile ranges from the median beyond which a value is absurd.
const FAR: f64 = 1_000.0;
/// The same of logarithms: lengths and incomes have long tails.
const FAR_ON_A_LOGARITHMIC_SCALE: f64 = 5.0;

/// Returns remarks on columns of numbers with values that are absurdly far from the others.
pub(super) fn strays(inputs: &Inputs) -> Vec<String> {
    let found = inputs.found(stray);
    let one = |name: &str, (value, rows): &(f64, usize)| {
        let value = shortest(*value);
        let rows = if *rows == 1 { "a row".to_owned() } else { format!("{rows} rows") };
        format!(
            "column {name:?} has {rows} absurdly far from the others, with {value} the farthest: if these are slips, \
             correct them; --na {value} makes that value missing"
        )
    };
    let many = |names| format!("{} columns have values that are absurdly far from their others: {names}", found.len());
    one_or_many(&found, one, many)
}

/// Returns sorted values without those at the ends that are absurdly far: beside these, the words
/// of a device would not tell the others apart.
pub fn without_strays(sorted: &[f64]) -> &[f64] {
    let Some(distance) = distances(sorted, FAR) else { return sorted };
    let first = sorted.partition_point(|x| *x < distance.median && distance.is_far(*x));
    let last = sorted.partition_point(|x| *x < distance.median || !distance.is_far(*x));
    &sorted[first..last]
}

/// Returns the farthest value and the number of far ones, if there are any.
pub(super) fn stray(column: &[f64]) -> Option<(f64, usize)> {
    let mut sorted: Vec<f64> = column.iter().copied().filter(|x| !x.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let distance = distances(&sorted, FAR)?;
    let logarithms: Vec<f64> = sorted.iter().map(|x| x.ln()).collect();
    let of_logarithms = match sorted[0] > 0.0 {
        true => Some(distances(&logarithms, FAR_ON_A_LOGARITHMIC_SCALE)?),
        false => None,
    };
    let far = |x: &&f64| distance.is_far(**x) && of_logarithms.as_ref().is_none_or(|distance| distance.is_far(x.ln()));
    let rows = sorted.iter().filter(far).count();
    let ends = [sorted[0], sorted[sorted.len() - 1]];
    let farthest = ends.into_iter().filter(|x| far(&x)).max_by(|a, b| distance.of(*a).total_cmp(&distance.of(*b)))?;
    Some((farthest, rows))
}

/// Distances from the median of values.
struct Distances {
    median: f64,
    largest: f64,
}

impl Distances {
    fn of(&self, value: f64) -> f64 {
        (value - self.median).abs()
    }

    fn is_far(&self, value: f64) -> bool {
        self.of(value) > self.largest
    }
}

/// Returns the distances of sorted values that spread, of which so many interquartile ranges are
/// the largest that is not far.
fn distances(sorted: &[f64], ranges: f64) -> Option<Distances> {
    let quartile = |quarter: usize| sorted[quarter * (sorted.len() - 1) / 4];
    if sorted.len() < LEAST_VALUES {
        return None;
    }
    let range = quartile(3) - quartile(1);
    (range > 0.0).then(|| Distances { median: quartile(2), largest: ranges * range })
}

#[cfg(test)]
mod tests {
    use super::super::table::ColumnKind;
    use super::*;

    fn remarks(columns: &[Vec<f64>]) -> Vec<String> {
        strays(&Inputs {
            names: (0..columns.len()).map(|at| format!("x{at}")).collect(),
            kinds: vec![ColumnKind::Number; columns.len()],
            columns: columns.to_vec(),
        })
    }

    /// Values around a centre, and these.
    fn around(centre: f64, strays: &[f64]) -> Vec<f64> {
        (0..60).map(|row| centre + f64::from(row % 12) / 6.0 - 1.0).chain(strays.iter().copied()).collect()
    }

    #[test]
    fn absurd_values_are_named() {
        let told = remarks(&[around(0.0, &[1e8, -2e6, f64::NAN])]);
        assert!(told[0].contains("2 rows") && told[0].contains("--na 100000000"), "{told:?}");
        assert!(remarks(&[around(20.0, &[1e8])])[0].contains("a row"), "positive ones too");
        assert_eq!(remarks(&vec![around(0.0, &[1e8]); 9]).len(), 1, "one sentence for many columns");
    }

    #[test]
    fn what_is_left_lies_between_the_absurd_values() {
        let mut values = around(5.0, &[-3e5, -2e6, 1e8, 1e9, 300.0]);
        values.sort_unstable_by(f64::total_cmp);
        assert_eq!(without_strays(&values), &values[2..63]);
        for all in [&values[2..63], &[0.0; 30], &[1.0, 2.0, 1e9], &[]] {
            assert_eq!(without_strays(all), all);
        }
    }

    #[test]
    fn tails_are_no_strays() {
        // from e^-8 to e^27, mostly around e^2
        let lengths: Vec<f64> =
            (0..200).map(|row| (25.0 * ((f64::from(row) - 88.0) / 111.0).powi(3) + 2.0).exp()).collect();
        assert!(lengths[199] > FAR * (lengths[150] - lengths[50]), "a long tail");
        let rare = [vec![0.0; 99], vec![1e6]].concat();
        for column in [lengths, rare, around(0.0, &[300.0]), vec![1.0, 2.0, 1e9], vec![f64::NAN; 30], vec![]] {
            assert_eq!(remarks(&[column]), [""; 0]);
        }
    }
}
