//! What may be left unsaid of a recipe, and the defaults that hang on the rest.

use super::blocks::Blocks;
use super::decisions::Recipe;
use super::method::Method;
use super::names::{Draw, HeadName, Number};
use super::size::{Bytes, Size};

/// The largest size that is tried where nothing is said about it.
const LARGEST: Bytes = Bytes(8 << 10);

/// A value, or `None` where the fit chooses it on held-out rows.
pub type Auto<T> = Option<T>;

/// Decisions whose defaults hang on the others; `None` where nothing was said.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The number of features, and the budget.
    pub size: Size,
    /// The method that finds features.
    pub method: Option<Method>,
    /// The blocks of the model.
    pub blocks: Option<Auto<Blocks>>,
    /// The number format of the device.
    pub number: Option<Auto<Number>>,
    /// Whether inputs with a long tail or a wide range are replaced by their logarithms.
    pub logarithms: Option<Auto<bool>>,
}

impl Asked {
    /// Returns true if nothing says how large the model is to be, or of what it is to consist.
    pub fn chooses_size(&self) -> bool {
        let is_open = self.blocks.is_none() && self.method.is_none() && self.size.features.is_none();
        self.size.flash.is_none() && is_open
    }

    /// The recipe with these decisions and all others of `rest`.
    ///
    /// With a limit in bytes, which `chooses_size` has too, features are learned, and what is open
    /// is chosen on held-out rows; else features are drawn. Novelty is found with a head of least
    /// squares, unless `rest` has another.
    pub fn recipe(self, rest: Recipe) -> Recipe {
        let size = if self.chooses_size() { Size { flash: Some(LARGEST), ..self.size } } else { self.size };
        let has_flash = size.flash.is_some();
        let usual = if has_flash { Method::Learned } else { Method::Drawn(Draw::MonteCarlo) };
        let method = self.method.unwrap_or(usual);
        let chooses_blocks = has_flash && self.method.is_none() && size.features.is_none();
        Recipe {
            size,
            method,
            blocks: self.blocks.unwrap_or((!chooses_blocks).then(|| method.blocks())),
            number: self.number.unwrap_or((!has_flash).then_some(Number::Q7)),
            logarithms: self.logarithms.unwrap_or((!has_flash).then_some(false)),
            head: rest.head.or(rest.novelty.map(|_| HeadName::Ridge)),
            ..rest
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
        let recipe = asked.recipe(Recipe::default());
        assert_eq!((recipe.size.flash, recipe.blocks, recipe.number), (Some(LARGEST), None, None));
        assert_eq!((recipe.method, recipe.logarithms, recipe.head), (Method::Learned, None, None));
    }

    #[test]
    fn a_number_of_features_alone_draws_them() {
        let asked = Asked { size: Size::of(20), ..Asked::default() };
        assert!(!asked.chooses_size());
        let recipe = asked.recipe(Recipe::default());
        assert_eq!((recipe.size, recipe.method), (Size::of(20), Method::Drawn(Draw::MonteCarlo)));
        assert_eq!(recipe.blocks.map(|blocks| blocks.base), Some(Base::Cosine));
        assert_eq!((recipe.number, recipe.logarithms), (Some(Number::Q7), Some(false)));
    }

    #[test]
    fn a_budget_chooses_blocks_unless_features_are_asked_for() {
        let flash = Size { flash: Some(Bytes(1024)), ..Size::default() };
        let open = Asked { size: flash, ..Asked::default() };
        assert!(!open.chooses_size());
        assert_eq!(open.clone().recipe(Recipe::default()).blocks, None);
        let counted = Asked { size: Size { features: Some(9), ..flash }, ..open.clone() }.recipe(Recipe::default());
        assert_eq!((counted.blocks.is_some(), counted.method, counted.number), (true, Method::Learned, None));
        let auto = Asked { blocks: Some(None), method: Some(Method::Learned), ..open }.recipe(Recipe::default());
        assert_eq!(auto.blocks, None);
    }

    #[test]
    fn novelty_wants_least_squares_unless_another_loss_is_named() {
        let head = |rest: Recipe| Asked::default().recipe(rest).head;
        let novelty = Recipe { novelty: Some(0.05), ..Recipe::default() };
        assert_eq!(head(novelty.clone()), Some(HeadName::Ridge));
        assert_eq!(head(Recipe { head: Some(HeadName::Logistic), ..novelty }), Some(HeadName::Logistic));
        assert_eq!(head(Recipe::default()), None);
    }
}
