//! Sets `smlad` for targets whose cores have the DSP instructions, which stable code cannot ask,
//! with `mainline` for those of Armv8-M; `baseline` for Armv6-M; and `riscv` for 32-bit RISC-V with
//! multiplication.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").unwrap_or_default();
    if ["thumbv7em-", "thumbv8m.main-"].iter().any(|core| target.starts_with(core)) {
        println!("cargo:rustc-cfg=smlad");
    }
    if target.starts_with("thumbv6m-") {
        println!("cargo:rustc-cfg=baseline");
    }
    if target.starts_with("riscv32im") {
        println!("cargo:rustc-cfg=riscv");
    }
    if target.starts_with("thumbv8m.main-") {
        println!("cargo:rustc-cfg=mainline");
    }
}
