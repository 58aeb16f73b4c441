//! A naive reading of ONNX files, for tests: the fields of messages by their numbers, and the
//! operators in `f64`, element by element.

use std::collections::BTreeMap;

/// A field of a message.
#[derive(Clone, Copy, Debug)]
enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message, in order.
struct Message<'a>(Vec<(u64, Field<'a>)>);

impl<'a> Message<'a> {
    fn read(mut bytes: &'a [u8]) -> Message<'a> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let key = varint(&mut bytes);
            let value = varint(&mut bytes);
            fields.push(match key & 7 {
                0 => (key >> 3, Field::Number(value)),
                2 => {
                    let (own, rest) = bytes.split_at(value as usize);
                    bytes = rest;
                    (key >> 3, Field::Bytes(own))
                }
                other => panic!("wire type {other}"),
            });
        }
        Message(fields)
    }

    fn all(&self, number: u64) -> Vec<&'a [u8]> {
        let own = |(found, field): &(u64, Field<'a>)| match field {
            Field::Bytes(bytes) if *found == number => Some(*bytes),
            _ => None,
        };
        self.0.iter().filter_map(own).collect()
    }

    fn texts(&self, number: u64) -> Vec<String> {
        self.all(number).into_iter().map(|bytes| String::from_utf8(bytes.to_vec()).unwrap()).collect()
    }

    fn numbers(&self, number: u64) -> Vec<i64> {
        let own = |(found, field): &(u64, Field)| match field {
            Field::Number(value) if *found == number => Some(*value as i64),
            _ => None,
        };
        self.0.iter().filter_map(own).collect()
    }
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        number |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            return number;
        }
    }
}

/// A tensor; truths are zeros and ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The lengths.
    pub shape: Vec<usize>,
    /// The elements, the last index fastest.
    pub values: Vec<f64>,
}

impl Tensor {
    fn read(message: &Message) -> Tensor {
        let (shape, raw) = (message.numbers(1).iter().map(|&length| length as usize).collect(), message.all(9)[0]);
        let values = match message.numbers(2)[0] {
            1 => raw.as_chunks().0.iter().map(|word| f32::from_le_bytes(*word).into()).collect(),
            7 => raw.as_chunks().0.iter().map(|word| i64::from_le_bytes(*word) as f64).collect(),
            other => panic!("element type {other}"),
        };
        let tensor = Tensor { shape, values };
        assert_eq!(tensor.values.len(), tensor.shape.iter().product::<usize>());
        tensor
    }

    /// The columns of a matrix.
    fn columns(&self) -> usize {
        self.shape[1]
    }

    /// The elements of two tensors, of which the other is as large, a row or a number.
    fn with(&self, other: &Tensor, function: impl Fn(f64, f64) -> f64) -> Tensor {
        let (shape, length) = match self.values.len() >= other.values.len() {
            true => (self.shape.clone(), self.values.len()),
            false => (other.shape.clone(), other.values.len()),
        };
        let at = |tensor: &Tensor, place: usize| tensor.values[place % tensor.values.len()];
        Tensor { shape, values: (0..length).map(|place| function(at(self, place), at(other, place))).collect() }
    }

    fn map(&self, function: impl Fn(f64) -> f64) -> Tensor {
        Tensor { shape: self.shape.clone(), values: self.values.iter().map(|value| function(*value)).collect() }
    }

    fn times(&self, other: &Tensor) -> Tensor {
        let (inner, columns) = (self.columns(), other.columns());
        assert_eq!(inner, other.shape[0]);
        let sum = |row: &[f64], column| (0..inner).map(|i| row[i] * other.values[i * columns + column]).sum::<f64>();
        let values = self.values.chunks(inner).flat_map(|row| (0..columns).map(move |column| sum(row, column)));
        Tensor { shape: vec![self.shape[0], columns], values: values.collect() }
    }

    fn gathered(&self, places: &Tensor, axis: i64) -> Tensor {
        let columns = self.columns();
        let places_of = || places.values.iter().map(|place| *place as usize);
        match axis {
            0 => Tensor {
                shape: [&places.shape[..], &[columns]].concat(),
                values: places_of().flat_map(|row| self.values[row * columns..][..columns].to_vec()).collect(),
            },
            _ => Tensor {
                shape: vec![self.shape[0], places.values.len()],
                values: self.values.chunks(columns).flat_map(|row| places_of().map(|column| row[column])).collect(),
            },
        }
    }

    /// The sum over the middle of three indices.
    fn middle_summed(&self) -> Tensor {
        let [rows, middle, columns] = self.shape[..] else { panic!("three lengths") };
        let sum = |row: usize, column: usize| {
            (0..middle).map(|place| self.values[(row * middle + place) * columns + column]).sum::<f64>()
        };
        let values = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Tensor { shape: vec![rows, columns], values: values.map(|(row, column)| sum(row, column)).collect() }
    }

    fn largest(&self) -> Tensor {
        let first = |row: &[f64]| (0..row.len()).rev().max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap();
        let values = self.values.chunks(self.columns()).map(|row| first(row) as f64).collect();
        Tensor { shape: vec![self.shape[0]], values }
    }
}

/// Runs a model on rows; returns its outputs by their names.
pub fn run(model: &[u8], inputs: Tensor) -> BTreeMap<String, Tensor> {
    let model = Message::read(model);
    let graph = Message::read(model.all(7)[0]);
    let mut values = BTreeMap::from([("inputs".to_owned(), inputs)]);
    for bytes in graph.all(5) {
        let constant = Message::read(bytes);
        values.insert(constant.texts(8).remove(0), Tensor::read(&constant));
    }
    for bytes in graph.all(1) {
        let node = Message::read(bytes);
        let inputs: Vec<&Tensor> = node.texts(1).iter().map(|name| &values[name]).collect();
        let attributes: BTreeMap<String, i64> = node
            .all(5)
            .into_iter()
            .map(Message::read)
            .map(|attribute| (attribute.texts(1).remove(0), attribute.numbers(3)[0]))
            .collect();
        let output = apply(&node.texts(4)[0], &inputs, &attributes);
        values.insert(node.texts(2).remove(0), output);
    }
    let outputs = graph.all(12).into_iter().map(|bytes| Message::read(bytes).texts(1).remove(0));
    outputs.map(|name| (name.clone(), values[&name].clone())).collect()
}

fn apply(operator: &str, inputs: &[&Tensor], attributes: &BTreeMap<String, i64>) -> Tensor {
    match (operator, inputs) {
        ("Add", [a, b]) => a.with(b, |a, b| a + b),
        ("Sub", [a, b]) => a.with(b, |a, b| a - b),
        ("Mul", [a, b]) => a.with(b, |a, b| a * b),
        ("Div", [a, b]) => a.with(b, |a, b| a / b),
        ("Pow", [a, b]) => a.with(b, f64::powf),
        ("Max", [a, b]) => a.with(b, f64::max),
        ("Min", [a, b]) => a.with(b, f64::min),
        ("Greater", [a, b]) => a.with(b, |a, b| f64::from(a > b)),
        ("Round", [a]) => a.map(f64::round_ties_even),
        ("Floor", [a]) => a.map(f64::floor),
        ("Cos", [a]) => a.map(f64::cos),
        ("Log", [a]) => a.map(f64::ln),
        ("IsNaN", [a]) => a.map(|a| f64::from(a.is_nan())),
        ("Cast", [a]) => a.map(|a| if attributes["to"] == 7 { a.trunc() } else { a }),
        ("Where", [condition, a, b]) => {
            let (a, b) = (b.with(a, |_, a| a), b);
            let chosen = condition.with(&a, |condition, a| if condition > 0.5 { a } else { f64::NAN });
            chosen.with(b, |a, b| if a.is_nan() { b } else { a })
        }
        ("MatMul", [a, b]) => a.times(b),
        ("Gather", [a, places]) => a.gathered(places, attributes["axis"]),
        ("ReduceSum", [a, _]) => a.middle_summed(),
        ("ArgMax", [a]) => a.largest(),
        ("Squeeze", [a, _]) => Tensor { shape: vec![a.shape[0]], values: a.values.clone() },
        other => panic!("{} with {} inputs", other.0, other.1.len()),
    }
}
