//! Files with seeded rows that must be read, and answered alike, for ever; and their specification read slowly.

use kernelet::word::Word;
use kernelet::{F32, Format, Q3, Q7, Q7Wide, Q15, Stream};
use std::path::PathBuf;

fn read(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The scores of one row of raw inputs, as bytes.
fn scores<F: Format>(stream: &Stream<'_, F>, inputs: &[u8]) -> Vec<u8> {
    let mut inputs: Vec<F::Input> = F::Input::words(inputs).collect();
    let mut scores = vec![F::Score::default(); stream.outputs()];
    let mut scratch = vec![F::Lane::default(); stream.scratch()];
    stream.scores_with(&mut inputs, &mut scores, &mut scratch).expect("buffers made to measure");
    scores.iter().flat_map(|score| score.to_bytes().as_ref().to_vec()).collect()
}

/// Every record of `NAME-seeded.golden` against `NAME-seeded.klt`, whose own bytes are pinned by their checksum.
fn pinned<F: Format>(name: &str, checksum: u32) {
    let model = read(&format!("{name}-seeded.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}-seeded.klt is not the file of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    assert_eq!(stream.kinds().map(|kind| kind as u8).collect::<Vec<_>>(), [8]);
    let golden = read(&format!("{name}-seeded.golden"));
    let inputs = stream.inputs() * F::Input::SIZE;
    let record = inputs + stream.outputs() * F::Score::SIZE;
    assert_eq!(golden.len(), 12 * record);
    for (row, record) in golden.chunks(record).enumerate() {
        assert_eq!(scores(&stream, &record[..inputs]), record[inputs..], "{name}, row {row}");
    }
}

#[test]
fn seeded_rows_are_answered_alike_in_every_format() {
    pinned::<F32>("f32", 0xb7c0_a335);
    pinned::<Q15>("q15", 0x3c8e_33a0);
    pinned::<Q7>("q7", 0x5673_8548);
    pinned::<Q7Wide>("q7-wide", 0x80be_c35e);
    pinned::<Q3>("q3", 0xc205_79e4);
}

fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 16)) * 0x7feb_352d % (1 << 32);
    let word = (word ^ (word >> 15)) * 0x846c_a68b % (1 << 32);
    word ^ (word >> 16)
}

fn word(seed: u64, part: u64, block: u64, index: u64) -> u64 {
    [part, block, index].into_iter().fold(seed, |key, count| mix((key + 0x9e37_79b9 * count) % (1 << 32)))
}

/// `FORMAT.md` once more for contract 5: offsets by hand, sums in `i128`, the table by `f64`.
fn naive_scores(model: &[u8], x: &[i16]) -> Vec<i128> {
    let (inputs, outputs, guards) = (model[10] as usize, model[11] as usize, model[12] as usize);
    let i16_at = |at: usize| i128::from(i16::from_le_bytes([model[at], model[at + 1]]));
    let u32_at = |at: usize| u64::from(u32::from_le_bytes(model[at..at + 4].try_into().unwrap()));
    let mut x: Vec<i128> = x.iter().map(|&x| i128::from(x)).collect();
    for guard in (0..guards).map(|guard| 17 + guard * 9) {
        let input = &mut x[i16_at(guard) as usize];
        let clamped = (*input).clamp(i16_at(guard + 2), i16_at(guard + 4)) - i16_at(guard + 6);
        *input = if *input == -32768 { 0 } else { clamped << model[guard + 8] };
    }
    let bias = 17 + guards * 9;
    let block = bias + outputs * 4;
    let (features, seed, power) = (i16_at(block + 1) as usize, u32_at(block + 3), model[block + 7]);
    let weights = block + 8 + (4 << power);
    let candidates = weights + inputs;
    let mut scores: Vec<i128> = (0..outputs).map(|k| u32_at(bias + 4 * k) as i32 as i128).collect();
    for feature in 0..features {
        let candidate = i16_at(candidates + 2 * feature) as u16 as u64;
        let halves = (0..2).flat_map(|j| [16, 0].map(|shift| (word(seed, 7, candidate, j) << shift >> 16) & 0xffff));
        let terms = halves.map(|half| {
            let input = ((half % 0x8000) as usize * inputs) / 0x8000;
            let product = i128::from(model[weights + input] as i8) * x[input];
            if half < 0x8000 { product } else { -product }
        });
        let scale = u32_at(block + 8 + 4 * (candidate as usize % (1 << power)));
        let angle = terms.sum::<i128>() * i128::from(scale) + i128::from(word(seed, 6, 0, candidate));
        let middle = ((angle.rem_euclid(1 << 32) >> 24) as f64 + 0.5) / 256.0;
        let cosine = (32767.0 * (std::f64::consts::TAU * middle).cos()).round() as i128;
        for (output, score) in scores.iter_mut().enumerate() {
            *score += i128::from(model[candidates + 2 * features + feature * outputs + output] as i8) * cosine;
        }
    }
    scores
}

#[test]
fn seeded_scores_equal_a_naive_reading_of_the_specification() {
    let model = read("q7-seeded.klt");
    let (inputs, outputs) = (model[10] as usize, model[11] as usize);
    for record in read("q7-seeded.golden").chunks(2 * inputs + outputs * 4) {
        let (x, scores) = record.split_at(2 * inputs);
        let x: Vec<i16> = i16::words(x).collect();
        assert_eq!(i32::words(scores).map(i128::from).collect::<Vec<_>>(), naive_scores(&model, &x));
    }
}
