//! Reading data files.
