//! Packages for ecosystems: their manifests, their examples on this machine and on small cores, two
//! models in one program, and that nothing of the user's is replaced.

use crate::common::kernelet::Desk;
use crate::common::packages::{MODELS, compile, desk, package, run, said, sources, stand_ins};
use crate::common::sample::{self, Shape};
use kernelet::{F32, Libm};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The ecosystems whose packages hold C.
const IN_C: [&str; 5] = ["arduino", "platformio", "zephyr", "esp-idf", "cmsis-pack"];

/// The examples of a package: the one that reads a sensor, and the one that tests the model.
fn examples(ecosystem: &str) -> [&'static str; 2] {
    match ecosystem {
        "arduino" => ["examples/Sensor/Sensor.ino", "examples/SelfTest/SelfTest.ino"],
        "platformio" => ["examples/sensor/src/main.cpp", "examples/self_test/src/main.cpp"],
        "zephyr" => ["samples/sensor/src/main.c", "tests/self_test/src/main.c"],
        "esp-idf" => ["examples/sensor/main/main.c", "examples/self_test/main/main.c"],
        _ => ["examples/sensor.c", "examples/self_test.c"],
    }
}

/// The headers that an ecosystem's examples include.
fn headers(ecosystem: &str, folder: &Path) -> Vec<PathBuf> {
    let name = if ecosystem == "platformio" { "arduino" } else { ecosystem };
    vec![folder.join("src"), stand_ins(&name.replace('-', "_"))]
}

#[test]
fn examples_answer_a_sensor_and_self_tests_pass_on_this_machine() {
    let desk = desk();
    for (ecosystem, name) in IN_C.into_iter().flat_map(|ecosystem| MODELS.map(|name| (ecosystem, name))) {
        let folder = package(&desk, ecosystem, name);
        let (includes, mut sources) = (headers(ecosystem, &folder), sources(&folder, name));
        let [sensor, test] = examples(ecosystem).map(|example| folder.join(example));
        if ecosystem == "esp-idf" {
            fs::write(desk.path("task.c"), "#include <freertos/task.h>\n").expect("writable");
            sources.push(desk.path("task.c")); // calls what the test defines
        }
        let tested = run(&desk, &test, &includes, &sources);
        assert!(tested.ends_with("passed\n"), "{ecosystem} {name}: {tested}");
        sources.truncate(3);
        if ecosystem == "cmsis-pack" {
            let size =
                if name == "shake" { "SHAKE_CHANNELS".into() } else { format!("{}_INPUTS", name.to_uppercase()) };
            let recorded = stand_ins("recorded.c");
            let text = format!("#include \"{name}.h\"\n#define VALUES {size}\n#include {recorded:?}\n");
            fs::write(desk.path("recorded.c"), text).expect("writable");
            sources.push(desk.path("recorded.c"));
        }
        let answers = run(&desk, &sensor, &includes, &sources);
        let kinds: &[&str] = match name {
            "shake" => &["still", "shaken"],
            "level" => &["low", "high"],
            _ => &[""],
        };
        assert!(answers.lines().count() >= 5, "{ecosystem} {name}: {answers}");
        assert!(answers.lines().all(|line| kinds.contains(&line) || line.parse::<f64>().is_ok()), "{answers}");
    }
}

/// An ATmega328P has 2,048 bytes of RAM; the test of windows keeps its rows in flash.
#[test]
fn sketches_build_for_an_avr_and_the_pack_for_cortex_m() {
    let desk = desk();
    let avr = ["-mmcu=atmega328p", "-Os", "-ffunction-sections", "-fdata-sections"];
    for name in MODELS {
        let folder = package(&desk, "arduino", name);
        let includes = headers("arduino", &folder);
        let objects: Vec<PathBuf> = (0..3).map(|i| desk.path(&format!("avr{i}.o"))).collect();
        for (source, object) in sources(&folder, name).iter().zip(&objects) {
            compile(
                &[&["avr-gcc", "-std=gnu99", "-c"][..], &avr].concat(),
                &includes,
                std::slice::from_ref(source),
                object,
            );
        }
        let pins = desk.path("pins.cpp");
        fs::write(&pins, "int analogRead(int pin);\nint analogRead(int pin) { return pin; }\n").expect("writable");
        for example in examples("arduino") {
            let [sketch, board, elf] = ["sketch.o", "pins.o", "sketch.elf"].map(|file| desk.path(file));
            let cpp = [&["avr-g++", "-x", "c++", "-c"][..], &avr].concat();
            compile(&cpp, &includes, &[folder.join(example)], &sketch);
            compile(&cpp, &[], std::slice::from_ref(&pins), &board);
            let linked = [objects.clone(), vec![sketch, board]].concat();
            compile(&[&["avr-g++", "-Wl,--gc-sections"][..], &avr].concat(), &[], &linked, &elf);
            let sizes = said(Command::new("avr-size").arg(&elf));
            let numbers: Vec<u32> = sizes.lines().nth(1).map(numbers).unwrap_or_default();
            println!(
                "avr {name} {example}: {} bytes of flash, {} of RAM",
                numbers[0] + numbers[1],
                numbers[1] + numbers[2]
            );
            assert!(numbers[1] + numbers[2] < 1700, "{name} {example}: {sizes}");
        }
        let folder = package(&desk, "cmsis-pack", name);
        let files = sources(&folder, name);
        for file in &files {
            let arm = ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-std=c99", "-ffreestanding", "-O2", "-c"];
            compile(&arm, &headers("cmsis-pack", &folder), std::slice::from_ref(file), &desk.path("arm.o"));
        }
    }
}

/// The numbers at the start of a line.
fn numbers(line: &str) -> Vec<u32> {
    line.split_whitespace().map_while(|word| word.parse().ok()).collect()
}

#[test]
fn two_models_link_into_one_program_in_c() {
    let desk = desk();
    let folders = ["shake", "flow"].map(|name| package(&desk, "arduino", name));
    let main = "#include \"flow_test.h\"\n#include \"shake_test.h\"\n\n\
                int main(void)\n{\n    return shake_self_test() != 0 || flow_self_test() != 0;\n}\n";
    desk.write("two.c", main);
    let sources = [sources(&folders[0], "shake"), sources(&folders[1], "flow")].concat();
    let includes = folders.map(|folder| folder.join("src"));
    assert_eq!(run(&desk, &desk.path("two.c"), &includes, &sources), "");
}

/// Runs cargo in a folder, with the runtime of this repository and without a network.
fn cargo(desk: &Desk, folder: &str, arguments: &[&str]) -> String {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
    fs::copy(runtime.join("../Cargo.lock"), desk.path(folder).join("Cargo.lock")).expect("the lock file is there");
    let mut cargo = Command::new(env!("CARGO"));
    fs::create_dir_all(desk.path(".cargo")).expect("writable"); // clippy reads no --config
    desk.write(".cargo/config.toml", &format!("[patch.crates-io]\nkernelet.path = {:?}\n", runtime.to_string_lossy()));
    cargo.args(arguments).args(["--offline", "--quiet"]).current_dir(desk.path(folder));
    cargo.env("RUSTFLAGS", "-Dwarnings");
    said(cargo.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("packaged")))
}

#[test]
fn crates_pass_their_tests_with_just_the_features_that_they_need() {
    let desk = desk();
    for name in MODELS {
        let folder = package(&desk, "cargo", name);
        let manifest: toml::Table =
            fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest").parse().expect("TOML");
        let needed: &[&str] = match name {
            "shake" => &["series"],
            "both" => &["values"],
            _ => &[],
        };
        let features = manifest["dependencies"]["kernelet"]["features"].as_array().expect("a list");
        assert_eq!(features.iter().filter_map(|feature| feature.as_str()).collect::<Vec<_>>(), needed, "{name}");
        cargo(&desk, &format!("cargo/{name}"), &["test"]);
        cargo(&desk, &format!("cargo/{name}"), &["clippy", "--all-targets"]);
    }
}

#[test]
fn two_models_link_into_one_program_in_rust() {
    let desk = desk();
    ["shake", "flow"].iter().for_each(|name| drop(package(&desk, "cargo", name)));
    let manifest = "[package]\nname = \"two\"\nedition = \"2024\"\n[dependencies]\n\
                    shake = { path = \"../cargo/shake\" }\nflow = { path = \"../cargo/flow\" }\n";
    fs::create_dir_all(desk.path("two/src")).expect("writable");
    desk.write("two/Cargo.toml", manifest);
    desk.write("two/src/main.rs", "fn main() {\n    assert!(shake::self_test() && flow::self_test());\n}\n");
    cargo(&desk, "two", &["run"]);
}

#[test]
fn what_a_user_has_changed_stays() {
    let desk = desk();
    let folder = package(&desk, "arduino", "level");
    package(&desk, "arduino", "level"); // the same again
    desk.json("fit rows.csv --ignore flow,drift --target level --method mc --features 9 --out level.klt --quiet");
    let before = fs::read(folder.join("src/level.c")).expect("a source");
    package(&desk, "arduino", "level"); // another model of the name
    let sources = fs::read(folder.join("src/level.c")).expect("a source");
    assert_ne!(before, sources);
    for changed in ["examples/Sensor/Sensor.ino", "library.properties", "src/level.h"] {
        let own = fs::read(folder.join(changed)).expect("a file");
        fs::write(folder.join(changed), "mine\n").expect("writable");
        let run = desk.run("export level.klt --as arduino --out arduino/level");
        assert!(run.code == 2 && run.err.contains(changed), "{}", run.err);
        assert_eq!(fs::read(folder.join(changed)).expect("a file"), b"mine\n");
        assert_eq!(fs::read(folder.join("src/level.c")).expect("a source"), sources);
        fs::write(folder.join(changed), own).expect("writable");
    }
}

#[test]
fn what_cannot_be_packaged_is_refused_and_nothing_is_written() {
    let desk = desk();
    let refused = |arguments: &str, code: i32, word: &str| {
        let run = desk.run(&format!("export {arguments} --out new"));
        assert!(run.code == code && run.err.contains(word), "{arguments}: {}", run.err);
        assert!(run.out.is_empty() && !desk.path("new").exists(), "{arguments}");
    };
    refused("level.klt --as arduino,zephyr", 2, "arduino: a package is a folder of its own");
    refused("level.klt --as c,cargo", 2, "cargo: a package is a folder of its own");
    refused("level.klt --as arduino --name string", 2, "string.h");
    refused("level.klt --as cargo --name match", 2, "match");
    refused("level.klt --as cargo --name kernelet", 2, "kernelet");
    refused("level.klt --as zephyr --rows 3", 2, "vectors");
    refused("none.klt --as cargo", 1, "none.klt");
    fs::write(desk.path("bare.klt"), fs::read(desk.path("level.klt")).expect("a model")).expect("writable");
    refused("bare.klt --as arduino", 1, "bare.klt.json");
    let shape = Shape { inputs: 2, outputs: 1, features: 1, guarded: false };
    fs::write(desk.path("bare.klt"), sample::model::<F32<Libm>>(shape, 1)).expect("writable");
    refused("bare.klt --as cargo", 1, "bare.klt.json");
    desk.json("fit rows.csv --ignore flow,drift --target level --number f32-libm --method mc --features 4 --out libm.klt --quiet");
    refused("libm.klt --as esp-idf", 1, "libm");
    desk.write("file", "");
    assert_ne!(desk.run("export level.klt --as cargo --out file").code, 0);
}

#[test]
fn manifests_name_files_that_are_there() {
    let desk = desk();
    let pack = package(&desk, "cmsis-pack", "level");
    let text = fs::read_to_string(pack.join("Kernelet.level.pdsc")).expect("a description");
    let names: Vec<&str> = text.split("name=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(names.len() >= 9 && names.iter().all(|name| pack.join(name).exists()), "{names:?}");
    let library = package(&desk, "platformio", "level");
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(library.join("library.json")).expect("a manifest")).expect("JSON");
    let examples = json["examples"].as_array().expect("examples");
    let files = examples.iter().flat_map(|example| {
        let base = example["base"].as_str().expect("a folder");
        example["files"]
            .as_array()
            .expect("files")
            .iter()
            .map(move |file| format!("{base}/{}", file.as_str().expect("a name")))
    });
    assert_eq!(files.filter(|file| library.join(file).is_file()).count(), 4);
    let sketchbook = package(&desk, "arduino", "level");
    let properties = fs::read_to_string(sketchbook.join("library.properties")).expect("properties");
    assert!(
        properties
            .lines()
            .all(|line| line.split_once('=').is_some_and(|(key, value)| !key.is_empty() && !value.is_empty()))
    );
}

/// Runs an ecosystem's own tool in a package, where it is installed.
fn tool(folder: &Path, words: &[&str]) {
    let there = Command::new(words[0]).arg("--version").output().is_ok();
    match there {
        true => drop(said(Command::new(words[0]).args(&words[1..]).current_dir(folder))),
        false => eprintln!("skipped: {} is not installed; docs/packages.md says how to get it", words[0]),
    }
}

#[test]
fn the_tools_of_ecosystems_accept_their_packages() {
    let desk = desk();
    tool(&package(&desk, "platformio", "shake"), &["pio", "pkg", "pack"]);
    tool(&package(&desk, "esp-idf", "shake"), &["compote", "component", "pack", "--name", "shake"]);
    let library = package(&desk, "arduino", "shake");
    let (libraries, build) = (library.join(".."), desk.path("build"));
    fs::create_dir(&build).expect("writable");
    let [libraries, build] = [&libraries, &build].map(|path| path.to_str().expect("UTF-8").to_owned());
    let mut words = vec!["arduino-builder", "-compile", "-quiet", "-fqbn", "arduino:avr:uno"];
    words.extend(["-hardware", "/usr/share/arduino-builder", "-hardware", "/usr/share/arduino/hardware"]);
    words.extend(["-prefs", "runtime.tools.ctags.path=/usr/bin", "-prefs", "compiler.path=/usr/bin/"]);
    words.extend(["-prefs", "compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__", "-tools", &build]);
    words.extend(["-libraries", &libraries, "-build-path", &build]);
    for example in examples("arduino") {
        tool(&library, &[&words[..], &[example]].concat());
    }
}

/// What lies under `examples/boards` is what an export of the model there writes today.
#[test]
fn the_exports_of_the_boards_are_those_of_their_model() {
    let (boards, desk) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/boards"), Desk::new());
    for file in ["motion.klt", "motion.klt.json"] {
        fs::copy(boards.join(file), desk.path(file)).expect("the model is committed");
    }
    for (ecosystem, folder) in [("cargo", "motion"), ("arduino", "uno/libraries/motion")] {
        let run = desk.run(&format!("export motion.klt --as {ecosystem} --out {ecosystem}/motion --name motion"));
        assert_eq!(run.code, 0, "{}", run.err);
        let names: Vec<&str> = run.out.lines().collect();
        assert!(names.len() > 5, "{names:?}");
        for name in names {
            let own = name.strip_prefix(&format!("{ecosystem}/motion/")).expect("in the folder");
            let committed = fs::read(boards.join(folder).join(own));
            assert!(committed.is_ok_and(|bytes| bytes == desk.read(name)), "export again: {folder}/{own}");
        }
        let files = Command::new("git").args(["ls-files", folder]).current_dir(&boards).output().expect("git");
        let count = String::from_utf8_lossy(&files.stdout).lines().count();
        assert_eq!(count, run.out.lines().count(), "files of an earlier export are left in {folder}");
    }
}
