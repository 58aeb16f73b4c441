//! The files of the corpus, each written out or made by a recipe.

use super::kernelet::Desk;
use flate2::Compression;
use flate2::write::GzEncoder;
use kernelet_fit::pack::sheet_digest;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// A file: its text, or a recipe.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub enum Made {
    /// The text.
    Text(String),
    /// How the bytes are made.
    Recipe(Box<Recipe>),
}

/// A recipe: one of the sources, and then the changes in this order.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    // sources
    /// Text.
    text: Option<String>,
    /// Bytes in hexadecimal digits, with spaces where one likes.
    hex: Option<String>,
    /// The name of a model of `models.rs`: its bytes.
    model: Option<String>,
    /// The name of such a model: its data sheet.
    sheet: Option<String>,
    /// The name of a prepared model: the log of learning its own rows.
    log: Option<String>,
    /// A symbolic link to this path.
    link: Option<String>,
    /// A folder.
    folder: bool,
    /// A named pipe.
    pipe: bool,
    // changes
    /// Of a sheet: the new values by JSON pointer.
    set: BTreeMap<String, toml::Value>,
    /// Of a sheet: pointers to what is taken out.
    remove: Vec<String>,
    /// Of a sheet: leaves its checksum as it was.
    unsealed: bool,
    /// A line that is added this many times.
    times: Option<(usize, String)>,
    /// The number of bytes that are kept; below zero, the number that is cut off.
    cut: Option<i64>,
    /// Bytes in hexadecimal digits, by the offset that they are written to; below zero from the
    /// end.
    patch: BTreeMap<String, String>,
    /// Of a model: renews its checksum.
    sealed: bool,
    /// Gzipped.
    gzip: bool,
    /// Of what was gzipped: the number of bytes that are kept, or cut off.
    gzip_cut: Option<i64>,
    /// Text behind everything.
    append: String,
}

impl Made {
    /// Puts the file at a path.
    pub fn put(&self, path: &Path) {
        match self {
            Made::Recipe(recipe) if recipe.folder => fs::create_dir_all(path).expect("a folder"),
            Made::Recipe(recipe) if recipe.pipe => {
                assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
            }
            Made::Recipe(recipe) if recipe.link.is_some() => {
                symlink(recipe.link.as_deref().unwrap_or_default(), path).expect("a link");
            }
            made => {
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, made.bytes()).expect("writable");
            }
        }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Made::Text(text) => text.clone().into_bytes(),
            Made::Recipe(recipe) => recipe.bytes(),
        }
    }
}

impl Recipe {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.source();
        if let Some((times, line)) = &self.times {
            bytes.extend(line.repeat(*times).into_bytes());
        }
        cut(&mut bytes, self.cut);
        for (offset, patch) in &self.patch {
            let at = place(bytes.len(), offset.parse().expect("an offset"));
            let patch = hex(patch);
            bytes.splice(at..at + patch.len(), patch);
        }
        if self.sealed {
            kernelet::wire::seal(&mut bytes);
        }
        if self.gzip {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&bytes).expect("memory");
            bytes = encoder.finish().expect("memory");
            cut(&mut bytes, self.gzip_cut);
        }
        bytes.extend(self.append.bytes());
        bytes
    }

    fn source(&self) -> Vec<u8> {
        if let Some(name) = &self.log {
            return logged(name);
        }
        match (&self.model, &self.sheet, &self.hex) {
            (Some(name), ..) => model(name).0.clone(),
            (_, Some(name), _) => self.sheet(&model(name).1),
            (.., Some(digits)) => hex(digits),
            _ => self.text.clone().unwrap_or_default().into_bytes(),
        }
    }

    fn sheet(&self, sheet: &Value) -> Vec<u8> {
        let mut sheet = sheet.clone();
        for pointer in &self.remove {
            let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
            match sheet.pointer_mut(parent).expect("a place in the sheet") {
                Value::Object(object) => drop(object.remove(name)),
                Value::Array(array) => drop(array.remove(name.parse().expect("an index"))),
                _ => panic!("{pointer} is in no list"),
            }
        }
        for (pointer, value) in &self.set {
            let value = serde_json::to_value(value).expect("JSON");
            let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
            match sheet.pointer_mut(pointer) {
                Some(old) => *old = value,
                None => drop(
                    sheet
                        .pointer_mut(parent)
                        .and_then(Value::as_object_mut)
                        .expect("an object")
                        .insert(name.into(), value),
                ),
            }
        }
        if !self.unsealed {
            sheet["digest"] = sheet_digest(&sheet).into();
        }
        serde_json::to_vec_pretty(&sheet).expect("JSON")
    }
}

/// The bytes and the data sheet of a model: `classes`, `pair` or `values`, with the options of a
/// fit behind them, as in `values --number f32`; behind ` | ` those of `prepare`.
fn model(name: &str) -> &'static (Vec<u8>, Value) {
    type Models = BTreeMap<String, &'static (Vec<u8>, Value)>;
    static MODELS: OnceLock<std::sync::Mutex<Models>> = OnceLock::new();
    let mut models = MODELS.get_or_init(Default::default).lock().expect("no panic while it was held");
    models.entry(name.to_owned()).or_insert_with(|| Box::leak(Box::new(fitted(name))))
}

fn fitted(name: &str) -> (Vec<u8>, Value) {
    let desk = desk(name);
    (desk.read("m.klt"), serde_json::from_slice(&desk.read("m.klt.json")).expect("JSON"))
}

/// The log of a prepared model that learns the rows that it was fitted to.
fn logged(name: &str) -> Vec<u8> {
    let desk = desk(name);
    let run = desk.run("rehearse m.klt t.csv --log m.kll");
    assert_eq!(run.code, 0, "{name}: {}", run.err);
    desk.read("m.kll")
}

/// A folder with a fitted model, and its data.
fn desk(name: &str) -> Desk {
    let (name, prepared) = name.split_once(" | ").map_or((name, None), |(name, prepared)| (name, Some(prepared)));
    let (data, options) = name.split_once(' ').unwrap_or((name, ""));
    let target = |i: usize| match data {
        "classes" => ["x", "y", "z"][i % 3].to_owned(),
        "pair" => ["no", "yes"][i % 2].to_owned(),
        "values" => format!("{}.5", i * i % 17),
        _ => panic!("no data are called {data}"),
    };
    let row =
        |i: usize| format!("{}.25,{},{},{}\n", i * 7 % 11, ["red", "green"][i * 5 % 7 % 2], i * 3 % 50, target(i));
    let desk = Desk::new();
    desk.write("t.csv", &(String::from("size,colour,count,kind\n") + &(0..40).map(row).collect::<String>()));
    let features = if options.contains("--blocks") { "" } else { "--features 4" };
    let run = desk.run(&format!("fit t.csv {features} --out m.klt {options}"));
    assert_eq!(run.code, 0, "{name}: {}", run.err);
    if let Some(options) = prepared {
        let run = desk.run(&format!("prepare m.klt t.csv --out p.klt {options}"));
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        ["m.klt", "m.klt.json"].iter().zip(["p.klt", "p.klt.json"]).for_each(|(to, from)| {
            fs::rename(desk.path(from), desk.path(to)).expect("a folder of our own");
        });
    }
    desk
}

fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| u8::try_from(16 * pair[0] + pair[1]).expect("two digits")).collect()
}

fn cut(bytes: &mut Vec<u8>, kept: Option<i64>) {
    if let Some(kept) = kept {
        bytes.truncate(place(bytes.len(), kept));
    }
}

/// The place of an offset, which counts from the end where it is below zero.
fn place(length: usize, offset: i64) -> usize {
    let offset = if offset < 0 { offset + length as i64 } else { offset };
    usize::try_from(offset).expect("an offset within the bytes")
}
