"""What is tried of every option of every command: words that must change what the command does, that are promised to
change nothing, or that are refused because nothing would come of them. A new option must stand here."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Try:
    words: tuple
    expected: str  # "changes", "same" or "refused"
    why: str = ""  # of "same": who promises it; of "refused": what the message says
    beside: tuple = ()  # words that the run without the option has too
    inputs: tuple = ()  # instead of the command's
    stats: bool = False  # it shows in --stats alone


def changes(*words, **more):
    return Try(words, "changes", **more)


def same(why, *words, **more):
    return Try(words, "same", why, **more)


def refused(why, *words, **more):
    return Try(words, "refused", why, **more)


SIMHASH_STEPS = {"--bits": ("--bits", "16"), "--weighting": ("--weighting", "tf"), "--given-hashes": ("--given-hashes", "hashes.txt"), "--permutation": ("--permutation", "2,1")}
LSH = ("--method", "lsh")
REMOVED = ("--removed", "removed.jsonl")  # says how alike; what stays may be the same
INPUT = {
    "--as": changes("--as", "lines"),
    "--lines": changes("--lines", inputs=("notes.txt",)),
    "--records": changes("--records", inputs=("two.fasta.txt",)),
    "--text-field": changes("--text-field", "body"),
    "--id-field": changes("--id-field", "name"),
    "--delimiter": refused("no INPUT is one", "--delimiter", "tab"),
    "--repeated-ids": changes("--repeated-ids", "number", inputs=("twice.jsonl",)),
    "--extract": changes("--extract", "auto", inputs=("pages",)),
    "--extract-memory": changes("--extract-memory", "1", beside=("--extract", "auto"), inputs=("pages",)),
    "--extract-seconds": same("no page takes so long", "--extract-seconds", "50", beside=("--extract", "auto"), inputs=("pages",)),
    "--extract-unconfined": same("the kernel can confine", "--extract-unconfined", "warn", beside=("--extract", "auto"), inputs=("pages",)),
    "--pdf-program": changes("--pdf-program", "/bin/false", beside=("--extract", "auto"), inputs=("papers",)),
    "--invalid-utf8": changes("--invalid-utf8", "skip", inputs=("bad-bytes.jsonl",)),
    "--on-error": changes("--on-error", "fail", inputs=("broken.jsonl",)),
    "--problems": changes("--problems", "problems.jsonl", inputs=("broken.jsonl",)),
}
TEXT = {
    "--normalize": changes("--normalize", "nfc"),
    "--tokens": changes("--tokens", "whitespace"),
    "--shingle": changes("--shingle", "char:5"),
    "--multiset": changes("--multiset"),
    "--weights": changes("--weights", "suffix", inputs=("items.sets",)),
    "--weight-unit": changes("--weight-unit", "5", beside=("--weights", "suffix"), inputs=("items.sets",)),
    "--stop-words": changes("--stop-words", "english"),
    "--stem": changes("--stem", "english"),
    "--fingerprint": changes("--fingerprint", "rabin", stats=True),
    "--key": changes("--key", "secret.key", stats=True),
}
RUNNING = {
    "--threads": same("threads never change a result", "--threads", "1"),
    "--memory": same("a limit never changes a result", "--memory", "200MiB"),
    "--run-dir": changes("--run-dir", "fresh"),
    "--block-size": same("blocks never change a result", "--block-size", "4KiB"),
    "--simd": same("instructions never change a result", "--simd", "scalar"),
    "-q": changes("-q"),
}
SKETCH = {
    "--sketch": changes("--sketch", "kperm", beside=LSH, stats=True),
    "--hashes": changes("--hashes", "200", beside=LSH, stats=True),
    "--seed": changes("--seed", "9", beside=LSH, stats=True),
}
FINDING = {
    "-t": changes("-t", "0.9"),
    "--recall": changes("--recall", "0.5", beside=LSH, stats=True),
    "--prefer": changes("--prefer", "speed", beside=LSH, stats=True),
    "--bands": changes("--bands", "4", "--rows", "4", beside=LSH, stats=True),
    "--rows": changes("--rows", "3", beside=("--bands", "4", "--rows", "2", *LSH), stats=True),
    "--method": changes("--method", "lsh", stats=True),
    "--exact": changes("--exact", stats=True),
    "--audit": changes("--audit", "3", beside=LSH, stats=True),
}
WITH_OTHER = ("--against=other.jsonl",)
OTHER_SIDE = {
    "--against-text-field": changes("--against-text-field", "body", beside=WITH_OTHER, inputs=("in.jsonl",)),
    "--against-id-field": changes("--against-id-field", "name", beside=WITH_OTHER, inputs=("in.jsonl",)),
}
SHOWN_OTHER_SIDE = {name: dataclasses.replace(tried, beside=(*WITH_OTHER, *REMOVED)) for name, tried in OTHER_SIDE.items()}
OUTPUT = {"-o": changes("-o", "written"), "--stats": changes("--stats", "stats-of-it.json")}
SHARED = INPUT | OTHER_SIDE | TEXT | RUNNING | SKETCH | FINDING | OUTPUT


@dataclasses.dataclass(frozen=True)
class Command:
    words: tuple  # of the command and its mode
    inputs: tuple = ("in.jsonl",)
    tries: dict = dataclasses.field(default_factory=dict)  # beside SHARED
    stats: bool = True  # whether it has --stats


TSV = {"--format": changes("--format", "jsonl")}
QUIET = {"-q": same("there is nothing that it would say", "-q")}
JSON = {"--format": changes("--format", "json")}
PASSAGES = {
    "--against": changes("--against", "essays/clara.txt"),
    "--guarantee": changes("--guarantee", "8"),
    "--max-gap": changes("--max-gap", "0"),
    "--min-length": changes("--min-length", "1000", beside=("--guarantee", "30")),
    "--common": changes("--common", "1"),
    "--normalize": changes("--normalize", "code:c"),
    "--template": changes("--template", "exercise.txt"),
    "--exclude": changes("--exclude", "quotations"),
    "--shared-by": changes("--shared-by", "1", beside=("--exclude", "common"), stats=True),
    "--sensitivity": changes("--sensitivity", "short"),
    "--group-by": changes("--group-by", r"^(\w)"),
    "--text-field": changes("--text-field", "body", inputs=("in.jsonl",)),
    "--id-field": changes("--id-field", "name", inputs=("in.jsonl",)),
    "--extract": changes("--extract", "none", inputs=("pages",)),
    **{name: dataclasses.replace(INPUT[name], beside=()) for name in ("--extract-memory", "--extract-seconds", "--extract-unconfined", "--pdf-program")},
}
GRAMS = SHOWN_OTHER_SIDE | {
    "--against": changes("--against", "essays"),
    "--id-field": changes("--id-field", "name", "--removed", "removed.jsonl", beside=("--removed", "removed.jsonl")),
    "--removed": changes("--removed", "removed.jsonl"),
    "--leaks": changes("--leaks", "leaks.tsv"),
    "--action": changes("--action", "flag"),
    "--margin": changes("--margin", "0", "--shingle", "word:4", beside=("--action", "cut", "--shingle", "word:4")),
    "--check": changes("--check"),
    "--by": refused("--shingle has no use for passages", "--by", "passages"),
    **{name: refused("has no use for n-grams", *words) for name, words in {
        "--sensitivity": ("--sensitivity", "short"), "--guarantee": ("--guarantee", "5"), "--max-gap": ("--max-gap", "0"), "--min-length": ("--min-length", "50")}.items()},
    "--multiset": refused("for n-grams", "--multiset"),
    "--weights": refused("for n-grams", "--weights", "suffix"),
    "--weight-unit": refused("add --weights suffix", "--weight-unit", "5"),
}
BY_PASSAGES = GRAMS | {
    "--by": changes("--by", "ngrams"),
    "--key": same("what is found is aligned word by word, whatever the hashes", "--key", "secret.key"),
    "--sensitivity": changes("--sensitivity", "short", stats=True),
    "--guarantee": changes("--guarantee", "30", stats=True),
    "--max-gap": changes("--max-gap", "0", stats=True),
    "--min-length": changes("--min-length", "1000", stats=True),
    "--normalize": changes("--normalize", "code:java", beside=REMOVED),
    "--margin": changes("--margin", "0", beside=("--action", "cut", "--against=exercise.txt"), inputs=("essays/ben.txt",)),
    "--extract": changes("--extract", "auto", inputs=("leaf",), beside=REMOVED),
    **{name: refused("has no use for passages", *words) for name, words in {
        "--tokens": ("--tokens", "whitespace"), "--shingle": ("--shingle", "word:5"), "--multiset": ("--multiset",), "--stop-words": ("--stop-words", "english"),
        "--stem": ("--stem", "english"), "--fingerprint": ("--fingerprint", "rabin"), "--weights": ("--weights", "suffix"), "--weight-unit": ("--weights", "suffix", "--weight-unit", "5")}.items()},
}
FEW = ("--words", "5")
SAME_LINE = ("papers/page.txt", "line.txt")
TRIM = {
    "--unit": changes("--unit", "line", inputs=SAME_LINE),
    "--words": changes(*FEW),
    "--bytes": changes("--bytes", "12"),
    "--min-words": changes("--min-words", "90", beside=("--unit", "line"), inputs=SAME_LINE),
    "--normalize": changes("--normalize", "strip-marks", beside=FEW),
    "--keep": changes("--keep", "last", beside=FEW),
    "--emptied": changes("--emptied", "drop", beside=("--unit", "line"), inputs=SAME_LINE),
    "--removed": changes("--removed", "removed.jsonl"),
    "--id-field": changes("--id-field", "name", beside=(*FEW, "--removed", "removed.jsonl")),
    "--check": changes("--check"),
}
COMMANDS = {
    "pairs": Command(("pairs", "-t", "0.2", "--shingle", "word:2"), tries=TSV | {
        "--against": changes("--against", "other.jsonl"),
        "--fdr": changes("--fdr", "0.01"),
        "--fdr-method": changes("--fdr-method", "by", "--fdr", "0.3", beside=("--fdr", "0.3")),
        "--universe": changes("--universe", "500", "--fdr", "0.3", beside=("--fdr", "0.3")),
        "--measure": changes("--measure", "containment"),
        "--estimates": changes("--estimates"),
        "--clusters": changes("--clusters", "clusters.tsv"),
        "--linkage": changes("--linkage", "complete", beside=("--clusters", "clusters.tsv"), inputs=("chain.jsonl",)),
        "--candidates": changes("--candidates", "candidates.tsv"),
    }),
    "dedup": Command(("dedup", "-t", "0.2", "--shingle", "word:2"), tries=SHOWN_OTHER_SIDE | {
        **{name: dataclasses.replace(TEXT[name], beside=REMOVED) for name in ("--normalize", "--tokens", "--multiset", "--stem")},
        "--weight-unit": changes("--weight-unit", "5", beside=("--weights", "suffix", *REMOVED), inputs=("items.sets",)),
        "--extract": changes("--extract", "auto", inputs=("pages",), beside=REMOVED),
        "--against": changes("--against", "other.jsonl"),
        "--keep": changes("--keep", "last"),
        "--id-field": changes("--id-field", "name", "--clusters", "clusters.tsv", beside=("--clusters", "clusters.tsv")),
        "--removed": changes("--removed", "removed.jsonl"),
        "--clusters": changes("--clusters", "clusters.tsv"),
        "--report": changes("--report", "page.html.made"),
        "--copy-to": changes("--copy-to", "copies", inputs=("essays",)),
        "--annotate": changes("--annotate"),
        "--check": changes("--check"),
        "--unit": refused("inside documents", "--unit", "line"),
        "--min-words": refused("for whole documents", "--min-words", "3"),
        "--emptied": refused("for whole documents", "--emptied", "drop"),
        "--all-pairs": changes("--all-pairs"),
    }),
    "trim": Command(("trim",), tries=TRIM),
    "decontaminate": Command(("decontaminate", "--against=other.jsonl", "--shingle", "word:2"), tries=GRAMS | {
        "--extract": changes("--extract", "auto", inputs=("leaf",), beside=REMOVED)}),
    "decontaminate --by passages": Command(("decontaminate", "--against=other.jsonl", "--by", "passages"), tries=BY_PASSAGES),
    "passages": Command(("passages",), ("essays",), tries=TSV | PASSAGES),
    "report": Command(("report", "-o", "page"), ("essays",), tries=PASSAGES | {"--format": changes("--format", "tsv"), "--pseudonyms": changes("--pseudonyms"),
        "--marks": changes("--marks", "marks.csv"),
        "--only-against": changes("--only-against", beside=("--against", "essays/clara.txt")),
        # The page says how it was made.
        "--extract-seconds": changes("--extract-seconds", "50", inputs=("pages",)), "--extract-unconfined": changes("--extract-unconfined", "fail", inputs=("pages",))}),
    "extract": Command(("extract",), ("pages/page.html",), stats=False, tries=JSON | QUIET | {
        "--shuffle": changes("--shuffle", "3"), "--seed": changes("--seed", "9", beside=("--shuffle", "3")),
        **{name: dataclasses.replace(INPUT[name], beside=(), inputs=("papers/real.pdf",) if name == "--pdf-program" else ())
        for name in ("--extract-memory", "--extract-seconds", "--extract-unconfined", "--pdf-program")}}),
    "score": Command(("score",), ("true.tsv", "found.tsv"), tries=JSON, stats=False),
    "compare": Command(("compare", "--shingle", "word:2"), ("a.jsonl",), stats=False, tries=JSON | {
        "--background": changes("--background", "in.jsonl"),
        "--universe": changes("--universe", "900"),
        "--confidence": changes("--confidence", "0.5"),
        "--bits": changes("--bits", "2"),
        "--weights": changes("--weights", "suffix", inputs=("a.sets",)),
        "--weight-unit": changes("--weight-unit", "5", beside=("--weights", "suffix"), inputs=("a.sets",)),
    }),
    "distance": Command(("distance", "--shingle", "word:2", "--hashes", "10"), stats=False, tries=TSV | {
        "--against": changes("--against", "other.jsonl"),
        "--max-distance": changes("--max-distance", "0.2"),
        "--max-p": changes("--max-p", "0.000001", beside=("--universe", "100")),
        "--universe": changes("--universe", "100"),
        "--confidence": changes("--confidence", "0.5"),
    }),
    "simhash": Command(("simhash", "--distance", "30", "--shingle", "word:2"), tries=TSV | {
        "--against": changes("--against", "other.jsonl"),
        "--of": changes("--of", "notes.txt"),
        "--clusters": changes("--clusters", "clusters.tsv"),
        "--bits": changes("--bits", "128"),
        "-d": changes("--distance", "20"),
        "--blocks": changes("--blocks", "40", stats=True),
        "--min-cosine": changes("--min-cosine", "0.5"),
        "--weighting": changes("--weighting", "tf-idf"),
        "--weight-unit": refused("as they are", "--weight-unit", "5", "--weights", "suffix", inputs=("items.sets",)),
        "--plan": refused("no INPUT", "--plan", "--documents", "10"),
        "--documents": refused("go together", "--documents", "10"),
    }),
    "rules": Command(("rules", "--similarity", "0.1"), ("baskets.txt",), tries=TSV | {
        "--key": same("items are told apart by their names", "--key", "secret.key"),
        "--normalize": changes("--normalize", "casefold", inputs=("notes.txt",)),
        "--stop-words": changes("--stop-words", "english", inputs=("notes.txt",)),
        "--stem": changes("--stem", "english", inputs=("notes.txt",)),
        "--tokens": changes("--tokens", "ascii", inputs=("notes.txt",)),
        "--shingle": changes("--shingle", "word:2", inputs=("notes.txt",)),
        "--weights": refused("leave out --weights", "--weights", "suffix", inputs=("items.sets",)),
        "--weight-unit": refused("leave out --weights", "--weights", "suffix", "--weight-unit", "5", inputs=("items.sets",)),
        **{name: refused("has no use", *words) for name, words in {
            "--extract": ("--extract", "auto"), "--extract-memory": ("--extract-memory", "1"), "--extract-seconds": ("--extract-seconds", "9"),
            "--extract-unconfined": ("--extract-unconfined", "warn"), "--pdf-program": ("--pdf-program", "/bin/false")}.items()},
        "--fingerprint": same("items are the same whatever their numbers", "--fingerprint", "rabin"),
        "--as": changes("--as", "document"),
        "--lines": same("a line is a transaction without it", "--lines"),
        "--id-field": same("no id of a transaction is printed", "--id-field", "name", inputs=("in.jsonl",)),
        "--text-field": changes("--text-field", "body", inputs=("in.jsonl",)),
        "--repeated-ids": same("no id of a transaction is printed", "--repeated-ids", "number", inputs=("twice.jsonl",)),
        "--confidence": changes("--confidence", "0.5"),
        "--similarity": changes("--similarity", "0.5"),
        "--min-support": changes("--min-support", "3"),
        "--max-support": changes("--max-support", "2"),
    }),
    "plan": Command(("plan",), (), stats=False, tries=JSON | {
        "--documents": changes("--documents", "1000", "--background", "in.jsonl", beside=("--background", "in.jsonl")),
        "--background": changes("--background", "in.jsonl"),
    }),
    "explain": Command(("explain", "--shingle", "word:2", "--hashes", "12"), stats=False, tries=JSON | {
        "--show": changes("--show", "3"),
        "--trace": changes("--trace"),
        "--hashes": changes("--hashes", "20"),
        "--multipliers": changes("--multipliers", "1,3,5,7"),
        "--offset": refused("belong to --multipliers", "--offset", "1"),
        "--modulus": refused("belong to --multipliers", "--modulus", "7"),
        "--rows-order": changes("--rows-order", "hash"),
        "--shingle-hash": changes("--shingle-hash", "murmur3"),
        "--estimator": changes("--estimator", "rum", inputs=("other.jsonl",)),
        "--extreme": refused("without --estimator", "--extreme", "maximum"),
        "--draw": refused("belongs to --estimator", "--draw", "prime"),
        "--observations": refused("belongs to --estimator", "--observations", "5"),
        "--confidence": refused("belongs to --estimator", "--confidence", "0.5"),
        **{name: refused("without --estimator simhash", *words) for name, words in SIMHASH_STEPS.items()},
        "--no-filter": changes("--no-filter"),
    }),
    "sketches": Command(("sketches",), (), stats=False, tries=JSON),
    "completions": Command(("completions", "bash"), (), stats=False),
}
COMPARE = {  # two files, a document each
    "--as": changes("--as", "document", inputs=("one.jsonl", "two.jsonl")),
    "--lines": changes("--lines", inputs=("line.txt", "line.txt")),
    "--records": changes("--records", inputs=("one.fasta.txt", "one.fasta.txt")),
    "--text-field": changes("--text-field", "body", inputs=("one.jsonl", "two.jsonl")),
    "--id-field": changes("--id-field", "name", inputs=("one.jsonl", "two.jsonl")),
    "--invalid-utf8": changes("--invalid-utf8", "skip", inputs=("bad-bytes.jsonl", "one.jsonl")),
    "--on-error": changes("--on-error", "fail", inputs=("one-broken.jsonl", "two.jsonl")),
    "--problems": changes("--problems", "problems.jsonl", inputs=("one-broken.jsonl", "two.jsonl")),
    "--weights": changes("--weights", "suffix", inputs=("one.sets", "two.sets")),
    "--weight-unit": changes("--weight-unit", "5", beside=("--weights", "suffix"), inputs=("one.sets", "two.sets")),
    **{name: dataclasses.replace(INPUT[name], inputs=("pages/page.html", "pages/other.html"))
       for name in ("--extract", "--extract-memory", "--extract-seconds", "--extract-unconfined")},
    "--pdf-program": dataclasses.replace(INPUT["--pdf-program"], inputs=("papers/page.txt", "papers/real.pdf")),
}
WITHOUT_LSH = {"--sketch": changes("--sketch", "kperm"), "--hashes": changes("--hashes", "77"), "--seed": changes("--seed", "9")}
WITHOUT_PLAN_LSH = {name: changes(*FINDING[name].words, beside=FINDING[name].beside[: -len(LSH)]) for name in ("--recall", "--prefer", "--bands", "--rows")}
NO_USE_WITH_SIMHASH = {name: refused("has no use with --estimator simhash", *words) for name, words in {
    "--hashes": ("--hashes", "20"), "--multipliers": ("--multipliers", "1,3"), "--offset": ("--offset", "1"), "--modulus": ("--modulus", "7"),
    "--rows-order": ("--rows-order", "hash"), "--shingle-hash": ("--shingle-hash", "murmur3"), "--extreme": ("--extreme", "maximum"),
    "--draw": ("--draw", "prime"), "--observations": ("--observations", "5"), "--confidence": ("--confidence", "0.5"), "-t": ("-t", "0.5"),
    "--prefer": ("--prefer", "speed"), "--bands": ("--bands", "4"), "--rows": ("--rows", "3"), "--no-filter": ("--no-filter",)}.items()}
NO_USE_WITH_RU = {name: refused("has no use with --estimator rum", *words) for name, words in {
    "--shingle-hash": ("--shingle-hash", "murmur3"), "--no-filter": ("--no-filter",), "-t": ("-t", "0.5"),
    "--prefer": ("--prefer", "speed"), "--bands": ("--bands", "4", "--rows", "3"), "--rows": ("--rows", "3", "--bands", "4"),
    "--repeated-ids": ("--repeated-ids", "number"),
}.items()}
WITH_RU = {
    "--show": changes("--show", "3", beside=("--trace",)), "--trace": changes("--trace"), "--multipliers": changes("--multipliers", "1,3,5,7"),
    "--offset": changes("--offset", "1", beside=("--multipliers", "1,3,5,7")), "--modulus": changes("--modulus", "997", beside=("--multipliers", "1,3,5,7")),
    "--rows-order": changes("--rows-order", "sorted"), "--draw": changes("--draw", "prime"), "--observations": changes("--observations", "5"),
    "--confidence": changes("--confidence", "0.5"),
    **{name: refused("without --estimator simhash", *words) for name, words in SIMHASH_STEPS.items()},
}
MODES = {  # in which options lose their use: (words, inputs, {option: words})
    "extract alone": (("extract",), ("notes.txt",), {"--seed": ("--seed", "9")}),
    "pairs alone": (("pairs",), ("in.jsonl",), {**{name: tried.words for name, tried in OTHER_SIDE.items()}, "--linkage": ("--linkage", "complete"), "--fdr-method": ("--fdr-method", "by"), "--universe": ("--universe", "500")}),
    "pairs --exact": (("pairs", "--exact"), ("in.jsonl",), {name: FINDING[name].words for name in ("--prefer", "--bands", "--rows")}),
    "pairs --method exact": (("pairs", "--method", "exact"), ("in.jsonl",), {name: FINDING[name].words for name in ("--prefer", "--bands", "--rows")}),
    "pairs without --extract": (("pairs",), ("papers",), {
        name: INPUT[name].words for name in ("--extract-memory", "--extract-seconds", "--extract-unconfined", "--pdf-program")}),
    "report --extract none": (("report", "--extract", "none", "-o", "page"), ("papers",), {
        name: INPUT[name].words for name in ("--extract-memory", "--extract-seconds", "--extract-unconfined", "--pdf-program")}),
    "pairs --lines": (("pairs", "--lines"), ("notes.txt",), {"--extract": ("--extract", "auto")}),
    "pairs of characters": (("pairs", "--shingle", "char:5"), ("in.jsonl",), {"--tokens": ("--tokens", "ascii")}),
    "distance of nucleotides": (("distance",), ("two.fasta.txt",), {"--tokens": ("--tokens", "ascii"), "--normalize": ("--normalize", "nfc")}),
    "plan alone": (("plan",), (), {name: tried.words for name, tried in (INPUT | TEXT).items() if name not in ("--delimiter",)} | {
        "--extract-memory": ("--extract", "auto"), "--extract-seconds": ("--extract", "auto"),
        "--extract-unconfined": ("--extract", "auto"), "--pdf-program": ("--extract", "auto"), "--weight-unit": ("--weights", "suffix")}),
    "simhash --plan": (("simhash", "--plan", "--documents", "1000"), (), {
        **{name: tried.words for name, tried in TEXT.items() if name != "--weight-unit"},
        "--as": ("--as", "lines"), "--on-error": ("--on-error", "fail"), "--text-field": ("--text-field", "body"), "--against": ("--against", "in.jsonl"),
        "--of": ("--of", "notes.txt"), "--clusters": ("--clusters", "clusters.tsv"), "--stats": ("--stats", "s.json"),
        "--weighting": ("--weighting", "tf"), "--min-cosine": ("--min-cosine", "0.5"), "--seed": ("--seed", "9"), "--format": ("--format", "jsonl")}),
    "explain --multipliers": (("explain", "--multipliers", "1,3,5,7"), ("in.jsonl",), {"--hashes": ("--hashes", "20"), "--seed": ("--seed", "9")}),
    "explain --format json": (("explain", "--format", "json"), ("in.jsonl",), {"--show": ("--show", "3")}),
    "law mash alone": (("law", "mash", "--similarity", "0.9"), (), {"--confidence": ("--confidence", "0.5"), "--alphabet": ("--alphabet", "20")}),
}
PLAN = {  # of the sample no id is printed, and its words are what the chance of two documents knows
    "--id-field": same("no id is printed", "--id-field", "name"),
    "--repeated-ids": same("no id is printed", "--repeated-ids", "number"),
    "--pdf-program": dataclasses.replace(INPUT["--pdf-program"], inputs=("papers",)),
    "--fingerprint": same("the similarities of the sample are those of its shingles", "--fingerprint", "rabin"),
    "--key": same("the similarities of the sample are those of its shingles", "--key", "secret.key"),
}
LAW = {"-o": OUTPUT["-o"], "--format": changes("--format", "json")}


def law(*words, **tries):
    """A form of law: an option a keyword, --size-a as size_a; its value is what it is changed to."""
    return Command(("law", *words), (), stats=False, tries=LAW | {
        "--" + name.replace("_", "-"): value if isinstance(value, Try) else changes("--" + name.replace("_", "-"), *([] if value is True else [value]))
        for name, value in tries.items()})


COMMANDS["compare"] = dataclasses.replace(COMMANDS["compare"], inputs=("one.jsonl", "two.jsonl"), tries=COMMANDS["compare"].tries | COMPARE | WITHOUT_LSH | QUIET)
COMMANDS["distance"] = dataclasses.replace(COMMANDS["distance"], tries=WITHOUT_LSH | QUIET | {"--hashes": changes("--hashes", "12"), "--fingerprint": changes("--fingerprint", "rabin")} | COMMANDS["distance"].tries)
COMMANDS["simhash"] = dataclasses.replace(COMMANDS["simhash"], tries=COMMANDS["simhash"].tries | {"--seed": changes("--seed", "9")})
COMMANDS["plan"] = dataclasses.replace(COMMANDS["plan"], words=("plan", "--shingle", "word:1", "--background"), inputs=("in.jsonl",), tries=WITHOUT_LSH | WITHOUT_PLAN_LSH | QUIET | PLAN | COMMANDS["plan"].tries | {
    "--background": changes("--background", "in.jsonl", inputs=()), "--documents": changes("--documents", "1000")})
COMMANDS["plan INPUT"] = dataclasses.replace(COMMANDS["plan"], words=("plan",), tries=COMMANDS["plan"].tries | {
    "--background": refused("its own background", "--background", "in.jsonl"), "--documents": changes("--documents", "1000"),
    # They stand in the command that is advised.
    **{name: dataclasses.replace(tried, expected="changes") for name, tried in (PLAN | INPUT).items() if name in
       ("--fingerprint", "--key", "--id-field", "--repeated-ids", "--extract-seconds", "--extract-unconfined")},
    "--weights": refused("as --background", "--weights", "suffix", inputs=("items.sets",)),
    "--weight-unit": refused("as --background", "--weights", "suffix", "--weight-unit", "5", inputs=("items.sets",)),
    "--problems": refused("has no use", "--problems", "problems.jsonl"), "--run-dir": refused("has no use", "--run-dir", "fresh")})
COMMANDS["explain"] = dataclasses.replace(COMMANDS["explain"], tries=QUIET | {"--seed": changes("--seed", "9")} | WITHOUT_PLAN_LSH | COMMANDS["explain"].tries | {
    "--weights": refused("leave out --weights", "--weights", "suffix", inputs=("items.sets",)),
    "--weight-unit": refused("leave out --weights", "--weights", "suffix", "--weight-unit", "5", inputs=("items.sets",))})
COMMANDS |= {
    "explain --estimator simhash": Command(("explain", "--shingle", "word:1", "--estimator", "simhash"), stats=False, tries=JSON | INPUT | TEXT | QUIET | NO_USE_WITH_SIMHASH | {
        "--show": changes("--show", "3"), "--trace": changes("--trace"), "--seed": changes("--seed", "9"), "--estimator": changes("--estimator", "minhash"),
        "--bits": changes("--bits", "16"), "--weighting": changes("--weighting", "tf-idf"), "--given-hashes": changes("--given-hashes", "hashes.txt", inputs=("one.sets",)),
        "--permutation": changes("--permutation", "2,1", beside=("--bits", "2")),
        "--fingerprint": changes("--fingerprint", "rabin"), "--key": changes("--key", "secret.key"),
        "--weight-unit": refused("as they are", "--weight-unit", "5", "--weights", "suffix", inputs=("items.sets",))}),
    "explain --estimator rum": Command(("explain", "--shingle", "word:2", "--estimator", "rum"), ("one.jsonl", "two.jsonl"), stats=False,
        tries=JSON | COMPARE | WITHOUT_LSH | QUIET | NO_USE_WITH_RU | WITH_RU | {"--extreme": changes("--extreme", "maximum"), "--estimator": changes("--estimator", "ru")}),
    "law error": law("error", hashes="100", within="0.1", threshold="0.5", sketch="bottomk", bits="2", similarity="0.7", union=changes("--union", "300", beside=("--sketch", "bottomk"))),
    "law hashes": law("hashes", within="0.1", confidence="0.5", sketch="bottomk", bits="2", similarity="0.7", union=changes("--union", "300", beside=("--sketch", "bottomk"))),
    "law interval": law("interval", "--matches", "60", "--hashes", "100", matches="50", hashes="120", sketch="bottomk", bits="2",
                        size_a=changes("--size-a", "800", beside=("--sketch", "bottomk", "--size-a", "70", "--size-b", "90")),
                        size_b=changes("--size-b", "900", beside=("--sketch", "bottomk", "--size-a", "80", "--size-b", "70")), confidence="0.5", modified=True),
    "law chance": law("chance", "--universe", "100", "--size-a", "20", "--size-b", "30", universe="200", size_a="21", size_b="31", shared="9", law=True, moment="4"),
    "law samples": law("samples", "--size-a", "90", "--size-b", "80", "--shared", "40", "--sample-a", "30", "--sample-b", "20",
                       size_a="91", size_b="81", shared="41", sample_a="31", sample_b="21"),
    "law ru": law("ru", "--rows", "13", "--set-a", "1,4,7-9", "--set-b", "4,7,10", rows="17", set_a="1,4", set_b="4",
                  size_a=changes("--size-a", "6", beside=("--size-a", "5", "--size-b", "4", "--shared", "2"), inputs=("--without-sets",)),
                  size_b=changes("--size-b", "6", beside=("--size-a", "5", "--size-b", "4", "--shared", "2"), inputs=("--without-sets",)),
                  shared=changes("--shared", "3", beside=("--size-a", "5", "--size-b", "4", "--shared", "2"), inputs=("--without-sets",)),
                  maximum=True, modified=changes("--modified", inputs=("--without-rows",)), hashes="50", matches="40", confidence="0.5",
                  draw="prime", law_x="1:2,4-6:0.5", law_y="1:2,4-6:0.5", law_xy="weights.txt", within="0.1",
                  around=changes("--around", "0.4", beside=("--within", "0.1")), moment="4"),
    "law mash": law("mash", "--similarity", "0.9", similarity="0.8", kmer="16", hashes="100",
                    size_a=changes("--size-a", "2000", beside=("--hashes", "100", "--size-a", "1000", "--size-b", "900")),
                    size_b=changes("--size-b", "2000", beside=("--hashes", "100", "--size-a", "1000", "--size-b", "900")),
                    alphabet=changes("--alphabet", "20", beside=("--hashes", "100", "--size-a", "1000", "--size-b", "900")),
                    confidence=changes("--confidence", "0.5", beside=("--hashes", "100"))),
    "law simhash": law("simhash", bits="128", distance="4", documents="100000"),
    "law bias": law("bias", "--family", "linear-31", "--set-a", "1-10", "--set-b", "6-15", family="murmur3", set_a="1-9", set_b="6-14", functions="5000", confidence="0.5")
}
COMMANDS["law bias"].tries["--parameter"] = changes("--parameter", "103", beside=("--family", "linear", "--parameter", "101"))
COMMANDS["sketch"] = Command(("sketch", "-t", "0.2", "--shingle", "word:2", "--run-dir", "made"), tries={
    "--keep": changes("--keep", "field:name:max"), "--run-dir": changes("--run-dir", "elsewhere"),
    # Texts lie in the run directory in the order in which they were extracted.
    **{name: dataclasses.replace(INPUT[name], beside=("--extract", "auto", "--threads", "1")) for name in ("--extract-seconds", "--extract-unconfined")}})
RUN_DIR = {name: RUNNING[name] for name in ("--threads", "--memory", "--block-size", "--simd", "-q")}
COMMANDS["join"] = Command(("join", "--run-dir", "sketched"), (), tries=RUN_DIR | {
    "--run-dir": refused("", "--run-dir", "nowhere"), "--keep": changes("--keep", "longest"), "--for": changes("--for", "pairs")})
COMMANDS["cluster"] = Command(("cluster", "--run-dir", "joined"), (), tries=RUN_DIR | {
    name: COMMANDS["dedup"].tries[name] for name in ("--keep", "--removed", "--clusters", "--report", "--annotate", "--check")} | {
    "--run-dir": refused("", "--run-dir", "nowhere"), "--copy-to": refused("", "--copy-to", "copies"),
    "--at": refused("finds those that one threshold needs", "--at", "0.9")})

ANSWERS = TSV | {
    "-t": changes("-t", "0.9"), "--containment": changes("--containment"), "--confidence": changes("--confidence", "0.5"), "--universe": changes("--universe", "500")}
KEYED = {"--key": refused("was not made with the key", "--key", "secret.key")}
COMMANDS |= {
    "signatures create": Command(("signatures", "create", "--shingle", "word:2", "-o", "made"), stats=False, tries=WITHOUT_LSH | {
        "--bits": changes("--bits", "2"), "--fingerprint": changes("--fingerprint", "rabin"), "--key": changes("--key", "secret.key")}),
    "signatures add": Command(("signatures", "add", "--to", "old.sig"), ("in.jsonl",), stats=False, tries=KEYED | {
        "--to": changes("--to", "other.sig")}),
    "signatures merge": Command(("signatures", "merge", "kept.sig", "other.sig", "-o", "made"), (), stats=False, tries={}),
    "signatures nearest": Command(("signatures", "nearest", "--in", "kept.sig"), stats=False, tries=QUIET | KEYED | ANSWERS | {
        "--in": changes("--in", "other.sig"), "--records": changes("--records", inputs=("two.fasta.txt",), beside=("--in", "fasta.sig")), "--top": changes("--top", "2"),
        "--signatures": refused("ask twice", "--signatures", "other.sig")}),
    "signatures pairs": Command(("signatures", "pairs", "kept.sig", "-t", "0.1"), (), stats=False, tries=QUIET | ANSWERS),
    "signatures estimate": Command(("signatures", "estimate", "kept.sig", "other.sig", "--of", "named.tsv"), (), stats=False, tries={
        name: tried for name, tried in ANSWERS.items() if name != "-t"} | {"--of": changes("--of", "few.tsv")}),
    "signatures info": Command(("signatures", "info", "kept.sig"), (), stats=False, tries=JSON),
}
# An index over in.jsonl; DIR stands before the inputs. What an add changes is seen in what it says and in the index.
INDEX = ("index", "query", "idx")
SERVER = {"--token-file": refused("it is of servers", "--token-file", "tokens"), "--timeout": refused("it is of servers", "--timeout", "9")}
WHERE = {"--where": changes("--where", "name=n1"), "--not": changes("--not", "name=n1")}
ADD = {name: tried for name, tried in INPUT.items() if name != "--repeated-ids"} | {name: tried for name, tried in RUNNING.items() if name != "--run-dir"}
# Of a shelf of essays, in two adds.
OLD = {name: tried for name, tried in (PASSAGES | ADD).items() if name not in ("--against", "--guarantee", "--normalize", "--sensitivity", "--group-by")} | {
    **{name: PASSAGES[name] for name in ("--text-field", "--id-field", "--extract", "--extract-memory", "--extract-seconds", "--extract-unconfined", "--pdf-program")},
    "--min-length": changes("--min-length", "1000"), "--repeated-ids": INPUT["--repeated-ids"], "--as-of": changes("--as-of", "1"), "--where": changes("--where", "name=n1"), "--not": changes("--not", "name=n1")}
COMMANDS |= {
    "index create": Command(("index", "create", "fresh"), (), stats=False, tries=TEXT | {
        "--least": changes("--least", "0.7"), "--passages": changes("--passages", "none"), "--store": changes("--store", "sets"), "--recall": changes("--recall", "0.5"), "--field": changes("--field", "name", "year"),
        "--weights": changes("--weights", "suffix"), "--weight-unit": changes("--weight-unit", "5", beside=("--weights", "suffix"))} | SERVER),
    "index add": Command(("index", "add", "idx"), stats=False, tries=ADD | {
        "--on-same-id": changes("--on-same-id", "keep", inputs=("twice.jsonl",)), "--checkpoint": changes("--checkpoint", "a=b"),
        "--unless-similar": changes("--unless-similar", "0.5", inputs=("twins.jsonl",)), "--results": changes("--results", "added.jsonl"),
        "--added-at": refused("is no time", "--added-at", "noon")} | SERVER),
    "index query": Command((*INDEX, "-t", "0.5"), tries=ADD | TSV | {
        "-t": changes("-t", "0.9"), "--recall": changes("--recall", "0.5", stats=True), "--top": changes("--top", "1"),
        "--as-of": changes("--as-of", "1"), "--exact": changes("--exact", stats=True), "--measure": changes("--measure", "dice"),
        "--extract": changes("--extract", "auto", inputs=("leaf",)),
        "--contained": changes("--contained", "stored", inputs=("part.jsonl",), beside=("--measure", "containment", "--exact")),
        "--answers": changes("--answers", "sure.tsv"), "--check": changes("--check", stats=True)} | WHERE | SERVER),
    "index passages": Command(("index", "passages", "shelf"), ("essays",), tries=OLD | TSV | SERVER | {"--format": changes("--format", "jsonl")}),
    "index report": Command(("index", "report", "shelf", "-o", "page"), ("essays",), tries=OLD | SERVER | {
        "--format": changes("--format", "tsv"), "--pseudonyms": changes("--pseudonyms"), "--marks": changes("--marks", "marks.csv"), "--within": changes("--within"),
        **{name: COMMANDS["report"].tries[name] for name in ("--extract-seconds", "--extract-unconfined")}}),
    "index remove": Command(("index", "remove", "idx"), ("1",), stats=False, tries={"--ids": changes("--ids", "ids.txt"), "--purge": changes("--purge"), "--older-than": changes("--older-than", "2999-01-01")} | WHERE | SERVER),
    "index get": Command(("index", "get", "idx"), ("1",), stats=False, tries=SERVER),
    "index list": Command(("index", "list", "idx"), (), stats=False, tries=TSV | WHERE | SERVER),
    "index stats": Command(("index", "stats", "idx"), (), stats=False, tries=JSON | SERVER),
    "index verify": Command(("index", "verify", "idx"), (), stats=False, tries={"--deep": same("it is whole", "--deep")} | SERVER),
    "index repair": Command(("index", "repair", "idx"), (), stats=False, tries={"--all": same("every segment is whole", "--all")}),
    "index export": Command(("index", "export", "idx"), (), stats=False, tries={"--times": changes("--times")} | SERVER),
    "index snapshot": Command(("index", "snapshot", "idx", "copy"), (), stats=False),
    "index rebuild": Command(("index", "rebuild", "idx", "new"), (), stats=False, tries=TEXT | {"--passages": changes("--passages", "none"),
        "--least": changes("--least", "0.7"), "--recall": changes("--recall", "0.5"),
        "--weights": changes("--weights", "suffix"),
        "--weight-unit": refused("is for weighted items", "--weight-unit", "5")}),
    "index audit": Command(("index", "audit", "idx", "--sample", "3"), (), stats=False, tries=JSON | {
        "--sample": changes("--sample", "1"), "--draw": changes("--draw", "2", beside=("--sample", "1")), "-t": changes("-t", "0.9"),
        "--recall": refused("is not between 0 and 1", "--recall", "2")}),
    "index plan": Command(("index", "plan", "idx"), (), stats=False, tries=TSV | {"--recall": changes("--recall", "0.5")}),
    "serve": Command(("serve",), ("idx", "--try"), stats=False, tries={
        "--listen": changes("--listen", "unix:ask"), "--indexes": refused("no such folder", "--indexes", "nowhere"), "--tokens": changes("--tokens", "tokens"), "--read-only": changes("--read-only"),
        "--max-body": changes("--max-body", "1MiB"), "--max-connections": changes("--max-connections", "7"), "--max-waiting": changes("--max-waiting", "7"),
        "--seconds": changes("--seconds", "7"), "--deadline": changes("--deadline", "7"), "--rate": refused("is of each token", "--rate", "7"), "--try": same("it is there already", "--try"), "--threads": changes("--threads", "7"),
        "--memory": same("a limit never changes a result", "--memory", "200MiB"), "-q": changes("-q")}),
    "index merge": Command(("index", "merge", "idx"), (), stats=False, tries=SERVER | {name: RUNNING[name] for name in ("--threads", "--memory")}),
}
