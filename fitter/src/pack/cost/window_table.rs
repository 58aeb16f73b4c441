//! The costs of the features of windows, made by `fitter/benches/window_costs.py`.

use super::window_costs::WindowCosts;

/// Of a Cortex-M0.
pub(super) const CORTEX_M0: WindowCosts = WindowCosts {
    group: [239.9, 1167.3, 1223.7, 8.2],
    share: [608.6, 0.0, 42.5],
    relative: [1072.9, 11.2, 11.1],
    statistics: [[638.8, 3.0], [1183.8, 11.1], [118.1, 6.0], [123.3, 8.0], [659.4, 8.5], [1187.1, 12.0], [632.0, 11.0]],
    sample: 28.4,
    pairs: [[1786.8, 27.1], [1784.4, 20.2]],
    band: [243.8, 41.3, 21.0],
};

/// Of a Cortex-M4.
pub(super) const CORTEX_M4: WindowCosts = WindowCosts {
    group: [121.8, 497.5, 733.7, 0.0],
    share: [247.1, 29.5, 21.2],
    relative: [806.1, 8.9, 8.8],
    statistics: [[452.2, 2.8], [864.7, 8.8], [60.1, 4.8], [61.4, 5.8], [464.2, 6.2], [866.4, 8.5], [454.5, 7.0]],
    sample: 12.9,
    pairs: [[1317.1, 21.8], [1314.3, 13.8]],
    band: [136.2, 29.0, 10.8],
};

/// Of RV32IMC.
pub(super) const RISCV32: WindowCosts = WindowCosts {
    group: [221.0, 1105.4, 676.4, 37.5],
    share: [556.0, 0.0, 32.4],
    relative: [995.4, 11.8, 16.7],
    statistics: [[568.8, 4.0], [1074.8, 12.0], [79.5, 8.0], [84.5, 9.0], [567.7, 9.0], [1060.8, 13.0], [548.7, 10.0]],
    sample: 18.7,
    pairs: [[1609.6, 25.0], [1607.2, 20.0]],
    band: [185.0, 16.2, 13.0],
};

/// Of a Cortex-M3.
pub(super) const CORTEX_M3: WindowCosts = WindowCosts {
    group: [128.0, 499.9, 733.2, 0.0],
    share: [243.5, 32.7, 21.3],
    relative: [805.5, 8.9, 8.1],
    statistics: [[453.6, 2.8], [865.3, 8.8], [59.7, 4.8], [61.9, 5.8], [466.8, 6.2], [866.8, 8.5], [456.7, 7.0]],
    sample: 15.1,
    pairs: [[1319.4, 20.8], [1315.2, 13.8]],
    band: [140.7, 28.0, 10.2],
};

/// Of a Cortex-M33.
pub(super) const CORTEX_M33: WindowCosts = WindowCosts {
    group: [123.3, 497.6, 732.8, 0.0],
    share: [247.1, 30.5, 21.1],
    relative: [806.9, 8.9, 8.8],
    statistics: [[453.7, 2.8], [866.2, 8.8], [61.6, 4.8], [62.9, 5.8], [465.7, 6.2], [867.9, 8.5], [456.0, 7.0]],
    sample: 14.2,
    pairs: [[1318.6, 21.8], [1315.8, 13.8]],
    band: [137.7, 29.0, 10.8],
};

/// Of an AVR, in cycles of exported C.
pub(super) const AVR: WindowCosts = WindowCosts {
    group: [172.2, 2936.4, 0.0, 187.3],
    share: [4166.7, 416.5, 234.1],
    relative: [3661.5, 44.1, 178.1],
    statistics: [
        [1976.5, 12.0],
        [3862.0, 44.0],
        [203.8, 32.0],
        [220.3, 37.0],
        [1937.8, 40.0],
        [3911.6, 49.0],
        [1962.9, 57.0],
    ],
    sample: 82.2,
    pairs: [[5625.4, 162.7], [5596.2, 140.2]],
    band: [2038.6, 291.0, 168.9],
};
