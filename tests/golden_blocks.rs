//! Files of layout version 1 with every kind of block, that must be read, and answered alike, for ever.

use kernelet::word::Word;
use kernelet::{F32, Format, Q7, Q7Wide, Q15, Stream};
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

/// Every record of `NAME-blocks.golden` against `NAME-blocks.klt`, whose own bytes are pinned by their checksum.
fn pinned<F: Format>(name: &str, checksum: u32) {
    let model = read(&format!("{name}-blocks.klt"));
    assert_eq!(model[4..8], checksum.to_le_bytes(), "{name}-blocks.klt is not the file of version 1");
    let stream = Stream::<F>::view(&model).expect("a model of version 1");
    assert_eq!(stream.kinds().map(|kind| kind as u8).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    let golden = read(&format!("{name}-blocks.golden"));
    let inputs = stream.inputs() * F::Input::SIZE;
    let record = inputs + stream.outputs() * F::Score::SIZE;
    assert_eq!(golden.len(), 12 * record);
    for (row, record) in golden.chunks(record).enumerate() {
        assert_eq!(scores(&stream, &record[..inputs]), record[inputs..], "{name}, row {row}");
    }
}

#[test]
fn every_kind_of_block_is_answered_alike_in_every_format() {
    pinned::<F32>("f32", 0x591f_8706);
    pinned::<Q15>("q15", 0x3d9e_7b1e);
    pinned::<Q7>("q7", 0x6ad8_023f);
    pinned::<Q7Wide>("q7-wide", 0x431b_33e4);
}
