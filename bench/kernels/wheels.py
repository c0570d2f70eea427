"""The side of PyPI of `make bench-kernels`, run in an environment that has its wheels: bench/kernels/turns.cc says how.

Time is that of the process, for rensa sketches in a thread of its own; RAYON_NUM_THREADS=1 leaves it one.
"""

import array
import math
import pathlib
import sys
import time


def main(folder):
    folder = pathlib.Path(folder)
    for line in sys.stdin:
        kernel, name, rounds = line.split()
        run, answer = JOBS[kernel, name](folder)
        found = run()  # brings the input into the cache
        start = time.process_time()
        for _ in range(int(rounds)):
            found = run()
        print(f"{time.process_time() - start:.9f}", *(f"{number:.9f}" for number in answer(found)), flush=True)


def read(path, kind="Q"):
    return array.array(kind, path.read_bytes())


def sets(path):
    values = read(path)
    return [values[at : at + values[1]] for at in range(2, len(values), values[1])]


def rensa(of, cells=128):
    """Ids are hashed already, sets one behind the other: its quickest entrance."""

    def job(folder):
        from rensa import RMinHash

        values, truths = read(folder / "ids"), read(folder / "truth-jaccard", "d")
        ids, offsets = values[2:], array.array("Q", range(0, len(values) - 1, values[1]))
        sketch = getattr(RMinHash, of)

        def answer(matrix):
            rows = matrix.to_rows()
            estimates = [sum(map(int.__eq__, a, b)) / cells for a, b in zip(rows[::2], rows[1::2])]
            squares = sum((estimate - truth) ** 2 for estimate, truth in zip(estimates, truths))
            return sum(estimates) / len(truths), math.sqrt(squares / len(truths))

        return lambda: sketch(ids, offsets, cells, 42), answer

    return job


def common_words(folder):
    from rapidfuzz.distance import LCSseq

    texts = sets(folder / "edited")
    pairs = list(zip(texts[::2], texts[1::2]))
    return lambda: sum(LCSseq.similarity(a, b) for a, b in pairs), lambda found: (found, 0)


def align(folder):
    """The best local alignment of two texts, in which each word is a byte: Smith and Waterman's, with the way back."""
    import parasail

    size, planted = read(folder / "texts")[1], read(folder / "planted")
    every = (folder / "texts.bytes").read_bytes()
    texts = [every[at : at + size] for at in range(0, len(every), size)]
    pairs = list(zip(texts[::2], texts[1::2]))
    # The asterisk has a meaning of its own there.
    alphabet = bytes(byte for byte in range(1, 256) if byte != ord("*"))
    matrix = parasail.matrix_create(alphabet, 2, -2, case_sensitive=True)

    def run():
        return [spans(parasail.sw_trace_striped_16(a, b, 3, 1, matrix)) for a, b in pairs]

    def spans(result):
        way = result.cigar
        return way.beg_query, way.beg_ref, result.end_query + 1, result.end_ref + 1

    def answer(found):
        places = zip(planted[::3], planted[1::3], planted[2::3])
        wanted = [(a, b, a + words, b + words) for a, b, words in places]
        return sum(all(abs(x - y) <= 5 for x, y in zip(*both)) for both in zip(found, wanted)), 0

    return run, answer


JOBS = {
    ("fss", "rensa-rho-1024"): rensa("digest_matrix_from_flat_token_hashes_rho", 1024),
    ("fss", "rensa-flat"): rensa("digest_matrix_from_flat_token_hashes"),
    ("fss-small", "rensa-rho"): rensa("digest_matrix_from_flat_token_hashes_rho"),
    ("align", "parasail"): align,
    ("common-words", "rapidfuzz-wheel"): common_words,
}


if __name__ == "__main__":
    main(sys.argv[1])
