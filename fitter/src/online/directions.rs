//! The directions in which the features of training rows spread most.

use nalgebra::{DMatrix, SymmetricEigen};

/// What is added to the mean square along each direction, in those of a full feature.
const RIDGE: f64 = 1e-2;
/// Units of a direction's words.
const UNIT: f64 = 128.0;

/// Returns `count` directions as words, each of a word for every feature, one for the bias, and
/// zeros up to a multiple of four; `features` is `features x rows`.
///
/// A step along `z - V V' z` is as long in the other directions as a step by the inverse of the
/// features' second moments would be in the mean, and as short in these as it would be there.
pub fn directions(features: &DMatrix<f64>, count: usize) -> Vec<i8> {
    let with_bias = features.clone().insert_row(features.nrows(), 1.0);
    let moments = &with_bias * with_bias.transpose() / features.ncols().max(1) as f64;
    let SymmetricEigen { eigenvectors, eigenvalues } = SymmetricEigen::new(moments);
    let mut order: Vec<usize> = (0..eigenvalues.len()).collect();
    order.sort_by(|&a, &b| eigenvalues[b].total_cmp(&eigenvalues[a]).then(a.cmp(&b)));
    let (first, rest) = order.split_at(count.min(order.len()));
    let level = rest.iter().map(|&place| eigenvalues[place]).sum::<f64>() / rest.len().max(1) as f64 + RIDGE;
    let column = |&place: &usize| {
        let share = (1.0 - level / (eigenvalues[place] + RIDGE)).max(0.0);
        eigenvectors.column(place) * share.sqrt()
    };
    let columns: Vec<_> = first.iter().map(column).collect();
    match columns.is_empty() {
        true => Vec::new(),
        false => rounded(DMatrix::from_columns(&columns)),
    }
}

/// Rounds directions to words that lengthen no vector, row after row.
fn rounded(mut directions: DMatrix<f64>) -> Vec<i8> {
    loop {
        let words = directions.map(|entry| (entry * UNIT).round().clamp(-127.0, 127.0));
        let largest = (words.transpose() * &words).symmetric_eigenvalues().max().sqrt();
        if largest <= UNIT {
            let room = words.nrows().next_multiple_of(4);
            return words.resize_vertically(room, 0.0).iter().map(|&word| word as i8).collect();
        }
        directions *= 0.99;
    }
}

/// The number of directions where a class is added: few where a prediction has few products, so
/// that an update takes at most about twice its time, and one for every six features at most, since
/// steps in these directions are nearly none.
pub fn default_count(inputs: usize, outputs: usize, features: usize) -> usize {
    let most = if inputs + outputs < 32 { 4 } else { 8 };
    most.min(features / 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features move together, a third alone: the first direction is the one of the two.
    #[test]
    fn the_first_direction_is_the_widest() {
        let wave = |row: usize| 3.0 * (row as f64 * 0.7).sin();
        let features = DMatrix::from_fn(3, 400, |feature, row| match feature {
            2 => 0.1 * (row as f64 * 1.3).cos(),
            _ => wave(row),
        });
        let words = directions(&features, 1);
        assert_eq!(words.len(), 4);
        let [two, other, alone, bias] = [words[0], words[1], words[2], words[3]].map(i8::unsigned_abs);
        assert!(two > 60 && two == other && words[0] == words[1], "{words:?}");
        assert!(alone < 3 && bias < 3, "{words:?}");
        assert!(directions(&features, 0).is_empty());
    }

    #[test]
    fn few_features_leave_room_for_steps() {
        let counts = [(60, 25, 60), (16, 9, 60), (60, 9, 24), (60, 9, 9), (60, 9, 4)];
        assert_eq!(counts.map(|(inputs, outputs, features)| default_count(inputs, outputs, features)), [8, 4, 4, 1, 0]);
    }

    #[test]
    fn directions_lengthen_nothing() {
        let features = DMatrix::from_fn(7, 50, |feature, row| ((feature * 31 + row * 17) as f64).sin());
        let words = directions(&features, 5);
        let words = DMatrix::from_iterator(8, 5, words.into_iter().map(|word| f64::from(word) / UNIT));
        assert!((words.transpose() * words).symmetric_eigenvalues().max() <= 1.0);
    }
}
