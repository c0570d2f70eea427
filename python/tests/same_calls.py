"""The promise of the same bytes: calls of the package, command lines over tables, jobs on Spark, and what comes of them.

As tests/cases/same_bytes/cases.py for the program; same_calls.tsv has the answers. To record them anew:

    PYTHONPATH=build/python TEXTKIN=build/textkin build/venv/bin/python python/tests/same_calls.py --record
"""

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import warnings

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "tests" / "cases"))

from same_bytes import cases, inputs, versions

import textkin

PROGRAM = pathlib.Path(os.environ.get("TEXTKIN", ROOT / "build" / "textkin")).resolve()
ANSWERS = HERE / "same_calls.tsv"
# Of the statistics: what clocks, memory and the machine say, and the version.
VARYING = {"seconds", "peak_memory_bytes", "threads", "simd", "version"}


def collection(name, shared=False):
    """The texts of a collection as a table, with all fields of its records."""

    def read():
        (data,) = inputs.COLLECTIONS[name].files().values()
        return pa.Table.from_pylist([json.loads(line) for line in data.splitlines()])

    read.shared = shared
    return read


families, more_families = collection("families.jsonl"), collection("more-families.jsonl")
us_code, laws = collection("us-code-few.jsonl", True), collection("laws-de.jsonl", True)


def file_of(write):
    """The families as a file of a table, in bytes."""

    def made():
        sink = io.BytesIO()
        table = families()
        write(table.replace_schema_metadata({"made": "for a test"}), sink)
        return sink.getvalue()

    return made


def write_ipc(kind):
    def write(table, sink):
        with kind(sink, table.schema) as out:
            out.write_table(table, max_chunksize=100)

    return write


inputs.collection("families.parquet")(file_of(lambda table, sink: pq.write_table(table, sink, row_group_size=100)))
inputs.collection("families.arrow")(file_of(write_ipc(pa.ipc.new_file)))
inputs.collection("families.arrows")(file_of(write_ipc(pa.ipc.new_stream)))
inputs.collection("families.feather")(file_of(lambda table, sink: pa.feather.write_feather(table, sink)))
inputs.collection("families.csv")(file_of(lambda table, sink: pa.csv.write_csv(table, sink)))


@inputs.collection("products", shared=True)
def products():
    """Two tables of goods, between bars."""
    folder = inputs.reference.DATA / "entity-resolution" / "abt-buy"
    return {name: (folder / name).read_bytes() for name in ("abt.csv", "buy.csv")}


@inputs.collection("broken.csv")
def broken_csv():
    return b'id,text\n1,"one two"\n2,three,four\n3,"one two"\n'


def stats_of(stats):
    return {name: value for name, value in stats.items() if name not in VARYING}


def plain(value):
    """A value as bytes: tables by their schema and rows, arrays by their type and members."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, pa.Table):
        lines = [str(value.schema.remove_metadata()), *(json.dumps(row, default=repr) for row in value.to_pylist())]
        metadata = dict(value.schema.metadata or {})
        if stats := metadata.pop(b"textkin", None):
            lines.append(json.dumps(stats_of(json.loads(stats))))
        return "\n".join([*lines, *(f"{key} {metadata[key]}" for key in sorted(metadata)), ""]).encode()
    if isinstance(value, pa.Array | pa.ChunkedArray):
        return f"{value.type} {value.to_pylist()}".encode()
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.tolist()}".encode()
    return json.dumps(stats_of(value) if isinstance(value, dict) else value, default=repr).encode()


CALLS, ON_SPARK = {}, {}


def call(*collections):
    """A call over tables or names of files, made in the folder where it runs; it gives {part: value}, or one value."""

    def add(function):
        CALLS[function.__name__] = (function, collections)
        return function

    return add


def shared(collections):
    names = [name for name in collections if isinstance(name, str) and inputs.COLLECTIONS[name].shared]
    return names + [name for name in collections if getattr(name, "shared", False)]


@call(families)
def pairs_of_a_table(table, **more):
    return textkin.pairs(table, 0.6, **more)


@call(families, more_families)
def pairs_against_by_measures(table, others, **more):
    lsh = textkin.pairs(table, 0.6, against=others, method="lsh", seed=7, **more)
    contained = textkin.pairs(table, 0.7, against=others, measure="containment", **more)
    return {"lsh": lsh, "containment": contained, "overlap": textkin.pairs(table, 30, measure="overlap", **more)}


@call(laws)
def pairs_under_a_false_discovery_rate(table, **more):
    return textkin.pairs(table, 0.1, fdr=0.01, shingle="word:2", **more)


@call(families)
def pairs_of_texts_mappings_and_batches(table, **more):
    texts = table["text"].to_pylist()
    named = dict(zip(table["id"].to_pylist(), texts, strict=True))
    batches = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=37))
    parts = {"texts": texts, "column": table["text"], "mapping": named, "batches": batches}
    return {name: textkin.pairs(data, method="lsh", **more) for name, data in parts.items()}


@call(families)
def dedup_of_a_table(table, **more):
    found = {}
    for keep in ("first", "longest", "field:rank:min", "prefer:f1.*"):
        result = textkin.dedup(table, 0.7, keep=keep, report=f"{keep[:5]}.html", audit=50, **more)
        parts = {"kept": result.kept, "removed": result.removed, "clusters": result.clusters, "ids": result.ids}
        found |= {f"{keep} {name}": value for name, value in (parts | {"stats": result.stats}).items()}
    return found


@call("families.jsonl", "families.parquet", "families.csv")
def dedup_of_paths(**more):
    found = {}
    for kind in ("jsonl", "parquet", "csv"):
        result = textkin.dedup(f"families.{kind}", 0.7, output=f"kept.{kind}", **more)
        found |= {f"{kind} kept": result.kept, f"{kind} removed": result.removed, f"{kind} stats": result.stats}
    return found


@call("broken.jsonl")
def broken_records(**more):
    return textkin.pairs("broken.jsonl", 0.5, problems="problems.jsonl", **more)


@call(us_code)
def passages_and_report_of_a_table(table, **more):
    table = table.slice(0, 40)
    found = {"passages": textkin.passages(table, guarantee=10, **more)}
    return found | {"stats": textkin.report(table, "report.html", **more)}


@call("hand-ins", "hamlet")
def passages_and_report_of_paths(**more):
    found = {name: textkin.extract(f"hand-ins/{name}") for name in ("a.docx", "b.odt", "c.html", "d.md", "e.pdf")}
    found["passages"] = textkin.passages("hand-ins", **more)
    found["hamlet"] = textkin.passages("hamlet", guarantee=8, **more)
    return found | {"stats": textkin.report("hand-ins", "report.html", pseudonyms=True, **more)}


@call("bridge-a.txt", "bridge-b.txt", families)
def compare_and_plan(table, **more):
    a, b = pathlib.Path("bridge-a.txt"), pathlib.Path("bridge-b.txt")
    return {
        "paths": textkin.compare(a, b, confidence=0.9, bits=2, sketch="kperm", **more),
        "texts": textkin.compare(a.read_text(), b.read_text(), background=table, **more),
        "plan": textkin.plan(0.7, 0.99, documents=10**6, **more),
        "plan of a background": textkin.plan(0.6, background=table, **more),
    }


@call()
def sketches_as_bytes(**more):
    found = {}
    for entry in textkin.sketches.sketch_catalog():
        name = entry["name"]
        a, b = textkin.sketches.Sketch(name, 64, 3), textkin.sketches.Sketch(name, 64, 3)
        a.update_batch([f"item {i}" for i in range(300)])
        b.update_batch([f"item {i}" for i in range(100, 400)])
        found |= {name: a.to_bytes(), f"{name} union": textkin.sketches.Sketch.union(a, b).to_bytes()}
        found[f"{name} estimates"] = f"{a.estimate(b)!r} {a.count()!r}"
    return found


@call(families, "broken.csv")
def errors(table, **more):
    found = {}
    for name, wrong in {
        "threshold": lambda: textkin.pairs(table, 2, **more),
        "keep": lambda: textkin.dedup(table, keep="best", **more),
        "column": lambda: textkin.pairs(table, text="body", **more),
        "path": lambda: textkin.dedup("none.jsonl", **more),
        "csv": lambda: textkin.pairs("broken.csv", **more),
        "memory": lambda: textkin.pairs(table, memory="1MiB", threads=2),
        "exact lsh": lambda: textkin.pairs(table, exact=True, method="lsh", **more),
    }.items():
        try:
            found[name] = wrong()
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
    return found


def on_spark(function):
    ON_SPARK[function.__name__] = function
    return function


def frame_of(spark, table, partitions):
    rows = [(row["id"], row["text"], row["rank"], place) for place, row in enumerate(table.to_pylist())]
    return spark.createDataFrame(rows, "id string, text string, rank long, place long").repartition(partitions)


def spark_stats(result):
    counts = ("documents", "empty", "problems", "exact_duplicates", "candidates", "verified", "pairs")
    return {name: result.stats[name] for name in (*counts, "recall_predicted")}


def sorted_rows(frame):
    rows = [json.dumps(row.asDict(recursive=True), sort_keys=True, default=repr) for row in frame.collect()]
    return "\n".join(sorted(rows))


@on_spark
def spark_pairs(spark, partitions, folder):
    result = textkin.spark.pairs(frame_of(spark, families(), partitions), 0.6, order="place", partitions=partitions)
    return {"pairs": sorted_rows(result.pairs), "stats": spark_stats(result)}


@on_spark
def spark_dedup(spark, partitions, folder):
    frame = frame_of(spark, families(), partitions)
    result = textkin.spark.dedup(frame, 0.6, keep="field:rank:min", order="place", partitions=partitions, audit=50)
    parts = {"kept": sorted_rows(result.kept), "removed": sorted_rows(result.removed)}
    return parts | {"stats": spark_stats(result), "audit": result.stats["audit"]}


@on_spark
def spark_job(spark, partitions, folder):
    """`python -m textkin.spark` over records of which some are broken."""
    import textkin.spark.__main__

    for name in ("families.jsonl", "broken.jsonl"):
        inputs.write(name, folder / "records")
    written = {f"--{name}": folder / name for name in ("output", "removed", "stats", "problems")}
    words = ["textkin.spark", "dedup", folder / "records", "--format", "jsonl", "-t", "0.6", "--keep", "longest"]
    words += [word for pair in written.items() for word in pair]
    before, sys.argv = sys.argv, list(map(str, words))
    try:
        assert textkin.spark.__main__.main() == 0
    finally:
        sys.argv = before
    kept = sorted(line for part in written["--output"].glob("part-*") for line in part.read_bytes().splitlines(True))
    removed = pa.concat_tables(pq.read_table(part) for part in written["--removed"].glob("part-*")).sort_by("id")
    stats = json.loads(written["--stats"].read_bytes())
    counts = {name: stats[name] for name in ("documents", "empty", "problems", "kept", "removed", "pairs")}
    found = {"kept": b"".join(kept), "removed": removed.replace_schema_metadata(None), "stats": counts}
    return found | {"problems": written["--problems"].read_bytes()}


def added(name, found):
    came = cases.Came(name)
    for part, value in (found if isinstance(found, dict) else {"answer": found}).items():
        came.add(part, plain(value))
    return came


def missing(name):
    """Why a call cannot be made here, or nothing."""
    if name in CALLS and shared(CALLS[name][1]) and not inputs.reference.DATA.is_dir():
        return f"no shared data at {inputs.reference.DATA}; TEXTKIN_DATA names its folder"
    return ""


def run_call(name, folder, options):
    """What comes of a call: its values, its warnings, and the files that it leaves in the folder."""
    function, given = CALLS[name]
    written, tables = set(), []
    for one in given:
        if isinstance(one, str):
            written.update(inputs.write(one, folder))
        else:
            tables.append(one())
    with contextlib.chdir(folder), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        came = added(name, function(*tables, **options))
    told = (f"{one.message}\n" for one in warned if issubclass(one.category, RuntimeWarning))  # the package's
    came.add("warnings", "".join(told).encode())
    cases.add_files(came, folder, written)
    return as_contents(came)


def run_on_spark(name, folder, spark, partitions):
    found = ON_SPARK[name](spark, partitions, folder)
    return added(name, {part: plain(value).replace(str(folder).encode(), b"HERE") for part, value in found.items()})


def as_contents(came):
    """Files of Parquet and Arrow by what they hold and in what pieces, because their bytes are pyarrow's."""
    for part, data in came.parts.items():
        kind = part.rpartition(".")[2]
        if kind == "parquet":
            file = pq.ParquetFile(io.BytesIO(data))
            data = f"{file.num_row_groups} row groups\n".encode() + plain(file.read())
            came.parts[part] = versions.UNICODE.sub(b"unicode-15.0", data)
        elif kind in ("arrow", "arrows", "feather"):
            file = (pa.ipc.open_stream if kind == "arrows" else pa.ipc.open_file)(data)
            table = file.read_all()
            came.parts[part] = f"{len(table.to_batches())} batches\n".encode() + plain(table)
    return came


TABLES = cases.read_cases(HERE / "same_tables.txt")


def run_table_case(name, folder, options):
    """Command lines over tables, which the program runs in this interpreter."""
    packages = os.pathsep.join([str(pathlib.Path(textkin.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {"TEXTKIN_PYTHON": sys.executable, "PYTHONPATH": packages.rstrip(os.pathsep)}
    came = as_contents(cases.run(TABLES[name], PROGRAM, folder, options, environment))
    for part, data in came.parts.items():
        came.parts[part] = re.sub(re.escape(sys.executable.encode()), b"PYTHON", data)
    return came


def every_answer():
    for name in CALLS:
        if not missing(name):
            yield name, lambda folder, name=name: run_call(name, folder, {"threads": 2})
    for name, case in TABLES.items():
        if not case.missing():
            yield name, lambda folder, name=name: run_table_case(name, folder, {"--threads": "2"})
    if not shutil.which("java"):
        return
    import on_spark

    spark = on_spark.start("local[2]")
    for name in ON_SPARK:
        yield name, lambda folder, name=name: run_on_spark(name, folder, spark, 3)
    spark.stop()


if __name__ == "__main__":
    if sys.argv[1:] != ["--record"]:
        sys.exit(__doc__)
    answers = cases.read_answers(ANSWERS)
    for name, run in every_answer():
        with tempfile.TemporaryDirectory() as folder:
            answers[name] = run(pathlib.Path(folder)).answer()
    names = [*CALLS, *TABLES, *ON_SPARK]
    cases.write_answers({name: answers[name] for name in names if name in answers}, ANSWERS)
