//! The sums by loops in assembly beside their twin.

use crate::common::board::{CORTEX_M0, CORTEX_M3, CORTEX_M4F, CORTEX_M33};
use crate::common::firmware::Build;

#[test]
fn sums_by_loops_in_assembly_are_those_of_their_twin() {
    for board in [&CORTEX_M0, &CORTEX_M4F, &CORTEX_M33] {
        let firmware = Build::of(board, &[]).program("dsp").option("--features=dsp").firmware();
        assert_eq!(firmware.say().trim(), "available=true differ=0", "{}", board.core);
    }
}

#[test]
fn cores_without_such_loops_take_the_twin() {
    let firmware = Build::of(&CORTEX_M3, &[]).program("dsp").option("--features=dsp").firmware();
    assert_eq!(firmware.say().trim(), "available=false differ=0");
}
