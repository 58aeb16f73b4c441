//! A block of features with dense rows: stored weights, as many as there are inputs.

use super::body::{Body, Shape};
use super::field::Field;
use super::head::add;
use super::kind::{Form, Kind};
use super::sizes::Sizes;
use crate::error::ViewError;
use crate::number::group::{self, GROUP};
use crate::number::{Activation, Cosines, Format, ScalePhases, Weight, records, section};

/// The fields that the rows are stored in.
pub(super) const fn fields(form: Form) -> &'static [Field] {
    const COSINE: &[Field] = &[Field::ROWS, Field::scale_phases(Activation::Cosine)];
    const RECTIFIED: &[Field] = &[Field::ROWS, Field::scale_phases(Activation::Linear)];
    match form {
        Form::Dense(activation) if activation.is_rectified() => RECTIFIED,
        _ => COSINE,
    }
}

/// The words of scratch that the features need: none.
#[inline(always)]
pub(super) const fn scratch(_inputs: usize) -> usize {
    0
}

/// The rows of a block, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dense<'a> {
    activation: Activation,
    /// Weights, `features x inputs`.
    rows: &'a [u8],
    /// Scale and phase of each feature, or what stands in their place.
    scale_phases: &'a [u8],
}

impl<'a> Dense<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(body: Body<'a>, shape: Shape) -> Result<(Self, &'a [u8]), ViewError> {
        let Body { kind, features, bytes } = body;
        let activation = match cfg!(feature = "rectified") {
            true => kind.activation().unwrap_or(Activation::Cosine),
            false => Activation::Cosine,
        };
        let (rows, rest) = section(bytes, usize::from(features), F::Weight::size(shape.inputs()))?;
        let (scale_phases, rest) = section(rest, usize::from(features), F::ScalePhases::size(activation))?;
        Ok((Dense { activation, rows, scale_phases }, rest))
    }

    /// The kind of its features.
    pub fn kind(self) -> Kind {
        self.activation.into()
    }

    /// Adds its share to the sizes of the model.
    pub fn measure<F: Format>(self, _shape: Shape, sizes: &mut Sizes) {
        sizes.features += self.scale_phases.len() / F::ScalePhases::size(self.activation);
        sizes.projection += self.rows.len() + self.scale_phases.len();
    }

    /// The features of the guarded `inputs`, in order, without scratch.
    #[inline(always)]
    pub fn features<'x, F: Format>(
        self,
        inputs: &'x [F::Input],
        _lanes: &mut [F::Lane],
    ) -> impl Iterator<Item = F::Feature> + use<'a, 'x, F> {
        let rows = records(self.rows, F::Weight::size(inputs.len()));
        let mut scale_phases = F::ScalePhases::read(self.activation, self.scale_phases);
        rows.map_while(move |row| {
            let dot = F::dot(row, inputs);
            // read behind the dot product, which needs the registers
            scale_phases.next().map(|words| self.feature::<F>(dot, words))
        })
    }

    /// The first so many rows and those after them; `None` where there are fewer.
    #[inline(always)]
    pub fn split_at<F: Format>(self, features: usize, inputs: usize) -> Option<(Self, Self)> {
        let (rows, rest) = self.rows.split_at_checked(features * F::Weight::size(inputs))?;
        let (scale_phases, after) =
            self.scale_phases.split_at_checked(features * F::ScalePhases::size(self.activation))?;
        Some((Dense { rows, scale_phases, ..self }, Dense { rows: rest, scale_phases: after, ..self }))
    }

    /// Adds the features of the guarded `inputs`, times their weights in the `head`, to the scores,
    /// a group at a time. The inputs are in their order again.
    #[inline(always)]
    pub fn accumulate<F: Format>(
        self,
        inputs: &mut [F::Input],
        lanes: &mut [F::Lane],
        head: &[u8],
        scores: &mut [F::Score],
    ) {
        if !F::GROUPED {
            return add::<F>(self.features::<F>(inputs, lanes), head, scores);
        }
        let (inputs, scores) = (group::hidden(inputs), group::hidden(scores));
        F::pair(inputs);
        let (rest, mut head) = self.behind_groups::<F>(inputs, head, scores);
        let mut rows = rest.rows;
        let mut words = F::ScalePhases::read(rest.activation, rest.scale_phases);
        while !head.is_empty() {
            let mut features = [F::Feature::default(); GROUP];
            for (feature, &dot) in features.iter_mut().zip(&F::dots(rows, inputs)) {
                let Some(words) = words.next() else { break };
                *feature = self.feature::<F>(dot, words);
            }
            F::add_group(scores, head, features);
            rows = group::rest(rows, F::Weight::size(inputs.len()));
            head = group::rest(head, F::Weight::size(scores.len()));
        }
        F::pair(inputs);
    }

    /// Adds the groups that the format computes at once; gives the rows and the head behind them.
    #[inline(always)]
    fn behind_groups<'h, F: Format>(
        self,
        inputs: &[F::Input],
        head: &'h [u8],
        scores: &mut [F::Score],
    ) -> (Self, &'h [u8]) {
        let Dense { activation: Activation::Cosine, rows, scale_phases } = self else { return (self, head) };
        let added = F::cosines(Cosines { rows, scale_phases, head }, inputs, scores) * GROUP;
        match (self.split_at::<F>(added, inputs.len()), head.get(added * F::Weight::size(scores.len())..)) {
            (Some((_, rest)), Some(head)) if added > 0 => (rest, head),
            _ => (self, head),
        }
    }

    #[inline(always)]
    fn feature<F: Format>(self, dot: F::Lane, words: F::ScalePhase) -> F::Feature {
        match self.activation {
            activation if cfg!(feature = "rectified") && activation.is_rectified() => {
                F::rectified(activation, dot, words)
            }
            _ => F::cosine(dot, words),
        }
    }
}
