//! Names the motion of an MPU-6050 on an ESP32-C3: SDA on GPIO5, SCL on GPIO6. The light on GPIO8
//! is on while the board is moved.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::delay::Delay;
use esp_hal::gpio::{Level, Output, OutputConfig};
use esp_hal::i2c::master::{Config, I2c};
use esp_hal::time::{Duration, Instant};
use esp_println::println;
use sensor::{MPU6050, PERIOD, motion};

esp_bootloader_esp_idf::esp_app_desc!();

#[esp_hal::main]
fn main() -> ! {
    let board = esp_hal::init(Default::default());
    let mut light = Output::new(board.GPIO8, Level::Low, OutputConfig::default());
    let bus = I2c::new(board.I2C0, Config::default()).map(|bus| bus.with_sda(board.GPIO5).with_scl(board.GPIO6));
    let (Ok(mut bus), Ok(mut series)) = (bus, ::motion::series()) else { panic!("no bus") };
    if MPU6050.start(&mut bus).is_err() {
        println!("no accelerometer");
    }
    let mut next = Instant::now();
    loop {
        next += Duration::from_millis(PERIOD);
        while Instant::now() < next {
            Delay::new().delay_micros(100);
        }
        let Ok(acceleration) = MPU6050.read(&mut bus) else { continue };
        if let Some((_, label)) = motion(&mut series, acceleration) {
            println!("{label}");
            light.set_level(Level::from(label != "still"));
        }
    }
}
