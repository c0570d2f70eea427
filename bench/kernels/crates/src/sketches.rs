//! Sketches of sets and of weighted sets. Each job answers the mean estimate of each second set and the one before it,
//! and the root of the mean squared error of these.

use crate::inputs::Sets;
use crate::{made, Job};
use gaoya::minhash::{MinHasher, MinHasher64V1};
use probminhash::densminhash::OptDensMinHash;
use probminhash::nohasher::NoHashHasher;
use sourmash::encodings::HashFunctions;
use sourmash::sketch::minhash::KmerMinHash;
use std::hash::BuildHasherDefault;
use web_simhash::SimHash64;

type NoHash = BuildHasherDefault<NoHashHasher>;
type Weighted = Vec<(u64, f64)>;

const CELLS: usize = 128;
const WEIGHTED_CELLS: u64 = 256;

/// Sketches of all sets by `sketch`, two of which `estimate` compares.
fn sketched<'a, Set, T: 'a>(
    sets: &'a [Set],
    truths: &'a [f64],
    mut sketch: impl FnMut(&Set) -> T + 'a,
    estimate: impl Fn(&T, &T) -> f64 + 'a,
) -> Box<dyn Job + 'a> {
    let run = move |out: &mut Vec<T>| {
        out.clear();
        out.extend(sets.iter().map(&mut sketch));
    };
    let answer = move |out: &Vec<T>| {
        let estimates: Vec<f64> = out.chunks(2).map(|pair| estimate(&pair[0], &pair[1])).collect();
        let squares: f64 = estimates.iter().zip(truths).map(|(estimate, truth)| (estimate - truth).powi(2)).sum();
        let pairs = truths.len() as f64;
        (estimates.iter().sum::<f64>() / pairs, (squares / pairs).sqrt())
    };
    made(Vec::new(), run, answer)
}

fn equal<T: PartialEq>(a: &Vec<T>, b: &Vec<T>) -> f64 {
    a.iter().zip(b).filter(|(x, y)| x == y).count() as f64 / a.len() as f64
}

/// One permutation, empty bins filled by optimal densification (Shrivastava 2017).
pub fn densified<'a>(sets: &'a Sets, truths: &'a [f64]) -> Box<dyn Job + 'a> {
    let mut sketcher = OptDensMinHash::<f64, u64, NoHashHasher>::new(CELLS, NoHash::default());
    let sketch = move |set: &Vec<u64>| {
        sketcher.reinit();
        sketcher.sketch_slice(set).unwrap();
        sketcher.get_hsketch_u64()
    };
    sketched(sets, truths, sketch, equal)
}

pub fn permutations<'a>(sets: &'a Sets, truths: &'a [f64]) -> Box<dyn Job + 'a> {
    let sketcher = MinHasher64V1::new_with_hasher(CELLS, NoHash::default());
    sketched(sets, truths, move |set: &Vec<u64>| sketcher.create_signature(set.iter().copied()), equal)
}

pub fn least<'a>(sets: &'a Sets, truths: &'a [f64]) -> Box<dyn Job + 'a> {
    let sketch = |set: &Vec<u64>| {
        let mut sketch = KmerMinHash::new(0, 21, HashFunctions::Murmur64Dna, 42, false, CELLS as u32);
        sketch.add_many(set).unwrap();
        sketch
    };
    sketched(sets, truths, sketch, |a, b| a.jaccard(b).unwrap())
}

fn cosine(different_bits: u32) -> f64 {
    (std::f64::consts::PI * f64::from(different_bits) / 64.0).cos()
}

pub fn byte_lanes<'a>(sets: &'a Sets, truths: &'a [f64]) -> Box<dyn Job + 'a> {
    let sketch = |set: &Vec<u64>| SimHash64::from_hashes_unweighted_fast(set);
    sketched(sets, truths, sketch, |a, b| cosine(a.hamming_distance(*b)))
}

pub fn darts<'a>(sets: &'a [Weighted], truths: &'a [f64]) -> Box<dyn Job + 'a> {
    let sketcher = dartminhash::DartMinHash::new_mt(&mut dartminhash::rng_utils::mt_from_seed(1), WEIGHTED_CELLS);
    sketched(sets, truths, move |set: &Weighted| sketcher.sketch(set), equal)
}

pub fn trees<'a>(sets: &'a [Weighted], truths: &'a [f64]) -> Box<dyn Job + 'a> {
    let sketcher = dartminhash::TreeMinHash::new_mt(&mut dartminhash::rng_utils::mt_from_seed(1), WEIGHTED_CELLS);
    sketched(sets, truths, move |set: &Weighted| sketcher.sketch(set), equal)
}
