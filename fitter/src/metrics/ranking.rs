//! The area under the ROC curve.

/// Returns the probability that a random row of the class scores above one that is not, half of it
/// where the two are equal; `None` where there are no such pairs.
///
/// It is the statistic of Mann and Whitney (1947) over the number of pairs, from the ranks of all
/// scores; equal scores share their mean rank.
pub fn auc(scores: &[f64], is_class: impl Fn(usize) -> bool) -> Option<f64> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    let (mut below, mut ranks, mut count) = (0, 0.0, 0);
    for equal in order.chunk_by(|&a, &b| scores[a] == scores[b]) {
        let found = equal.iter().filter(|&&row| is_class(row)).count();
        // ranks from 1
        ranks += found as f64 * (below as f64 + (equal.len() + 1) as f64 / 2.0);
        (below, count) = (below + equal.len(), count + found);
    }
    let (own, others) = (count as f64, (scores.len() - count) as f64);
    (own * others > 0.0).then(|| (ranks - own * (own + 1.0) / 2.0) / (own * others))
}

/// Returns what rows are ranked by for a class: its score, or where each class has one, how far it
/// is above the best other score.
///
/// Scores of a softmax are known up to a number that differs from row to row; their differences are
/// not.
pub(super) fn lead(scores: &[f64], output: usize) -> f64 {
    let others = scores.iter().enumerate().filter(|(other, _)| *other != output).map(|(_, score)| *score);
    match others.fold(f64::NEG_INFINITY, f64::max) {
        f64::NEG_INFINITY => scores[output],
        best => scores[output] - best,
    }
}

/// Returns the area for classes with a score each (of two classes one score, of the second), the
/// mean of each class against the rest, by its [`lead`]; `None` where no class has rows beside
/// others.
pub fn auc_of_classes(scores: &[Vec<f64>], truth: &[u32], classes: usize) -> Option<f64> {
    let outputs = scores.first().map_or(0, Vec::len);
    let column = |output: usize| scores.iter().map(|row| lead(row, output)).collect::<Vec<f64>>();
    if classes == 2 && outputs == 1 {
        return auc(&column(0), |row| truth[row] == 1);
    }
    if outputs != classes {
        return None;
    }
    let areas: Vec<f64> =
        (0..classes).filter_map(|class| auc(&column(class), |row| truth[row] as usize == class)).collect();
    (!areas.is_empty()).then(|| areas.iter().sum::<f64>() / areas.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, pair by pair.
    fn naive(scores: &[f64], truth: &[u32], class: u32) -> Option<f64> {
        let (mut sum, mut pairs) = (0.0, 0.0);
        for (own, _) in scores.iter().zip(truth).filter(|(_, found)| **found == class) {
            for (other, _) in scores.iter().zip(truth).filter(|(_, found)| **found != class) {
                pairs += 1.0;
                sum += if own > other { 1.0 } else { f64::from(u8::from(own == other)) / 2.0 };
            }
        }
        (pairs > 0.0).then(|| sum / pairs)
    }

    #[test]
    fn the_area_is_the_share_of_pairs_in_order() {
        assert_eq!(auc(&[0.1, 0.4, 0.35, 0.8], |row| row >= 2), Some(0.75));
        assert_eq!(auc(&[1.0; 4], |row| row == 0), Some(0.5));
        assert_eq!((auc(&[1.0, 2.0], |_| true), auc(&[], |_| true)), (None, None));
        let scores: Vec<f64> = (0..60).map(|i| f64::from(i * 37 % 17)).collect();
        let truth: Vec<u32> = (0..60).map(|i| i * 61 % 7 % 3).collect();
        for class in 0..3 {
            let [fast, slow] = [auc(&scores, |row| truth[row] == class), naive(&scores, &truth, class)];
            assert!((fast.unwrap() - slow.unwrap()).abs() < 1e-12, "{fast:?} {slow:?}");
        }
    }

    #[test]
    fn classes_are_ranked_against_the_rest() {
        let truth = [0, 1, 1, 0];
        let one: Vec<Vec<f64>> = [0.1, 0.4, 0.35, 0.8].map(|score| vec![score]).into();
        assert_eq!(auc_of_classes(&one, &truth, 2), Some(0.5));
        let three: Vec<Vec<f64>> = vec![vec![3.0, 0.0, 0.0], vec![0.0, 2.0, 0.0], vec![0.0, 1.0, 0.0]];
        // class 0 is above all others; class 1 too; class 2 has no rows
        assert_eq!(auc_of_classes(&three, &[0, 1, 1], 3), Some(1.0));
        // a number that differs from row to row says nothing
        let shifted = [(100.0, 0), (-50.0, 1), (7.0, 2)].map(|(by, row)| three[row].iter().map(|x| x + by).collect());
        assert_eq!(auc_of_classes(&shifted, &[0, 1, 1], 3), Some(1.0));
        assert_eq!((lead(&[3.0, 5.0, 4.0], 1), lead(&[3.0, 5.0, 4.0], 0), lead(&[3.0], 0)), (1.0, -2.0, 3.0));
        assert_eq!((auc_of_classes(&[], &[], 2), auc_of_classes(&one, &truth, 3)), (None, None));
    }
}
