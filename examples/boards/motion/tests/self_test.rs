//! Golden rows: the scores are those of the host, bit for bit.

#[test]
fn golden_rows() {
    assert!(motion::self_test());
}
