//! Cosine features whose rows read a patch of the inputs each.

use super::cosine;
use super::folded::Folded;
use crate::features::map::{FeatureMap, Origin};
use crate::quantise::format::FoldFormat;
use crate::quantise::input::InputScaling;
use kernelet::block::{Kind, fern};
use kernelet::number::{Activation, ScalePhases, Weight};

/// Folds cosines of patches into the shape of these, their first inputs, rows, scales and phases.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Option<Folded> {
    let Some(Origin::Patches(patches)) = &map.structure else { return None };
    let index = fern::index_size(scalings.len());
    let starts = patches.starts.iter().flat_map(|start| start.to_le_bytes()[..index].to_vec());
    let mut projection: Vec<u8> = patches.patch.to_bytes().into_iter().chain(starts).collect();
    let rows = cosine::rows::<F>(map, scalings, |feature| patches.inputs(feature).collect());
    rows.into_iter().for_each(|section| projection.extend(section));
    let row = F::Weight::size(patches.patch.size());
    let bytes_per_feature = index + row + F::ScalePhases::size(Activation::Cosine);
    Some(Folded { kind: Kind::Patch, features: patches.starts.len(), projection, bytes_per_feature })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::Map;
    use crate::features::map::Patches;
    use crate::quantise::block::PackedBlock;
    use crate::quantise::samples::{self, scalings};
    use kernelet::block::Patch;
    use kernelet::number::{Quantise, Score, Word};
    use kernelet::{F32, Q3, Q7, Q15, Stream};

    /// A model whose rows store zeros for the inputs that they do not read has the same scores, to
    /// the last bit.
    fn like_dense_rows<F: FoldFormat>() {
        let (inputs, count) = (30, 9);
        let patch = Patch { height: 3, width: 2, stride: 6 };
        let patches = Patches::draw(patch, [inputs, count], 1);
        let map = samples::map(Map::Cosine, MonteCarlo.normals(inputs, count, 2)).in_patches(patches);
        let dense = FeatureMap { structure: None, ..map.clone() };
        let head: Vec<F::Weight> = (0..2 * count).map(|at| F::Weight::quantise(at as f64 - 7.0)).collect();
        let scores = |map: &FeatureMap| {
            let block = PackedBlock::features::<F>(&super::super::fold::<F>(map, &scalings(inputs)), &head, 2);
            let model = samples::model::<F>(inputs, (vec![0.0; 2], 1.0), block);
            let stream = Stream::<F>::view(&model).expect("a model just packed");
            let mut row: Vec<F::Input> = (0..inputs).map(|at| F::Input::quantise((at * 37 % 80) as f64)).collect();
            let mut scores = [F::Score::default(); 2];
            stream.scores(&mut row, &mut scores).expect("made to measure");
            let features: Vec<f64> = stream.features(&mut row).expect("no scratch").map(Into::into).collect();
            assert_eq!(features.len(), count);
            (model.len(), (scores.map(Score::to_f64), features))
        };
        let (patched, dense) = (scores(&map), scores(&dense));
        assert_eq!(patched.1, dense.1);
        assert!(patched.0 < dense.0, "{patched:?} {dense:?} {}", F::Input::SIZE);
    }

    #[test]
    fn patches_have_the_scores_of_dense_rows_in_fewer_bytes() {
        like_dense_rows::<Q3>();
        like_dense_rows::<Q7>();
        like_dense_rows::<Q15>();
        like_dense_rows::<F32>();
    }
}
