"""Rows: the documents of a job, whatever they are read from."""

from collections.abc import Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from . import _reading, _tasks, _worker


class Rows:
    """Of a DataFrame. `order`: columns by which rows come, then by the id. What has another form overrides."""

    refused: str | None = None  # a column that says why a row cannot be used, and is null where it can
    place: list[str] = []  # columns by which a row without an id can be called later

    def __init__(self, data: DataFrame, text: str, id: str, order: Sequence[str]) -> None:
        self.data, self.text, self.id, self.order = data, text, id, list(order)
        for name in [text, id, *order]:
            self._check(name)

    def _check(self, name: str) -> None:
        if name not in self.data.columns:
            raise ValueError(f"the DataFrame has no column {name!r}; it has {', '.join(self.data.columns)}")

    def names(self) -> Column:
        """What a keep rule prefer: is held against: an array of strings."""
        return F.array(F.col(self.id).cast("string"))

    def field(self, name: str) -> Column:
        """What a keep rule field: looks at."""
        self._check(name)
        kind, value = self.data.schema[name].dataType, F.col(name)
        if isinstance(kind, T.TimestampType | T.TimestampNTZType):
            return F.unix_micros(value.cast("timestamp"))
        if isinstance(kind, T.DateType):
            return F.unix_date(value)
        if isinstance(kind, T.NumericType | T.StringType | T.BooleanType):
            return value
        raise ValueError(f"column {name!r} is {kind.simpleString()}, which no keep rule can compare")

    def where(self) -> str:
        """Where ids stand, for a message."""
        return f" in column {self.id!r}"

    def name_all(self, missing: int) -> None:
        """Called where `missing` rows have no id."""
        raise ValueError(f"{missing} rows have no id in column {self.id!r}; give each its own")

    def named(self, rows: DataFrame) -> DataFrame:
        """`rows`, with _tasks.ID and the columns of `place`, as they are called once name_all() was."""
        return rows

    def usable(self) -> DataFrame:
        return self.data

    def records(self) -> DataFrame:
        """What is kept of the rows: all columns, and the id."""
        return self.data

    def refused_texts(self, settings: _tasks.Settings, columns: Sequence[str]) -> DataFrame:
        """The rows whose texts a run cannot use: `columns`, reason, what."""
        data = self.usable()
        rows = data.select(*columns, F.col(self.text).cast("string").alias(_tasks.TEXT))
        kept = T.StructType([field for field in rows.schema if field.name != _tasks.TEXT])
        schema = kept.add(_reading.REASON, T.StringType()).add(_reading.WHAT, T.StringType())
        return rows.mapInArrow(_worker.quick(_reading.refuse(settings.words, settings.memory)), schema)

    def problems(self, settings: _tasks.Settings) -> DataFrame:
        """A row a row that could not be used: id, reason, message."""
        place = F.col(self.id).cast("string")
        refused = self.refused_texts(settings, list(dict.fromkeys([self.id, *self.order])))
        message = F.concat(F.lit("row "), place, F.lit(": "), _reading.WHAT)
        chosen = [F.col(self.id).alias("id"), F.col(_reading.REASON).alias("reason"), message.alias("message")]
        return refused.orderBy(*self.order, self.id).select(*chosen)
