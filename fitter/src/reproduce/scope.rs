//! What of a table is measured, and on which data.

use crate::error::{Error, Result};
use std::path::Path;

/// What of a table is measured, and on which data.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The folder of data sets.
    pub folder: &'a Path,
    /// True for fewer repeats, and of some tables fewer sizes.
    pub quick: bool,
    /// The names of the data sets; of none, all are measured.
    pub sets: &'a [String],
    /// The names of the methods, likewise.
    pub methods: &'a [String],
    /// The numbers of features, likewise.
    pub features: &'a [usize],
}

impl Scope<'_> {
    /// Returns the parts of a table that are measured, by the names of their data sets.
    ///
    /// # Errors
    /// [`Error::Usage`] where the table lacks a data set that was asked for.
    pub(super) fn of<T, N: AsRef<str>>(
        &self,
        table: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> N,
    ) -> Result<Vec<T>> {
        let table: Vec<T> = table.into_iter().collect();
        let names: Vec<N> = table.iter().map(&name).collect();
        let names: Vec<&str> = names.iter().map(N::as_ref).collect();
        if let Some(stray) = self.sets.iter().find(|set| !names.contains(&set.as_str())) {
            return Err(Error::Usage(format!("the table has no data set {stray}; it has {}", names.join(", "))));
        }
        let is_wanted = |part: &T| self.sets.is_empty() || self.sets.iter().any(|set| set == name(part).as_ref());
        Ok(table.into_iter().filter(is_wanted).collect())
    }

    /// Returns true if a method is measured at a number of features.
    pub(super) fn wants(&self, method: &str, features: usize) -> bool {
        let wants_method = self.methods.is_empty() || self.methods.iter().any(|wanted| wanted == method);
        wants_method && (self.features.is_empty() || self.features.contains(&features))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_chosen_by_their_names() {
        let of = |sets: &[&str]| {
            let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
            Scope { folder: Path::new("."), quick: false, sets: &sets, methods: &[], features: &[] }
                .of(["wine", "cpu", "adult"], |name| *name)
        };
        assert_eq!(of(&[]).expect("all"), ["wine", "cpu", "adult"]);
        assert_eq!(of(&["adult", "wine"]).expect("two"), ["wine", "adult"]);
        let refusal = of(&["cpu", "mnist"]).expect_err("no such set").to_string();
        assert!(refusal.contains("mnist") && refusal.contains("wine, cpu, adult"), "{refusal}");
    }
}
