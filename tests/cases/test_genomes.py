"""Genomes: canonical k-mers of FASTA files, exactly as the truth counts them, whatever the strand and the packing."""

import gzip
import random

import pytest

import reference

GENOMES = reference.DATA / "genomes"
COMPLEMENT = bytes.maketrans(b"ACGTacgt", b"TGCAtgca")
NAMES = ("akkermansia", "s10", "s10_s11", "s11", "s12", "shew_os185", "shew_os223")


def sequence(seed, length):
    return "".join(random.Random(seed).choices("ACGT", k=length))


def fasta(*sequences, width=60):
    """Named a, b, ...; broken into lines."""
    rows = []
    for number, bases in enumerate(sequences):
        rows.append(f">{chr(97 + number)} some words\n")
        rows += [bases[i : i + width] + "\n" for i in range(0, len(bases), width)]
    return "".join(rows)


def reverse_complement(bases):
    return bases.encode().translate(COMPLEMENT).decode()[::-1]


def canonical(bases, size):
    kmers = (bases[i : i + size] for i in range(len(bases) - size + 1))
    return frozenset(min(kmer, reverse_complement(kmer)) for kmer in kmers)


def truth(size):
    """{(a, b): (shared, size_a, size_b)} of all pairs that share a k-mer."""
    if not GENOMES.is_dir():
        pytest.skip(f"no test data at {GENOMES}")
    rows = [row.split("\t") for row in (GENOMES / "exact_kmers.tsv").read_text().splitlines()[1:]]
    return {(a, b): tuple(map(int, counts)) for a, b, k, *counts, _, _ in rows if int(k) == size and counts[0] != "0"}


@pytest.mark.parametrize("size", [21, 31])
@pytest.mark.parametrize("method", [["--exact"], ["--method", "lsh", "-t", "0.2", "--recall", "0.999"]])
def test_pairs_equal_the_truth_to_the_last_kmer(textkin, size, method):
    expected = truth(size)
    files = [GENOMES / f"{name}.fa.gz" for name in NAMES]
    least = ["-t", "0.0000005"] if method == ["--exact"] else []
    found = textkin.pairs(*files, "--shingle", f"kmer:{size}", *method, *least)
    if not least:
        expected = {pair: (n, a, b) for pair, (n, a, b) in expected.items() if n / (a + b - n) >= 0.2}
    name = lambda path: path.rsplit("/", 1)[1].removesuffix(".fa.gz")
    assert {(name(a), name(b)): (int(row["shared"]), int(row["size_a"]), int(row["size_b"]))
            for (a, b), row in found.items()} == expected


def test_packing_and_strand_do_not_matter(textkin):
    truth(21)
    bytes_of = gzip.decompress((GENOMES / "s11.fa.gz").read_bytes())
    textkin.write("forward.fa", bytes_of)
    header, body = bytes_of.split(b"\n", 1)
    turned = body.replace(b"\n", b"").translate(COMPLEMENT)[::-1]
    textkin.write("reverse.fna", header + b"\r\n" + b"\r\n".join(turned[i : i + 70] for i in range(0, len(turned), 70)))
    answer = textkin("compare", "forward.fa", "reverse.fna", "--shingle", "kmer:21", "--format", "json").json()
    assert (answer["jaccard"], answer["size_a"], answer["size_b"]) == (1, 499980, 499980)
    answer = textkin("compare", "forward.fa", GENOMES / "s10_s11.fa.gz", "--shingle", "kmer:21", "--format", "json").json()
    assert (answer["containment_a_in_b"], answer["shared"]) == (1, 499980)


def test_compare_knows_how_many_kmers_there_are(textkin):
    """Chance draws from the canonical k-mers: 4^7 / 2."""
    textkin.write("a.fa", fasta(sequence(1, 300)))
    textkin.write("b.fa", fasta(sequence(2, 300)))
    answer = textkin("compare", "a.fa", "b.fa", "--shingle", "kmer:7", "--format", "json").json()
    a, b = (canonical(sequence(seed, 300), 7) for seed in (1, 2))
    assert (answer["shared"], answer["size_a"], answer["size_b"]) == (len(a & b), len(a), len(b))
    expected = len(a) * len(b) / 8192
    assert answer["chance"]["expected"] == pytest.approx(expected / (len(a) + len(b) - expected), rel=0.02)


def test_records_are_documents_and_are_kept_byte_for_byte(textkin):
    first, second = sequence(1, 400), sequence(2, 300)
    content = fasta(first, second, reverse_complement(first), second[:290], width=61) + "\n>\nAC\n"
    options = ["--records", "--shingle", "kmer:15"]
    for name, packed in (("all.fa", content.encode()), ("all.fasta.gz", gzip.compress(content.encode()))):
        textkin.write(name, packed)
        found = textkin.pairs(name, *options, "-t", "0.8", "--exact")
        shared = {pair: (int(row["shared"]), int(row["size_a"]), int(row["size_b"])) for pair, row in found.items()}
        kmers = {"a": canonical(first, 15), "b": canonical(second, 15), "d": canonical(second[:290], 15)}
        assert shared == {("a", "c"): (len(kmers["a"]),) * 3,
                          ("b", "d"): (len(kmers["d"]), len(kmers["b"]), len(kmers["d"]))}
        textkin("dedup", name, *options, "-o", "kept.fa", "--removed", "why.jsonl", "--quiet")
        records = content.split(">")[1:]
        assert (textkin.folder / "kept.fa").read_text() == "".join(">" + records[i] for i in (0, 1, 4))
        textkin("dedup", "-", *options, "-o", "kept2.fa", "--quiet", stdin=content.encode())
        assert (textkin.folder / "kept2.fa").read_bytes() == (textkin.folder / "kept.fa").read_bytes()
    rows = textkin.pairs("all.fa", *options, "-t", "0.5", "--exact", "--as", "fasta")
    assert set(rows) == {("a", "c"), ("b", "d")}


def test_a_record_without_a_name_has_its_place_for_id(textkin):
    textkin.write("x.fa", ">\nACGTACGTAC\n>\nACGTACGTAC\n")
    assert set(textkin.pairs("x.fa", "--records", "--shingle", "kmer:4", "--exact")) == {("x.fa:1", "x.fa:3")}


def test_broken_fasta_costs_what_is_broken(textkin):
    textkin.write("bad.fa", "ACGT\nGGTT\n>a\nACGTTGCA\n>b\r\nACGTTGCA\r\n>n\nNNNN\n>nul\nAC\0GT\n>empty\n")
    answer = textkin("pairs", "bad.fa", "--records", "--shingle", "kmer:4", "--exact", "--problems", "p.jsonl",
                     "--stats", "s.json")
    assert {(row["a"], row["b"]) for row in answer.table()} == {("a", "b")}
    assert "bad.fa:1: FASTA must begin with a line of > and a name" in answer.errors
    assert textkin.stats("s.json")["problems"] == 1
    assert (textkin.stats("s.json")["documents"], textkin.stats("s.json")["empty"]) == (5, 3)
    assert "--on-error" not in answer.errors
    textkin("pairs", "bad.fa", "--records", "--shingle", "kmer:4", "--on-error", "fail", exit=2)


def test_what_contradicts_itself_is_refused(textkin):
    textkin.write("x.fa", ">a\nACGT\n")
    assert "--records and --lines contradict" in textkin("pairs", "x.fa", "--records", "--lines", exit=2).errors
    assert "--records and --as lines contradict" in textkin("pairs", "x.fa", "--records", "--as", "lines", exit=2).errors
    assert "must be a number from 1 to 32" in textkin("pairs", "x.fa", "--shingle", "kmer:33", exit=2).errors
    assert "did you mean 'kmer:K'" in textkin("pairs", "x.fa", "--shingle", "kmr:21", exit=2).errors


def test_run_directory_and_memory_limit(textkin):
    """A genome is one long document: what memory it needs is said, and a stage goes on where another stopped."""
    texts = [sequence(seed, 30000) for seed in range(6)]
    texts.append(texts[0][:29000] + sequence(9, 1000))
    for number, text in enumerate(texts):
        textkin.write(f"g/{number}.fa", fasta(text))
    whole = textkin("pairs", "g", "--shingle", "kmer:21", "-t", "0.5", "--method", "lsh").stdout
    assert len(whole.splitlines()) == 2
    limited = ["--memory", "64MiB", "--threads", "1", "--run-dir", "work"]
    assert textkin("pairs", "g", "--shingle", "kmer:21", "-t", "0.5", "--method", "lsh", *limited).stdout == whole
    textkin.write("huge.fa", ">x\n" + "ACGTTGCAAGCT" * 400000)
    errors = textkin("pairs", "huge.fa", "--shingle", "kmer:21", "--memory", "20MiB", "--threads", "1", exit=2).errors
    assert "does not fit in --memory" in errors
