//! The chip of a board, as `probe-rs chip info` describes it.

/// What firmware for a chip is built by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The target of the Rust compiler.
    pub target: &'static str,
    /// Where flash is, and its bytes.
    flash: [u64; 2],
    /// Where RAM is, and its bytes.
    ram: [u64; 2],
}

/// The cores that probe-rs names, with targets that suit them with and without a floating-point
/// unit.
const CORES: [(&str, &str); 5] = [
    ("Armv6m", "thumbv6m-none-eabi"),
    ("Armv7em", "thumbv7em-none-eabi"),
    ("Armv7m", "thumbv7m-none-eabi"),
    ("Armv8m", "thumbv8m.main-none-eabi"),
    ("Riscv", "riscv32imc-unknown-none-elf"),
];

impl Chip {
    /// Reads a description; a word where it lacks something.
    pub fn read(text: &str) -> Result<Chip, String> {
        let core = CORES.iter().find(|(name, _)| text.contains(name));
        let (_, target) = core.ok_or("probe-rs names no core that is known here")?;
        let region = |name: &str| {
            let line = text.lines().find(|line| line.trim_start().starts_with(name));
            line.and_then(range).ok_or_else(|| format!("probe-rs names no {name} of the chip"))
        };
        Ok(Chip { target, flash: region("NVM")?, ram: region("RAM")? })
    }

    /// The bytes of flash.
    pub fn flash_bytes(&self) -> u64 {
        self.flash[1]
    }

    /// The memory map for a linker.
    pub fn memory_map(&self) -> String {
        let line = |name, [at, bytes]: [u64; 2]| format!("  {name} : ORIGIN = {at:#x}, LENGTH = {bytes}\n");
        let aliases = ["TEXT", "RODATA", "DATA", "BSS", "HEAP", "STACK"].map(|of| {
            let region = if ["TEXT", "RODATA"].contains(&of) { "FLASH" } else { "RAM" };
            format!("REGION_ALIAS(\"REGION_{of}\", {region});\n")
        });
        let aliases = if self.target.starts_with("riscv") { aliases.concat() } else { String::new() };
        format!("MEMORY\n{{\n{}{}}}\n{aliases}", line("FLASH", self.flash), line("RAM", self.ram))
    }
}

/// Reads `0x08000000..0x08040000`: where a region is, and its bytes.
fn range(line: &str) -> Option<[u64; 2]> {
    let (from, to) = line.split_once("..")?;
    let number = |text: &str| {
        let digits = text.rsplit("0x").next()?;
        u64::from_str_radix(digits.split(|c: char| !c.is_ascii_hexdigit()).next()?, 16).ok()
    };
    let [from, to] = [number(from)?, number(to.split_whitespace().next()?)?];
    Some([from, to.checked_sub(from)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_is_read_from_what_probe_rs_prints() {
        let text = "STM32F401RCTx\nCores (1):\n    - main (Armv7em)\nNVM: 0x08000000..0x08040000 (256.00 KiB)\n\
                    RAM: 0x20000000..0x20010000 (64.00 KiB)\n";
        let chip = Chip::read(text).unwrap();
        assert_eq!((chip.target, chip.flash_bytes()), ("thumbv7em-none-eabi", 256 << 10));
        assert!(chip.memory_map().contains("RAM : ORIGIN = 0x20000000, LENGTH = 65536"), "{}", chip.memory_map());
        assert!(Chip::read("Cores (1): - main (Xtensa)").is_err());
    }
}
