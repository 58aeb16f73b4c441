//! The features and ferns of a fitted model.

use crate::error::text::significant;
use crate::fit::Fitted;
use crate::recipe::{Base, Blocks, Grid, KernelName, Method};
use crate::report::table::Line;
use serde::Serialize;

/// The blocks of a fitted model, its features and its ferns.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FeatureSummary {
    blocks: Blocks,
    method: Method,
    kernel: KernelName,
    #[serde(skip_serializing_if = "Option::is_none")]
    bandwidth: Option<f64>,
    #[serde(skip)]
    features: usize,
    /// The patch that each feature reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<Grid>,
    #[serde(skip)]
    ferns: usize,
    /// True where scores are the mean of features and ferns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    mean: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

impl FeatureSummary {
    pub fn of(fitted: &Fitted) -> FeatureSummary {
        let (recipe, sizes) = (&fitted.file.sheet.recipe, fitted.file.device().sizes());
        FeatureSummary {
            blocks: recipe.blocks.unwrap_or(Blocks::COSINE),
            method: recipe.method,
            kernel: recipe.kernel,
            bandwidth: fitted.bandwidth,
            features: sizes.features,
            patch: recipe.patch,
            ferns: sizes.ferns,
            mean: fitted.is_mean(),
            stopped: fitted.stopped.clone(),
        }
    }

    pub fn lines(&self) -> Vec<Line> {
        let mut lines = vec![("model", self.model())];
        lines.extend(self.bandwidth.map(|bandwidth| ("bandwidth", significant(bandwidth, 4))));
        lines.extend(self.stopped.as_ref().map(|reason| ("stopped", reason.clone())));
        lines
    }

    fn model(&self) -> String {
        let ferns = format!("{} ferns", self.ferns);
        let patches = self.patch.map(|patch| format!(" of {patch} patches")).unwrap_or_default();
        let features = format!("{} {} features{patches}, {} kernel", self.features, self.method, self.kernel);
        match (self.blocks.base, self.blocks.ferns) {
            (Base::Linear, false) => "linear".to_owned(),
            (Base::Linear, true) => format!("linear, {ferns} on its residuals"),
            (Base::Constant, _) => ferns,
            (Base::Cosine | Base::Relu | Base::Patch, false) => features,
            (Base::Cosine | Base::Relu | Base::Patch, true) if self.mean => {
                format!("the mean of {features}, and of {ferns}")
            }
            (Base::Cosine | Base::Relu | Base::Patch, true) => format!("{features}, {ferns} on their residuals"),
        }
    }
}
