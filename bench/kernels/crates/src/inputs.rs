//! The files that bench/kernels/inputs.py makes.

use std::path::Path;

pub type Sets = Vec<Vec<u64>>;
pub type Texts = Sets;

/// How many sets, how large each is, and their members.
pub fn sets(path: &Path) -> Sets {
    let words = of_bytes(path, u64::from_le_bytes);
    words[2..].chunks(words[1] as usize).map(<[u64]>::to_vec).collect()
}

pub fn numbers(path: &Path) -> Vec<f64> {
    of_bytes(path, f64::from_le_bytes)
}

/// Features with their weights.
pub fn weighted(folder: &Path) -> Vec<Vec<(u64, f64)>> {
    let features = sets(&folder.join("weighted"));
    let weights = numbers(&folder.join("weights"));
    let size = features[0].len();
    features.iter().zip(weights.chunks(size)).map(|(set, of)| std::iter::zip(set.iter().copied(), of.iter().copied()).collect()).collect()
}

fn of_bytes<T>(path: &Path, of: fn([u8; 8]) -> T) -> Vec<T> {
    let bytes = std::fs::read(path).unwrap_or_else(|_| panic!("cannot read {path:?}"));
    bytes.chunks_exact(8).map(|eight| of(eight.try_into().unwrap())).collect()
}
