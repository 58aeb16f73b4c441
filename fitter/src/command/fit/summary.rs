//! What `fit` prints: one JSON object, or a table for people.

use crate::command::output;
use crate::command::output::{Findings, table};
use kernelet_fit::calibrate::early::{Early, EarlyErrors};
use kernelet_fit::calibrate::novelty::{Novelty, NoveltyRate};
use kernelet_fit::calibrate::probability::{Probability, Reliabilities};
use kernelet_fit::choose::Baseline;
use kernelet_fit::choose::Judged;
use kernelet_fit::metrics::Metrics;
use kernelet_fit::pack::cost;
use kernelet_fit::pack::cost::{CORES, Shape};
use kernelet_fit::pack::{Guarantee, ModelFile};
use kernelet_fit::recipe::{Base, Blocks, HeadName, KernelName, Method, Number};
use serde::Serialize;
use std::collections::BTreeMap;

/// What `fit --json` prints.
#[derive(Serialize)]
pub struct Summary {
    pub task: &'static str,
    pub blocks: Blocks,
    pub method: Method,
    pub kernel: KernelName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bandwidth: Option<f64>,
    pub head: HeadName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ridge: Option<f64>,
    pub features: usize,
    pub ferns: usize,
    /// Whether scores are the mean of features and ferns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mean: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    pub inputs: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logarithms: Vec<String>,
    pub outputs: usize,
    pub classes: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_weights: Option<BTreeMap<String, f64>>,
    pub number: Number,
    pub bytes: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<HeldOut>,
    /// A linear model and what was found, on stretches of the file left out whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stretches: Option<[HeldOut; 2]>,
    pub split: Split,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    pub train: Metrics,
    pub test: Option<Metrics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<Probable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub novelty: Option<Novel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub early: Option<Soon>,
    pub linear: Option<Linear>,
    pub certificate: Option<Guarantee>,
    pub remarks: Vec<String>,
    pub seconds: f64,
    pub seed: u64,
}

/// How the rows that a model is judged by were told from those that it learnt from.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// At random.
    Random,
    /// With all others of their group.
    Grouped,
    /// As the later ones.
    Ordered,
    /// By another file.
    File,
}

/// How scores became probabilities, and what these are worth.
#[derive(Serialize)]
pub struct Probable {
    #[serde(flatten)]
    pub found: Probability,
    /// On test rows, as the device computes them.
    pub test: Option<Reliabilities>,
}

/// When rows are taken for new ones.
#[derive(Serialize)]
pub struct Novel {
    #[serde(flatten)]
    pub found: Novelty,
    /// On test rows, as the device takes them.
    pub test: Option<NoveltyRate>,
}

/// When classes are clear early, and what that saves.
#[derive(Serialize)]
pub struct Soon {
    #[serde(flatten)]
    pub found: Early,
    /// On test rows, as the device stops.
    pub test: Option<EarlyErrors>,
    /// Instructions on each core: on test rows in the mean, or for lack of them on rows held out, and at most.
    pub cost: BTreeMap<&'static str, Span>,
}

/// Instructions of a prediction that may stop early.
#[derive(Serialize)]
pub struct Span {
    mean: f64,
    most: f64,
}

impl Soon {
    /// Of a model.
    pub fn of(found: Early, test: Option<EarlyErrors>, file: &ModelFile) -> Soon {
        let upto = cost::cumulative_instructions(file.contract(), &Shape::of(&*file.device())).unwrap_or_default();
        let seen = test.as_ref().unwrap_or(&found.heldout);
        let span = |core: usize| {
            let costs: Vec<f64> = upto.iter().map(|costs| costs[core] as f64).collect();
            Some(Span { mean: seen.mean(&costs), most: *costs.last()? })
        };
        let cost = CORES.into_iter().enumerate().filter_map(|(core, name)| Some((name, span(core)?))).collect();
        Soon { found, test, cost }
    }

    fn text(&self) -> String {
        let (seen, on) = match &self.test {
            Some(test) => (test, "test rows"),
            None => (&self.found.heldout, "rows held out"),
        };
        let stopped: Vec<String> = seen.stopped.iter().map(|share| format!("{:.0}", 100.0 * share)).collect();
        let (early, all) = (100.0 * seen.early_error, 100.0 * seen.error);
        let costs = self
            .cost
            .iter()
            .map(|(core, Span { mean, most })| format!("; {core} about {mean:.0} of {most:.0} instructions"));
        let blocks = stopped.join(", ");
        format!(
            "{early:.2} % wrong, {all:.2} % by all blocks, of {} {on}; behind each block stop {blocks} %",
            seen.rows
        ) + &costs.collect::<String>()
    }
}

/// What a linear model reaches in the same budget.
#[derive(Serialize)]
pub struct Linear {
    bytes: usize,
    train: Metrics,
    test: Option<Metrics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heldout: Option<HeldOut>,
}

/// What blocks reached on training rows that were held out.
#[derive(Serialize)]
pub struct HeldOut {
    blocks: Blocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_interval: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rmse: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rmse_interval: Option<[f64; 2]>,
}

impl Findings for Summary {
    fn text(&self) -> String {
        let classes = self.classes.as_ref().map_or(String::new(), |classes| format!(" of {} classes", classes.len()));
        let mut rows = vec![
            ("task", format!("{}{classes}", self.task)),
            ("model", self.model()),
            ("number", self.number.to_string()),
            ("size", format!("{} bytes, {} inputs, {} outputs", self.bytes, self.inputs, self.outputs)),
            (
                "head",
                self.ridge.map_or(self.head.to_string(), |ridge| format!("{}, regularisation {ridge:.3e}", self.head)),
            ),
            ("train", output::metrics(&self.train)),
        ];
        if !self.logarithms.is_empty() {
            rows.push(("logarithms", format!("of {}", self.logarithms.join(", "))));
        }
        rows.extend(self.bandwidth.map(|bandwidth| ("bandwidth", format!("{bandwidth:.4}"))));
        rows.extend(self.tried.iter().map(|tried| ("tried", tried.text())));
        rows.extend(self.stopped.as_ref().map(|reason| ("stopped", reason.clone())));
        rows.extend(self.split().map(|split| ("split", split)));
        rows.extend(self.test.as_ref().map(|test| ("test", output::metrics(test))));
        if let Some(weights) = &self.class_weights {
            rows.push(("class weights", each(weights)));
            rows.extend(self.balanced().map(|balanced| ("balanced", balanced)));
        }
        rows.extend(self.probability.as_ref().map(|probable| ("probability", probable.text())));
        rows.extend(self.novelty.as_ref().map(|novel| ("novelty", novel.text())));
        rows.extend(self.early.as_ref().map(|early| ("early", early.text())));
        rows.extend(self.linear.as_ref().map(|linear| ("linear", linear.text())));
        rows.push(("time", format!("{:.1} s", self.seconds)));
        table(&rows)
    }
}

/// What each class counts for.
fn each(weights: &BTreeMap<String, f64>) -> String {
    weights.iter().map(|(class, weight)| format!("{class} {weight:.3}")).collect::<Vec<_>>().join(", ")
}

impl Novel {
    fn text(&self) -> String {
        let (alarms, on) = self.test.map_or((self.found.heldout, "rows held out"), |test| (test, "test rows"));
        let [low, high] = alarms.novel_interval.map(|edge| 100.0 * edge);
        let (novel, rows) = (100.0 * alarms.novel, alarms.rows);
        format!("above a distance of {:.3}: {novel:.2} % ({low:.2} to {high:.2}) of {rows} {on}", self.found.limit)
    }
}

impl Probable {
    fn text(&self) -> String {
        let (Reliabilities { before, after }, on) = match self.test {
            Some(test) => (test, "test rows"),
            None => (self.found.heldout, "rows held out"),
        };
        format!(
            "{}: calibration error {:.4} after {:.4}, log loss {} after {:.4}, on {} {on}",
            self.found.method,
            after.calibration_error,
            before.calibration_error,
            output::with_interval(after.log_loss, after.log_loss_interval, 4),
            before.log_loss,
            after.rows,
        )
    }
}

impl Linear {
    /// Of a baseline that was measured.
    pub fn of(baseline: Baseline, task: kernelet::Task) -> Linear {
        let Baseline { fitted, train, test, held_out, .. } = baseline;
        let heldout = held_out.map(|tried| HeldOut::of(&tried, task));
        Linear { bytes: fitted.file.model.bytes().len(), train, test, heldout }
    }

    fn text(&self) -> String {
        let reached = match (&self.test, &self.heldout) {
            (Some(test), _) => output::metrics(test),
            (None, Some(heldout)) => heldout.reached() + " on rows held out",
            (None, None) => format!("{} of training", output::metrics(&self.train)),
        };
        format!("a linear model: {reached}, in {} bytes", self.bytes)
    }
}

impl HeldOut {
    /// Of what was tried.
    pub fn of(tried: &Judged, task: kernelet::Task) -> HeldOut {
        let none = HeldOut { blocks: tried.blocks, error: None, error_interval: None, rmse: None, rmse_interval: None };
        let error = tried.error;
        match task {
            kernelet::Task::Classification => {
                HeldOut { error: Some(error), error_interval: Some(tried.share_interval()), ..none }
            }
            kernelet::Task::Regression => {
                let edges = tried.mean_square_interval().map(f64::sqrt);
                HeldOut { rmse: Some(error.sqrt()), rmse_interval: Some(edges), ..none }
            }
        }
    }

    fn reached(&self) -> String {
        match (self.error, self.error_interval) {
            (Some(error), Some(interval)) => output::percent(error, interval),
            _ => format!("RMSE {}", output::with_interval(self.rmse.unwrap_or(f64::NAN), self.rmse_interval, 4)),
        }
    }

    fn text(&self) -> String {
        format!("{}: {} on rows held out", self.blocks, self.reached())
    }

    /// Of a linear model and what was found, on stretches of the file left out whole.
    pub fn on_stretches([linear, found]: &[HeldOut; 2], taken: Blocks) -> String {
        let [line, own] = [linear, found].map(HeldOut::reached);
        let on = "on stretches of the file left out whole";
        match (found.blocks, taken) {
            (Blocks::LINEAR, _) => format!("{on} the linear model has {line}"),
            (blocks, Blocks::LINEAR) => {
                format!("{on} a linear model has {line}, {blocks} {own}: the linear model is taken")
            }
            (blocks, _) => format!("{on} {blocks} has {own}, a linear model {line}"),
        }
    }
}

impl Summary {
    /// The error with all classes as much as each other.
    fn balanced(&self) -> Option<String> {
        let (metrics, on) = self.test.as_ref().map_or((&self.train, "training"), |test| (test, "test"));
        match metrics {
            Metrics::Classification { balanced_error, .. } => {
                Some(format!("{:.2} % of {on} rows, all classes alike", 100.0 * balanced_error))
            }
            Metrics::Regression { .. } => None,
        }
    }

    /// How rows were held out, if any were.
    fn split(&self) -> Option<String> {
        let what = if self.test.is_some() { "test rows" } else { "rows held out" };
        let group = self.group.as_deref().unwrap_or_default();
        let how = match self.split {
            Split::Random => "at random".to_owned(),
            Split::Grouped => format!("by whole groups of {group:?}"),
            Split::Ordered => "as the last in order".to_owned(),
            Split::File => return None,
        };
        (self.test.is_some() || !self.tried.is_empty()).then(|| format!("{what} chosen {how}"))
    }

    fn model(&self) -> String {
        let ferns = format!("{} ferns", self.ferns);
        match (self.blocks.base, self.blocks.ferns) {
            (Base::Linear, false) => "linear".to_owned(),
            (Base::Linear, true) => format!("linear, {ferns}"),
            (Base::Constant, _) => ferns,
            (Base::Cosine | Base::Relu, with_ferns) => {
                let features = format!("{} {} features, {} kernel", self.features, self.method, self.kernel);
                match with_ferns {
                    true if self.mean => format!("the mean of {features}, and of {ferns}"),
                    true => format!("{features}, {ferns} on what they leave"),
                    false => features,
                }
            }
        }
    }
}
