//! The file of a table's cells: a line of CSV for each, appended as soon as its step is done, from
//! which a later run goes on.

use super::cell::Cell;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The names of the columns.
const HEADER: &str = "table,run,step,lines,data,method,quantity,features,paper,ours,deviation,repeats,note\n";

/// The file of a table's cells.
pub struct CellFile {
    path: PathBuf,
    file: File,
    table: String,
    run: String,
    steps: usize,
    /// True where there was no file before.
    is_new: bool,
}

/// Without a step nothing is left of a new file, unless another run has written to it.
impl Drop for CellFile {
    fn drop(&mut self) {
        let is_empty =
            || fs::symlink_metadata(&self.path).is_ok_and(|is| is.is_file() && is.len() == HEADER.len() as u64);
        if self.is_new && self.steps == 0 && is_empty() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A cell as a line of the file.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Line {
    /// The name of the table.
    table: String,
    /// How thoroughly it is measured.
    run: String,
    /// The number of the step that measured it.
    step: usize,
    /// The number of lines of that step.
    lines: usize,
    data: String,
    method: String,
    quantity: String,
    features: usize,
    paper: Option<f64>,
    ours: f64,
    deviation: f64,
    repeats: usize,
    note: Option<String>,
}

impl CellFile {
    /// Opens the file of a table, which is made where there is none; returns the cells that it
    /// holds, step by step.
    ///
    /// A last step that was cut off is removed.
    ///
    /// # Errors
    /// [`Error::Data`] where the file holds anything else, which stays as it is, and [`Error::Io`].
    pub fn open(path: &Path, (table, run): (String, String)) -> Result<(CellFile, Vec<Vec<Cell>>)> {
        let io = |source| Error::io(path, source);
        if path.exists() && !path.is_file() {
            return Err(Error::data(path, "is no ordinary file, as one to go on with must be"));
        }
        let is_new = !path.exists();
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io)?;
        let (known, length) = parsed(path, &text, (&table, &run))?;
        if length < text.len() {
            file.set_len(length as u64).map_err(io)?;
        }
        if length == 0 {
            file.write_all(HEADER.as_bytes()).map_err(io)?;
        }
        Ok((CellFile { path: path.to_owned(), file, table, run, steps: known.len(), is_new }, known))
    }

    /// Appends the cells of the next step.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn add(&mut self, cells: &[Cell]) -> Result<()> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let line = |cell: &Cell| Line {
            table: self.table.clone(),
            run: self.run.clone(),
            step: self.steps,
            lines: cells.len(),
            ..Line::from(cell)
        };
        cells.iter().map(line).try_for_each(|line| writer.serialize(line)).expect("lines in memory");
        let bytes = writer.into_inner().expect("lines in memory");
        self.steps += 1;
        self.file.write_all(&bytes).and_then(|()| self.file.flush()).map_err(|source| Error::io(&self.path, source))
    }
}

impl From<&Cell> for Line {
    fn from(cell: &Cell) -> Line {
        let Cell { data, method, quantity, features, paper, mean, std, repeats, note } = cell.clone();
        let (table, run, step, lines) = (String::new(), String::new(), 0, 0);
        Line {
            table,
            run,
            step,
            lines,
            data,
            method,
            quantity,
            features,
            paper,
            ours: mean,
            deviation: std,
            repeats,
            note,
        }
    }
}

impl From<Line> for Cell {
    fn from(line: Line) -> Cell {
        let Line { data, method, quantity, features, paper, ours, deviation, repeats, note, .. } = line;
        Cell { data, method, quantity, features, paper, mean: ours, std: deviation, repeats, note }
    }
}

/// Parses the text of a file: its whole steps, and the bytes that they take with the header.
fn parsed(path: &Path, text: &str, (table, run): (&str, &str)) -> Result<(Vec<Vec<Cell>>, usize)> {
    if HEADER.starts_with(text) && text.len() < HEADER.len() {
        return Ok((Vec::new(), 0)); // nothing yet, or a header that was cut off
    }
    if !text.starts_with(HEADER) {
        return Err(Error::data(path, "is no file of a table's cells; --csv takes a new file, or one that it wrote"));
    }
    // a line that was cut off ends without a line break
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut reader = csv::Reader::from_reader(&text.as_bytes()[..whole]);
    let (mut steps, mut length) = (Vec::<Vec<Cell>>::new(), HEADER.len());
    let mut open: Vec<Cell> = Vec::new();
    let headers = reader.headers().cloned().expect("the header was seen above");
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|why| Error::data(path, why.to_string()))? {
        let number = record.position().map_or(0, csv::Position::line);
        let at = |what: String| Error::data(path, format!("line {number} {what}"));
        let line: Line = record.deserialize(Some(&headers)).map_err(|why| at(format!("is no cell: {why}")))?;
        if (line.table.as_str(), line.run.as_str()) != (table, run) {
            let (other, how) = (&line.table, &line.run);
            return Err(at(format!("is of {other}, {how}, and this run is {table}, {run}: name another file")));
        }
        if line.step != steps.len() {
            return Err(at(format!("is of step {}, after {} steps", line.step, steps.len())));
        }
        let lines = line.lines;
        open.push(line.into());
        if open.len() == lines {
            steps.push(std::mem::take(&mut open));
            length = reader.position().byte() as usize;
        }
    }
    Ok((steps, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(method: &str, mean: f64) -> Cell {
        Cell {
            data: "a, b".to_owned(),
            method: method.to_owned(),
            quantity: "error".to_owned(),
            features: 50,
            paper: (mean > 0.2).then_some(0.25),
            mean,
            std: 1.0 / 3.0,
            repeats: 3,
            note: (mean < 0.2).then(|| "a \"part\"".to_owned()),
        }
    }

    fn opened(path: &Path) -> Result<(CellFile, Vec<Vec<Cell>>)> {
        CellFile::open(path, ("table2".to_owned(), "whole".to_owned()))
    }

    /// Wherever the writing was cut off, whole steps come back and the rest is written again.
    #[test]
    fn a_later_run_goes_on_after_the_last_whole_step() {
        let desk = tempfile::tempdir().unwrap();
        let path = &desk.path().join("cells.csv");
        let steps = vec![vec![cell("mc", 0.1), cell("orf", 0.3)], vec![cell("mc", 0.2 + 1e-16)]];
        let (mut file, known) = opened(path).unwrap();
        assert!(known.is_empty());
        let mut ends = vec![std::fs::read(path).unwrap().len()];
        for step in &steps {
            file.add(step).unwrap();
            ends.push(std::fs::read(path).unwrap().len());
        }
        let all = std::fs::read(path).unwrap();
        for cut in 0..=all.len() {
            std::fs::write(path, &all[..cut]).unwrap();
            let (mut file, known) = opened(path).unwrap();
            let whole = ends[1..].iter().filter(|end| **end <= cut).count();
            assert_eq!(known, steps[..whole], "{cut}");
            steps[whole..].iter().for_each(|step| file.add(step).unwrap());
            assert_eq!(std::fs::read(path).unwrap(), all, "{cut}");
        }
    }

    #[test]
    fn without_a_step_nothing_is_left_of_a_new_file() {
        let desk = tempfile::tempdir().unwrap();
        let path = &desk.path().join("cells.csv");
        drop(opened(path).unwrap());
        assert!(!path.exists());
        std::fs::write(path, HEADER).unwrap();
        drop(opened(path).unwrap());
        assert_eq!(std::fs::read_to_string(path).unwrap(), HEADER);
    }

    #[test]
    fn files_of_anything_else_stay_as_they_are() {
        let desk = tempfile::tempdir().unwrap();
        let path = &desk.path().join("cells.csv");
        for (text, part) in [
            ("x,y\n1,2\n".to_owned(), "no file of a table's cells"),
            (format!("{HEADER}table3,whole,0,1,a,mc,error,5,,1,0,1,\n"), "line 2 is of table3, whole"),
            (format!("{HEADER}table2,quick,0,1,a,mc,error,5,,1,0,1,\n"), "line 2 is of table2, quick"),
            (format!("{HEADER}table2,whole,3,1,a,mc,error,5,,1,0,1,\n"), "is of step 3, after 0 steps"),
            (format!("{HEADER}table2,whole,0,1,a,mc,error,five,,1,0,1,\n"), "line 2 is no cell"),
        ] {
            std::fs::write(path, &text).unwrap();
            let why = opened(path).err().expect("an error").to_string();
            assert!(why.contains(part), "{why}");
            assert_eq!(std::fs::read_to_string(path).unwrap(), text);
        }
    }
}
