//! A model as a graph of ONNX, for runtimes on larger machines and for comparisons.
//!
//! The graph computes in `f32` with the numbers that the model holds. That of an `f32` model has
//! its scores; that of a model in fixed point has the steps of its table of cosines, and `f32` in
//! the place of integers.

mod blocks;
mod graph;
mod inputs;
#[cfg(test)]
mod interpreter;
mod message;
mod rows;
#[cfg(test)]
mod tests;

use crate::pack::Sheet;
use blocks::Adder;
use graph::{FLOAT, Graph, INT64, described};
use kernelet::number::{Bias, Format, Score, Word};
use kernelet::wire::{Projection, Sections};
use kernelet::{Task, with_format};
use message::Message;

/// The version of the operators.
const OPERATORS: i64 = 17;
/// The version of the file format.
const VERSION: i64 = 8;

/// The name of the program that made a graph, in its file.
pub const PRODUCER: &str = "kernelet";

/// Returns a model as ONNX: inputs `inputs`, of classes outputs `scores` and `class`, else
/// `values`.
///
/// With a data sheet the inputs are physical values, and the metadata names inputs and classes;
/// without one they are the readings of the device.
///
/// # Errors
/// A sentence, for a model that reads windows.
pub fn model(name: &str, sections: &Sections<'_>, sheet: Option<&Sheet>) -> Result<Vec<u8>, String> {
    if sections.window.is_some() {
        return Err("it reads windows, whose features ONNX has no operators for".to_owned());
    }
    let graph = with_format!(sections.contract, F => graph_of::<F>(sections, sheet)).into_message(name);
    let (inputs, outputs) = (usize::from(sections.header.inputs), usize::from(sections.header.outputs));
    let graph = graph.message(11, described("inputs", FLOAT, Some(inputs)));
    let graph = match sections.header.task {
        Task::Regression => graph.message(12, described("values", FLOAT, Some(outputs))),
        Task::Classification => {
            graph.message(12, described("scores", FLOAT, Some(outputs))).message(12, described("class", INT64, None))
        }
    };
    let operators = Message::default().bytes(1, "").number(2, OPERATORS);
    let model = Message::default().number(1, VERSION).bytes(2, PRODUCER).bytes(3, env!("CARGO_PKG_VERSION"));
    let model = model.message(7, graph).message(8, operators);
    let property = |(key, value): (&str, String)| Message::default().bytes(1, key).bytes(2, value);
    Ok(model.each(14, metadata(sections, sheet), property).into_bytes())
}

/// What the graph does not say: the names of inputs and outputs as JSON, and the number format.
fn metadata(sections: &Sections<'_>, sheet: Option<&Sheet>) -> Vec<(&'static str, String)> {
    let contract = format!("{:?}", sections.contract).to_lowercase();
    let json = |names: &[&str]| serde_json::to_string(names).unwrap_or_default();
    let mut metadata = vec![("number", contract)];
    if let Some(sheet) = sheet {
        let names: Vec<&str> = sheet.names.iter().map(String::as_str).collect();
        metadata.push(("inputs", json(&names)));
        metadata.push(("checksum", format!("{:08x}", sheet.checksum)));
        match sheet.schema.target.labels() {
            Some(labels) => {
                metadata.push(("classes", json(&labels.iter().map(String::as_str).collect::<Vec<&str>>())));
            }
            None => metadata.push(("targets", json(&sheet.schema.target.names()))),
        }
    }
    metadata
}

fn graph_of<F: Format>(sections: &Sections<'_>, sheet: Option<&Sheet>) -> Graph {
    let (mut graph, scales) = (Graph::default(), scales(sections));
    let inputs = inputs::prepared::<F>(&mut graph, "inputs", (sections, sheet));
    let bias: Vec<f64> =
        F::Bias::words(sections.bias).zip(&scales).map(|(bias, scale)| bias.to_f64() * scale).collect();
    let mut shares = Vec::new();
    for block in sections.blocks.iter().filter(|block| block.count > 0) {
        let mut adder = Adder { graph: &mut graph, inputs: &inputs, scales: &scales };
        shares.push(match block.projection {
            Projection::Rows(fields) => adder.rows::<F>(&rows::RealRows::of::<F>(sections, &block, fields), block.head),
            Projection::Ferns(ferns) => adder.ferns::<F>(ferns),
        });
    }
    answer(&mut graph, (shares, &inputs), (sections, &bias));
    graph
}

/// Adds the sum of all shares and the bias, and of classes the class.
fn answer(graph: &mut Graph, (shares, inputs): (Vec<String>, &str), (sections, bias): (&Sections<'_>, &[f64])) {
    // a model without blocks has the same scores for every row
    let none = |graph: &mut Graph| {
        let zeros = graph.floats(
            &[sections.header.inputs.into(), bias.len()],
            &vec![0.0; bias.len() * usize::from(sections.header.inputs)],
        );
        graph.node("MatMul", &[inputs, &zeros], &[])
    };
    let sum = shares.into_iter().reduce(|sum, share| graph.node("Add", &[&sum, &share], &[]));
    let sum = sum.unwrap_or_else(|| none(graph));
    let is_class = sections.header.task == Task::Classification;
    let output = if is_class { "scores" } else { "values" };
    let bias = graph.floats(&[bias.len()], bias);
    graph.named_node("Add", &[&sum, &bias], &[], output);
    match (is_class, sections.header.outputs) {
        (false, _) => {}
        (true, 1) => {
            let is_second = graph.with_number("Greater", output, 0.0);
            let class = graph.node("Cast", &[&is_second], &[("to", INT64)]);
            let axes = graph.wholes(&[1]);
            graph.named_node("Squeeze", &[&class, &axes], &[], "class");
        }
        (true, _) => graph.named_node("ArgMax", &[output], &[("axis", 1), ("keepdims", 0)], "class"),
    }
}

/// The value of one unit of each score.
fn scales(sections: &Sections<'_>) -> Vec<f64> {
    match sections.values {
        Some(values) => f32::words(values.scales).map(Into::into).collect(),
        None => vec![sections.header.scale.into(); sections.header.outputs.into()],
    }
}
