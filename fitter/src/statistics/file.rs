//! The file of statistics: the plan, the shards that were summed up, and their sums.

use super::plan::Plan;
use super::sums::Sums;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of the file, with its version.
const MAGIC: &[u8; 5] = b"KSTA\x01";
/// The bytes of the checksum at the end.
const CHECKSUM: usize = 8;

/// The sums over the rows of one file or of many, with the plan that they are for.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The plan.
    pub plan: Plan,
    /// What was summed up.
    pub shards: Vec<Shard>,
    /// The sums.
    pub sums: Sums,
    /// The plan as it stands in the file.
    json: Vec<u8>,
}

/// The rows that were summed up in one go, by what they are, not by how they are called.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// The sum of the hashes of the rows.
    pub hash: u64,
    /// Their number.
    pub rows: u64,
    /// The name of their file.
    pub name: String,
}

/// What stands between the first bytes and the checksum.
#[derive(Serialize, Deserialize)]
struct Body {
    plan: Vec<u8>,
    shards: Vec<Shard>,
    sums: Sums,
}

impl Shard {
    /// Counts a row.
    pub(super) fn add(&mut self, hash: u64) {
        self.hash = self.hash.wrapping_add(hash);
        self.rows += 1;
    }

    /// Counts the rows of another shard.
    pub(super) fn join(&mut self, other: &Shard) {
        self.hash = self.hash.wrapping_add(other.hash);
        self.rows += other.rows;
    }

    /// Returns true where both are the same rows.
    fn is(&self, other: &Shard) -> bool {
        (self.hash, self.rows) == (other.hash, other.rows)
    }
}

impl Statistics {
    /// The statistics of a shard.
    pub fn new(plan: Plan, shard: Shard, sums: Sums) -> Statistics {
        let json = plan.to_json();
        Statistics { plan, shards: vec![shard], sums, json }
    }

    /// Adds statistics of other rows for the same plan.
    ///
    /// # Errors
    /// A reason: another plan, or rows that were added already.
    pub fn merge(&mut self, other: &Statistics) -> std::result::Result<(), String> {
        if self.json != other.json || !self.sums.fits(&other.sums) {
            return Err("belongs to another plan than the files before it".to_owned());
        }
        for shard in other.shards.iter().filter(|shard| shard.rows > 0) {
            if let Some(own) = self.shards.iter().find(|own| own.is(shard)) {
                return Err(format!(
                    "has the {} rows of {:?} again, which were added as {:?}",
                    shard.rows, shard.name, own.name
                ));
            }
        }
        self.shards.extend(other.shards.iter().filter(|shard| shard.rows > 0).cloned());
        self.shards.sort();
        self.sums.add(&other.sums);
        Ok(())
    }

    /// The share of rows that the plan's own model answers wrongly; none of values, and without
    /// rows.
    pub fn plan_error(&self) -> Option<f64> {
        let rows = self.sums.all_rows();
        (self.plan.targets.is_empty() && rows > 0).then(|| self.sums.wrong as f64 / rows as f64)
    }

    /// Returns the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = Body { plan: self.json.clone(), shards: self.shards.clone(), sums: self.sums.clone() };
        let body = postcard::to_allocvec(&body).expect("statistics of plain numbers");
        let mut bytes = [&MAGIC[..], &body].concat();
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> std::result::Result<Statistics, String> {
        let rest = bytes.strip_prefix(&MAGIC[..4]).ok_or("is no file of statistics")?;
        if rest.first() != Some(&MAGIC[4]) {
            return Err(format!("is of another version than {}", MAGIC[4]));
        }
        let torn = || "is torn or damaged: its checksum does not match".to_owned();
        let (all, sum) = bytes.split_at_checked(bytes.len().saturating_sub(CHECKSUM)).ok_or_else(torn)?;
        if sum != xxh3_64(all).to_le_bytes() {
            return Err(torn());
        }
        let body = all.get(MAGIC.len()..).ok_or_else(torn)?;
        let Body { plan: json, shards, sums } =
            postcard::from_bytes(body).map_err(|wrong| format!("is damaged: {wrong}"))?;
        let plan = Plan::from_json(&json).map_err(|wrong| format!("its plan {wrong}"))?;
        let rows = shards.iter().try_fold(0u64, |rows, shard| rows.checked_add(shard.rows));
        if !plan.empty().fits(&sums) || rows != Some(sums.all_rows()) {
            return Err("holds sums that are not those of its plan".to_owned());
        }
        Ok(Statistics { plan, shards, sums, json })
    }

    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Model`], naming the file.
    pub fn open(path: &Path) -> Result<Statistics> {
        let bytes = std::fs::read(path).map_err(|source| Error::io(path, source))?;
        Statistics::from_bytes(&bytes).map_err(|wrong| Error::model(path, wrong))
    }
}
