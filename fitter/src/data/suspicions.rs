//! What is suspicious about the rows of a training file.

use super::alike::{alike, alike_categories};
use super::leak::leaks;
use super::outlier::outliers;
use super::schema::Schema;
use super::sentinel::sentinels;
use super::stray::strays;
use super::table::Table;

/// Returns remarks on what is doubtful about training rows: inputs that leak the target or number
/// the rows, sentinels of missing values, values that are absurdly far, a target that outweighs all
/// others, and classes or categories that
/// look alike. The rows must be in the order of their file.
pub fn suspicions(schema: &Schema, table: &Table) -> Vec<String> {
    let classes = alike(schema.target.labels().unwrap_or_default());
    let targets = outliers(schema, &table.targets).into_iter().chain(classes);
    let texts = targets.chain(alike_categories(&schema.fields));
    [texts.collect(), leaks(schema, table), sentinels(&table.inputs), strays(&table.inputs)].concat()
}
