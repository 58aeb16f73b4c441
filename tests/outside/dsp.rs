//! The sums by DSP instructions beside their twin, and models that take them.

use crate::common::board::{CORTEX_M0, CORTEX_M4F};
use crate::common::firmware::Build;

#[test]
fn sums_by_dsp_instructions_are_those_of_their_twin_on_a_cortex_m4f() {
    let firmware = Build::of(&CORTEX_M4F, &[]).program("dsp").option("--features=dsp").firmware();
    assert_eq!(firmware.say().trim(), "available=true differ=0");
}

#[test]
fn cores_without_the_instructions_take_the_twin() {
    let firmware = Build::of(&CORTEX_M0, &[]).program("dsp").option("--features=dsp").firmware();
    assert_eq!(firmware.say().trim(), "available=false differ=0");
}
