//! The coefficients of the features of windows on a core.

/// The instructions of the features of windows on a core.
#[derive(Debug)]
pub(super) struct WindowCosts {
    /// Of a group of shares; for each full chunk of pairs, for a last one that is not full, and for
    /// each pair of that.
    pub group: [f64; 4],
    /// Of a share, for each of these but the first.
    pub share: [f64; 3],
    /// Of a group of relative shares beside those; for each sample, and of each of its features for
    /// each chunk.
    pub relative: [f64; 3],
    /// Of a statistic by its number, and for each sample.
    pub statistics: [[f64; 2]; 7],
    /// Of a sample.
    pub sample: f64,
    /// Of each statistic of two channels, and for each sample.
    pub pairs: [[f64; 2]; 2],
    /// Of a band; for each piece, and for each sample of them.
    pub band: [f64; 3],
}
