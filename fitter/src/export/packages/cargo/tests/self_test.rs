//! Golden rows: the scores are those of the host, bit for bit.

#[test]
fn golden_rows() {
    assert!(my_model::self_test());
}
