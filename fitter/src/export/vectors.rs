//! Golden vectors as a table: raw readings and the exact scores that the device answers, to test any port with.

use crate::features::draw::{Purpose, generator};
use kernelet::number::{Format, Input};
use kernelet::number::{Quantise, Word};
use kernelet::wire::Sections;
use kernelet::{Stream, with_format};
use rand::Rng;
use std::fmt::Write;

/// How many random rows there are, and their seed.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    /// Rows.
    pub rows: usize,
    /// Seed.
    pub seed: u64,
}

/// A CSV table with a header: a column for each input and for each score.
///
/// First come the corners: everything zero, everything at either end, everything missing, and each guarded input at its
/// limits, one unit beyond them and at its centre, the others zero. Then random rows. `f32` is written in the fewest
/// digits that read back to the same bits; a missing reading is the format's own word for it.
pub fn table(model: &[u8], sections: &Sections<'_>, random: Random) -> String {
    with_format!(sections.contract, F => rows::<F>(model, sections, random))
}

fn rows<F: Format<Input: Reading>>(model: &[u8], sections: &Sections<'_>, random: Random) -> String {
    let stream = Stream::<F>::view(model).expect("checked when it was opened");
    let names = (0..stream.inputs()).map(|i| format!("input_{i}"));
    let names: Vec<String> = names.chain((0..stream.outputs()).map(|k| format!("score_{k}"))).collect();
    let mut text = names.join(",") + "\n";
    let mut generator = generator(random.seed, Purpose::Vectors);
    let drawn = (0..random.rows).map(|_| random_row::<F>(stream.inputs(), &mut generator));
    for row in corners::<F>(sections).into_iter().chain(drawn) {
        put(&mut text, &stream, row);
    }
    text
}

/// Appends a row of readings and their scores.
fn put<F: Format<Input: Reading>>(text: &mut String, stream: &Stream<'_, F>, mut row: Vec<F::Input>) {
    row.iter().for_each(|reading| write!(text, "{reading:?},").expect("text grows"));
    let (mut scores, mut scratch) =
        (vec![F::Score::default(); stream.outputs()], vec![F::Lane::default(); stream.scratch()]);
    stream.scores_with(&mut row, &mut scores, &mut scratch).expect("buffers made to the model's measure");
    let scores: Vec<String> = scores.iter().map(|score| format!("{score:?}")).collect();
    *text += &(scores.join(",") + "\n");
}

/// The rows at which guards change what they do.
fn corners<F: Format<Input: Reading>>(sections: &Sections<'_>) -> Vec<Vec<F::Input>> {
    let inputs = usize::from(sections.header.inputs);
    let zero = vec![F::Input::default(); inputs];
    let mut rows: Vec<_> = F::Input::ENDS.into_iter().map(|end| vec![end; inputs]).collect();
    for guard in sections.guards {
        for word in F::Input::words(guard.words).flat_map(F::Input::around).chain([F::Input::MISSING]) {
            let mut row = zero.clone();
            row[usize::from(guard.index)] = word;
            rows.push(row);
        }
    }
    rows
}

/// Magnitudes over all orders, so that small readings and large ones are met; one in sixteen missing.
fn random_row<F: Format<Input: Reading>>(inputs: usize, random: &mut impl Rng) -> Vec<F::Input> {
    let (least, most) = F::Input::EXPONENTS;
    let mut reading = || {
        let (exponent, sign, missing) =
            (random.random_range(least..most), random.random_bool(0.5), random.random_ratio(1, 16));
        let magnitude = f64::exp2(exponent);
        if missing { F::Input::MISSING } else { F::Input::quantise(if sign { -magnitude } else { magnitude }) }
    };
    (0..inputs).map(|_| reading()).collect()
}

/// A reading that can be chosen.
trait Reading: Input {
    /// The least and the largest binary exponent of a random one.
    const EXPONENTS: (f64, f64);

    /// Zero, both ends and what is missing.
    const ENDS: [Self; 4];

    /// The reading and its neighbours.
    fn around(self) -> [Self; 3];
}

impl Reading for i16 {
    const EXPONENTS: (f64, f64) = (-1.0, 15.0);
    const ENDS: [i16; 4] = [0, i16::MAX, -i16::MAX, i16::MIN];

    fn around(self) -> [i16; 3] {
        [self.saturating_sub(1), self, self.saturating_add(1)]
    }
}

impl Reading for f32 {
    const EXPONENTS: (f64, f64) = (-8.0, 8.0);
    const ENDS: [f32; 4] = [0.0, 65_536.0, -65_536.0, f32::NAN];

    fn around(self) -> [f32; 3] {
        [self.next_down(), self, self.next_up()]
    }
}
