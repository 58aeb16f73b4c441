//! Gradients against central differences.
