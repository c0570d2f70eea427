"""Speed of the sketches alone beside rensa's, ids hashed already, one thread, 128 cells, 500 ids a set.

sketch_rivals.py BENCH_KERNELS: to be run where rensa is installed. Turns alternate, since machines change their speed;
shown are medians and the ratio to RMinHash, the sketch that rensa offers for LSH by default. Rho is its fastest: one bin
an id and copies for empty bins.
"""

import array
import os
import random
import re
import statistics
import subprocess
import sys
import time

CELLS, IDS, SETS, TURNS = 128, 500, 131, 5
LINE = re.compile(r"^\s+(fss|kperm)\s+(\S+).*?([\d.]+) M features/s")


def rensa_speeds(ids, offsets):
    from rensa import RMinHash

    ways = {
        "rensa RMinHash": RMinHash.digest_matrix_from_flat_token_hashes,
        "rensa Rho": RMinHash.digest_matrix_from_flat_token_hashes_rho,
    }
    speeds = {}
    for name, sketch in ways.items():
        times = []
        for _ in range(25):
            start = time.thread_time()
            sketch(ids, offsets, CELLS, 42)
            times.append(time.thread_time() - start)
        speeds[name] = len(ids) / statistics.median(times) * 1e-6
    return speeds


def textkin_speeds(program):
    output = subprocess.run([program, str(CELLS), str(IDS)], check=True, capture_output=True, text=True).stdout
    found = map(LINE.match, output.splitlines())
    return {f"textkin {m[1]} {m[2]}": float(m[3]) for m in found if m and m[2] != "scalar"}


def main():
    os.environ["RAYON_NUM_THREADS"] = "1"  # before rensa starts its threads
    source = random.Random(1)
    ids = array.array("Q", (source.getrandbits(64) for _ in range(IDS * SETS)))
    offsets = array.array("Q", range(0, len(ids) + 1, IDS))
    turns = [{**rensa_speeds(ids, offsets), **textkin_speeds(sys.argv[1])} for _ in range(TURNS)]
    print(f"{CELLS} cells, {IDS} ids a set, one thread: medians of {TURNS} turns")
    for name in turns[0]:
        speed = statistics.median(turn[name] for turn in turns)
        ratio = statistics.median(turn[name] / turn["rensa RMinHash"] for turn in turns)
        print(f"  {name:<22} {speed:8.1f} M ids/s   {ratio:5.2f} times rensa RMinHash")


if __name__ == "__main__":
    main()
