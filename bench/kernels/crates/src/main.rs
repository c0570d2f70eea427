//! The side of crates.io of `make bench-kernels`: does one job of one crate each time it is asked to.
//!
//! As bench/kernels/turns.cc does: `crates FOLDER` reads lines `KERNEL CRATE ROUNDS` and answers each with
//! `SECONDS ANSWER ERROR`.

mod inputs;
mod sketches;

use inputs::{Sets, Texts};
use numkong::SparseIntersect;
use std::hint::black_box;
use std::io::{BufRead, Write};

/// What is timed, and what it found, by which the jobs of all contenders are compared.
trait Job {
    fn run(&mut self);
    fn answer(&self) -> (f64, f64);
}

struct Made<T, Run: FnMut(&mut T), Answer: Fn(&T) -> (f64, f64)> {
    out: T,
    run: Run,
    answer: Answer,
}

impl<T, Run: FnMut(&mut T), Answer: Fn(&T) -> (f64, f64)> Job for Made<T, Run, Answer> {
    fn run(&mut self) {
        (self.run)(&mut self.out);
        black_box(&self.out);
    }

    fn answer(&self) -> (f64, f64) {
        (self.answer)(&self.out)
    }
}

fn made<'a, T: 'a>(out: T, run: impl FnMut(&mut T) + 'a, answer: impl Fn(&T) -> (f64, f64) + 'a) -> Box<dyn Job + 'a> {
    Box::new(Made { out, run, answer })
}

fn number(found: &usize) -> (f64, f64) {
    (*found as f64, 0.0)
}

struct Inputs {
    ids: Sets,
    sorted: Sets,
    long: Sets,
    weighted: Vec<Vec<(u64, f64)>>,
    words: Vec<u8>,
    edited: Texts,
    jaccard: Vec<f64>,
    cosine: Vec<f64>,
    of_weights: Vec<f64>,
}

fn main() {
    let folder = std::env::args().nth(1).expect("usage: crates FOLDER");
    let folder = std::path::Path::new(&folder);
    let all = Inputs {
        ids: inputs::sets(&folder.join("ids")),
        sorted: inputs::sets(&folder.join("sorted")),
        long: inputs::sets(&folder.join("long")),
        weighted: inputs::weighted(folder),
        words: std::fs::read(folder.join("words.bytes")).expect("words.bytes"),
        edited: inputs::sets(&folder.join("edited")),
        jaccard: inputs::numbers(&folder.join("truth-jaccard")),
        cosine: inputs::numbers(&folder.join("truth-cosine")),
        of_weights: inputs::numbers(&folder.join("truth-weighted")),
    };
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let mut parts = line.split(' ');
        let (kernel, name) = (parts.next().unwrap(), parts.next().unwrap());
        let rounds: u32 = parts.next().unwrap().parse().unwrap();
        let mut job = find(&all, kernel, name);
        job.run(); // brings the input into the cache
        let start = thread_seconds();
        for _ in 0..rounds {
            job.run();
        }
        let seconds = thread_seconds() - start;
        let (answer, error) = job.answer();
        println!("{seconds:.9} {answer:.9} {error:.9}");
        std::io::stdout().flush().unwrap();
    }
}

fn find<'a>(all: &'a Inputs, kernel: &str, name: &str) -> Box<dyn Job + 'a> {
    match (kernel, name) {
        ("overlap", "numkong") => overlaps(&all.sorted),
        ("overlap-long", "numkong") => overlaps(&all.long),
        ("winnow", "simd-minimizers") => {
            let hasher = simd_minimizers::seq_hash::MulHasher::<false>::new(5);
            let run = move |places: &mut Vec<u32>| {
                places.clear();
                simd_minimizers::minimizers(5, 8).hasher(&hasher).run(&all.words[..], places);
            };
            made(Vec::new(), run, |places| number(&places.len()))
        }
        ("common-words", "rapidfuzz") => {
            let of = |pair: &[Vec<u64>]| rapidfuzz::distance::lcs_seq::similarity(pair[0].iter().copied(), pair[1].iter().copied());
            made(0, move |sum| *sum = all.edited.chunks(2).map(of).sum(), number)
        }
        ("fss", "probminhash") => sketches::densified(&all.ids, &all.jaccard),
        ("kperm", "gaoya") => sketches::permutations(&all.ids, &all.jaccard),
        ("bottomk", "sourmash") => sketches::least(&all.ids, &all.jaccard),
        ("simhash", "web-simhash") => sketches::byte_lanes(&all.ids, &all.cosine),
        ("dartminhash", "dartminhash") => sketches::darts(&all.weighted, &all.of_weights),
        ("dartminhash", "treeminhash") => sketches::trees(&all.weighted, &all.of_weights),
        _ => panic!("no {kernel} of {name}"),
    }
}

/// Each set with the next.
fn overlaps(sets: &Sets) -> Box<dyn Job + '_> {
    let of = |pair: &[Vec<u64>]| u64::sparse_intersection_size(&pair[0], &pair[1]);
    made(0, move |sum| *sum = sets.windows(2).map(of).sum(), number)
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

fn thread_seconds() -> f64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.seconds as f64 + 1e-9 * time.nanoseconds as f64
}
