//! `FORMAT.md` read once more, slowly, against the golden files in fixed point: sums in `i128`, the
//! table by `f64`.

use crate::common::golden::read;

/// What is left of a model's bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }

    fn unsigned(&mut self, size: usize) -> i128 {
        self.bytes(size).iter().rev().fold(0, |word, &byte| (word << 8) | i128::from(byte))
    }

    fn signed(&mut self, size: usize) -> i128 {
        let (word, range) = (self.unsigned(size), 1i128 << (8 * size));
        if word >= range / 2 { word - range } else { word }
    }

    /// A word of each byte; in contract 7 of each half of one, the lower half first.
    fn weights(&mut self, count: usize, contract: u8) -> Vec<i128> {
        if contract != 7 {
            return (0..count).map(|_| self.signed(1)).collect();
        }
        let halves = self.bytes(count.div_ceil(2)).iter().flat_map(|&byte| [byte & 15, byte >> 4]);
        halves.map(|half| i128::from(half) - if half > 7 { 16 } else { 0 }).take(count).collect()
    }

    fn rows(&mut self, rows: usize, length: usize, contract: u8) -> Vec<Vec<i128>> {
        (0..rows).map(|_| self.weights(length, contract)).collect()
    }

    /// What angles are multiplied by.
    fn scale(&mut self, contract: u8) -> i128 {
        match (contract, self.unsigned(if contract == 7 { 1 } else { 4 })) {
            (7, scale) => (8 + scale % 8) << (scale / 8),
            (_, scale) => scale,
        }
    }

    fn phase(&mut self, contract: u8) -> i128 {
        if contract == 7 { self.unsigned(1) << 24 } else { self.unsigned(4) }
    }
}

/// The scores of a row in contracts 5 to 7, and the probabilities, the novelty, or the class and
/// the blocks until it is clear, if there are any.
fn answers(model: &[u8], x: &[i128]) -> (Vec<i128>, Vec<i128>) {
    let contract = model[8];
    let [inputs, outputs, guards] = [model[10], model[11], model[12]].map(usize::from);
    let mut reader = Reader(&model[17..]);
    let mut x = x.to_vec();
    for _ in 0..guards {
        let input = &mut x[reader.unsigned(2) as usize];
        let [low, high, centre] = [(); 3].map(|()| reader.signed(2));
        let shift = reader.unsigned(1);
        *input = if *input == -32768 { 0 } else { ((*input).clamp(low, high) - centre) << shift };
    }
    let mut scores: Vec<i128> = match contract {
        7 => {
            let shift = reader.unsigned(1);
            (0..outputs).map(|_| reader.signed(2) << shift).collect()
        }
        wide => (0..outputs).map(|_| reader.signed(if wide == 6 { 8 } else { 4 })).collect(),
    };
    let mut curve = None;
    if reader.0.first() == Some(&11) {
        curve = Some(Curve::read(&mut reader, contract, outputs));
    }
    let mut corners = None;
    if reader.0.first() == Some(&12) {
        corners = Some(ClassTargets::read(&mut reader, contract));
    }
    let mut margins = Vec::new();
    if reader.0.first() == Some(&13) {
        reader.unsigned(1);
        let count = reader.unsigned(1);
        margins = (0..count).map(|_| reader.signed(if contract == 6 { 8 } else { 4 })).collect();
    }
    let (mut early, mut blocks) = (None, 0);
    while !reader.0.is_empty() {
        let (kind, count) = (reader.unsigned(1), reader.unsigned(2) as usize);
        match kind {
            10 => logarithms(&mut reader, &mut x),
            9 => ferns(&mut reader, count, &x, &mut scores),
            1 | 8 => {
                let angles = match kind {
                    1 => dense(&mut reader, count, contract, &x),
                    _ => seeded(&mut reader, count, contract, &x),
                };
                for (angle, weights) in angles.iter().zip(reader.rows(count, outputs, contract)) {
                    scores.iter_mut().zip(weights).for_each(|(score, weight)| *score += weight * cosine(*angle));
                }
            }
            other => panic!("kind {other} is not read here"),
        }
        blocks += 1;
        if early.is_none() && margins.get(blocks - 1).is_none_or(|margin| lead(&scores) > *margin) {
            early = Some(vec![class(&scores), blocks as i128]);
        }
    }
    assert_eq!(x.len(), inputs);
    let probabilities = curve.map(|curve| curve.probabilities(&scores));
    let early = early.filter(|_| !margins.is_empty());
    let told = probabilities.or(corners.map(|corners| vec![corners.distance(&scores)])).or(early).unwrap_or_default();
    (scores, told)
}

fn class(scores: &[i128]) -> i128 {
    let largest = scores.iter().max().expect("scores");
    match scores {
        [single] => i128::from(*single > 0),
        _ => scores.iter().position(|score| score == largest).expect("it is one of them") as i128,
    }
}

/// By how much the largest score leads all others.
fn lead(scores: &[i128]) -> i128 {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable();
    match sorted[..] {
        [single] => single.abs(),
        [.., next, best] => best - next,
        [] => 0,
    }
}

/// What scores are near to where a row is known.
struct ClassTargets {
    slope: Slope,
    targets: [i128; 2],
}

impl ClassTargets {
    fn read(reader: &mut Reader, contract: u8) -> ClassTargets {
        assert_eq!(reader.unsigned(1), 12);
        let (slope, _limit) = (Slope::read(reader), reader.unsigned(4));
        ClassTargets { slope, targets: [(); 2].map(|()| reader.signed(if contract == 6 { 8 } else { 4 })) }
    }

    fn distance(&self, scores: &[i128]) -> i128 {
        let square = |score: i128, target: i128| self.slope.units((score - target).abs()).pow(2);
        let [own, other] = self.targets;
        let class = (0..scores.len()).rev().max_by_key(|&k| scores[k]).expect("a score");
        let sum: i128 = match scores {
            &[single] => square(single, if single > 0 { own } else { other }),
            _ => (0..scores.len()).map(|k| square(scores[k], if k == class { own } else { other })).sum(),
        };
        sum >> 11
    }
}

/// What distances of scores are multiplied by.
struct Slope {
    multiplier: i128,
    before: i128,
    after: i128,
}

impl Slope {
    fn read(reader: &mut Reader) -> Slope {
        let [multiplier, before, after] = [2, 1, 1].map(|size| reader.unsigned(size));
        Slope { multiplier, before: before % 64, after: after % 32 }
    }

    fn units(&self, distance: i128) -> i128 {
        let near = (distance >> self.before).min(65_535);
        ((near * self.multiplier) >> self.after).min(65_535)
    }
}

/// From scores to probabilities.
struct Curve {
    slope: Slope,
    threshold: Option<i128>,
}

impl Curve {
    fn read(reader: &mut Reader, contract: u8, outputs: usize) -> Curve {
        assert_eq!(reader.unsigned(1), 11);
        let slope = Slope::read(reader);
        Curve { slope, threshold: (outputs == 1).then(|| reader.signed(if contract == 6 { 8 } else { 4 })) }
    }

    fn probabilities(&self, scores: &[i128]) -> Vec<i128> {
        let all: Vec<i128> = self.threshold.iter().chain(scores).copied().collect();
        let largest = *all.iter().max().expect("a score");
        let units = |score: i128| self.slope.units(largest - score);
        let powers: Vec<i128> = all.iter().map(|score| power(units(*score))).collect();
        let share = ((1i128 << 32) - 1) / powers.iter().sum::<i128>();
        powers[all.len() - scores.len()..].iter().map(|power| (power * share) >> 16).collect()
    }
}

fn power(units: i128) -> i128 {
    let entry = |i: i128| (32_768.0 * (-(i as f64) / 32.0).exp2()).round() as i128;
    let step = units / 64 % 32;
    let (low, high) = (entry(step), entry(step + 1));
    (low - (((low - high) * (units % 64)) >> 6)) >> (units / 2048)
}

fn logarithms(reader: &mut Reader, x: &mut [i128]) {
    let mask = reader.bytes(x.len().div_ceil(8));
    for (i, x) in x.iter_mut().enumerate().filter(|(i, _)| mask[i / 8] >> (i % 8) & 1 == 1) {
        let magnitude = (*x + 32_768).max(1);
        let octave = magnitude.ilog2();
        *x = i128::from(octave) * 2048 + ((magnitude * 2048) >> octave) - 2048 - 16_384;
        assert!(x.abs() <= 16_384, "input {i}");
    }
}

fn cosine(angle: i128) -> i128 {
    let middle = ((angle.rem_euclid(1 << 32) >> 24) as f64 + 0.5) / 256.0;
    (32767.0 * (std::f64::consts::TAU * middle).cos()).round() as i128
}

fn dense(reader: &mut Reader, features: usize, contract: u8, x: &[i128]) -> Vec<i128> {
    let rows = reader.rows(features, x.len(), contract);
    let dots = rows.iter().map(|row| row.iter().zip(x).map(|(weight, x)| weight * x).sum::<i128>());
    dots.map(|dot| dot * reader.scale(contract) + reader.phase(contract)).collect()
}

fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 16)) * 0x7feb_352d % (1 << 32);
    let word = (word ^ (word >> 15)) * 0x846c_a68b % (1 << 32);
    word ^ (word >> 16)
}

fn word(seed: u64, part: u64, block: u64, index: u64) -> u64 {
    [part, block, index].into_iter().fold(seed, |key, count| mix((key + 0x9e37_79b9 * count) % (1 << 32)))
}

fn seeded(reader: &mut Reader, features: usize, contract: u8, x: &[i128]) -> Vec<i128> {
    let (seed, scales) = (reader.unsigned(4) as u64, 1 << reader.unsigned(1));
    let scales: Vec<i128> = (0..scales).map(|_| reader.scale(contract)).collect();
    let weights = reader.weights(x.len(), contract);
    let angle = |candidate: u64| {
        let halves = (0..2).flat_map(|j| [16, 0].map(|shift| (word(seed, 7, candidate, j) << shift >> 16) & 0xffff));
        let terms = halves.map(|half| {
            let input = ((half % 0x8000) as usize * x.len()) / 0x8000;
            let product = weights[input] * x[input];
            if half < 0x8000 { product } else { -product }
        });
        terms.sum::<i128>() * scales[candidate as usize % scales.len()] + i128::from(word(seed, 6, 0, candidate))
    };
    (0..features).map(|_| reader.unsigned(2) as u64).map(angle).collect()
}

fn ferns(reader: &mut Reader, ferns: usize, x: &[i128], scores: &mut [i128]) {
    let (shift, length) = (reader.unsigned(1), reader.unsigned(2) as usize);
    let mut reader = Reader(reader.bytes(length));
    for _ in 0..ferns {
        let depth = reader.unsigned(1) as usize;
        let answers = (0..depth).map(|_| (reader.unsigned(1) as usize, reader.signed(2)));
        let leaf = answers.fold(0, |leaf, (input, threshold)| 2 * leaf + usize::from(x[input] > threshold));
        let leaves = reader.rows(1 << depth, scores.len(), 5);
        scores.iter_mut().zip(&leaves[leaf]).for_each(|(score, word)| *score += word << shift);
    }
    assert!(reader.0.is_empty());
}

#[test]
fn scores_equal_a_naive_reading_of_the_specification() {
    for name in
        ["q7", "q7-wide", "q3", "q7-seeded", "q7-wide-seeded", "q3-seeded", "q7-ferns", "q7-wide-ferns", "q3-ferns"]
    {
        let model = read(&format!("{name}.klt"));
        let [inputs, outputs] = [model[10], model[11]].map(usize::from);
        let size = if model[8] == 6 { 8 } else { 4 };
        let golden = read(&format!("{name}.golden"));
        for record in golden.chunks(2 * inputs + outputs * size) {
            let mut record = Reader(record);
            let x: Vec<i128> = (0..inputs).map(|_| record.signed(2)).collect();
            let expected: Vec<i128> = (0..outputs).map(|_| record.signed(size)).collect();
            assert_eq!(answers(&model, &x), (expected, vec![]), "{name}");
        }
    }
}

#[test]
fn probabilities_equal_a_naive_reading_of_the_specification() {
    for name in ["q7-probability", "q7-two-probability", "q7-wide-probability", "q3-probability"] {
        let model = read(&format!("{name}.klt"));
        let [inputs, outputs] = [model[10], model[11]].map(usize::from);
        for record in read(&format!("{name}.golden")).chunks(2 * (inputs + outputs)) {
            let mut record = Reader(record);
            let x: Vec<i128> = (0..inputs).map(|_| record.signed(2)).collect();
            let expected: Vec<i128> = (0..outputs).map(|_| record.unsigned(2)).collect();
            assert_eq!(answers(&model, &x).1, expected, "{name}");
        }
    }
}

#[test]
fn novelties_equal_a_naive_reading_of_the_specification() {
    for name in ["q7-novelty", "q7-two-novelty", "q7-wide-novelty", "q3-novelty"] {
        let model = read(&format!("{name}.klt"));
        let inputs = usize::from(model[10]);
        for record in read(&format!("{name}.golden")).chunks(2 * inputs + 4) {
            let mut record = Reader(record);
            let x: Vec<i128> = (0..inputs).map(|_| record.signed(2)).collect();
            assert_eq!(answers(&model, &x).1, [record.unsigned(4)], "{name}");
        }
    }
}

#[test]
fn what_is_clear_early_equals_a_naive_reading_of_the_specification() {
    for name in ["q7-early", "q7-two-early", "q7-wide-early", "q3-early"] {
        let model = read(&format!("{name}.klt"));
        let inputs = usize::from(model[10]);
        for record in read(&format!("{name}.golden")).chunks(2 * inputs + 4) {
            let mut record = Reader(record);
            let x: Vec<i128> = (0..inputs).map(|_| record.signed(2)).collect();
            assert_eq!(answers(&model, &x).1, [(); 2].map(|()| record.unsigned(2)), "{name}");
        }
    }
}
