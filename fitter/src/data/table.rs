//! Tables of numeric columns.

use super::groups::Groups;
use super::teacher::Teacher;
use super::values::Values;

/// The kind of a numeric column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Numbers.
    Number,
    /// A one-hot indicator.
    Indicator,
    /// An integer feature of windows, which the device itself computes.
    Window,
}

/// Inputs as numeric columns, with categories expanded to one-hot indicators.
#[derive(Debug, Clone, PartialEq)]
pub struct Inputs {
    /// The names of the columns: the field's name, or `field=level` for an indicator.
    pub names: Vec<String>,
    /// The kind of each column.
    pub kinds: Vec<ColumnKind>,
    /// The cells, column by column, all of the same length; NaN is missing.
    pub columns: Vec<Vec<f64>>,
}

impl Inputs {
    /// The inputs as 32-bit floats hold them.
    pub fn in_single(&self) -> Inputs {
        let single = |column: &Vec<f64>| column.iter().map(|x| f64::from(*x as f32)).collect();
        Inputs { columns: self.columns.iter().map(single).collect(), ..self.clone() }
    }
}

/// Inputs and their targets.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The inputs.
    pub inputs: Inputs,
    /// The targets, of which none is missing.
    pub targets: Targets,
    /// What another model says of each row, beside the targets.
    pub teacher: Option<Teacher>,
    /// The dependence between rows.
    pub groups: Groups,
    /// The weight of each row where a model is fitted or chosen, with a mean of 1.
    pub sample_weights: Vec<f64>,
    /// The place of each row in time, where rows are windows of recordings: one more than that of
    /// the window before it, if there is one.
    pub places: Option<Vec<u32>>,
}

/// The targets to learn, one for each row.
#[derive(Debug, Clone, PartialEq)]
pub enum Targets {
    /// Classes.
    Classes {
        /// The labels in the order of the schema, those of classes without rows included.
        labels: Vec<String>,
        /// The class of each row, as an index of `labels`.
        index: Vec<u32>,
    },
    /// Values of one target or of several.
    Values(Values),
}

impl Inputs {
    /// Returns the inputs with the cells of some columns in another order of the rows.
    pub fn permuted(&self, columns: &[usize], order: &[usize]) -> Inputs {
        let mut inputs = self.clone();
        for &column in columns {
            inputs.columns[column] = order.iter().map(|&row| self.columns[column][row]).collect();
        }
        inputs
    }

    /// Returns the cells of some columns, row after row.
    ///
    /// # Panics
    /// If a column is out of bounds.
    pub fn cells(&self, columns: &[usize]) -> Vec<f64> {
        (0..self.rows()).flat_map(|row| columns.iter().map(move |&column| self.columns[column][row])).collect()
    }

    /// Returns the columns of numbers in which something is found, with that.
    pub(super) fn found<T>(&self, find: impl Fn(&[f64]) -> Option<T>) -> Vec<(String, T)> {
        let columns = self.names.iter().zip(&self.kinds).zip(&self.columns);
        let numbers = columns.filter(|((_, kind), _)| **kind == ColumnKind::Number);
        numbers.filter_map(|((name, _), column)| Some((name.clone(), find(column)?))).collect()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Selects rows by their indices, in the given order.
    ///
    /// # Panics
    /// If an index is out of bounds.
    pub fn select(&self, rows: &[usize]) -> Inputs {
        Inputs {
            names: self.names.clone(),
            kinds: self.kinds.clone(),
            columns: self.columns.iter().map(|column| pick(column, rows)).collect(),
        }
    }

    /// Keeps some of the columns, by their places, in the given order.
    ///
    /// # Panics
    /// If a place is out of bounds.
    pub fn keep(&self, columns: &[usize]) -> Inputs {
        Inputs {
            names: columns.iter().map(|&column| self.names[column].clone()).collect(),
            kinds: pick(&self.kinds, columns),
            columns: columns.iter().map(|&column| self.columns[column].clone()).collect(),
        }
    }
}

impl Table {
    /// The table of rows that are independent of each other and weigh the same.
    pub fn independent(inputs: Inputs, targets: Targets) -> Table {
        let sample_weights = vec![1.0; targets.rows()];
        Table { inputs, targets, groups: Groups::Independent, sample_weights, teacher: None, places: None }
    }

    /// Returns true where some rows weigh more than others.
    pub fn is_weighted(&self) -> bool {
        self.sample_weights.iter().any(|weight| *weight != self.sample_weights[0])
    }

    /// Keeps some of the input columns, by their places, in the given order.
    ///
    /// # Panics
    /// If a place is out of bounds.
    pub fn keep(&self, columns: &[usize]) -> Table {
        Table {
            inputs: self.inputs.keep(columns),
            targets: self.targets.clone(),
            teacher: self.teacher.clone(),
            groups: self.groups.clone(),
            sample_weights: self.sample_weights.clone(),
            places: self.places.clone(),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.targets.rows()
    }

    /// Selects rows by their indices, in the given order.
    ///
    /// # Panics
    /// If an index is out of bounds.
    pub fn select(&self, rows: &[usize]) -> Table {
        Table {
            inputs: self.inputs.select(rows),
            targets: self.targets.select(rows),
            teacher: self.teacher.as_ref().map(|teacher| teacher.select(rows)),
            groups: self.groups.select(rows),
            sample_weights: pick(&self.sample_weights, rows),
            places: self.places.as_ref().map(|places| pick(places, rows)),
        }
    }
}

impl Table {
    /// Keeps some of the rows, by their indices in the given order, one column after the other, so
    /// that there are never two copies of all.
    ///
    /// # Panics
    /// If an index is out of bounds.
    pub fn only(self, rows: &[usize]) -> Table {
        let columns = self.inputs.columns.into_iter().map(|column| pick(&column, rows)).collect();
        Table {
            inputs: Inputs { columns, ..self.inputs },
            targets: self.targets.select(rows),
            teacher: self.teacher.as_ref().map(|teacher| teacher.select(rows)),
            groups: self.groups.select(rows),
            sample_weights: pick(&self.sample_weights, rows),
            places: self.places.as_ref().map(|places| pick(places, rows)),
        }
    }

    /// Adds the independent rows of another table with the same columns and no teacher.
    pub fn append(&mut self, other: Table) {
        self.inputs.columns.iter_mut().zip(other.inputs.columns).for_each(|(own, other)| own.extend(other));
        self.sample_weights.extend(other.sample_weights);
        match (&mut self.targets, other.targets) {
            (Targets::Classes { index: own, .. }, Targets::Classes { index, .. }) => own.extend(index),
            (Targets::Values(own), Targets::Values(values)) => {
                own.columns.iter_mut().zip(values.columns).for_each(|(own, values)| own.extend(values));
            }
            _ => {}
        }
    }
}

impl Targets {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Targets::Classes { index, .. } => index.len(),
            Targets::Values(values) => values.rows(),
        }
    }

    /// Selects rows by their indices, in the given order.
    ///
    /// # Panics
    /// If an index is out of bounds.
    pub fn select(&self, rows: &[usize]) -> Targets {
        match self {
            Targets::Classes { labels, index } => Targets::Classes { labels: labels.clone(), index: pick(index, rows) },
            Targets::Values(values) => Targets::Values(values.select(rows)),
        }
    }
}

fn pick<T: Copy>(from: &[T], rows: &[usize]) -> Vec<T> {
    rows.iter().map(|&row| from[row]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_selected_from_everything() {
        let table = Table {
            inputs: Inputs {
                names: vec!["a".into(), "b=x".into()],
                kinds: vec![ColumnKind::Number, ColumnKind::Indicator],
                columns: vec![vec![1.0, 2.0, 3.0], vec![0.0, 1.0, 0.0]],
            },
            targets: Targets::Classes { labels: vec!["no".into(), "yes".into()], index: vec![1, 0, 0] },
            teacher: Some(Teacher { columns: vec![vec![0.1, 0.2, 0.3]], weight: 0.5 }),
            groups: Groups::Labelled(vec![3, 4, 5]),
            sample_weights: vec![0.5, 1.0, 1.5],
            places: Some(vec![7, 8, 10]),
        };
        let two = table.select(&[2, 0]);
        assert_eq!(two, table.clone().only(&[2, 0]));
        assert_eq!((two.rows(), two.inputs.rows()), (2, 2));
        assert_eq!((two.groups, two.sample_weights), (Groups::Labelled(vec![5, 3]), vec![1.5, 0.5]));
        assert_eq!(two.places, Some(vec![10, 7]));
        assert_eq!(two.teacher.map(|teacher| teacher.columns), Some(vec![vec![0.3, 0.1]]));
        assert_eq!(two.inputs.columns, [[3.0, 1.0], [0.0, 0.0]]);
        assert_eq!(two.inputs.names, table.inputs.names);
        assert!(matches!(two.targets, Targets::Classes { labels, index } if index == [0, 1] && labels.len() == 2));
        assert_eq!(Targets::Values(vec![4.0, 5.0].into()).select(&[1, 1]), Targets::Values(vec![5.0; 2].into()));
    }
}
