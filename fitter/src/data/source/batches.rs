//! Parquet and Arrow files, read batch by batch in every pass.

use super::arrow_value::{refusal, value};
use super::contract::{Flaw, Records, Source, flaw};
use super::sizes;
use super::store::{Section, Store};
use super::value::Value;
use crate::data::dialect::FirstLine;
use crate::data::header;
use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, Schema};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::reader::{ChunkReader, Length};
use std::io::{BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The rows of a batch of a Parquet file.
const BATCH: usize = 4096;

/// The container of batches.
#[derive(Debug)]
enum Container {
    Parquet(ArrowReaderMetadata),
    /// The file format of Arrow, with its blocks at known places.
    File,
    /// The stream format of Arrow.
    Stream,
}

/// A file of batches.
#[derive(Debug)]
pub struct Batches {
    store: Store,
    container: Container,
    names: Vec<String>,
    refusals: Vec<Option<String>>,
    /// The columns that are read.
    read: Vec<usize>,
    /// The place of each column among those that are read.
    places: Vec<Option<usize>>,
}

/// Batches, one after the other.
type Following = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>;

impl Batches {
    /// Reads the schema of a Parquet file.
    ///
    /// # Errors
    /// A flaw for a damaged file.
    pub fn of_parquet(store: Store) -> Result<Batches, Flaw> {
        let open = || Ok(ArrowReaderMetadata::load(&store, ArrowReaderOptions::default())?);
        let metadata = whole(open)?;
        let schema = metadata.schema().clone();
        Batches::new(store, Container::Parquet(metadata), &schema)
    }

    /// Reads the schema of a file in Arrow's file format.
    ///
    /// # Errors
    /// A flaw for a damaged file.
    pub fn of_file(store: Store) -> Result<Batches, Flaw> {
        refuse(sizes::wrong_in_file(&store))?;
        let schema = whole(|| Ok(FileReader::try_new(buffered(&store), None)?.schema()))?;
        Batches::new(store, Container::File, &schema)
    }

    /// Reads the schema of a file in Arrow's stream format.
    ///
    /// # Errors
    /// A flaw for a damaged file.
    pub fn of_stream(store: Store) -> Result<Batches, Flaw> {
        refuse(sizes::wrong_in_stream(&store))?;
        let schema = whole(|| Ok(StreamReader::try_new(buffered(&store), None)?.schema()))?;
        Batches::new(store, Container::Stream, &schema)
    }

    fn new(store: Store, container: Container, schema: &Schema) -> Result<Batches, Flaw> {
        let named = schema.fields().iter().map(|field| field.name().as_str());
        let names = header::names(named, FirstLine::Names).map_err(flaw)?;
        let refusals: Vec<Option<String>> = schema.fields().iter().map(|field| refusal(field.data_type())).collect();
        let read: Vec<usize> = (0..names.len()).filter(|&column| refusals[column].is_none()).collect();
        let places = (0..names.len()).map(|column| read.iter().position(|&other| other == column)).collect();
        Ok(Batches { store, container, names, refusals, read, places })
    }

    fn batches(&self) -> Result<Following, ArrowError> {
        let read = Some(self.read.clone());
        Ok(match &self.container {
            Container::Parquet(metadata) => {
                let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(self.store.clone(), metadata.clone());
                let mask = ProjectionMask::roots(builder.parquet_schema(), self.read.iter().copied());
                Box::new(builder.with_projection(mask).with_batch_size(BATCH).build()?)
            }
            Container::File => Box::new(FileReader::try_new(buffered(&self.store), read)?),
            Container::Stream => Box::new(StreamReader::try_new(buffered(&self.store), read)?),
        })
    }
}

/// What the Arrow project's crates say of a codec that they were built without.
const NOT_BUILT: &str = "Disabled feature at compile time";

fn refuse(wrong: Option<String>) -> Result<(), Flaw> {
    wrong.map_or(Ok(()), |wrong| Err(flaw(format!("the file is damaged: {wrong}"))))
}

fn buffered(store: &Store) -> BufReader<Section> {
    BufReader::with_capacity(1 << 16, store.reader(0))
}

/// Calls the Arrow project's crates, whose panics on damaged files become flaws here.
///
/// They check most of what they read, but not all. What tests that flip bytes have seen them
/// stumble over is checked before, in [`sizes`]; this is the net below.
fn whole<T>(call: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, Flaw> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Err(error)) if error.to_string().contains(NOT_BUILT) => {
            Err(flaw("the file is compressed by another codec than Snappy, zstd and LZ4, which is not read"))
        }
        Ok(result) => result.map_err(|error| flaw(format!("the file is damaged or cut off: {error}"))),
        Err(_) => Err(flaw("the file is damaged: its parts contradict each other")),
    }
}

impl Source for Batches {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn records(&self) -> Result<Box<dyn Records + '_>, Flaw> {
        let batches = whole(|| self.batches())?;
        Ok(Box::new(Pass { source: self, batches, batch: None, row: 0 }))
    }

    fn refusal(&self, column: usize) -> Option<&str> {
        self.refusals.get(column)?.as_deref()
    }
}

/// A pass over the rows.
struct Pass<'a> {
    source: &'a Batches,
    batches: Following,
    batch: Option<RecordBatch>,
    row: usize,
}

impl Records for Pass<'_> {
    fn advance(&mut self) -> Result<bool, Flaw> {
        self.row += 1;
        while self.batch.as_ref().is_none_or(|batch| self.row >= batch.num_rows()) {
            let Some(batch) = whole(|| self.batches.next().transpose())? else { return Ok(false) };
            (self.batch, self.row) = (Some(batch), 0);
        }
        Ok(true)
    }

    fn value(&self, column: usize) -> Value<'_> {
        match (&self.batch, self.source.places[column]) {
            (Some(batch), Some(place)) => value(batch.column(place).as_ref(), self.row),
            _ => Value::Missing,
        }
    }
}

impl Length for Store {
    fn len(&self) -> u64 {
        self.length()
    }
}

impl ChunkReader for Store {
    type T = BufReader<Section>;

    fn get_read(&self, start: u64) -> parquet::errors::Result<Self::T> {
        Ok(BufReader::new(self.reader(start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> parquet::errors::Result<Bytes> {
        let mut bytes = Vec::new();
        self.reader(start).take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() < length {
            return Err(parquet::errors::ParquetError::EOF(format!("{length} bytes expected at byte {start}")));
        }
        Ok(bytes.into())
    }
}
