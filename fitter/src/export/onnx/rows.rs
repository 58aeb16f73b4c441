//! The rows of a block of features as real numbers, whatever they are stored as.

use kernelet::block::{Form, Pool, Structure, Transform, fern, width};
use kernelet::number::{Activation, Angle, Counter, Format, Minifloat, Part, Rescale, ScalePhase, Weight, Word};
use kernelet::wire::{BlockSections, FieldBytes, Fields, Sections};

/// A full turn of a binary angle.
const TURN: f64 = 4_294_967_296.0;
/// The largest feature in fixed point.
const LARGEST: f64 = 32_767.0;

/// The rows of a block, whose features are `activation(inputs . row + shift)`.
#[derive(Debug)]
pub struct RealRows {
    /// What is done with the products.
    pub activation: Activation,
    /// The rows of all features, one after the other.
    pub rows: Vec<Vec<f64>>,
    /// The number added to each product; of cosines a phase in turns, as the product is.
    pub shifts: Vec<f64>,
    /// The largest magnitude of each feature, where it saturates.
    pub limits: Option<Vec<f64>>,
}

impl RealRows {
    /// Reads the rows of a block.
    pub fn of<F: Format>(sections: &Sections<'_>, block: &BlockSections<'_>, fields: Fields<'_>) -> RealRows {
        let reader = Reader { sections, fields, inputs: sections.header.inputs.into(), count: block.count.into() };
        match block.kind.form() {
            Form::Dense(Activation::Cosine) => reader.cosines(reader.dense::<F>()),
            Form::Patches => reader.cosines(reader.patches::<F>()),
            Form::Dense(activation) => reader.rectified::<F>(activation),
            Form::Structured(structure) => reader.structured::<F>(structure),
            Form::Seeded | Form::Ferns => reader.seeded::<F>(),
        }
    }
}

/// The fields of a block, and the numbers that say how to read them.
struct Reader<'a> {
    sections: &'a Sections<'a>,
    fields: Fields<'a>,
    inputs: usize,
    count: usize,
}

impl Reader<'_> {
    fn dense<F: Format>(&self) -> Vec<Vec<f64>> {
        let row = |bytes| F::Weight::row(bytes).take(self.inputs).map(Into::into).collect();
        self.fields.bytes("rows").chunks(F::Weight::size(self.inputs)).map(row).collect()
    }

    /// The rows of patches, with zeros for the inputs that they do not read.
    fn patches<F: Format>(&self) -> Vec<Vec<f64>> {
        let patch = self.fields.iter().find_map(FieldBytes::patch).unwrap_or_default();
        let starts = self.fields.bytes("starts").chunks(fern::index_size(self.inputs));
        let starts = starts.map(|start| start.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)));
        let rows = self.fields.bytes("rows").chunks(F::Weight::size(patch.size()));
        let row = |(start, bytes): (usize, &[u8])| {
            let mut row = vec![0.0; self.inputs];
            for (place, weight) in F::Weight::row(bytes).take(patch.size()).enumerate() {
                let (run, at) = (place / usize::from(patch.width), place % usize::from(patch.width));
                row[start + run * usize::from(patch.stride) + at] = weight.into();
            }
            row
        };
        starts.zip(rows).map(row).collect()
    }

    fn cosines(&self, rows: Vec<Vec<f64>>) -> RealRows {
        let angles = self.angles();
        let scale = |(row, (scale, _)): (Vec<f64>, &(f64, f64))| row.iter().map(|weight| weight * scale).collect();
        let rows = rows.into_iter().zip(&angles).map(scale).collect();
        RealRows {
            activation: Activation::Cosine,
            rows,
            shifts: angles.iter().map(|(_, phase)| *phase).collect(),
            limits: None,
        }
    }

    /// Scale and phase of each cosine, in turns.
    fn angles(&self) -> Vec<(f64, f64)> {
        let bytes = self.fields.bytes("scale_phases");
        let in_turns = |words: ScalePhase| (turns(words.scale), turns(words.phase.0));
        match (self.sections.contract.is_fixed(), self.sections.layout.cosine) {
            (false, _) => f32::words(bytes).map(|phase| (1.0, phase.into())).collect(),
            (true, 2) => {
                let words = |pair: &[u8; 2]| ScalePhase {
                    scale: Minifloat(pair[0]).into(),
                    phase: Angle(u32::from(pair[1]) << 24),
                };
                bytes.as_chunks().0.iter().map(words).map(in_turns).collect()
            }
            (true, _) => ScalePhase::words(bytes).map(in_turns).collect(),
        }
    }

    fn rectified<F: Format>(&self, activation: Activation) -> RealRows {
        let (bytes, rows) = (self.fields.bytes("rescales"), self.dense::<F>());
        if !self.sections.contract.is_fixed() {
            let shifts = f32::words(bytes).map(Into::into).collect();
            return RealRows { activation, rows, shifts, limits: None };
        }
        let rescales: Vec<Rescale> = ScalePhase::words(bytes).map(Rescale::from).collect();
        let factor = |rescale: &Rescale| {
            let multiplier = f64::from(rescale.multiplier.max(1));
            multiplier / f64::from(rescale.before).exp2() / f64::from(rescale.after).exp2()
        };
        let limit = |rescale: &Rescale| {
            let most = 65_535.0 * f64::from(rescale.multiplier) / f64::from(rescale.after).exp2();
            most.floor().min(LARGEST)
        };
        let scaled = |(row, rescale): (&Vec<f64>, &Rescale)| row.iter().map(|w| w * factor(rescale)).collect();
        RealRows {
            activation,
            rows: rows.iter().zip(&rescales).map(scaled).collect(),
            shifts: rescales.iter().map(|rescale| f64::from(rescale.offset) * factor(rescale)).collect(),
            limits: Some(rescales.iter().map(limit).collect()),
        }
    }

    /// The angles, in turns, of one unit of generated rows.
    fn scales(&self) -> Vec<f64> {
        let bytes = self.fields.bytes("scales");
        match (self.sections.contract.is_fixed(), self.sections.layout.scale) {
            (false, _) => f32::words(bytes).map(Into::into).collect(),
            (true, 1) => bytes.iter().map(|byte| turns(Minifloat(*byte).into())).collect(),
            (true, _) => u32::words(bytes).map(turns).collect(),
        }
    }

    fn seed(&self) -> u32 {
        self.fields.iter().find_map(|field| field.seed()).unwrap_or_default()
    }

    /// The products of generated rows with each input alone, by its weight: `lanes` are the
    /// weighted inputs, all zero but one.
    fn by_inputs<F: Format>(&self, lanes: usize, mut products: impl FnMut(&mut [f64]) -> Vec<f64>) -> Vec<Vec<f64>> {
        let weights: Vec<f64> =
            F::Weight::row(self.fields.bytes("weights")).take(self.inputs).map(Into::into).collect();
        let mut rows = vec![vec![0.0; self.inputs]; self.count];
        for (input, weight) in weights.into_iter().enumerate() {
            let mut alone = vec![0.0; lanes];
            alone[input] = weight;
            let column = products(&mut alone);
            rows.iter_mut().zip(column).for_each(|(row, product)| row[input] = product);
        }
        rows
    }

    fn structured<F: Format>(&self, structure: Structure) -> RealRows {
        let (transform, side, scales) = (Transform { structure, seed: self.seed() }, width(self.inputs), self.scales());
        let scale = |feature: usize| scales.get(feature).or(scales.last()).copied().unwrap_or_default();
        let products = |alone: &mut [f64]| {
            let block = |block: usize| {
                let mut lanes = alone.to_vec();
                transform.apply(block as u32, &mut lanes);
                lanes
            };
            let lanes = (0..self.count.div_ceil(side)).flat_map(block).take(self.count);
            lanes.enumerate().map(|(feature, lane)| lane * scale(feature)).collect()
        };
        let rows = self.by_inputs::<F>(side, products);
        self.generated(rows, (0..self.count as u32).map(|feature| transform.phases().word(feature)))
    }

    fn seeded<F: Format>(&self) -> RealRows {
        let (pool, scales) = (Pool { seed: self.seed() }, self.scales());
        let candidates: Vec<u16> = u16::words(self.fields.bytes("candidates")).collect();
        let scale = |candidate: u16| scales[usize::from(candidate) % scales.len().max(1)];
        let product = |alone: &[f64], candidate: u16| pool.product(candidate, alone) * scale(candidate);
        let products = |alone: &mut [f64]| candidates.iter().map(|candidate| product(alone, *candidate)).collect();
        let rows = self.by_inputs::<F>(self.inputs, products);
        let phases = Counter::new(pool.seed, Part::Phases, 0);
        self.generated(rows, candidates.iter().map(|candidate| phases.word(u32::from(*candidate))))
    }

    fn generated(&self, rows: Vec<Vec<f64>>, phases: impl Iterator<Item = u32>) -> RealRows {
        RealRows { activation: Activation::Cosine, rows, shifts: phases.map(turns).collect(), limits: None }
    }
}

/// An angle in turns, from minus a half to a half.
fn turns(angle: u32) -> f64 {
    f64::from(angle as i32) / TURN
}
