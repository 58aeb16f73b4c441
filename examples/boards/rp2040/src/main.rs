//! Names the motion of an MPU-6050 on a Raspberry Pi Pico: SDA on GP4, SCL on GP5. The light is on
//! while the board is moved.
#![no_std]
#![no_main]

use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_rp::gpio::{Level, Output};
use embassy_rp::i2c::{Config, I2c};
use embassy_time::{Duration, Ticker};
use panic_halt as _;
use sensor::{MPU6050, PERIOD, motion};

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let board = embassy_rp::init(Default::default());
    let mut light = Output::new(board.PIN_25, Level::Low);
    let mut bus = I2c::new_blocking(board.I2C0, board.PIN_5, board.PIN_4, Config::default());
    let Ok(mut series) = ::motion::series() else { return };
    let mut samples = Ticker::every(Duration::from_millis(PERIOD));
    if MPU6050.start(&mut bus).is_err() {
        defmt::error!("no accelerometer");
    }
    loop {
        samples.next().await;
        let Ok(acceleration) = MPU6050.read(&mut bus) else { continue };
        if let Some((class, label)) = motion(&mut series, acceleration) {
            defmt::info!("{}", label);
            light.set_level(Level::from(label != "still"));
            defmt::debug!("class {}", class);
        }
    }
}
