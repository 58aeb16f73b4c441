//! Files of layout version 1 that must be read, and answered alike, for ever.

use crate::common::extras::{Early, Interval, Novelty, Probabilities};
use crate::common::golden::{pinned, pinned_learning, pinned_told};
use crate::common::streams;
use kernelet::{F32, Libm, Micromath, Q3, Q7, Q7Wide, Q15};

#[test]
fn cosines_are_answered_alike() {
    pinned::<F32>("f32", 0xeea6_4096, &[1]);
    pinned::<F32<Libm>>("f32-libm", 0xe8cb_d559, &[1]);
    pinned::<F32<Micromath>>("f32-micromath", 0x99dc_faec, &[1]);
    pinned::<Q15>("q15", 0xe2bf_6fef, &[1]);
    pinned::<Q7>("q7", 0xc08b_7ba3, &[1]);
    pinned::<Q7Wide>("q7-wide", 0xdc66_4c09, &[1]);
    pinned::<Q3>("q3", 0xb5a9_61b1, &[1]);
}

#[test]
fn blocks_of_seven_kinds_are_answered_alike() {
    const KINDS: [u8; 7] = [1, 2, 3, 4, 5, 6, 7];
    pinned::<F32>("f32-blocks", 0x591f_8706, &KINDS);
    pinned::<Q15>("q15-blocks", 0x3d9e_7b1e, &KINDS);
    pinned::<Q7>("q7-blocks", 0x6ad8_023f, &KINDS);
    pinned::<Q7Wide>("q7-wide-blocks", 0x431b_33e4, &KINDS);
    pinned::<Q3>("q3-blocks", 0x514a_67a3, &KINDS);
}

#[test]
fn seeded_rows_are_answered_alike() {
    pinned::<F32>("f32-seeded", 0xb7c0_a335, &[8]);
    pinned::<Q15>("q15-seeded", 0x3c8e_33a0, &[8]);
    pinned::<Q7>("q7-seeded", 0x5673_8548, &[8]);
    pinned::<Q7Wide>("q7-wide-seeded", 0x80be_c35e, &[8]);
    pinned::<Q3>("q3-seeded", 0xc205_79e4, &[8]);
}

#[test]
fn logarithms_are_answered_alike() {
    pinned::<F32>("f32-logarithms", 0x7655_a578, &[1, 9]);
    pinned::<Q15>("q15-logarithms", 0x89ea_5b2d, &[1, 9]);
    pinned::<Q7>("q7-logarithms", 0xc585_12c1, &[1, 9]);
    pinned::<Q7Wide>("q7-wide-logarithms", 0xe387_bcc0, &[1, 9]);
    pinned::<Q3>("q3-logarithms", 0x0aea_4c45, &[1, 9]);
}

#[test]
fn ferns_are_answered_alike() {
    pinned::<F32>("f32-ferns", 0xeb16_c43d, &[9]);
    pinned::<Q15>("q15-ferns", 0x48c1_e9d7, &[9]);
    pinned::<Q7>("q7-ferns", 0x6931_7642, &[9]);
    pinned::<Q7Wide>("q7-wide-ferns", 0xf302_1ad6, &[9]);
    pinned::<Q3>("q3-ferns", 0x7653_24f5, &[9]);
}

#[test]
fn patches_are_answered_alike() {
    pinned::<F32>("f32-patches", 0xadc5_e020, &[19]);
    pinned::<Q15>("q15-patches", 0x5514_ee0c, &[19]);
    pinned::<Q7>("q7-patches", 0x46bf_b261, &[19]);
    pinned::<Q7Wide>("q7-wide-patches", 0x853a_d120, &[19]);
    pinned::<Q3>("q3-patches", 0xb22b_1487, &[19]);
}

#[test]
fn windows_are_answered_alike() {
    streams::pinned::<Q7>("q7-windows", 0xa8fd_093f);
    streams::pinned::<Q7>("q7-bands", 0x1e62_f12e);
    streams::pinned::<F32>("f32-windows", 0xb0e7_7734);
    streams::pinned::<Q15>("q15-windows", 0xc8d9_0625);
    streams::pinned::<Q3>("q3-windows", 0x8369_f036);
}

#[test]
fn steady_classes_are_answered_alike() {
    streams::pinned_steady::<Q7>("q7-majority", 0xe0c2_f5a3);
    streams::pinned_steady::<Q3>("q3-hysteresis", 0x5408_8ba7);
}

#[test]
fn probabilities_are_answered_alike() {
    pinned_told::<Probabilities, F32>("f32-probability", 0xa0c9_296c);
    pinned_told::<Probabilities, Q15>("q15-probability", 0xe06d_8788);
    pinned_told::<Probabilities, Q7>("q7-probability", 0x2fe4_ad47);
    pinned_told::<Probabilities, Q7>("q7-two-probability", 0x9b79_d7e6);
    pinned_told::<Probabilities, Q7Wide>("q7-wide-probability", 0xa092_7fab);
    pinned_told::<Probabilities, Q3>("q3-probability", 0xbd88_01b6);
}

#[test]
fn novelties_are_answered_alike() {
    pinned_told::<Novelty, F32>("f32-novelty", 0xeaf0_25af);
    pinned_told::<Novelty, Q15>("q15-novelty", 0xc760_3c3a);
    pinned_told::<Novelty, Q7>("q7-novelty", 0xbb26_99ca);
    pinned_told::<Novelty, Q7>("q7-two-novelty", 0xbe4f_638b);
    pinned_told::<Novelty, Q7Wide>("q7-wide-novelty", 0x094f_dfcf);
    pinned_told::<Novelty, Q3>("q3-novelty", 0x1d23_adc5);
}

#[test]
fn intervals_are_answered_alike() {
    pinned_told::<Interval, F32>("f32-interval", 0x1e73_800f);
    pinned_told::<Interval, Q15>("q15-interval", 0x9afc_9043);
    pinned_told::<Interval, Q7>("q7-interval", 0x5be7_6c73);
    pinned_told::<Interval, Q3>("q3-interval", 0x0723_0b26);
}

#[test]
fn what_is_clear_early_is_answered_alike() {
    pinned_told::<Early, F32>("f32-early", 0xf347_9254);
    pinned_told::<Early, Q15>("q15-early", 0xc632_4a27);
    pinned_told::<Early, Q7>("q7-early", 0x32ed_1363);
    pinned_told::<Early, Q7>("q7-two-early", 0xf922_2bcd);
    pinned_told::<Early, Q7Wide>("q7-wide-early", 0xa5df_f2e9);
    pinned_told::<Early, Q3>("q3-early", 0xd50f_c4a4);
}

/// Classes that a model knows, one and two that are new to it, and values.
#[test]
fn logs_are_learnt_alike() {
    pinned_learning::<Q3>("q3", [0x0388_4e31, 0x5e4b_b081]);
    pinned_learning::<Q7>("q7", [0xd6db_52c4, 0xe4b8_63cc]);
    pinned_learning::<Q15>("q15", [0xe0af_61c0, 0x9332_b44f]);
    pinned_learning::<Q7>("q7-values", [0xaf98_ba25, 0x8684_2110]);
}
