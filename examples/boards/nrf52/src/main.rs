//! Names the motion of a micro:bit v2, by the accelerometer on its board; or of an MPU-6050 on an
//! nRF52840. A light is on while the board is moved.
#![no_std]
#![no_main]

use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_nrf::gpio::{Level, Output, OutputDrive};
use embassy_nrf::twim::{self, Twim};
use embassy_nrf::{bind_interrupts, peripherals};
use embassy_time::{Duration, Ticker};
use panic_halt as _;
use sensor::{PERIOD, motion};

#[cfg(feature = "microbit")]
use sensor::LSM303AGR as ACCELEROMETER;
#[cfg(not(feature = "microbit"))]
use sensor::MPU6050 as ACCELEROMETER;

bind_interrupts!(struct Interrupts {
    TWISPI0 => twim::InterruptHandler<peripherals::TWISPI0>;
});

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let board = embassy_nrf::init(Default::default());
    // the first row and the first column of the matrix of lights
    #[cfg(feature = "microbit")]
    let (row, column, data, clock) = (board.P0_21, board.P0_28, board.P0_16, board.P0_08);
    #[cfg(not(feature = "microbit"))]
    let (row, column, data, clock) = (board.P0_14, board.P0_13, board.P0_26, board.P0_27);
    let mut light = Output::new(row, Level::Low, OutputDrive::Standard);
    let _column = Output::new(column, Level::Low, OutputDrive::Standard);
    let mut buffer = [0; 16];
    let mut bus = Twim::new(board.TWISPI0, Interrupts, data, clock, Default::default(), &mut buffer);
    let Ok(mut series) = ::motion::series() else { return };
    let mut samples = Ticker::every(Duration::from_millis(PERIOD));
    if ACCELEROMETER.start(&mut bus).is_err() {
        defmt::error!("no accelerometer");
    }
    loop {
        samples.next().await;
        let Ok(acceleration) = ACCELEROMETER.read(&mut bus) else { continue };
        if let Some((_, label)) = motion(&mut series, acceleration) {
            defmt::info!("{}", label);
            light.set_level(Level::from(label != "still"));
        }
    }
}
