//! The costs of the features of windows, made by `fitter/benches/window_costs.py`.

use super::window_costs::WindowCosts;

/// Of a Cortex-M0.
pub(super) const CORTEX_M0: WindowCosts = WindowCosts {
    group: [209.6, 1215.2, 270.4, 78.1],
    share: [601.8, 171.1, 31.4],
    relative: [1071.4, 11.0, 15.9],
    statistics: [[638.5, 3.0], [1183.5, 11.1], [117.7, 6.0], [122.8, 8.0], [659.0, 8.5], [1186.7, 12.0], [631.6, 11.0]],
    sample: 28.3,
    pairs: [[1786.6, 27.1], [1784.2, 20.2]],
    band: [243.8, 41.3, 21.0],
};

/// Of a Cortex-M4.
pub(super) const CORTEX_M4: WindowCosts = WindowCosts {
    group: [102.9, 533.1, 183.0, 36.2],
    share: [241.9, 132.9, 15.2],
    relative: [819.7, 8.7, 12.0],
    statistics: [[453.7, 2.8], [866.2, 8.8], [61.2, 4.8], [62.5, 5.8], [465.6, 6.2], [867.8, 8.5], [455.9, 7.0]],
    sample: 14.6,
    pairs: [[1318.1, 21.8], [1315.3, 13.8]],
    band: [138.6, 29.0, 10.7],
};

/// Of RV32IMC.
pub(super) const RISCV32: WindowCosts = WindowCosts {
    group: [212.8, 1141.0, 108.0, 72.8],
    share: [553.1, 96.0, 26.8],
    relative: [1007.6, 12.3, 11.1],
    statistics: [[583.1, 4.0], [1089.1, 12.0], [93.7, 8.0], [98.7, 9.0], [582.1, 9.0], [1075.1, 13.0], [563.0, 10.0]],
    sample: 22.2,
    pairs: [[1624.0, 25.0], [1621.5, 20.0]],
    band: [199.6, 16.2, 13.0],
};

/// Of a Cortex-M3.
pub(super) const CORTEX_M3: WindowCosts = WindowCosts {
    group: [107.3, 536.5, 185.1, 35.8],
    share: [238.1, 139.4, 15.0],
    relative: [829.5, 8.5, 13.4],
    statistics: [[454.1, 2.8], [865.9, 8.8], [60.1, 4.8], [62.3, 5.8], [467.3, 6.2], [867.3, 8.5], [457.2, 7.0]],
    sample: 15.5,
    pairs: [[1319.1, 20.8], [1314.8, 13.8]],
    band: [141.3, 28.0, 10.3],
};

/// Of a Cortex-M33.
pub(super) const CORTEX_M33: WindowCosts = WindowCosts {
    group: [102.9, 533.1, 183.0, 36.2],
    share: [241.9, 132.9, 15.2],
    relative: [819.7, 8.7, 12.0],
    statistics: [[453.7, 2.8], [866.2, 8.8], [61.2, 4.8], [62.5, 5.8], [465.6, 6.2], [867.8, 8.5], [455.9, 7.0]],
    sample: 14.6,
    pairs: [[1318.1, 21.8], [1315.3, 13.8]],
    band: [138.6, 29.0, 10.7],
};

/// Of an AVR, in cycles of exported C.
pub(super) const AVR: WindowCosts = WindowCosts {
    group: [175.3, 2936.5, 215.2, 168.9],
    share: [4162.5, 448.5, 231.5],
    relative: [3694.3, 43.0, 189.2],
    statistics: [
        [1975.6, 12.0],
        [3861.0, 44.0],
        [203.0, 32.0],
        [219.5, 37.0],
        [1936.9, 40.0],
        [3910.6, 49.0],
        [1962.0, 57.0],
    ],
    sample: 81.8,
    pairs: [[5624.5, 162.7], [5595.3, 140.2]],
    band: [2037.3, 291.0, 168.9],
};
