//! The sums by loops in assembly beside their twin.

use crate::common::board::{Board, CORTEX_M0, CORTEX_M3, CORTEX_M4F, CORTEX_M33, RISCV32};
use crate::common::firmware::Build;

/// What the firmware says that compares them.
fn said(board: &Board) -> String {
    let firmware = Build::of(board, &[]).program("dsp").option("--features=dsp").firmware();
    firmware.say().trim().to_owned()
}

#[test]
fn loops_in_assembly_give_what_their_twin_gives() {
    for (board, available) in [
        (&CORTEX_M0, "sums=true cosines=false"),
        (&CORTEX_M4F, "sums=true cosines=true"),
        (&CORTEX_M33, "sums=true cosines=true"),
        (&RISCV32, "sums=false cosines=true"),
    ] {
        assert_eq!(said(board), format!("{available} differ=0"), "{}", board.core);
    }
}

#[test]
fn cores_without_such_loops_take_the_twin() {
    assert_eq!(said(&CORTEX_M3), "sums=false cosines=false differ=0");
}
