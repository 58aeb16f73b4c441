//! What the boards share: an accelerometer on I2C, and the motion that its readings show.
#![no_std]

use embedded_hal::i2c::I2c;
use motion::{CHANNELS, LABELS, Series, readings};

/// The milliseconds between two samples: those of the training recording.
pub const PERIOD: u64 = 10;

/// An accelerometer: where it answers, and how its words are to be read.
pub struct Accelerometer {
    /// The address on the bus.
    pub address: u8,
    /// The register and the value that start it.
    pub start: [u8; 2],
    /// The first register of three words.
    pub first: u8,
    /// True where the low byte of a word comes first.
    pub is_little_endian: bool,
    /// The milligravities of one unit.
    pub scale: f64,
}

/// The MPU-6050 of countless breakout boards.
pub const MPU6050: Accelerometer =
    Accelerometer { address: 0x68, start: [0x6b, 0], first: 0x3b, is_little_endian: false, scale: 1000.0 / 16_384.0 };

/// The LSM303AGR of the micro:bit, at 100 samples a second.
pub const LSM303AGR: Accelerometer =
    Accelerometer { address: 0x19, start: [0x20, 0x57], first: 0xa8, is_little_endian: true, scale: 1000.0 / 16_384.0 };

impl Accelerometer {
    /// Starts it.
    ///
    /// # Errors
    /// Those of the bus.
    pub fn start<B: I2c>(&self, bus: &mut B) -> Result<(), B::Error> {
        bus.write(self.address, &self.start)
    }

    /// Returns the acceleration along each axis in milligravities, as the training file has it.
    ///
    /// # Errors
    /// Those of the bus.
    pub fn read<B: I2c>(&self, bus: &mut B) -> Result<[f64; CHANNELS], B::Error> {
        let mut bytes = [0; 2 * CHANNELS];
        bus.write_read(self.address, &[self.first], &mut bytes)?;
        let word = if self.is_little_endian { i16::from_le_bytes } else { i16::from_be_bytes };
        Ok(core::array::from_fn(|i| f64::from(word([bytes[2 * i], bytes[2 * i + 1]])) * self.scale))
    }
}

/// Returns the class of a sample that completes a window, steady over a few windows, and its label.
pub fn motion(series: &mut Series, acceleration: [f64; CHANNELS]) -> Option<(u16, &'static str)> {
    series.push(readings(acceleration)).then(|| {
        let class = series.steady();
        (class, LABELS[usize::from(class)])
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_model_answers_as_the_host() {
        assert!(motion::self_test());
    }
}
