//! Checks of a schema that was read from a file.

use super::cell::Cell;
use super::dialect::CellReader;
use super::schema::{Kind, Schema, TargetKind};
use std::cmp::Ordering;

impl Schema {
    /// Checks that names, levels and labels are what a training file has: each once, and levels in
    /// order.
    ///
    /// # Errors
    /// A sentence that begins with the field.
    pub fn check(&self) -> Result<(), String> {
        let mut names: Vec<&String> = self.fields.iter().map(|field| &field.name).collect();
        names.sort();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("schema.fields: {:?} stands there twice", pair[0]));
        }
        for (index, field) in self.fields.iter().enumerate() {
            if let Kind::Category { levels } = &field.kind {
                in_order(levels, Ord::cmp).map_err(|wrong| format!("schema.fields[{index}].kind.levels: {wrong}"))?;
            }
        }
        match &self.target.kind {
            TargetKind::Value => Ok(()),
            TargetKind::Class { labels } => {
                // those that were added stand behind the others
                let (mut sorted, compare) = (labels.clone(), self.label_order(labels));
                sorted.sort_by(&compare);
                in_order(&sorted, compare).map_err(|wrong| format!("schema.target.kind.labels: {wrong}"))
            }
        }
    }

    /// Checks that the labels are in order, as they are where none was added.
    ///
    /// # Errors
    /// A sentence with the two labels.
    pub fn check_label_order(&self) -> Result<(), String> {
        let labels = self.target.labels().unwrap_or_default();
        in_order(labels, self.label_order(labels)).map_err(|wrong| format!("schema.target.kind.labels: {wrong}"))
    }

    /// The order of labels: that of their values where all are numbers, otherwise bytewise.
    fn label_order(&self, labels: &[String]) -> impl Fn(&String, &String) -> Ordering {
        let cells = CellReader::new(&self.dialect);
        let value = move |text: &String| cells.cell(text).ok().and_then(Cell::number);
        let by_value = labels.iter().all(|label| value(label).is_some());
        move |a, b| match by_value {
            true => value(a).partial_cmp(&value(b)).unwrap_or(Ordering::Equal),
            false => a.cmp(b),
        }
    }
}

impl Schema {
    /// Adds labels of classes behind the others, in the given order.
    ///
    /// # Errors
    /// A sentence, where the target has values, or a class has such a label.
    pub fn add_labels(&mut self, new: &[String]) -> Result<(), String> {
        let TargetKind::Class { labels } = &mut self.target.kind else {
            return Err("its target has values, not classes".to_owned());
        };
        if let Some(label) = new.iter().find(|label| labels.contains(label)) {
            return Err(format!("it has a class {label:?} already"));
        }
        let cells = CellReader::new(&self.dialect);
        if let Some(label) = new.iter().find(|label| cells.cell(label) == Ok(Cell::Blank)) {
            return Err(format!("{label:?} is no class: in data such a cell is a missing label"));
        }
        labels.extend(new.iter().cloned());
        self.check()
    }
}

/// Checks that each text is above the one before it.
fn in_order(texts: &[String], compare: impl Fn(&String, &String) -> Ordering) -> Result<(), String> {
    let wrong = texts.windows(2).find(|pair| compare(&pair[0], &pair[1]) != Ordering::Less);
    match wrong {
        Some(pair) if pair[0] == pair[1] => Err(format!("{:?} stands there twice", pair[0])),
        Some(pair) => Err(format!("{:?} stands before {:?}, out of order", pair[0], pair[1])),
        None => Ok(()),
    }
}
