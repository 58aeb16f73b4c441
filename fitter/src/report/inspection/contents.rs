//! What is in a packed model: the keys that `fit` and `inspect` share.

use super::bytes::SectionBytes;
use super::cost::{CoreCost, costs};
use super::online::Online;
use super::readings::Readings;
use super::windows::Windows;
use crate::pack::ModelFile;
use crate::pack::cost::BUILD;
use crate::recipe::{Number, RuleName, Steady};
use crate::report::table::Line;
use clap::ValueEnum;
use kernelet::Contract;
use kernelet::wire::needed_features;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is in a packed model, in the words of both `fit` and `inspect`.
#[derive(Clone, Debug, Serialize)]
pub struct Contents {
    /// The task: `classification` or `regression`.
    pub task: String,
    /// The number format, as the option spells it.
    pub number: Number,
    /// The contract of the runtime: the number format, and whether its accumulator is wide.
    pub contract: String,
    /// The number of inputs.
    pub inputs: u16,
    /// The number of scores.
    pub outputs: u16,
    /// The number of features.
    pub features: usize,
    /// The number of ferns.
    pub ferns: usize,
    /// The kind of each block in the packed model.
    pub kinds: Vec<String>,
    /// The number of inputs with a guard.
    pub guards: u16,
    /// The number of inputs whose missing readings the device replaces.
    #[serde(skip)]
    pub replaced: usize,
    /// The inputs, or channels of windows, whose values are scaled before the device reads them.
    pub scaled: Readings,
    /// The windows that the model reads, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<Windows>,
    /// The rule that makes answers steady, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steady: Option<Steady>,
    /// How the model learns on the device, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub online: Option<Online>,
    /// The bytes by section.
    pub sections: SectionBytes,
    /// The bytes of RAM of a prediction.
    pub ram_bytes: usize,
    /// The number of checkpoints at which a prediction may stop.
    pub checkpoints: usize,
    /// The cost of a prediction on each core.
    pub cost: BTreeMap<&'static str, CoreCost>,
    /// How firmware is built for it.
    pub cost_build: &'static str,
    /// The features of the runtime that the model needs.
    pub runtime_features: Vec<&'static str>,
}

impl Contents {
    /// Returns what is in a packed model.
    pub fn of(file: &ModelFile) -> Contents {
        let device = file.device();
        let (header, sizes) = (device.header(), device.sizes());
        Contents {
            task: format!("{:?}", header.task).to_lowercase(),
            number: number(file.contract()),
            contract: format!("{:?}", file.contract()).to_lowercase(),
            inputs: header.inputs,
            outputs: header.outputs,
            features: sizes.features,
            ferns: sizes.ferns,
            kinds: device.parts().iter().map(|(kind, _)| format!("{kind:?}").to_lowercase()).collect(),
            guards: header.guards,
            replaced: file.sheet.scalings.iter().filter(|scaling| scaling.may_be_missing()).count(),
            scaled: Readings::of(file),
            series: Windows::of(file),
            steady: device.steady().map(Steady::from),
            online: Online::of(file),
            sections: SectionBytes::of(file),
            ram_bytes: device.ram_bytes(),
            checkpoints: device.checkpoints(),
            cost: costs(file),
            cost_build: BUILD,
            runtime_features: needed_features(file.model.bytes()).unwrap_or_default().names().collect(),
        }
    }
}

/// Returns the number format of a contract, of which some differ in their accumulators alone.
fn number(contract: Contract) -> Number {
    let is_own = |number: &&Number| number.contract() == contract || number.contract().wider() == Some(contract);
    *Number::value_variants().iter().find(is_own).expect("every contract is that of a number format")
}

/// Returns the line of a rule that makes answers steady.
pub fn steady_line(steady: &Steady) -> Option<Line> {
    let answers = steady.answers?;
    let text = match steady.rule {
        RuleName::Majority => format!("the most frequent class of the latest {answers} windows"),
        RuleName::Hysteresis => format!("another class only after {answers} windows of it in a row"),
    };
    Some(("steady", text))
}
