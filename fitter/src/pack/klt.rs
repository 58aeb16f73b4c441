//! Packs a model into the bytes that `runtime/FORMAT.md` specifies.

use super::packed_model::PackedModel;
use super::parts::Parts;
use crate::quantise::{ClassTargets, Guard, InputScaling, Interval, Magnitude, bytes};
use kernelet::answer::values;
use kernelet::block::logarithms;
use kernelet::number::{Bias, Input, Quantise};
use kernelet::wire::{self, Header};
use kernelet::{Contract, Format, with_format};

/// Packs a model in format `F`.
pub fn pack<F: Format>(parts: &Parts) -> PackedModel {
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
    guards().for_each(|(index, guard)| model.extend(guard_bytes::<F>(index, guard)));
    F::Bias::pack(&parts.bias, &mut model);
    model.extend(&parts.window);
    model.extend(logarithm_bytes::<F>(&parts.scalings));
    model.extend(parts.calibration.iter().flat_map(|calibration| calibration.pack::<F>(parts.bias.len())));
    model.extend(parts.class_targets.iter().flat_map(ClassTargets::pack::<F>));
    model.extend(parts.checkpoints.pack::<F>());
    model.extend(value_bytes(parts));
    model.extend(parts.interval.iter().flat_map(Interval::pack::<F>));
    for block in &parts.blocks {
        model.push(block.kind as u8);
        model.extend((block.count as u16).to_le_bytes());
        model.extend(&block.bytes);
    }
    wire::seal(&mut model);
    PackedModel::new(model).expect("the layout that the runtime reads")
}

/// Packs a model in a format that is known by its number.
pub fn pack_as(contract: Contract, parts: &Parts) -> PackedModel {
    with_format!(contract, F => pack::<F>(parts))
}

/// Returns the record of a guard.
fn guard_bytes<F: Format>(index: usize, guard: Guard) -> Vec<u8> {
    let words = [guard.low, guard.high, guard.centre].map(F::Input::quantise);
    [&(index as u16).to_le_bytes()[..], &bytes(&words), &[guard.shift]].concat()
}

/// Returns the section of several values, empty where there is none.
fn value_bytes(parts: &Parts) -> Vec<u8> {
    let scales: Vec<f32> = parts.units.iter().map(|unit| (f64::from(parts.scale) * unit) as f32).collect();
    match scales.is_empty() {
        true => Vec::new(),
        false => [&[values::NUMBER][..], &bytes(&scales)].concat(),
    }
}

/// Returns the section of logarithms, empty where there are none.
fn logarithm_bytes<F: Format>(scalings: &[InputScaling]) -> Vec<u8> {
    let scales: Vec<Magnitude> = scalings.iter().filter_map(|scaling| scaling.logarithm).collect();
    if scales.is_empty() {
        return Vec::new();
    }
    let mut section = vec![logarithms::NUMBER];
    section.extend((scales.len() as u16).to_le_bytes());
    let bit = |(place, scaling): (usize, &InputScaling)| u8::from(scaling.logarithm.is_some()) << place;
    section.extend(scalings.chunks(8).map(|eight| eight.iter().enumerate().map(bit).sum::<u8>()));
    if F::Input::SCALE > 0 {
        let words = scales.iter().flat_map(|scale| [scale.gain, scale.offset]).map(F::Input::quantise);
        section.extend(bytes(&words.collect::<Vec<_>>()));
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantise::{Folded, PackedBlock};
    use kernelet::block::Kind;
    use kernelet::{Model, Q7, Task};

    /// The worked example of `runtime/FORMAT.md`.
    fn worked_example() -> Parts {
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
        let map = Folded { kind: Kind::Cosine, features: 1, projection, bytes_per_feature: 10 };
        let blocks = vec![PackedBlock::features::<Q7>(&map, &[-100], 1)];
        let scalings = vec![scaling(None), scaling(Some(guard))];
        Parts { scale: 0.5, blocks, ..Parts::new(Task::Classification, scalings, vec![258.0]) }
    }

    #[test]
    fn the_worked_example_has_the_specified_bytes() {
        let model = pack::<Q7>(&worked_example());
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
        assert_eq!(model.bytes(), expected);
        assert_eq!((model.contract(), model.checksum()), (Contract::Q7, 0x7448_d54f));
        let view = Model::<Q7, 2, 1>::view(model.bytes()).expect("a model");
        // 2000 is clamped to 1000, centred to 500, shifted to 2000: 127*3 - 2*2000 = -3619, and
        // the entry 49 of the cosine table is 11417
        assert_eq!(view.scores([3, 2000]), [258 - 100 * 11_417]);
    }
}
