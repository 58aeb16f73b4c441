//! What is asked of a fit, and the recipe that it makes.

use super::blocks::Blocks;
use super::decisions::Recipe;
use super::interval::Interval;
use super::method::Method;
use super::names::{Draw, HeadName, KernelName, Number};
use super::patch::Grid;
use super::rule::{Bandwidth, Ridge};
use super::size::{Bytes, Size};
use super::steady::Steady;
use super::variant::Variants;

/// The largest size that is tried where nothing is said about it.
const LARGEST: Bytes = Bytes(8 << 10);

/// A value, or `None` where the fit chooses it on held-out rows.
pub type Auto<T> = Option<T>;

/// What is asked of a fit. Where a field is `None`, nothing was said about it, and
/// [`Asked::recipe`] gives it its default.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The blocks of the model.
    pub blocks: Option<Auto<Blocks>>,
    /// The method that finds features.
    pub method: Option<Method>,
    /// The variants of the method.
    pub variants: Variants,
    /// The draw of candidates.
    pub draw: Option<Draw>,
    /// The number of candidates.
    pub candidates: Option<u16>,
    /// The kernel that the features approximate.
    pub kernel: KernelName,
    /// The kernel's bandwidth on standardised inputs.
    pub bandwidth: Bandwidth,
    /// The number of features, and the budget.
    pub size: Size,
    /// The loss of the head.
    pub head: Option<HeadName>,
    /// The regularisation of the head.
    pub ridge: Ridge,
    /// The number format of the device.
    pub number: Option<Auto<Number>>,
    /// Whether inputs with a long tail are replaced by their logarithms.
    pub logarithms: Option<Auto<bool>>,
    /// The grid that the inputs form.
    pub grid: Option<Grid>,
    /// The patch of it that a feature reads.
    pub patch: Option<Grid>,
    /// Whether the device computes the probabilities of classes.
    pub probability: bool,
    /// The share of known rows that the device may report as novel.
    pub novelty: Option<f64>,
    /// The share of rows that may become wrong by early stopping.
    pub early: Option<f64>,
    /// The rule that makes the answers of a stream steady.
    pub steady: Option<Steady>,
    /// The prediction intervals of values.
    pub interval: Option<Interval>,
    /// The number of folds that choose what is open.
    pub folds: Option<u16>,
    /// The time limit of the fit in seconds.
    pub seconds: Option<f64>,
    /// The seed of all random streams.
    pub seed: u64,
    /// Whether features are trained by the same instructions on every processor.
    pub portable: bool,
}

impl Asked {
    /// Returns true if nothing says how large the model is to be, or of what it is to consist.
    pub fn chooses_size(&self) -> bool {
        let is_open = self.blocks.is_none() && self.method.is_none() && self.size.features.is_none();
        self.size.flash.is_none() && is_open
    }

    /// The recipe. With a limit in bytes, which `chooses_size` has too, features are learned, and
    /// what is open is chosen on held-out rows; else features are drawn.
    pub fn recipe(self) -> Recipe {
        let size = if self.chooses_size() { Size { flash: Some(LARGEST), ..self.size } } else { self.size };
        let has_flash = size.flash.is_some();
        let usual = if has_flash { Method::Learned } else { Method::Drawn(Draw::MonteCarlo) };
        let method = self.method.unwrap_or(usual);
        let chooses_blocks = has_flash && self.method.is_none() && size.features.is_none();
        Recipe {
            blocks: self.blocks.unwrap_or((!chooses_blocks).then(|| method.blocks())),
            method,
            variants: self.variants,
            draw: self.draw,
            candidates: self.candidates,
            kernel: self.kernel,
            bandwidth: self.bandwidth,
            size,
            head: self.head.or(self.novelty.map(|_| HeadName::Ridge)),
            ridge: self.ridge,
            number: self.number.unwrap_or((!has_flash).then_some(Number::Q7)),
            logarithms: self.logarithms.unwrap_or((!has_flash).then_some(false)),
            grid: self.grid,
            patch: self.patch,
            probability: self.probability,
            novelty: self.novelty,
            early: self.early,
            steady: self.steady,
            interval: self.interval,
            folds: self.folds,
            seconds: self.seconds,
            seed: self.seed,
            portable: self.portable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Base;

    #[test]
    fn nothing_said_leaves_all_to_the_fit() {
        let asked = Asked::default();
        assert!(asked.chooses_size());
        let recipe = asked.recipe();
        assert_eq!((recipe.size.flash, recipe.blocks, recipe.number), (Some(LARGEST), None, None));
        assert_eq!((recipe.method, recipe.logarithms, recipe.head), (Method::Learned, None, None));
    }

    #[test]
    fn a_number_of_features_alone_draws_them() {
        let asked = Asked { size: Size::of(20), ..Asked::default() };
        assert!(!asked.chooses_size());
        let recipe = asked.recipe();
        assert_eq!((recipe.size, recipe.method), (Size::of(20), Method::Drawn(Draw::MonteCarlo)));
        assert_eq!(recipe.blocks.map(|blocks| blocks.base), Some(Base::Cosine));
        assert_eq!((recipe.number, recipe.logarithms), (Some(Number::Q7), Some(false)));
    }

    #[test]
    fn a_budget_chooses_blocks_unless_features_are_asked_for() {
        let flash = Size { flash: Some(Bytes(1024)), ..Size::default() };
        let open = Asked { size: flash, ..Asked::default() };
        assert!(!open.chooses_size());
        assert_eq!(open.clone().recipe().blocks, None);
        let counted = Asked { size: Size { features: Some(9), ..flash }, ..open.clone() }.recipe();
        assert_eq!((counted.blocks.is_some(), counted.method, counted.number), (true, Method::Learned, None));
        let auto = Asked { blocks: Some(None), method: Some(Method::Learned), ..open }.recipe();
        assert_eq!(auto.blocks, None);
    }

    #[test]
    fn novelty_wants_least_squares_unless_another_loss_is_named() {
        let novelty = Asked { novelty: Some(0.05), ..Asked::default() };
        assert_eq!(novelty.clone().recipe().head, Some(HeadName::Ridge));
        let named = Asked { head: Some(HeadName::Logistic), ..novelty }.recipe();
        assert_eq!(named.head, Some(HeadName::Logistic));
    }
}
