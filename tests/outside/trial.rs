//! The model in a page: the runtime that it carries, the words of its inputs, the texts around it.

use crate::common::kernelet::Desk;
use kernelet_fit::pack::ModelFile;
use kernelet_fit::quantise::{Guard, InputScaling, Magnitude};
use kernelet_fit::report::page::trial::{self, scalings};
use kernelet_wasm::Scaling;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Texts that would end a script, begin a comment, or become elements.
const HOSTILE: [&str; 3] = ["</script><img src=x onerror=alert(1)>", "<!-- <script> & \u{2028} '", "\"\"><b>\\u003c"];

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Of sources alone: no target is needed.
#[test]
fn pages_carry_the_runtime_of_these_sources() {
    let output = Command::new(root("runtime/wasm/build")).arg("--check").output().expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn values_become_the_same_words_in_a_page() {
    let plain = InputScaling {
        gain: 1.0,
        offset: 0.0,
        limits: None,
        guard: None,
        centre: 7.49,
        deviation: 1.0,
        logarithm: None,
    };
    let guard = Guard { low: -5.0, high: 5.0, centre: 0.5, shift: 3 };
    let logarithm = Magnitude { gain: 3.0, offset: 1.0, missing: -123.5 };
    let scaled =
        InputScaling { gain: 257.13, offset: -3.499_999_999_999_999_6, limits: Some((-3.3, 1e4)), ..plain.clone() };
    let cases = [
        InputScaling { guard: Some(guard), ..scaled.clone() },
        InputScaling { logarithm: Some(logarithm), ..scaled.clone() },
        InputScaling { gain: -1e300, ..scaled.clone() },
        plain,
        scaled,
    ];
    let far = [f64::NAN, 0.0, -0.0, f64::MIN, f64::MAX, 3.4e38, 1e-320, 0.5, -0.5, 0.499_999_999_999_999_94, 32_767.5];
    for scaling in cases {
        let page = Scaling::new(scalings::of_input(&scaling));
        for x in far.into_iter().chain((-40_000..40_000).map(|step| f64::from(step) * 0.127)) {
            assert_eq!(page.raw(x, true).to_bits(), scaling.raw_fixed(x).to_bits(), "{x} {scaling:?}");
            assert_eq!(page.raw(x, false).to_bits(), scaling.raw_float(x).to_bits(), "{x} {scaling:?}");
        }
    }
}

/// The section of a model that was fitted to hostile names, categories and labels.
fn hostile_section(desk: &Desk) -> String {
    let cell = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut data = format!("{},{},target\n", cell(HOSTILE[0]), cell("kind <i>"));
    (0..60).for_each(|row| {
        let [kind, label] = [HOSTILE[row / 2 % 3], HOSTILE[row % 3]].map(cell);
        data += &format!("{row},{kind},{label}\n");
    });
    desk.write("t.csv", &data);
    desk.json(&format!(
        "fit {} --features 5 --quiet --out {}",
        desk.path("t.csv").display(),
        desk.path("m.klt").display()
    ));
    let model = ModelFile::open(&desk.path("m.klt")).expect("a model");
    let example = vec![vec!["1".to_owned(), HOSTILE[0].to_owned()]];
    trial::section(&model, &[example])
}

#[test]
fn a_page_escapes_every_text() {
    let section = hostile_section(&Desk::new());
    for (element, times) in [("<img", 0), ("<!--", 0), ("<b>", 0), ("<i>", 0), ("<script", 2), ("</script", 2)] {
        assert_eq!(section.matches(element).count(), times, "{element}");
    }
    let facts = section.split_once("id=\"try-facts\">").and_then(|(_, rest)| rest.split_once("</script>"));
    let facts: Value = serde_json::from_str(facts.expect("facts").0).expect("JSON");
    let labels: Vec<&str> =
        facts["target"]["labels"].as_array().expect("labels").iter().flat_map(Value::as_str).collect();
    assert!(HOSTILE.iter().all(|label| labels.contains(label)), "{labels:?}");
    assert_eq!(facts["fields"][0]["name"], HOSTILE[0]);
    assert_eq!(facts["examples"][0][0][1], HOSTILE[0]);
}

/// A page makes no request: neither its script nor its style names an address.
#[test]
fn a_page_asks_for_nothing() {
    let section = hostile_section(&Desk::new());
    let (before, rest) = section.split_once("id=\"try-facts\">").expect("facts");
    let (_, behind) = rest.split_once("</script>").expect("their end");
    let own = [before, behind].concat().replace("http://www.w3.org/2000/svg", "");
    for address in ["http:", "https:", "url(", "@import", "fetch(", "XMLHttpRequest", "src="] {
        assert!(!own.contains(address), "{address}");
    }
}

/// The answers of pages in a browser, byte for byte those of `predict`.
#[test]
#[ignore = "needs Chromium, Playwright and the data sets, as tests/report/trial.py says"]
fn a_browser_answers_as_the_command() {
    let output = Command::new(root("tests/report/trial.py")).output().expect("python3 is there");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
