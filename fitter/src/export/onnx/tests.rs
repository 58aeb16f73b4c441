//! Graphs against the runtime, on the models of `tests/golden`.

use super::interpreter::{Tensor, run};
use super::model;
use super::rows::RealRows;
use kernelet::number::{Input, Score, Weight, Word};
use kernelet::wire::{Projection, Sections};
use kernelet::{Format, Stream, with_format};
use std::f64::consts::TAU;

/// The largest error of a `f32` next to one.
const ROUNDING: f64 = 1.0 / 8_388_608.0;

/// The most that scores may differ by: for each weight the error of its feature, which is that of
/// the device's cosine, of the shifts of other features, and of angles of many turns in `f32`.
fn bound<F: Format>(sections: &Sections<'_>) -> f64 {
    let (outputs, mut sum) = (usize::from(sections.header.outputs), 1e-5);
    let (largest, unit) = if sections.contract.is_fixed() { (32_768.0, 32_767.0) } else { (16.0, 1.0) };
    let device = if sections.contract.is_fixed() { 2.0 * F::COSINE_ERROR + 5.0 } else { F::COSINE_ERROR };
    for block in sections.blocks {
        let Projection::Rows(fields) = block.projection else { continue };
        let rows = RealRows::of::<F>(sections, &block, fields);
        for (row, weights) in rows.rows.iter().zip(block.head.chunks(F::Weight::size(outputs))) {
            let turns: f64 = row.iter().map(|weight| weight.abs() * largest).sum();
            let error = device + TAU * turns * ROUNDING * unit;
            let weights = F::Weight::row(weights).take(outputs).map(|weight| weight.into().abs());
            sum += weights.sum::<f64>() * error * f64::from(sections.header.scale);
        }
    }
    sum
}

/// Compares the graph of a model with the runtime, on the raw rows of its golden file; returns the
/// largest difference and the largest score.
fn compare<F: Format>(name: &str, bytes: &[u8], golden: &[u8]) -> (f64, f64) {
    let (stream, sections) = (Stream::<F>::view(bytes).unwrap(), Sections::of(bytes).unwrap().used());
    let width = stream.inputs() * F::Input::SIZE;
    let rows: Vec<Vec<F::Input>> =
        golden.chunks(golden.len() / 12).map(|record| F::Input::words(&record[..width]).collect()).collect();
    let number = |input: &F::Input| if *input == F::Input::MISSING { f64::NAN } else { (*input).into() };
    let values = rows.iter().flatten().map(number).collect();
    let outputs = run(&model("m", &sections, None).unwrap(), Tensor { shape: vec![12, stream.inputs()], values });
    let found = outputs.get("scores").or(outputs.get("values")).unwrap();
    let (mut most, mut largest) = (0f64, 0f64);
    for (row, mut inputs) in rows.into_iter().enumerate() {
        let mut scores = vec![F::Score::default(); stream.outputs()];
        let mut scratch = vec![F::Lane::default(); stream.scratch()];
        stream.scores_with(&mut inputs, &mut scores, &mut scratch).unwrap();
        for (output, score) in scores.iter().enumerate() {
            let expected = score.to_f64() * f64::from(stream.scale(output));
            most = most.max((found.values[row * stream.outputs() + output] - expected).abs());
            largest = largest.max(expected.abs());
        }
        if let Some(class) = outputs.get("class") {
            let scores = &found.values[row * stream.outputs()..][..stream.outputs()];
            let expected = match scores {
                [single] => usize::from(*single > 0.0),
                all => (0..all.len()).find(|&k| all.iter().all(|other| *other <= all[k])).unwrap(),
            };
            assert_eq!(class.values[row], expected as f64, "{name}, row {row}");
        }
    }
    (most, largest)
}

/// The angles of most made-up models in fixed point have so many turns that `f32` says nothing of
/// them: those are left out, and `tests/compare_onnx.py` compares fitted ones.
#[test]
fn graphs_have_the_scores_of_the_runtime() {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden"));
    let (mut compared, mut wrong) = ([0; 2], Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|extension| extension != "klt") {
            continue;
        }
        let (bytes, golden) = (std::fs::read(&path).unwrap(), std::fs::read(path.with_extension("golden")).unwrap());
        let sections = Sections::of(&bytes).unwrap();
        if sections.window.is_some() || golden.len() % 12 > 0 {
            continue;
        }
        with_format!(sections.contract, F => {
            let (most, largest) = compare::<F>(&name, &bytes, &golden);
            let bound = bound::<F>(&sections) + largest * ROUNDING;
            // made-up logarithms in `f32` are of negative numbers too, which guards of fitted ones
            // keep out
            let is_defined = sections.contract.is_fixed() || sections.logarithms.is_empty();
            let is_known = is_defined && bound < largest / 2.0;
            println!("{name}: {most:.1e} of {largest:.1e}, bound {bound:.1e}, known {is_known}");
            if is_known && most > bound {
                wrong.push(format!("{name}: {most} > {bound}"));
            }
            compared[usize::from(sections.contract.is_fixed())] += usize::from(is_known);
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared[0] > 5 && compared[1] > 5, "{compared:?}");
}

#[test]
fn models_of_windows_are_refused() {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/q7-windows.klt")).unwrap();
    let wrong = model("m", &Sections::of(&bytes).unwrap(), None).unwrap_err();
    assert!(wrong.contains("windows"));
}
