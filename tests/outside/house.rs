//! The house: imports run one way, and one name names one type.

use crate::common::house::{Crate, circles};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The rooms of the fitter in the order of the flow: each imports only those before it. What
/// everyone may import comes first.
const FITTER: [&str; 22] = [
    "error",
    "recipe",
    "linalg",
    "search",
    "data",
    "series",
    "features",
    "fern",
    "head",
    "quantise",
    "pack",
    "online",
    "metrics",
    "fit",
    "choose",
    "calibrate",
    "statistics",
    "export",
    "verify",
    "report",
    "reproduce",
    "estimator",
];
/// The rooms of the runtime, likewise.
const RUNTIME: [&str; 12] =
    ["error", "number", "window", "block", "answer", "wire", "stream", "model", "series", "online", "load", "defmt"];
/// Names that once stood for several types each.
const NAMES: [&str; 9] = ["Choice", "Fold", "Problem", "Block", "Trial", "Rows", "Words", "Schedule", "Learned"];

fn source(package: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(package).join("src")
}

fn read(package: &str) -> Crate {
    Crate::read(&source(package), "lib.rs")
}

/// The files of a folder and those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The room of a file: its first folder, or its own name.
fn room(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

/// Both where names are defined and where `mod.rs` hands them on.
#[test]
fn files_import_each_other_in_no_circle() {
    for (package, root) in [("fitter", "lib.rs"), ("fitter", "main.rs"), ("runtime", "lib.rs")] {
        let house = Crate::read(&source(package), root);
        for resolved in [true, false] {
            let found = circles(&house.arrows(resolved));
            assert!(found.is_empty(), "{package}/{root}, re-exports resolved {resolved}: {found:#?}");
        }
    }
}

#[test]
fn rooms_import_only_rooms_before_them() {
    for (package, order) in [("fitter", &FITTER[..]), ("runtime", &RUNTIME[..])] {
        let place = |file: &str| order.iter().position(|known| *known == room(file));
        let house = read(package);
        let arrows = house.arrows(true);
        let unknown: BTreeSet<&str> =
            arrows.iter().map(|(from, _)| room(from)).filter(|from| place(from).is_none()).collect();
        assert!(unknown.iter().all(|from| *from == "lib"), "{package} has rooms without a place: {unknown:?}");
        let upward: Vec<_> =
            arrows.iter().filter(|(from, to)| place(from).is_some() && place(from) < place(to)).collect();
        assert!(upward.is_empty(), "{package} imports against the order: {upward:#?}");
    }
}

#[test]
fn one_name_names_one_type() {
    for name in NAMES {
        let files = |package| {
            let houses = match package {
                "fitter" => vec![read(package), Crate::read(&source(package), "main.rs")],
                _ => vec![read(package)],
            };
            let files = houses.iter().flat_map(|house| house.types.get(name).into_iter().flatten());
            files.map(|file| format!("{package}/{file}")).collect::<Vec<_>>()
        };
        let files = [files("runtime"), files("fitter")].concat();
        assert!(files.len() <= 1, "{name} names types in {files:?}");
    }
}

#[test]
fn comments_keep_to_a_hundred_columns() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in
        ["fitter/src", "fitter/python/src", "runtime", "tests/outside"].map(|folder| files(&top.join(folder))).concat()
    {
        if file.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
        // a table's row is one line; a backslash stands in the text of a program that is written
        let prose = comments.filter(|line| !line.contains('\\') && !line.contains("//! |"));
        let wide: Vec<&str> = prose.filter(|line| line.chars().count() > 100).collect();
        assert!(wide.is_empty(), "{}: {wide:#?}", file.display());
    }
}

/// A test that cannot fail tests nothing: a made-up crate with a circle through a re-export, and
/// one through a macro.
#[test]
fn circles_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write("lib.rs", "mod a; mod b; mod c; pub use b::B;");
    write("a.rs", "use crate::B; pub struct A(B);");
    write("b.rs", "pub struct B; fn b() { assert!(crate::c::c(\"crate::nowhere\")) }");
    write("c.rs", "pub fn c() -> bool { true } #[cfg(test)] mod tests { use crate::b::B; }");
    let house = Crate::read(folder.path(), "lib.rs");
    assert!(circles(&house.arrows(true)).is_empty());
    write("c.rs", "pub fn c(_: &str) -> bool { crate::a::A; true }");
    let found = circles(&Crate::read(folder.path(), "lib.rs").arrows(true));
    assert_eq!(found, [["a.rs", "b.rs", "c.rs"]]);
}
