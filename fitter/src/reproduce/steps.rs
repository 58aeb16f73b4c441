//! The steps in which a table is measured, some of which an earlier run has done.

use super::cell::Cell;
use super::scope::Scope;
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::vec::IntoIter;

/// What hears of every step: its cells, and whether they were measured just now.
pub type Hear<'a> = &'a mut dyn FnMut(&[Cell], bool) -> Result<()>;

/// The steps of a table in their order, which is always the same.
pub struct Steps<'a> {
    scope: &'a Scope<'a>,
    known: IntoIter<Vec<Cell>>,
    /// Without, steps are listed and not measured.
    hear: Option<Hear<'a>>,
    cells: Vec<Cell>,
    /// The number of steps that are wanted.
    wanted: usize,
    /// The methods and the numbers of features of all steps, measured or not.
    methods: BTreeSet<String>,
    features: BTreeSet<usize>,
}

impl<'a> Steps<'a> {
    /// Returns steps of which the first ones are known.
    pub fn new(scope: &'a Scope<'a>, known: Vec<Vec<Cell>>, hear: Hear<'a>) -> Steps<'a> {
        let (methods, features) = (BTreeSet::new(), BTreeSet::new());
        Steps { scope, known: known.into_iter(), hear: Some(hear), cells: Vec::new(), wanted: 0, methods, features }
    }

    /// Returns steps that are listed and not measured, to check what was asked for.
    pub fn listed(scope: &'a Scope<'a>) -> Steps<'a> {
        let (methods, features) = (BTreeSet::new(), BTreeSet::new());
        let known = Vec::new().into_iter();
        Steps { scope, known, hear: None, cells: Vec::new(), wanted: 0, methods, features }
    }

    /// Measures the cells of the next step, of a method at a number of features, unless they are
    /// known or not wanted.
    ///
    /// # Errors
    /// Those of measuring, and of who hears of the cells.
    pub(super) fn step(
        &mut self,
        (method, features): (&str, usize),
        measure: impl FnOnce() -> Result<Vec<Cell>>,
    ) -> Result<()> {
        self.methods.insert(method.to_owned());
        self.features.insert(features);
        if !self.scope.wants(method, features) {
            return Ok(());
        }
        self.wanted += 1;
        let Some(hear) = self.hear.as_mut() else { return Ok(()) };
        let (cells, is_new) = match self.known.next() {
            Some(known) => (checked(known, (method, features), self.wanted)?, false),
            None => (measure()?, true),
        };
        hear(&cells, is_new)?;
        self.cells.extend(cells);
        Ok(())
    }

    /// Returns the cells of all steps.
    pub fn into_cells(self) -> Vec<Cell> {
        self.cells
    }

    /// Checks what was asked for.
    ///
    /// # Errors
    /// [`Error::Usage`] where no step had a method or a number of features that was asked for, or
    /// not both together.
    pub fn check(&self) -> Result<()> {
        if let Some(stray) = self.scope.methods.iter().find(|method| !self.methods.contains(*method)) {
            let all: Vec<&str> = self.methods.iter().map(String::as_str).collect();
            return Err(Error::Usage(format!("the table has no method {stray}; it has {}", all.join(", "))));
        }
        if let Some(stray) = self.scope.features.iter().find(|features| !self.features.contains(features)) {
            let all: Vec<String> = self.features.iter().map(ToString::to_string).collect();
            let all = all.join(", ");
            return Err(Error::Usage(format!("the table has no cell with {stray} features; it has {all}")));
        }
        if self.wanted == 0 {
            return Err(Error::Usage("the table has these methods, but not with these numbers of features".to_owned()));
        }
        Ok(())
    }
}

/// Returns the cells of a step that an earlier run has measured.
///
/// # Errors
/// [`Error::Usage`] where they are of another step: the table has changed since.
fn checked(cells: Vec<Cell>, (method, features): (&str, usize), step: usize) -> Result<Vec<Cell>> {
    match cells.first() {
        Some(cell) if !is_of(&cell.method, method) || cell.features != features => Err(Error::Usage(format!(
            "the file's step {step} is {} with {} features, where the table has {method} with {features}: the table has \
             changed since",
            cell.method, cell.features
        ))),
        _ => Ok(cells),
    }
}

/// Returns true if a cell's name is that of a method, behind which a comma and more may follow, or
/// a number.
fn is_of(name: &str, method: &str) -> bool {
    let rest = name.strip_prefix(method);
    let is_number = |rest: &str| rest.strip_prefix(' ').is_some_and(|number| number.parse::<f64>().is_ok());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", ") || is_number(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn cell(method: &str, features: usize) -> Cell {
        let (data, quantity) = ("wine".to_owned(), "error".to_owned());
        let (paper, note) = (None, None);
        Cell { data, method: method.to_owned(), quantity, features, paper, mean: 0.5, std: 0.1, repeats: 2, note }
    }

    /// The methods and features that are measured, out of two methods at three numbers of features.
    fn measured(methods: &[&str], features: &[usize]) -> Result<Vec<(String, usize)>> {
        let methods: Vec<String> = methods.iter().map(ToString::to_string).collect();
        let scope = Scope { folder: Path::new("."), quick: false, sets: &[], methods: &methods, features };
        let (mut measured, mut hear) = (0, |_: &[Cell], _: bool| Ok(()));
        let mut steps = Steps::new(&scope, Vec::new(), &mut hear);
        for (method, features) in ["mc", "orf"].into_iter().flat_map(|method| [10, 20, 40].map(|m| (method, m))) {
            steps.step((method, features), || {
                measured += 1;
                Ok(vec![cell(method, features)])
            })?;
        }
        steps.check()?;
        let cells = steps.into_cells();
        assert_eq!(cells.len(), measured);
        Ok(cells.into_iter().map(|cell| (cell.method, cell.features)).collect())
    }

    #[test]
    fn cells_of_other_methods_are_refused() {
        for (name, method) in
            [("mc", "mc"), ("mc, pairs", "mc"), ("lambda 0.05", "lambda"), ("eerf plain", "eerf plain")]
        {
            assert!(checked(vec![cell(name, 20)], (method, 20), 1).is_ok(), "{name}");
        }
        for (name, method, features) in [("eerf plain", "eerf", 20), ("eerf", "eerf plain", 20), ("mc", "mc", 40)] {
            let refusal = checked(vec![cell(name, 20)], (method, features), 3).expect_err(name).to_string();
            assert!(refusal.contains("step 3"), "{refusal}");
        }
    }

    #[test]
    fn only_wanted_steps_are_measured() {
        let names = |all: &[(&str, usize)]| all.iter().map(|(m, n)| (m.to_string(), *n)).collect::<Vec<_>>();
        assert_eq!(measured(&[], &[]).expect("all").len(), 6);
        assert_eq!(measured(&["orf"], &[20, 10]).expect("two"), names(&[("orf", 10), ("orf", 20)]));
        for (methods, features, parts) in [(&["sobol"][..], &[][..], ["sobol", "mc, orf"]), (&[], &[30], ["30", "40"])]
        {
            let refusal = measured(methods, features).expect_err("no such cell").to_string();
            assert!(parts.iter().all(|part| refusal.contains(part)), "{refusal}");
        }
    }
}
