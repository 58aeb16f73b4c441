//! The confusion matrix.

use crate::error::text::{on_one_line, percent, shortened};
use crate::metrics::ClassMetrics;
use serde::Serialize;

/// The most classes whose whole matrix people can read.
const READABLE: usize = 12;
/// The number of pairs of classes that stand in the place of a larger matrix.
const WORST: usize = 10;
/// The most classes that get a line each.
const LINES: usize = 40;

/// The number of rows of each true class (outer) that got each answer (inner), in the order of the
/// labels.
#[derive(Clone, Debug, Serialize)]
pub struct Confusion {
    /// The labels of the classes.
    pub labels: Vec<String>,
    /// The numbers of rows.
    pub counts: Vec<Vec<u64>>,
}

impl Confusion {
    /// Returns a table with a row for each true class; of many classes, the pairs that are mistaken
    /// for each other most often, and how well each class is found.
    pub fn text(&self) -> String {
        if self.labels.len() <= READABLE { self.matrix() } else { self.worst() + &self.classes() }
    }

    /// The label of a class, as people read it.
    fn label(&self, class: usize) -> String {
        on_one_line(&shortened(&self.labels[class]))
    }

    /// Returns the whole matrix.
    fn matrix(&self) -> String {
        let labels: Vec<String> = (0..self.labels.len()).map(|class| self.label(class)).collect();
        let width = labels.iter().map(|label| label.chars().count()).chain([5]).max().unwrap_or(5);
        let cell = |text: &str| format!(" {text:>width$}");
        let header: String = labels.iter().map(|label| cell(label)).collect();
        let mut text = format!("\nrows: the true class; columns: the answer\n{}{header}\n", cell(""));
        for (label, counts) in labels.iter().zip(&self.counts) {
            let counts: String = counts.iter().map(|count| cell(&count.to_string())).collect();
            text += &format!("{}{counts}\n", cell(label));
        }
        text
    }

    /// Returns the pairs of classes with the most mistakes, in either direction.
    fn worst(&self) -> String {
        let mut mistakes: Vec<(u64, usize, usize)> = Vec::new();
        for (class, counts) in self.counts.iter().enumerate() {
            let wrong = counts.iter().enumerate().filter(|(answer, count)| *answer != class && **count > 0);
            mistakes.extend(wrong.map(|(answer, count)| (*count, class, answer)));
        }
        mistakes.sort_by_key(|(count, class, answer)| (std::cmp::Reverse(*count), *class, *answer));
        let line = |(count, class, answer): &(u64, usize, usize)| {
            let rows: u64 = self.counts[*class].iter().sum();
            format!("  {} taken for {}: {count} of {rows} rows\n", self.label(*class), self.label(*answer))
        };
        let lines: String = mistakes.iter().take(WORST).map(line).collect();
        let what = if lines.is_empty() { "no class is mistaken for another" } else { "most frequent mistakes" };
        format!("\n{what}\n{lines}")
    }

    /// Returns the recall and the precision of each class, the least recall first.
    fn classes(&self) -> String {
        let found = ClassMetrics::of(&self.counts);
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|&a, &b| found[a].recall.unwrap_or(2.0).total_cmp(&found[b].recall.unwrap_or(2.0)));
        let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
        let labels: Vec<String> = order.iter().take(LINES).map(|&class| self.label(class)).collect();
        let width = labels.iter().map(|label| label.chars().count()).chain([5]).max().unwrap_or(5);
        let mut text = format!("\n {:>width$} {:>8} {:>10} {:>12}\n", "class", "rows", "recall %", "precision %");
        for (label, &class) in labels.iter().zip(&order) {
            let ClassMetrics { rows, recall, precision } = found[class];
            text += &format!(" {label:>width$} {rows:>8} {:>10} {:>12}\n", share(recall), share(precision));
        }
        match order.len().saturating_sub(LINES) {
            0 => text,
            more => format!("{text} and {more} classes with a higher recall\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 100 rows of each class, as many as its index get the next class as their answer.
    fn confusion(classes: usize) -> Confusion {
        let row = |class: usize| {
            let mut counts = vec![0; classes];
            counts[class] = 100 - class as u64;
            counts[(class + 1) % classes] += class as u64;
            counts
        };
        Confusion {
            labels: (0..classes).map(|class| format!("k{class}")).collect(),
            counts: (0..classes).map(row).collect(),
        }
    }

    #[test]
    fn few_classes_have_a_matrix_and_many_their_worst_pairs() {
        let few = confusion(12).text();
        assert!(few.contains("columns: the answer") && few.lines().count() == 15, "{few}");
        let many = confusion(50).text();
        assert!(!many.contains("columns: the answer"), "{many}");
        let lines: Vec<&str> = many.lines().collect();
        assert_eq!(lines[1..3], ["most frequent mistakes", "  k49 taken for k0: 49 of 100 rows"]);
        // 51 rows of k49 and 48 of k48 got the answer k49
        assert!(many.contains("   k49      100      51.00        51.52"), "{many}");
        assert!(many.ends_with("and 10 classes with a higher recall\n") && lines.iter().all(|line| line.len() < 60));
    }
}
