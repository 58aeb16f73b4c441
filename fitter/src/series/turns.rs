//! Turns: windows as they would be if the sensor sat at another angle.
//!
//! No two people wear a watch at the same angle, and no two boards are screwed down alike. A model
//! that learned from a few of them takes their angles for a part of the movement. Training windows
//! are therefore turned at random (Um and others 2017), all sensors of a device alike.

use super::layout::Layout;
use super::signal::Signal;
use crate::data::Inputs;
use nalgebra::{Rotation3, Vector3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use std::mem;

/// The root mean square of angles, in degrees.
const ANGLE: f64 = 15.0;
/// The letters of axes, of which a name has one.
const LETTERS: [[char; 3]; 2] = [['x', 'y', 'z'], ['X', 'Y', 'Z']];

/// The random turns of windows.
#[derive(Clone, Debug)]
pub struct Turns {
    /// The channels of each sensor's three axes.
    axes: Vec<[usize; 3]>,
    seed: u64,
}

impl Turns {
    /// Finds the sensors with three axes, whose names differ in an `x`, `y` or `z`; none, where
    /// there are none.
    pub fn of(signal: &Signal, seed: u64) -> Option<Turns> {
        let axes = axes(&signal.names());
        (!axes.is_empty()).then_some(Turns { axes, seed })
    }

    /// The readings of a window after a turn, channel after channel: another one for every window
    /// and copy of it.
    pub fn readings(
        &self,
        signal: &Signal,
        (inputs, layout): (&Inputs, &Layout),
        (row, copy): (usize, usize),
    ) -> Vec<i16> {
        let mut values = signal.values(inputs, layout, row);
        let turn = self.turn(row, copy);
        for axes in &self.axes {
            let [x, y, z] = axes.map(|axis| mem::take(&mut values[axis]));
            for ((x, y), z) in x.into_iter().zip(y).zip(z) {
                let turned = turn * Vector3::new(x, y, z);
                axes.iter().zip(&turned).for_each(|(&axis, value)| values[axis].push(*value));
            }
        }
        signal.readings_of(&values)
    }

    /// A turn about a random axis, by an angle of normal components.
    fn turn(&self, row: usize, copy: usize) -> Rotation3<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed.wrapping_add((row as u64) << 8 | copy as u64));
        let scale = ANGLE.to_radians() / 3f64.sqrt();
        Rotation3::new(Vector3::from_fn(|_, _| {
            let normal: f64 = StandardNormal.sample(&mut random);
            scale * normal
        }))
    }
}

/// The channels of three axes each, by their names; no channel is of two sensors.
fn axes(names: &[String]) -> Vec<[usize; 3]> {
    let mut found: Vec<[usize; 3]> = Vec::new();
    for three in names.iter().flat_map(|name| alternatives(name)) {
        let places = three.map(|axis| names.iter().position(|name| *name == axis));
        let [Some(x), Some(y), Some(z)] = places else { continue };
        if !found.iter().flatten().any(|used| [x, y, z].contains(used)) {
            found.push([x, y, z]);
        }
    }
    found
}

/// The names of three axes that a name of the first may stand for, one for every `x` in it.
fn alternatives(name: &str) -> impl Iterator<Item = [String; 3]> {
    let of = |(at, letter): (usize, char)| {
        let letters = LETTERS.iter().find(|letters| letters[0] == letter)?;
        Some(letters.map(|other| format!("{}{other}{}", &name[..at], &name[at + 1..])))
    };
    name.char_indices().filter_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ColumnKind;

    fn names(names: &str) -> Vec<String> {
        names.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn axes_are_found_by_their_names() {
        assert_eq!(axes(&names("gx ax t ay az gy gz")), [[0, 5, 6], [1, 3, 4]]);
        assert_eq!(axes(&names("accel_z accel_y accel_x")), [[2, 1, 0]]);
        assert_eq!(axes(&names("X_axis Y_axis Z_axis xx yx zx")), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(axes(&names("flux fluy ax ay")), [[0; 3]; 0]);
    }

    /// Two sensors of one device turn alike: lengths and the angle between them stay, and the root
    /// mean square of the angles is that of the definition. The channel beside them stays.
    #[test]
    fn sensors_of_a_device_turn_alike() {
        let (channels, length) = (names("ax ay az gx gy gz t"), 8);
        let column = |channel: usize, t: usize| [1000, 0, 0, 0, 500, 0, 77][channel] + i32::from(channel < 6 && t == 7);
        let columns = (0..channels.len()).flat_map(|channel| {
            (0..length).map(move |t| (0..2000).map(|row| f64::from(column(channel, t) * (1 - row % 2 * 2))).collect())
        });
        let inputs = Inputs {
            names: channels.iter().flat_map(|name| (0..length).map(move |t| format!("{name}_{t}"))).collect(),
            kinds: vec![ColumnKind::Number; channels.len() * length],
            columns: columns.collect(),
        };
        let layout = Layout::find(&inputs.names, &[]).expect("channels");
        let signal = Signal::learn(&inputs, &layout, 8);
        let turns = Turns::of(&signal, 3).expect("axes");
        let dot =
            |a: &[i16], b: &[i16]| (0..3).map(|i| f64::from(a[i * length]) * f64::from(b[i * length])).sum::<f64>();
        let mut squares = 0.0;
        for row in 0..2000 {
            let plain = signal.readings(&inputs, &layout, row);
            let turned = turns.readings(&signal, (&inputs, &layout), (row, 0));
            let sensors =
                |readings: &[i16]| [readings[..3 * length].to_vec(), readings[3 * length..6 * length].to_vec()];
            let ([a, g], [ta, tg]) = (sensors(&plain), sensors(&turned));
            assert!((dot(&ta, &ta).sqrt() - 1000.0).abs() < 2.0 && (dot(&tg, &tg).sqrt() - 500.0).abs() < 2.0);
            assert!(dot(&ta, &tg).abs() < 2000.0);
            assert_eq!(turned[6 * length..], plain[6 * length..]);
            // of a turn's three components, two move an axis
            squares += (dot(&a, &ta) / 1e6).min(1.0).acos().to_degrees().powi(2) * 1.5 / 2000.0;
            assert!(dot(&g, &tg) > 0.0);
        }
        assert!((squares.sqrt() - ANGLE).abs() < 0.5, "{}", squares.sqrt());
        let again = |row: usize, copy: usize| turns.readings(&signal, (&inputs, &layout), (row, copy));
        assert!(again(0, 0) == again(0, 0) && again(0, 0) != again(0, 1) && again(0, 0) != again(2, 0));
    }
}
