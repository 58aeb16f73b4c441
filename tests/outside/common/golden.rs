//! Files that must be read, and answered alike, for ever.

use super::extras::Extras;
use super::learning::Learnable;
use kernelet::number::Word;
use kernelet::online::{Learner, Log};
use kernelet::wire::{Task, stored_checksum};
use kernelet::{Format, Stream};
use std::path::PathBuf;

/// The bytes of a file of `tests/golden/`.
pub fn read(name: &str) -> Vec<u8> {
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

/// Every record of `NAME.golden` against `NAME.klt`, whose own bytes are pinned by their checksum,
/// with blocks of these kinds.
pub fn pinned<F: Format>(name: &str, checksum: u32, kinds: &[u8]) {
    let model = read(&format!("{name}.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}.klt is not the file of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    assert_eq!(stream.kinds().map(|kind| kind as u8).collect::<Vec<_>>(), kinds);
    let golden = read(&format!("{name}.golden"));
    let inputs = stream.inputs() * F::Input::SIZE;
    let record = inputs + stream.outputs() * F::Score::SIZE;
    assert_eq!(golden.len(), 12 * record);
    for (row, record) in golden.chunks(record).enumerate() {
        assert_eq!(scores(&stream, &record[..inputs]), record[inputs..], "{name}, row {row}");
    }
}

/// The same of what is told beside scores, which stands in their place.
pub fn pinned_told<T: Extras, F: Format>(name: &str, checksum: u32) {
    let model = read(&format!("{name}.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}.klt is not the file of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    let golden = read(&format!("{name}.golden"));
    let inputs = stream.inputs() * F::Input::SIZE;
    for (row, record) in golden.chunks(golden.len() / 12).enumerate() {
        let told = T::tell(&stream, F::Input::words(&record[..inputs]).collect());
        assert_eq!(told, record[inputs..], "{name}, row {row}");
    }
}

/// The log `learning/NAME.log` learnt again from `NAME.klt`: the model that is then written back is
/// `NAME-after.klt`. Both are pinned by their checksums.
pub fn pinned_learning<F: Learnable>(name: &str, checksums: [u32; 2]) {
    let [model, after] = ["", "-after"].map(|part| read(&format!("learning/{name}{part}.klt")));
    let told = [&model, &after].map(|model| stored_checksum(model));
    assert_eq!(told, checksums, "{name}.klt and {name}-after.klt are not the files of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    let learning = stream.learning().expect("a model that learns");
    let (mut weights, mut features) = (vec![0; learning.weights()], vec![0; learning.room()]);
    let mut learner: Learner<F> = Learner::new(&stream, &mut weights, &mut features).expect("buffers of its lengths");
    let mut scores = vec![F::Score::default(); stream.outputs()];
    let log = read(&format!("learning/{name}.log"));
    let (mut checked, head) = Log::of(&model, learner.weights());
    let (own, records) = log.split_at(head.len());
    assert_eq!(own, head, "{name}.log is not of {name}.klt");
    let of_class = stream.task() == Task::Classification;
    let truth = if of_class { u16::SIZE } else { usize::from(learning.learnt) * F::Score::SIZE };
    let size = Log::size(stream.inputs(), truth);
    assert_eq!(records.len(), 24 * size);
    for (row, record) in records.chunks(size).enumerate() {
        assert!(checked.takes(record), "{name}, record {row}");
        let (inputs, rest) = record.split_at(2 * stream.inputs());
        let (mut inputs, truth): (Vec<i16>, &[u8]) = (i16::words(inputs).collect(), &rest[..truth]);
        let learnt = match of_class {
            true => learner.learn(&mut inputs, &mut scores, u16::words(truth).next().expect("a class")),
            false => learner.learn_values(&mut inputs, &mut scores, &F::Score::words(truth).collect::<Vec<_>>()),
        };
        learnt.expect("rows of the model");
    }
    let mut written = model.clone();
    learner.write_back(&mut written).expect("room for it");
    assert!(written == after && written != model, "{name}");
}
