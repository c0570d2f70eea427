"""Files through Spark's own readers: local, hdfs://, s3a://. Documents are in the order of the files."""

from collections.abc import Sequence
from typing import NamedTuple

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import _names

FORMATS = ("jsonl", "parquet", "text")
_BROKEN = "_textkin_broken"
# Places of a row: they sort as its file is read, however Spark cuts it.
_ORDER = ["_textkin_argument", "_textkin_file", "_textkin_block", "_textkin_row"]


class Files(NamedTuple):
    data: DataFrame
    text: str
    id: str
    order: list[str]
    columns: list[str]  # what is written of a kept row


def format_of(paths: Sequence[str]) -> str:
    """By the first path's name; a folder of JSON lines or of texts has to be named."""
    name = paths[0].rstrip("/").lower()
    for suffix in (".gz", ".zst", ".bz2"):
        name = name.removesuffix(suffix)
    if name.endswith((".jsonl", ".ndjson", ".json")):
        return "jsonl"
    if name.endswith(".parquet"):
        return "parquet"
    if name.endswith(".txt"):
        return "text"
    raise ValueError(f"{paths[0]}: the name does not say what it holds; add --format {', '.join(FORMATS)}")


def read(spark: SparkSession, paths: Sequence[str], format: str, text: str, id: str) -> Files:
    """jsonl: a record a line, kept byte for byte; lines that are no JSON object are passed over. parquet: all columns
    stay. text: a document a file, whose id is its name; see _names.roots()."""
    argument, name = _names.named(_names.roots(spark, paths))
    where = [argument.alias(_ORDER[0]), name.alias(_ORDER[1])]
    if format == "parquet":
        rows = spark.read.parquet(*paths)
        data = rows.select(
            "*",
            *where,
            F.lit(0).alias(_ORDER[2]),
            F.col("_metadata.row_index").alias(_ORDER[3]),
        )
        return Files(data, text, id, _ORDER, rows.columns)
    if format == "text":
        rows = _texts(spark, paths, wholetext=True).select(F.col("value").alias("text"), *where)
        return Files(rows.withColumn("id", F.col(_ORDER[1])), "text", "id", _ORDER[:2], ["id"])
    # The rows of a block of a file follow each other in a partition.
    block = F.col("_metadata.file_block_start").alias(_ORDER[2])
    row = F.monotonically_increasing_id().alias(_ORDER[3])
    lines = _texts(spark, paths, wholetext=False).select("value", *where, block, row)
    schema = f"`{id}` string, `{text}` string, `{_BROKEN}` string"
    record = F.from_json("value", schema, {"columnNameOfCorruptRecord": _BROKEN})
    data = (
        lines.where(F.trim("value") != "")
        .withColumn("record", record)
        .where(F.col("record").getField(_BROKEN).isNull())
    )
    fields = [
        F.col("record").getField(id).alias("id"),
        F.col("record").getField(text).alias("text"),
    ]
    return Files(data.select("value", *fields, *_ORDER), "text", "id", _ORDER, ["value"])


def _texts(spark: SparkSession, paths: Sequence[str], wholetext: bool) -> DataFrame:
    """Files, and all that lies below folders: without `recursiveFileLookup` that is an error, or passed over."""
    file = F.col("_metadata.file_path")
    why = F.concat(file, F.lit(": Spark does not unpack xz; pack it with gzip, zstd or bzip2"))
    checked = F.when(F.lower(file).endswith(".xz"), F.raise_error(why)).otherwise(F.col("value"))
    rows = spark.read.option("recursiveFileLookup", True).text(list(paths), wholetext=wholetext)
    return rows.select(checked.alias("value"), "_metadata")


def write(rows: DataFrame, columns: Sequence[str], format: str, output: str) -> None:
    """A folder of parts; it must not be there yet."""
    chosen = rows.select(*columns)
    if format == "parquet":
        chosen.write.parquet(output)
    else:
        chosen.write.text(output)
