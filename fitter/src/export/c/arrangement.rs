//! Weights in the order in which DSP instructions take them.

/// The number of features whose weights stand together.
const GROUP: usize = 4;

/// The weights of a head, `features x outputs`, a byte each, in the order of `dsp/add_four.c`: of
/// every four features those of two outputs after the other, `a0 a1 b0 b1 c0 c1 d0 d1`, and of a
/// last single output `a c b d`; rows that are left over stay as they are.
pub(super) fn arranged(head: &[u8], outputs: usize) -> Vec<u8> {
    let groups = head.chunks_exact(GROUP * outputs);
    let rest = groups.remainder();
    let arranged = groups.flat_map(|group| {
        let of = move |feature: usize, output: usize| group[feature * outputs + output];
        let pairs = (0..outputs / 2).flat_map(move |pair| {
            (0..GROUP).flat_map(move |feature| [of(feature, 2 * pair), of(feature, 2 * pair + 1)])
        });
        let last = (outputs % 2 == 1).then(|| [0, 2, 1, 3].map(|feature| of(feature, outputs - 1)));
        pairs.chain(last.into_iter().flatten())
    });
    arranged.chain(rest.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_features_stand_together_and_what_is_left_stays() {
        // feature f, output k: 10 f + k
        let head = |features: u8, outputs: u8| {
            (0..features).flat_map(|f| (0..outputs).map(move |k| 10 * f + k)).collect::<Vec<u8>>()
        };
        assert_eq!(arranged(&head(5, 2), 2), [0, 1, 10, 11, 20, 21, 30, 31, 40, 41]);
        assert_eq!(arranged(&head(4, 3), 3), [0, 1, 10, 11, 20, 21, 30, 31, 2, 22, 12, 32]);
        assert_eq!(arranged(&head(9, 1), 1), [0, 20, 10, 30, 40, 60, 50, 70, 80]);
        assert_eq!(arranged(&head(3, 4), 4), head(3, 4));
    }
}
