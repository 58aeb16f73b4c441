//! Classes that a model never saw, added to its bytes.

use kernelet::number::{Bias, Format, Quantise, Score, Weight, Word};
use kernelet::wire::{BlockSections, Fern, Projection, Sections};

/// The bytes of a model, with room for classes that it never saw.
pub struct Widened {
    /// The biases, as the format stores them.
    pub bias: Vec<u8>,
    /// The blocks.
    pub blocks: Vec<u8>,
}

impl Widened {
    /// Adds a score at each of the `places` of the new scores, with weights of zero and the bias
    /// `absent`.
    pub fn of<F: Format>(sections: &Sections<'_>, places: &[usize], absent: f64) -> Result<Widened, String> {
        let biases: Vec<f64> = F::Bias::words(sections.bias).map(Score::to_f64).collect();
        let mut bias = Vec::new();
        F::Bias::pack(&with(&biases, places, absent), &mut bias);
        let mut blocks = Vec::new();
        for block in sections.blocks {
            blocks.push(block.kind as u8);
            blocks.extend(block.count.to_le_bytes());
            match block.projection {
                Projection::Rows(fields) => {
                    blocks.extend(fields.all());
                    head::<F>(&block, (biases.len(), places), &mut blocks);
                }
                Projection::Ferns(ferns) => {
                    let records: Vec<u8> =
                        ferns.iter().flat_map(|fern| wider::<F>(fern, biases.len(), places)).collect();
                    let length = u16::try_from(records.len()).map_err(|_| "its ferns have no room for more classes")?;
                    blocks.push(ferns.shift);
                    blocks.extend(length.to_le_bytes());
                    blocks.extend(records);
                }
            }
        }
        Ok(Widened { bias, blocks })
    }
}

/// The head of a block with wider rows.
fn head<F: Format>(block: &BlockSections<'_>, (outputs, places): (usize, &[usize]), bytes: &mut Vec<u8>) {
    for row in block.head.chunks_exact(F::Weight::size(outputs)) {
        let weights: Vec<F::Weight> = F::Weight::row(row).take(outputs).collect();
        F::Weight::pack(with(&weights, places, F::Weight::quantise(0.0)), bytes);
    }
}

/// A fern with wider leaves.
fn wider<F: Format>(fern: Fern<'_>, outputs: usize, places: &[usize]) -> Vec<u8> {
    let leaf = |leaf: &[u8]| {
        let words: Vec<&[u8]> = leaf.chunks(F::Leaf::SIZE).collect();
        with(&words, places, &[0; 8][..F::Leaf::SIZE]).concat()
    };
    let leaves: Vec<u8> = fern.leaves.chunks(outputs * F::Leaf::SIZE).flat_map(leaf).collect();
    [&[fern.depth], fern.test_bytes(), &leaves].concat()
}

/// Items with new ones at their places, which ascend.
fn with<T: Copy>(items: &[T], places: &[usize], new: T) -> Vec<T> {
    let mut items = items.to_vec();
    places.iter().for_each(|&place| items.insert(place, new));
    items
}
