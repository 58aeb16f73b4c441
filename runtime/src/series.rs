//! A model over the windows of a stream of samples.

use crate::answer::{Latest, Steady, decide};
use crate::error::ViewError;
use crate::model::Model;
use crate::number::{Format, Input};
use crate::window::Section;

/// A model over windows of `LENGTH` samples in each of `CHANNELS` channels, and the window itself.
///
/// `F`, `D`, `K` and `S` are those of [`Model`]: the first of the `D` inputs are the features of a
/// window. RAM is the window, two bytes a sample, and while it predicts the readings and scores
/// of the model and 64 bytes of sums. `N` is the number of answers by which classes are
/// [steady](crate::answer::steady), two bytes each.
///
/// ```no_run
/// # use kernelet::{Q7, Series, ViewError};
/// # fn run(packed: &[u8], mut sensor: impl FnMut() -> [i16; 3]) -> Result<(), ViewError> {
/// let mut series = Series::<Q7, 3, 128, 40, 6>::view(packed)?;
/// loop {
///     if series.push(sensor()) {
///         let class = series.class();
///         // a class every stride
///     }
/// }
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Series<
    'a,
    F,
    const CHANNELS: usize,
    const LENGTH: usize,
    const D: usize,
    const K: usize,
    const S: usize = 0,
    const N: usize = 0,
> {
    model: Model<'a, F, D, K, S>,
    section: Section<'a>,
    window: [[u16; LENGTH]; CHANNELS],
    /// The samples of the next window that are there.
    filled: usize,
    /// The samples to skip until the next window begins, where the stride is longer than a window.
    skipped: usize,
    /// The classes of the latest windows.
    latest: Latest<N>,
}

impl<
    'a,
    F: Format,
    const CHANNELS: usize,
    const LENGTH: usize,
    const D: usize,
    const K: usize,
    const S: usize,
    const N: usize,
> Series<'a, F, CHANNELS, LENGTH, D, K, S, N>
{
    /// Checks everything about `bytes` once, as [`Model::view`] does; the window is empty.
    ///
    /// # Errors
    /// The first thing that is wrong, as a [`ViewError`].
    pub fn view(bytes: &'a [u8]) -> Result<Self, ViewError> {
        Self::of(Model::view(bytes)?)
    }

    /// Puts the windows of a model that was viewed before to their use, such as one by
    /// [`include_model!`](crate::include_model).
    ///
    /// # Errors
    /// [`ViewError::Window`] where the model has no windows, or those of another shape;
    /// [`ViewError::Steady`] where its rule for steady answers looks at more than `N` of them.
    pub fn of(model: Model<'a, F, D, K, S>) -> Result<Self, ViewError> {
        let section = model.stream().window().ok_or(ViewError::Window)?;
        if (section.channels(), usize::from(section.length)) != (CHANNELS, LENGTH) {
            return Err(ViewError::Window);
        }
        if model.stream().steady().is_some_and(|Steady { answers, .. }| usize::from(answers) > N) {
            return Err(ViewError::Steady);
        }
        let (window, latest) = ([[0; LENGTH]; CHANNELS], Latest::NONE);
        Ok(Series { model, section, window, filled: 0, skipped: 0, latest })
    }

    /// Adds the readings of all channels at one time; returns true where they complete a window.
    ///
    /// The answers of a window are those until the next readings. The first window is complete
    /// after `LENGTH` readings, each later one after a stride more.
    pub fn push(&mut self, readings: [i16; CHANNELS]) -> bool {
        if self.filled >= LENGTH {
            self.slide();
        }
        if self.skipped > 0 {
            self.skipped -= 1;
            return false;
        }
        for ((samples, reading), channel) in self.window.iter_mut().zip(readings).zip(self.section.preparations()) {
            if let Some(place) = samples.get_mut(self.filled) {
                *place = channel.sample(reading);
            }
        }
        self.filled += 1;
        self.filled >= LENGTH
    }

    /// Puts a whole window in the place of the samples so far.
    pub fn fill(&mut self, readings: &[[i16; LENGTH]; CHANNELS]) {
        for ((samples, readings), channel) in self.window.iter_mut().zip(readings).zip(self.section.preparations()) {
            samples.iter_mut().zip(readings).for_each(|(place, &reading)| *place = channel.sample(reading));
        }
        (self.filled, self.skipped) = (LENGTH, 0);
    }

    /// Forgets the samples and the answers so far, as where a stream was interrupted.
    pub fn clear(&mut self) {
        (self.filled, self.skipped) = (0, 0);
        self.latest.clear();
    }

    /// The inputs of the model for the latest window: its features. Those of other sensors, behind
    /// the features, are missing readings, for the caller to set.
    #[inline(always)]
    #[must_use]
    pub fn inputs(&self) -> [F::Input; D] {
        let mut features = [i16::MIN; D];
        self.section.features(self.window.as_flattened(), &mut features);
        let mut inputs = features.map(F::Input::from);
        inputs.iter_mut().skip(usize::from(self.section.features)).for_each(|input| *input = F::Input::MISSING);
        inputs
    }

    /// The scores of the latest window, of a model without inputs of other sensors.
    #[inline(always)]
    #[must_use]
    pub fn scores(&self) -> [F::Score; K] {
        self.model.scores(self.inputs())
    }

    /// The class of the latest window, likewise.
    #[inline(always)]
    #[must_use]
    pub fn class(&self) -> u16 {
        decide::class(&self.scores())
    }

    /// The [steady](crate::answer::steady) class after the latest window, likewise: to be asked for
    /// once a window, since the class of the window then becomes one of the latest answers. Without
    /// a rule in the model it is the class of the window.
    #[inline(always)]
    pub fn steady(&mut self) -> u16 {
        let class = self.class();
        self.steady_of(class)
    }

    /// The same of a model with inputs of other sensors, by the class of the window.
    #[inline(always)]
    pub fn steady_of(&mut self, class: u16) -> u16 {
        let rule = self.model.stream().steady();
        self.latest.push(class, rule)
    }

    /// The model, for the answers of inputs and scores.
    #[must_use]
    pub fn model(&self) -> &Model<'a, F, D, K, S> {
        &self.model
    }

    /// Makes room for the samples of the next window.
    fn slide(&mut self) {
        let stride = usize::from(self.section.stride);
        let kept = LENGTH.saturating_sub(stride);
        for samples in &mut self.window {
            // not copy_within, whose call of memmove small firmware would link for nothing else
            for t in 0..kept {
                if let Some(&sample) = samples.get(t + stride)
                    && let Some(place) = samples.get_mut(t)
                {
                    *place = sample;
                }
            }
        }
        (self.filled, self.skipped) = (kept, stride.saturating_sub(LENGTH));
    }
}
