//! The steady classes of a stream, by the runtime's own rules.

use super::device::{Answer, Decision};
use super::model_file::ModelFile;
use kernelet::answer::steady::MOST;
use kernelet::answer::{Latest, Steady};

/// Makes classes steady, each at its place in time: one more than that of the class before it, or
/// the answers so far are forgotten.
pub fn steady_classes(rule: Steady, classes: &[u16], places: &[u32]) -> Vec<u16> {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&row| places[row]);
    let (mut latest, mut next) = (Latest::<{ MOST as usize }>::NONE, None);
    let mut steady = vec![0; classes.len()];
    for row in order {
        if next != Some(places[row]) {
            latest.clear();
        }
        steady[row] = latest.push(classes[row], Some(rule));
        next = places[row].checked_add(1);
    }
    steady
}

impl ModelFile {
    /// Returns answers with the steady classes of the model's rule; none, where it has no rule, or
    /// the rows have no places in time.
    pub fn steady(&self, answers: &[Answer], places: Option<&[u32]>) -> Option<Vec<Answer>> {
        let (rule, places) = (self.device().steady()?, places?);
        let class = |answer: &Answer| match answer.decision {
            Decision::Class(class) => class,
            Decision::Value(_) => 0,
        };
        let classes = steady_classes(rule, &answers.iter().map(class).collect::<Vec<_>>(), places);
        let answers = answers.iter().zip(classes);
        let of = |(answer, class): (&Answer, u16)| Answer { decision: Decision::Class(class), ..answer.clone() };
        Some(answers.map(of).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::answer::steady::Rule;

    #[test]
    fn rows_out_of_order_are_answered_in_order() {
        let rule = Steady { rule: Rule::Majority, answers: 3 };
        let (classes, places) = ([1, 1, 2, 1, 2, 2, 2], [0, 1, 2, 3, 4, 5, 6]);
        let steady = steady_classes(rule, &classes, &places);
        assert_eq!(steady, [1, 1, 1, 1, 2, 2, 2]);
        let order = [4, 1, 6, 0, 3, 5, 2];
        let shuffled = steady_classes(rule, &order.map(|row| classes[row]), &order.map(|row| places[row]));
        assert_eq!(shuffled, order.map(|row| steady[row]));
    }

    #[test]
    fn a_gap_forgets_the_answers() {
        let rule = Steady { rule: Rule::Hysteresis, answers: 2 };
        assert_eq!(steady_classes(rule, &[1, 2, 1, 2], &[0, 1, 2, 3]), [1; 4]);
        assert_eq!(steady_classes(rule, &[1, 2, 1, 2], &[0, 1, 3, 4]), [1; 4]);
        assert_eq!(steady_classes(rule, &[1, 2, 1, 2], &[0, 2, 3, 9]), [1, 2, 2, 2]);
    }
}
