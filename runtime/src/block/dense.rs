//! A block of features with dense rows: stored weights, as many as there are inputs.

use super::body::{Body, Shape};
use super::field::Field;
use super::kind::{Form, Kind};
use super::sizes::Sizes;
use crate::error::ViewError;
use crate::number::group;
use crate::number::{Activation, Format, ScalePhases, Weight, records, section};

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

    /// Adds all whole groups of features, times their weights in the `head`, to the scores; returns
    /// the rows and the part of the head that are left. The inputs are in their order again.
    #[inline(always)]
    pub fn add_groups<F: Format>(
        self,
        inputs: &mut [F::Input],
        head: &'a [u8],
        scores: &mut [F::Score],
    ) -> (Self, &'a [u8]) {
        F::pair(inputs);
        let Dense { activation, mut rows, mut scale_phases } = self;
        let mut rest = head;
        while let Some((group, rows_after)) = group::split(rows, F::Weight::size(inputs.len()))
            && let Some((words, words_after)) = group::split(scale_phases, F::ScalePhases::size(activation))
            && let Some((weights, after)) = group::split(rest, F::Weight::size(scores.len()))
        {
            (rows, scale_phases, rest) = (rows_after, words_after, after);
            let mut words = F::ScalePhases::read(activation, words);
            let mut feature = |dot| words.next().map(|words| self.feature::<F>(dot, words)).unwrap_or_default();
            let [a, b, c, d] = F::dots(group, inputs);
            F::add_group(scores, weights, [feature(a), feature(b), feature(c), feature(d)]);
        }
        F::pair(inputs);
        (Dense { rows, scale_phases, ..self }, rest)
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
