//! Packs a model into the bytes that `runtime/FORMAT.md` specifies.

use crate::quantise::{Calibration, Checkpoints, ClassTargets, Folded, Guard, InputScaling, Magnitude, most, proved};
use kernelet::block::Kind;
use kernelet::block::logarithms;
use kernelet::number::{Bias, Input, Weight};
use kernelet::number::{Quantise, Word};
use kernelet::wire::{self, Header};
use kernelet::{Contract, Format, Task, with_format};

/// Everything that a packed model holds, in words.
#[derive(Clone, Debug)]
pub struct Parts {
    /// What the scores mean.
    pub task: Task,
    /// The scaling of every input, for its guards.
    pub scalings: Vec<InputScaling>,
    /// The bias of every output, in units of a score.
    pub bias: Vec<f64>,
    /// What one unit of a score is worth.
    pub scale: f32,
    /// How scores become probabilities, if they do.
    pub calibration: Option<Calibration>,
    /// What scores are near to where a row is known, if the device says how new a row is.
    pub class_targets: Option<ClassTargets>,
    /// Behind which blocks a class may be clear, and by what lead.
    pub checkpoints: Checkpoints,
    /// What adds into the scores, in order.
    pub blocks: Vec<PackedBlock>,
}

/// A block of a model, packed.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedBlock {
    /// What it is.
    pub kind: Kind,
    /// Features, or ferns.
    pub count: usize,
    /// Its sections.
    pub bytes: Vec<u8>,
    /// The most that it can add to each score in magnitude, in units of a score; nothing for single precision.
    pub most: Vec<i128>,
}

impl Parts {
    /// Makes one unit of a score worth something else, where no block counts in units yet.
    pub fn rescale(&mut self, scale: f64) {
        let factor = f64::from(self.scale) / f64::from(scale as f32);
        self.bias.iter_mut().for_each(|bias| *bias *= factor);
        self.scale = scale as f32;
    }

    /// Whether no score can overflow.
    pub fn proved<F: Format>(&self) -> bool {
        proved::<F>(&self.bias, self.blocks.iter().map(|block| &block.most[..]))
    }
}

impl PackedBlock {
    /// Features with a head of `features x outputs` words, feature by feature.
    pub fn features<F: Format>(map: &Folded, head: &[F::Weight], outputs: usize) -> PackedBlock {
        let mut bytes = map.projection.clone();
        head.chunks(outputs.max(1)).for_each(|head| F::Weight::pack(head.iter().copied(), &mut bytes));
        PackedBlock { kind: map.kind, count: map.features, bytes, most: most::<F>(head, outputs) }
    }
}

/// The bytes of a model in format `F`.
pub fn pack<F: Format>(parts: &Parts) -> Vec<u8> {
    let guards = || parts.scalings.iter().enumerate().filter_map(|(i, scaling)| Some((i, scaling.guard?)));
    let header = Header {
        contract: F::CONTRACT as u8,
        task: parts.task,
        inputs: parts.scalings.len() as u16,
        outputs: parts.bias.len() as u16,
        guards: guards().count() as u16,
        scale: parts.scale,
    };
    let mut model = vec![0; wire::PREAMBLE];
    model.extend(postcard::to_allocvec(&header).expect("a header of plain numbers"));
    guards().for_each(|(index, guard)| put_guard::<F>(&mut model, index, guard));
    F::Bias::pack(&parts.bias, &mut model);
    put_logarithms::<F>(&mut model, &parts.scalings);
    model.extend(parts.calibration.iter().flat_map(|calibration| calibration.pack::<F>(parts.bias.len())));
    model.extend(parts.class_targets.iter().flat_map(ClassTargets::pack::<F>));
    model.extend(parts.checkpoints.pack::<F>());
    for block in &parts.blocks {
        model.push(block.kind as u8);
        model.extend((block.count as u16).to_le_bytes());
        model.extend(&block.bytes);
    }
    wire::seal(&mut model);
    model
}

/// The bytes of a model in a format that is known by its number.
pub fn pack_as(contract: Contract, parts: &Parts) -> Vec<u8> {
    with_format!(contract, F => pack::<F>(parts))
}

fn put_guard<F: Format>(model: &mut Vec<u8>, index: usize, guard: Guard) {
    model.extend((index as u16).to_le_bytes());
    put(model, [guard.low, guard.high, guard.centre].map(F::Input::quantise).into_iter());
    model.push(guard.shift);
}

fn put_logarithms<F: Format>(model: &mut Vec<u8>, scalings: &[InputScaling]) {
    let scales: Vec<Magnitude> = scalings.iter().filter_map(|scaling| scaling.logarithm).collect();
    if scales.is_empty() {
        return;
    }
    model.push(logarithms::NUMBER);
    model.extend((scales.len() as u16).to_le_bytes());
    let bit = |(place, scaling): (usize, &InputScaling)| u8::from(scaling.logarithm.is_some()) << place;
    model.extend(scalings.chunks(8).map(|eight| eight.iter().enumerate().map(bit).sum::<u8>()));
    if F::Input::SCALE > 0 {
        put(model, scales.iter().flat_map(|scale| [scale.gain, scale.offset]).map(F::Input::quantise));
    }
}

fn put<W: Word>(model: &mut Vec<u8>, words: impl Iterator<Item = W>) {
    words.for_each(|word| model.extend_from_slice(word.to_bytes().as_ref()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::{Model, Q7};

    /// The worked example of `runtime/FORMAT.md`.
    #[test]
    fn the_worked_example_has_the_specified_bytes() {
        let guard = Guard { low: 0.0, high: 1000.0, centre: 500.0, shift: 2 };
        let scaling = |guard| InputScaling {
            gain: 1.0,
            offset: 0.0,
            limits: None,
            guard,
            centre: 0.0,
            deviation: 1.0,
            logarithm: None,
        };
        let projection = vec![0x7f, 0xfe, 0, 0, 1, 0, 0, 0, 0, 0x40];
        let map = Folded { kind: Kind::Cosine, features: 1, projection, each: 10 };
        let parts = Parts {
            task: Task::Classification,
            scalings: vec![scaling(None), scaling(Some(guard))],
            bias: vec![258.0],
            scale: 0.5,
            calibration: None,
            class_targets: None,
            checkpoints: Checkpoints::default(),
            blocks: vec![PackedBlock::features::<Q7>(&map, &[-100], 1)],
        };
        let model = pack::<Q7>(&parts);
        let expected = [
            b'K', b'L', b'T', 1, 0x4f, 0xd5, 0x48, 0x74, // magic, version, checksum
            5, 0, 2, 1, 1, 0, 0, 0, 0x3f, // contract, task, inputs, outputs, guards, scale
            1, 0, 0, 0, 0xe8, 3, 0xf4, 1, 2, // guard of input 1
            2, 1, 0, 0, // bias
            1, 1, 0, // cosine block of one feature
            0x7f, 0xfe, // row
            0, 0, 1, 0, 0, 0, 0, 0x40, // scale, phase
            0x9c, // head
        ];
        assert_eq!(model, expected);
        let view = Model::<Q7, 2, 1>::view(&model).expect("a model");
        // clamp 2000 to 1000, centre to 500, shift to 2000; 127*3 - 2*2000 = -3619; entry 49 of the table is 11417
        assert_eq!(view.scores([3, 2000]), [258 - 100 * 11_417]);
    }
}
