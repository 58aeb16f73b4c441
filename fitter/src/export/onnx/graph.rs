//! A graph of ONNX, node by node.

use super::message::Message;

/// The type of 32-bit floats.
pub const FLOAT: i64 = 1;
/// The type of 64-bit integers.
pub const INT64: i64 = 7;
/// The attribute type of a whole number.
const INT: i64 = 2;

/// A graph: nodes, and the constants that they read. Each value is known by its name.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Message>,
    constants: Vec<Message>,
}

impl Graph {
    /// Adds a node, and returns the name of its output.
    pub fn node(&mut self, operator: &str, inputs: &[&str], attributes: &[(&str, i64)]) -> String {
        let output = format!("{}_{}", operator.to_lowercase(), self.nodes.len());
        self.named_node(operator, inputs, attributes, &output);
        output
    }

    /// Adds a node whose output has a name of its own.
    pub fn named_node(&mut self, operator: &str, inputs: &[&str], attributes: &[(&str, i64)], output: &str) {
        let node = inputs.iter().fold(Message::default(), |node, input| node.bytes(1, input));
        let node = node.bytes(2, output).bytes(3, output).bytes(4, operator);
        let attribute =
            |(name, value): &(&str, i64)| Message::default().bytes(1, name).number(3, *value).number(20, INT);
        self.nodes.push(node.each(5, attributes, attribute));
    }

    /// Adds a node of a value and a constant row, one number for each column.
    pub fn with_row(&mut self, operator: &str, value: &str, row: &[f64]) -> String {
        let row = self.floats(&[row.len()], row);
        self.node(operator, &[value, &row], &[])
    }

    /// Adds a node of a value and a constant number.
    pub fn with_number(&mut self, operator: &str, value: &str, number: f64) -> String {
        let number = self.floats(&[], &[number]);
        self.node(operator, &[value, &number], &[])
    }

    /// Adds a constant of floats, and returns its name.
    pub fn floats(&mut self, shape: &[usize], values: &[f64]) -> String {
        self.constant(FLOAT, shape, values.iter().flat_map(|value| (*value as f32).to_le_bytes()).collect())
    }

    /// Adds a constant of whole numbers, and returns its name.
    pub fn wholes(&mut self, values: &[i64]) -> String {
        self.constant(INT64, &[values.len()], values.iter().flat_map(|value| value.to_le_bytes()).collect())
    }

    fn constant(&mut self, kind: i64, shape: &[usize], bytes: Vec<u8>) -> String {
        let name = format!("constant_{}", self.constants.len());
        let tensor = shape.iter().fold(Message::default(), |tensor, length| tensor.number(1, *length as i64));
        self.constants.push(tensor.number(2, kind).bytes(8, &name).bytes(9, bytes));
        name
    }

    /// Returns the message of the graph without its inputs and outputs.
    pub fn into_message(self, name: &str) -> Message {
        let graph = self.nodes.into_iter().fold(Message::default(), |graph, node| graph.message(1, node));
        self.constants.into_iter().fold(graph.bytes(2, name), |graph, constant| graph.message(5, constant))
    }
}

/// Returns the description of an input or output: a name, a type, and the columns of its rows, if
/// these are not single numbers.
pub fn described(name: &str, kind: i64, columns: Option<usize>) -> Message {
    let rows = Message::default().bytes(2, "rows");
    let columns = columns.map(|columns| Message::default().number(1, columns as i64));
    let shape = std::iter::once(rows).chain(columns).fold(Message::default(), |shape, length| shape.message(1, length));
    let tensor = Message::default().number(1, kind).message(2, shape);
    Message::default().bytes(1, name).message(2, Message::default().message(1, tensor))
}
