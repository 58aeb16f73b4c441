//! Names the motion of an MPU-6050 on a Nucleo-F401RE: SDA on PB9, SCL on PB8. The light is on
//! while the board is moved.
#![no_std]
#![no_main]

use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_stm32::gpio::{Level, Output, Speed};
use embassy_stm32::i2c::I2c;
use embassy_time::{Duration, Ticker};
use panic_halt as _;
use sensor::{MPU6050, PERIOD, motion};

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let board = embassy_stm32::init(Default::default());
    let mut light = Output::new(board.PA5, Level::Low, Speed::Low);
    let mut bus = I2c::new_blocking(board.I2C1, board.PB8, board.PB9, Default::default());
    let Ok(mut series) = ::motion::series() else { return };
    let mut samples = Ticker::every(Duration::from_millis(PERIOD));
    if MPU6050.start(&mut bus).is_err() {
        defmt::error!("no accelerometer");
    }
    loop {
        samples.next().await;
        let Ok(acceleration) = MPU6050.read(&mut bus) else { continue };
        if let Some((_, label)) = motion(&mut series, acceleration) {
            defmt::info!("{}", label);
            light.set_level(Level::from(label != "still"));
        }
    }
}
