"""Files through Spark's own readers: local, hdfs://, s3a://. Documents, their ids and their order are those of the
command line."""

from collections.abc import Sequence
from typing import Any

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .. import _options
from . import _names, _reading, _tasks, _worker
from ._rows import Rows

FORMATS = ("jsonl", "parquet", "text")
_NAMES_LOOKED_AT = 1000
# Places of a row: they sort as its file is read, however Spark cuts it.
_INPUT, _FILE, _BLOCK, _ROW = (f"_textkin_{name}" for name in ("input", "file", "block", "row"))
_OTHERS, _LINE, _UNNAMED, _NAME = (f"_textkin_{name}" for name in ("others", "line", "unnamed", "name"))


def format_of(spark: SparkSession, paths: Sequence[str]) -> str:
    """By the first path's name; where that is a folder whose name says nothing, by the names of the files below it."""
    named = format_of_name(paths[0].rstrip("/"))
    if named:
        return named
    found = {(format_of_name(name) or "text"): name for name in _names_below(spark, paths[0])}
    if len(found) == 1:
        return next(iter(found))
    if found:
        names = " and ".join(sorted(found.values()))
        raise ValueError(f"{paths[0]}: it holds {names}; name files of one kind, or add --format")
    raise ValueError(f"{paths[0]}: the name does not say what it holds; add --format {', '.join(FORMATS)}")


def format_of_name(name: str) -> str:
    name = name.lower()
    for suffix in (".gz", ".zst", ".bz2"):
        name = name.removesuffix(suffix)
    if name.endswith((".jsonl", ".ndjson", ".json")):
        return "jsonl"
    if name.endswith(".parquet"):
        return "parquet"
    return "text" if name.endswith(".txt") else ""


def _names_below(spark: SparkSession, path: str) -> list[str]:
    """Of the first files below a folder, as Spark's readers see them; none where it is no folder."""
    jvm, context = spark._jvm, spark._jsc
    assert jvm is not None and context is not None
    folder = jvm.org.apache.hadoop.fs.Path(path)
    system = folder.getFileSystem(context.hadoopConfiguration())
    if not system.exists(folder) or not system.getFileStatus(folder).isDirectory():
        return []
    files, names = system.listFiles(folder, True), []
    while files.hasNext() and len(names) < _NAMES_LOOKED_AT:
        file = files.next()
        name = file.getPath().getName()
        if file.getLen() > 0 and not name.startswith(("_", ".")):
            names.append(name)
    return names


def exists(spark: SparkSession, path: str) -> bool:
    jvm, context = spark._jvm, spark._jsc
    assert jvm is not None and context is not None
    found = jvm.org.apache.hadoop.fs.Path(path)
    return bool(found.getFileSystem(context.hadoopConfiguration()).exists(found))


def _columns(spark: SparkSession, paths: Sequence[str]) -> list[Column]:
    argument, name = _names.named(_names.roots(spark, paths))
    return [argument.alias(_INPUT), name.alias(_FILE)]


class FileRows(Rows):
    output: list[str]  # what is written of a kept row

    def names(self) -> Column:
        return F.concat(F.array(F.col(self.id).cast("string"), F.col(_FILE)), F.col(_OTHERS))

    def where(self) -> str:
        return ""

    def count_refused(self) -> int:
        """Records that hold no document."""
        return 0 if self.refused is None else self.data.where(F.col(self.refused).isNotNull()).count()

    def _not_used(self, settings: _tasks.Settings) -> DataFrame:
        """The rows that could not be used, with order, file, line, reason and what."""
        return self.refused_texts(settings, self.order).withColumn(_LINE, F.lit(None).cast("long"))

    def problems(self, settings: _tasks.Settings) -> DataFrame:
        """A row a record that could not be used: file, line (null: all of it), reason, message; in order."""
        found = self._not_used(settings).orderBy(*self.order)
        file, line = F.col(_FILE), F.col(_LINE)
        place = F.when(line.isNull(), file).otherwise(F.concat(file, F.lit(":"), line))
        message = F.concat(place, F.lit(": "), _reading.WHAT)
        chosen = {"file": file, "line": line, "reason": F.col(_reading.REASON), "message": message}
        return found.select(*(column.alias(name) for name, column in chosen.items()))


class JsonLines(FileRows):
    """A record a line, kept byte for byte. A line that holds none is refused; a record without an id is FILE:LINE."""

    output = [_reading.LINE]
    refused = _reading.REASON
    place = [_INPUT, _FILE, _BLOCK, _ROW]

    def __init__(
        self, spark: SparkSession, paths: Sequence[str], settings: _tasks.Settings, text: Sequence[str], id: str, field: str
    ) -> None:
        """`text`, `id`: fields; `field`: one that a keep rule looks at, or empty."""
        self.fields = {"text_field": list(text), "id_field": id}
        words, memory = [*settings.words, *_options.words(self.fields)], settings.memory
        self._words, self._memory, self._field = words, memory, field
        self._blocks: DataFrame | None = None  # where each begins, once that is wanted
        block = F.col("_metadata.file_block_start").alias(_BLOCK)
        # The rows of a block of a file follow each other in a partition.
        row = F.monotonically_increasing_id().alias(_ROW)
        files = _texts(spark, paths, lineSep="\n")
        self._lines = files.select(_reading.LINE, *_columns(spark, paths), _others(spark, paths), block, row)
        super().__init__(self._read(_reading.TEXT), _reading.TEXT, _reading.ID, [_INPUT, _FILE, _BLOCK, _ROW])

    def field(self, name: str) -> Column:
        return F.col(_reading.FIELD)

    def usable(self) -> DataFrame:
        return self.data.where(F.col(_reading.REASON).isNull())

    def records(self) -> DataFrame:
        return self._read(_reading.LINE).where(F.col(_reading.REASON).isNull())

    def name_all(self, missing: int) -> None:
        self._number_lines()
        unnamed = F.col(_UNNAMED)
        like_a_place = self.usable().where(~unnamed & F.col(self.id).rlike(":[0-9]+$")).select(self.id)
        if like_a_place.head() is None:
            return
        twice = like_a_place.join(self.usable().where(unnamed).select(self.id), self.id).head()
        if twice is not None:
            raise ValueError(f"id {twice[0]!r} is that of a record and the place of another without an id; change it")

    def _not_used(self, settings: _tasks.Settings) -> DataFrame:
        self._number_lines()
        columns = [*self.order, _LINE]
        lines = self.data.where(F.col(_reading.REASON).isNotNull()).select(*columns, _reading.REASON, _reading.WHAT)
        return lines.union(self.refused_texts(settings, columns))

    def _read(self, content: str) -> DataFrame:
        wanted = [content, _reading.ID, _reading.REASON, _reading.WHAT, *([_reading.FIELD] if self._field else [])]
        schema = T.StructType([f for f in self._lines.schema if f.name != _reading.LINE or content == _reading.LINE])
        for name in wanted:
            if name != _reading.LINE:
                schema = schema.add(name, _reading.SPARK[name])
        task = _reading.read_lines(self._words, self._memory, self._field, wanted)
        read = self._lines.mapInArrow(_worker.quick(task), schema)
        return read if self._blocks is None else self._with_lines(read)

    def named(self, rows: DataFrame) -> DataFrame:
        return rows if self._blocks is None else self._with_lines(rows).drop(_LINE, _UNNAMED)

    def _with_lines(self, rows: DataFrame) -> DataFrame:
        """With the line that each stands in, which is the id of those that have none."""
        assert self._blocks is not None
        joined = rows.join(F.broadcast(self._blocks), [_INPUT, _FILE, _BLOCK], "left")
        line = F.col("_before") + F.col(_ROW) - F.col("_first") + 1
        found = joined.select(*rows.columns, line.alias(_LINE), F.col(_reading.ID).isNull().alias(_UNNAMED))
        return found.withColumn(_reading.ID, F.coalesce(_reading.ID, F.concat(_FILE, F.lit(":"), _LINE)))

    def _number_lines(self) -> None:
        """Counts the lines of blocks, in one more pass over the files."""
        if self._blocks is not None:
            return
        block = [_INPUT, _FILE, _BLOCK]
        counted = self._lines.groupBy(*block).agg(F.count(_ROW).alias("_count"), F.min(_ROW).alias("_first"))
        earlier = Window.partitionBy(_INPUT, _FILE).orderBy(_BLOCK).rowsBetween(Window.unboundedPreceding, -1)
        before = F.coalesce(F.sum("_count").over(earlier), F.lit(0))
        self._blocks = counted.select(*block, "_first", before.alias("_before")).persist()
        self.data = self._read(_reading.TEXT)


class Texts(FileRows):
    """A document a file, called by its name; what is kept are the names."""

    output = [_FILE]

    def __init__(self, spark: SparkSession, paths: Sequence[str]) -> None:
        files = _texts(spark, paths, wholetext=True)
        files = files.select("value", *_columns(spark, paths), _others(spark, paths))
        super().__init__(files, "value", _FILE, [_INPUT, _FILE])

    def field(self, name: str) -> Column:
        return F.lit(None).cast("double")  # no file has one, as on the command line


class ParquetRows(FileRows):
    """A document a row; all columns stay. Where there is no id, FILE:ROW is it, with rows counted from 0."""

    def __init__(self, spark: SparkSession, paths: Sequence[str], text: str, id: str | None) -> None:
        rows = spark.read.parquet(*paths)
        self.output = rows.columns
        row = F.col("_metadata.row_index")
        data = rows.select("*", *_columns(spark, paths), _others(spark, paths), row.alias(_ROW))
        place = F.concat(F.col(_OTHERS)[0], F.lit(":"), _ROW)
        if id is None and "id" not in rows.columns:
            chosen = place
        else:
            chosen = F.col(id or "id") if (id or "id") in rows.columns else None
            if chosen is not None and isinstance(rows.schema[id or "id"].dataType, T.StringType):
                chosen = F.coalesce(chosen, place)
        if chosen is None:
            raise ValueError(f"the files have no column {id!r}; they have {', '.join(rows.columns)}")
        super().__init__(data.withColumn(_NAME, chosen), text, _NAME, [_INPUT, _FILE, _ROW])


def read(
    spark: SparkSession,
    paths: Sequence[str],
    format: str,
    text: Sequence[str],
    id: str | None,
    settings: _tasks.Settings,
    field: str,
) -> FileRows:
    """`field`: what a keep rule looks at, or empty. FileNotFoundError, ValueError: a path, a column."""
    if format == "text":
        return Texts(spark, paths)
    if format == "parquet":
        if len(text) > 1:
            raise ValueError("--text-field names one column of Parquet here; several are read by `textkin`, or join them before")
        return ParquetRows(spark, paths, text[0], id)
    return JsonLines(spark, paths, settings, text, id or "id", field)


def _texts(spark: SparkSession, paths: Sequence[str], **options: Any) -> DataFrame:
    """Files, and all that lies below folders: without `recursiveFileLookup` that is an error, or passed over."""
    file = F.col("_metadata.file_path")
    why = F.concat(file, F.lit(": Spark does not unpack xz; pack it with gzip, zstd or bzip2"))
    checked = F.when(F.lower(file).endswith(".xz"), F.raise_error(why)).otherwise(F.col("value"))
    rows = spark.read.option("recursiveFileLookup", True).text(list(paths), **options)
    return rows.select(checked.alias("value"), "_metadata")


def _others(spark: SparkSession, paths: Sequence[str]) -> Column:
    return _names.others(spark, paths).alias(_OTHERS)


def write(rows: DataFrame, columns: Sequence[str], format: str, output: str) -> None:
    """A folder of parts; it must not be there yet. Records of JSON lines lie in `part-*.jsonl`, which says what they are
    to whoever reads the folder; Spark's writer of lines calls all that it writes `.txt`."""
    chosen = rows.select(*columns)
    if format == "parquet":
        chosen.write.parquet(output)
        return
    chosen.write.text(output)
    if format == "jsonl":
        _call_jsonl(rows.sparkSession, output)


def _call_jsonl(spark: SparkSession, output: str) -> None:
    """Renames the parts of a folder that is complete. Where it is cut off, a part under its old name is JSON lines still,
    and read as such. Cost: a call of the file system a part; an object store copies each."""
    jvm, context = spark._jvm, spark._jsc
    assert jvm is not None and context is not None
    folder = jvm.org.apache.hadoop.fs.Path(output)
    system = folder.getFileSystem(context.hadoopConfiguration())
    for status in system.listStatus(folder):
        name = status.getPath().getName()
        stem, suffix, packing = name.partition(".txt")
        if not name.startswith("part-") or not suffix:
            continue
        wanted = jvm.org.apache.hadoop.fs.Path(folder, f"{stem}.jsonl{packing}")
        if not system.rename(status.getPath(), wanted):
            raise OSError(f"{status.getPath().toString()}: cannot be renamed to {wanted.getName()}; it is whole under its old name")
