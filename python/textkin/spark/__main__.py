"""The job over paths: `python -m textkin.spark dedup IN.jsonl -o OUT`, or this file under spark-submit."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

try:
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession
    from textkin import _options, _wording
    from textkin._row_edits import ADDED, check_unmarked
    from textkin.spark import _components, _job, _leaks, _paths, _report, _test_sets
except ModuleNotFoundError as _missing:
    print(
        f"textkin: this Python ({sys.executable}) lacks the package {_missing.name}, which the driver needs; "
        "install it with pip install 'textkin[spark]', or name another with PYSPARK_DRIVER_PYTHON",
        file=sys.stderr,
    )
    sys.exit(2)

_FOOT = """\
OUT is a folder of parts that must not be there yet, complete where it holds _SUCCESS. dedup keeps the records of JSON
lines byte for byte (part-*.jsonl) and all columns of Parquet; of texts their names (part-*.txt). So does decontaminate, but for
what it marks or cuts. Exit codes: 0 done, 2 wrong usage, or input or output that failed.
"""

# Options of some commands alone; of those that are as for `textkin dedup`, decontaminate() says which it has.
_ONLY = {
    "removed": ("dedup", "decontaminate"),
    **dict.fromkeys(("against", "against_text_field", "against_id_field"), ("dedup", "decontaminate")),
    "keep": ("dedup",),
    "candidates": ("pairs",),
    "estimates": ("pairs",),
    "threshold": ("dedup", "pairs"),
    "recall": ("dedup", "pairs"),
    "components": ("dedup", "pairs"),
    **dict.fromkeys(
        ("leaks", "action", "margin", "by", "sensitivity", "guarantee", "max_gap", "min_length"),
        ("decontaminate",),
    ),
}
# Options that tasks set, or that are said in another way here.
_OWN = {"memory", "exact", "method", "problems", "on_error"}
_METAVAR = {
    "normalize": "LIST",
    "tokens": "NAME",
    "shingle": "word:K|char:K|kmer:K",
    "weights": "suffix",
    "weight_unit": "U",
    "stop_words": "LANGUAGE|FILE",
    "stem": "LANGUAGE",
    "fingerprint": "NAME",
    "key": "FILE",
    "prefer": "accuracy|speed",
    "sketch": "NAME",
    "hashes": "K",
    "seed": "N",
    "bands": "B",
    "rows": "R",
    "audit": "N",
    "invalid_utf8": "replace|skip|fail",
    "block_size": "SIZE",
    "simd": "NAME",
}


def _shared() -> list[str]:
    return [name for name in _options.Options.__annotations__ if name not in _OWN and name not in _job.NOT_HERE]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m textkin.spark",
        description="What `textkin dedup`, `textkin pairs` and `textkin decontaminate` do with files, on Spark.",
        epilog=_FOOT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "command",
        choices=("dedup", "pairs", "decontaminate"),
        help="remove copies, list alike pairs, or remove what holds words of test sets",
    )
    parser.add_argument(
        "input", nargs="+", metavar="INPUT", help="what Spark reads: files, folders, patterns; local, hdfs://, s3a://"
    )
    files = parser.add_argument_group("Files")
    files.add_argument(
        "--against",
        nargs="+",
        metavar="INPUT",
        help="dedup: documents that stay, of the format of INPUT; decontaminate: required: the test sets, a file each, which every task has all of",
    )
    files.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="for the kept records, or for the pairs (Parquet)"
    )
    files.add_argument(
        "--removed",
        metavar="OUT",
        help="dedup: a row a removed document; decontaminate: a row a document that shares something, or with --action cut a "
        "stretch that went, or by passages a passage (Parquet)",
    )
    files.add_argument("--leaks", metavar="OUT", help="decontaminate: a row a test item that leaked (Parquet)")
    files.add_argument(
        "--candidates",
        metavar="OUT",
        help="pairs: every pair that meets in a bucket of a band, alike or not, with both values (Parquet)",
    )
    files.add_argument(
        "--estimates", action="store_true", help="pairs: also what the sketches say, beside the exact similarity"
    )
    files.add_argument("--stats", metavar="FILE.json", help="what the run did, as JSON; else it is printed")
    files.add_argument("--problems", metavar="FILE.jsonl", help="every record that could not be used")
    files.add_argument("--format", choices=_paths.FORMATS, help="of INPUT; default: by its name, or its files'")
    files.add_argument(
        "--text-field",
        "--text",
        action="append",
        metavar="NAME",
        help="field or column of the text; text. Given several times: fields of JSON lines, joined",
    )
    files.add_argument(
        "--id-field",
        "--id",
        metavar="NAME",
        help="field or column of the id; default: id, or FILE:LINE where it is missing",
    )
    files.add_argument(
        "--against-text-field",
        action="append",
        metavar="NAME",
        help="that of the other side; default: as --text-field",
    )
    files.add_argument("--against-id-field", metavar="NAME", help="that of the other side; default: as --id-field")
    files.add_argument("--on-error", choices=("skip", "fail"), default="skip", help="a record that cannot be used")
    finding = parser.add_argument_group("Finding")
    finding.add_argument("-t", "--threshold", type=float, metavar="T", help="least similarity; 0.8")
    finding.add_argument("--recall", type=float, metavar="P", help="least probability that a pair at T is found; 0.95")
    finding.add_argument(
        "--keep",
        metavar="RULE",
        help="dedup: first, last, longest, shortest, field:NAME[:max|min] or prefer:PATTERN; first",
    )
    leaking = parser.add_argument_group("Finding what test sets have, for decontaminate; as there")
    leaking.add_argument("--action", choices=("drop", "flag", "cut"), help="with a document that shares something; drop")
    leaking.add_argument("--margin", type=int, metavar="N", help="with cut: words that go too on either side; 30")
    leaking.add_argument("--by", choices=("ngrams", "passages"), help="what counts as leaked; ngrams")
    leaking.add_argument("--sensitivity", choices=("strict", "normal", "short"), help="by passages: how long they must be; normal")
    leaking.add_argument("--guarantee", type=int, metavar="W", help="by passages: every shared run of W words is found; 12")
    leaking.add_argument("--max-gap", type=int, metavar="N", help="by passages: characters between equal words of one; 50")
    leaking.add_argument("--min-length", type=int, metavar="N", help="by passages: characters of one without W equal words; 100")
    running = parser.add_argument_group("Running; never changes a result")
    running.add_argument("--partitions", type=int, metavar="N", help="of what is shuffled; default: twice the cores")
    running.add_argument(
        "--components", choices=_components.WAYS, help="who unites what is connected; driver"
    )
    running.add_argument("--memory", default="512MiB", metavar="SIZE", help="a task, for the engine; 512MiB")
    same = parser.add_argument_group("As for `textkin dedup` and its like, whose --help says more")
    for name in _shared():
        option = "--" + name.replace("_", "-")
        if _options.Options.__annotations__[name] is bool:
            same.add_argument(option, action="store_true", default=None)
        else:
            same.add_argument(option, metavar=_METAVAR.get(name, "VALUE"), type=int if name == "audit" else str)
    return parser


def _check_options(parser: argparse.ArgumentParser, given: dict[str, Any]) -> None:
    """Ends the program where an option is of another command."""
    command = given["command"]
    for name, value in given.items():
        only = _ONLY.get(name, ("dedup", "pairs", "decontaminate"))
        if name in _options.SparkOptions.__annotations__ and name not in _options.SparkDecontaminateOptions.__annotations__:
            only = ("dedup", "pairs")
        if value is not None and value is not False and command not in only:
            parser.error(f"--{name.replace('_', '-')} is for {' and '.join(only)}")
    if command == "decontaminate" and not given["against"]:
        parser.error("decontaminate takes the test sets by --against")
    for name in ("against_text_field", "against_id_field"):
        if given[name] is not None and not given["against"]:
            parser.error(f"--{name.replace('_', '-')} has no use without --against; leave it out")


def _check_outputs(spark: SparkSession, given: dict[str, Any], paths: Sequence[str]) -> None:
    """What would fail in the end fails before the work."""
    folders = [given[name] for name in ("output", "removed", "candidates", "leaks") if given[name]]
    for folder in folders:
        if _paths.exists(spark, folder):
            raise FileExistsError(f"{folder}: is there already; name another folder, or remove it")
    for folder in folders:
        if folders.count(folder) > 1:
            raise ValueError(f"{folder}: named for two outputs")
    files = [given[name] for name in ("stats", "problems") if given[name]]
    for file in files:
        if not os.path.isdir(os.path.dirname(file) or "."):
            raise FileNotFoundError(f"{file}: its folder does not exist; make it")
        # Where the job runs on this machine alone, what it reads may be local too.
        if any(os.path.exists(path) and _lies_in(file, path) for path in paths):
            raise ValueError(f"{file}: is an input, or lies in one; name another")
    if len({os.path.realpath(file) for file in files}) < len(files):
        raise ValueError(f"{files[0]}: named for two outputs")


def _lies_in(file: str, path: str) -> bool:
    return os.path.commonpath([os.path.realpath(file), os.path.realpath(path)]) == os.path.realpath(path)


def _write(file: str, lines: Any) -> None:
    """Under its name only when it is complete."""
    handle, path = tempfile.mkstemp(prefix=".textkin-", dir=os.path.dirname(file) or ".")
    try:
        with open(handle, "w", encoding="utf-8") as out:
            out.writelines(lines)
        os.chmod(path, 0o666 & ~_umask())
        os.replace(path, file)
    except BaseException:
        os.unlink(path)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _check_sides(paths: Sequence[str], against: Sequence[str]) -> None:
    for path in set(paths) & set(against):
        raise ValueError(f"{path} is both INPUT and --against; leave it out of one")


def _find_alike(spark: SparkSession, command: str, given: dict[str, Any], options: dict[str, Any]) -> _report.Result:
    """dedup or pairs; writes its DataFrames."""
    threshold = 0.8 if given["threshold"] is None else given["threshold"]
    keep = given["keep"] or "first"
    settings = _job.settings_of(threshold, given["recall"], given["memory"], options)._replace(
        components=given["components"] or "driver",
        estimates=given["estimates"],
        candidates=given["candidates"] is not None,
    )
    field = _job.field_of(keep) if command == "dedup" else ""
    format = given["format"] or _paths.format_of(spark, given["input"])
    against = given["against"] or []
    _check_sides(given["input"], against)
    _check_outputs(spark, given, [*given["input"], *against])
    fields = given["text_field"] or ["text"], given["id_field"]
    rows = _paths.read(spark, given["input"], format, *fields, settings, field)
    old = None
    if against:
        format_of_old = given["format"] or _paths.format_of(spark, against)
        old = _paths.read(spark, against, format_of_old, *_fields_of_against(given), settings, "")
    settings = _job.with_parts(settings, rows, given["partitions"], old)
    if command == "dedup":
        found = _job.dedup_rows(rows, settings, keep, old)
        _paths.write(found.kept, rows.output, format, given["output"])
        if given["removed"]:
            found.removed.write.parquet(given["removed"])
        return found
    alike = _job.pairs_rows(rows, settings)
    alike.pairs.write.parquet(given["output"])
    if given["candidates"]:
        alike.candidates.write.parquet(given["candidates"])
    return alike


def _fields_of_against(given: dict[str, Any]) -> tuple[list[str], str | None]:
    """Where the text and the id of the other side are."""
    text = given["against_text_field"] or given["text_field"] or ["text"]
    return text, given["against_id_field"] or given["id_field"]


def _find_leaks(spark: SparkSession, given: dict[str, Any], options: dict[str, Any]) -> _report.Result:
    """decontaminate; writes its DataFrames."""
    action, paths, against = given["action"] or "drop", given["input"], given["against"]
    names = ("by", "sensitivity", "guarantee", "max_gap", "min_length")
    options |= {name: given[name] for name in names if given[name] is not None}
    settings = _leaks.settings_of(action, given["margin"], given["memory"], options)
    _check_sides(paths, against)
    format = given["format"] or _paths.format_of(spark, paths)
    if format == "text" and action != "drop":
        raise ValueError(f"--action {action} is of records of JSON lines or Parquet; of texts the names of those that stay are written")
    _check_outputs(spark, given, [*paths, *against])
    text, id = given["text_field"] or ["text"], given["id_field"]
    rows = _paths.read(spark, paths, format, text, id, settings, "")
    marks = action == "flag" and format == "parquet"
    if marks:
        check_unmarked(rows.output, paths[0])
    settings = _job.with_parts(settings, rows, given["partitions"])
    sets = _test_sets.of_paths(spark, against, given["format"], *_fields_of_against(given), settings)
    found = _leaks.decontaminate_rows(rows, sets, settings)
    _paths.write(found.kept, [*rows.output, *([ADDED] if marks else [])], format, given["output"])
    if given["removed"]:
        told = found.cuts if action == "cut" else found.passages if given["by"] == "passages" else found.leaked
        told.write.parquet(given["removed"])
    if given["leaks"]:
        found.leaks.write.parquet(given["leaks"])
    return found


def _run(given: dict[str, Any]) -> None:
    command, stats, problems = given["command"], given["stats"], given["problems"]
    options = {name: given[name] for name in [*_shared(), "on_error"] if given[name] is not None}
    spark = _session()
    found = _find_leaks(spark, given, options) if command == "decontaminate" else _find_alike(spark, command, given, options)
    if problems:
        _write(problems, _report.problems(found))
    else:
        _report.warn(found)
    line = json.dumps(found.stats) + "\n"
    if stats:
        _write(stats, [line])
    else:
        print(line, end="")


def _session() -> SparkSession:
    spark = SparkSession.builder.appName("textkin").getOrCreate()
    # Files are cut alike whenever they are read in this job, though executors come and go.
    if spark.conf.get("spark.sql.files.minPartitionNum", None) is None:
        spark.conf.set("spark.sql.files.minPartitionNum", str(spark.sparkContext.defaultParallelism))
    return spark


def main() -> int:
    parser = _parser()
    given = vars(parser.parse_args())
    _check_options(parser, given)
    try:
        _run(given)
    except (ValueError, OSError, MemoryError) as error:
        return _fail(str(error))
    except PySparkException as error:
        return _fail(_report.cause(error))
    except Exception as error:
        if type(error).__module__.split(".")[0] != "py4j":
            raise
        return _fail(_report.cause(error))
    return 0


def _fail(message: str) -> int:
    print(f"textkin: {_wording.as_typed(message)}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
