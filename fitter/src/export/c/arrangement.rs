//! Weights in the order in which the instructions of a core take them.

/// The number of features whose weights stand together for DSP instructions.
const GROUP: usize = 4;
/// The features of a group for vector instructions, in the order in which they are computed.
const SIXTEEN: [usize; 16] = [0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15];

/// The weights of a head, `features x outputs`, a byte each, in the order of `dsp/add_four_q7.c`:
/// of every four features those of two outputs after the other, `a0 a1 b0 b1 c0 c1 d0 d1`, and of a
/// last single output `a c b d`; rows that are left over stay as they are.
pub(super) fn in_fours(head: &[u8], outputs: usize) -> Vec<u8> {
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

/// The same of weights of four bits, two in a byte, in the order of `dsp/add_four_q3.c`: of two
/// outputs the halves of bytes `a0 c0 a1 c1 b0 d0 b1 d1`, and of a last single output `a c b d`.
pub(super) fn halves_in_fours(head: &[u8], outputs: usize) -> Vec<u8> {
    let groups = head.chunks_exact(GROUP * outputs.div_ceil(2));
    let rest = groups.remainder();
    let arranged = groups.flat_map(|group| {
        let rows: Vec<&[u8]> = group.chunks(outputs.div_ceil(2)).collect();
        let pair = |lower: usize, upper: usize, output| half(rows[lower], output) | half(rows[upper], output) << 4;
        let outputs: Vec<usize> = (0..outputs).collect();
        let bytes =
            outputs.chunks(2).flat_map(|two| [(0, 2), (1, 3)].map(|(a, b)| two.iter().map(move |&k| (a, b, k))));
        bytes.flatten().map(|(lower, upper, output)| pair(lower, upper, output)).collect::<Vec<u8>>()
    });
    arranged.chain(rest.iter().copied()).collect()
}

/// A weight of four bits in a row.
fn half(row: &[u8], index: usize) -> u8 {
    row[index / 2] >> (index % 2 * 4) & 15
}

/// The weights in the order of `mve/add_sixteen.c`: of every sixteen features those of one output
/// after the other.
///
/// Where fewer are left, the last group has the last sixteen features, with zeros for those that
/// are in the group before; fewer than sixteen in all stay as they are.
pub(super) fn in_sixteens(head: &[u8], outputs: usize) -> Vec<u8> {
    let features = head.len() / outputs;
    if features < SIXTEEN.len() {
        return head.to_vec();
    }
    let group = |new: usize| {
        let first = new.min(features - SIXTEEN.len());
        let weight = move |feature: usize, output| if feature < new { 0 } else { head[feature * outputs + output] };
        (0..outputs).flat_map(move |output| SIXTEEN.map(|feature| weight(first + feature, output)))
    };
    (0..features).step_by(SIXTEEN.len()).flat_map(group).collect()
}

/// The same of weights of four bits, two in a byte: the first eight
/// of sixteen features are in the lower halves of bytes, the others in the upper ones.
pub(super) fn halves_in_sixteens(head: &[u8], outputs: usize) -> Vec<u8> {
    let rows = head.chunks(outputs.div_ceil(2));
    if rows.len() < SIXTEEN.len() {
        return head.to_vec();
    }
    let whole: Vec<u8> =
        rows.flat_map(|row| (0..outputs).map(|output| half(row, output)).collect::<Vec<_>>()).collect();
    let arranged = in_sixteens(&whole, outputs);
    let sixteens = arranged.chunks(SIXTEEN.len()).map(|sixteen| sixteen.split_at(SIXTEEN.len() / 2));
    sixteens.flat_map(|(lower, upper)| lower.iter().zip(upper).map(|(lower, upper)| lower | upper << 4)).collect()
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
        assert_eq!(in_fours(&head(5, 2), 2), [0, 1, 10, 11, 20, 21, 30, 31, 40, 41]);
        assert_eq!(in_fours(&head(4, 3), 3), [0, 1, 10, 11, 20, 21, 30, 31, 2, 22, 12, 32]);
        assert_eq!(in_fours(&head(9, 1), 1), [0, 20, 10, 30, 40, 60, 50, 70, 80]);
        assert_eq!(in_fours(&head(3, 4), 4), head(3, 4));
    }

    #[test]
    fn four_features_share_bytes_and_what_is_left_stays() {
        // rows a, b, c, d and one that is left: feature f, output k: 3 f + k + 1
        let rows = [0x21, 0x03, 0x54, 0x06, 0x87, 0x09, 0xba, 0x0c, 0xed, 0x0f];
        assert_eq!(halves_in_fours(&rows, 3), [0x71, 0x82, 0xa4, 0xb5, 0x93, 0xc6, 0xed, 0x0f]);
        assert_eq!(halves_in_fours(&[0x21, 0x43, 0x65, 0x87], 2), [0x51, 0x62, 0x73, 0x84]);
        assert_eq!(halves_in_fours(&[1, 2, 3, 4, 5], 1), [0x31, 0x42, 5]);
        assert_eq!(halves_in_fours(&rows[..6], 3), rows[..6]);
    }

    /// Each weight is in one place, that of its feature and its output.
    #[test]
    fn sixteen_features_stand_together_and_none_twice() {
        for (features, outputs) in [(16, 1), (16, 3), (17, 2), (31, 2), (32, 1)] {
            let head: Vec<u8> = (1..=features * outputs).collect();
            let arranged = in_sixteens(&head, outputs.into());
            assert_eq!(arranged.len(), usize::from(features.next_multiple_of(16) * outputs));
            let mut found: Vec<u8> = arranged.iter().copied().filter(|&weight| weight > 0).collect();
            found.sort_unstable();
            assert_eq!(found, head);
            // the second weight of the first output is that of the fifth feature
            assert_eq!(arranged[1], head[4 * usize::from(outputs)]);
        }
        // of 17 features the last group begins with the second one
        let arranged = in_sixteens(&(1..=17).collect::<Vec<u8>>(), 1);
        assert_eq!(arranged[16..], [[0; 15].as_slice(), &[17]].concat());
        assert_eq!(in_sixteens(&[1, 2, 3, 4], 2), [1, 2, 3, 4]);
    }

    #[test]
    fn halves_of_bytes_are_arranged_as_whole_ones() {
        let halves = [0x21, 0x03, 0x54, 0x06, 0x87, 0x09, 0xba, 0x0c]; // rows 1 2 3, 4 5 6, 7 8 9, 10 11 12
        assert_eq!(halves_in_sixteens(&halves, 3), halves);
        let many = halves.repeat(5); // twenty features
        let arranged = halves_in_sixteens(&many, 3);
        assert_eq!(arranged.len(), 2 * 3 * 8);
        // the first output of features 0 4 1 5 2 6 3 7, and of 8 12 9 13 10 14 11 15
        assert_eq!(arranged[..8], [0x11, 0x11, 0x44, 0x44, 0x77, 0x77, 0xaa, 0xaa]);
        // the last group has features 4 to 19, of which 16 to 19 are new: the last in each second
        // half
        assert_eq!(arranged[24..32], [0, 0x10, 0, 0x40, 0, 0x70, 0, 0xa0]);
    }
}
