"""Arrow tables of any type, drawn from a seed."""

import datetime
import decimal
import string

import numpy as np
import pyarrow as pa

UNITS = ["s", "ms", "us", "ns"]
ZONES = [None, "UTC", "Europe/Athens", "+05:30"]
LEAVES = [
    *[pa.bool_(), pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()],
    *[pa.float16(), pa.float32(), pa.float64(), pa.date32(), pa.date64(), pa.time32("s"), pa.time32("ms")],
    *[pa.time64("us"), pa.time64("ns"), pa.decimal128(1, 0), pa.decimal128(20, 3), pa.decimal128(38, 0)],
    *[pa.decimal256(50, 2), pa.decimal256(76, 20), pa.binary(), pa.large_binary(), pa.binary(1), pa.binary(16)],
    *[pa.string(), pa.large_string(), pa.string_view(), pa.binary_view()],
    *[pa.uuid(), pa.json_(), pa.bool8(), pa.opaque(pa.binary(3), "geometry", "elsewhere")],
    pa.fixed_shape_tensor(pa.int8(), [2, 2]),
    *[pa.timestamp(unit, zone) for unit in UNITS for zone in ZONES],
    *[pa.duration(unit) for unit in UNITS],
]
# What Parquet has no place for.
ONLY_ARROW = [pa.null(), pa.month_day_nano_interval(), pa.decimal32(5, 2), pa.decimal64(12, 4)]


def random_type(rng, deep, leaves):
    kind = rng.integers(0, 12) if deep else 0
    if kind < 6:
        return leaves[rng.integers(len(leaves))]
    if kind == 6:
        return pa.dictionary(
            [pa.int8(), pa.int16(), pa.int32()][rng.integers(3)], pa.string(), ordered=bool(rng.integers(2))
        )
    child = _field(rng, "item", deep - 1, leaves)
    if kind in (7, 8):
        return pa.list_(child) if kind == 7 else pa.large_list(child)
    if kind == 9:
        return pa.list_(child, int(rng.integers(1, 4)))
    if kind == 10:
        return pa.map_(pa.string(), pa.field("value", child.type, child.nullable))
    names = rng.choice(list(string.ascii_letters), size=rng.integers(1, 4), replace=False)
    return pa.struct([_field(rng, name, deep - 1, leaves) for name in names])


def _field(rng, name, deep, leaves):
    kind = random_type(rng, deep, leaves)
    return pa.field(name, kind, bool(pa.types.is_null(kind) or rng.integers(2)))


def _whole(rng, bits, signed):
    value = int.from_bytes(rng.bytes(bits // 8), "little")
    return value - (1 << (bits - 1)) if signed else value


def _leaf(rng, kind):
    types = pa.types
    if types.is_null(kind):
        return None
    if types.is_boolean(kind):
        return bool(rng.integers(2))
    if types.is_integer(kind):
        return _whole(rng, kind.bit_width, types.is_signed_integer(kind))
    if types.is_float16(kind):
        return np.float16(rng.choice([0.5, -2, 65504, np.inf, 0.1]))
    if types.is_floating(kind):
        return float(rng.choice([rng.standard_normal(), -0.0, np.inf, 3.5]))
    if types.is_decimal(kind):
        digits = int(rng.integers(0, kind.precision + 1))
        number = "".join(map(str, rng.integers(0, 10, digits))) or "0"
        return decimal.Decimal(("-" if rng.integers(2) else "") + number + f"e{-kind.scale}")
    if types.is_date(kind):
        return datetime.date(1, 1, 1) + datetime.timedelta(days=int(rng.integers(0, 3_000_000)))
    if types.is_time(kind):
        return int(rng.integers(0, 86400 * {"s": 1, "ms": 1000, "us": 10**6, "ns": 10**9}[kind.unit]))
    if types.is_timestamp(kind) or types.is_duration(kind):
        return int(rng.integers(-(1 << 40), 1 << 40))
    if types.is_interval(kind):
        return pa.MonthDayNano([int(x) for x in rng.integers(-1000, 1000, 3)])
    if types.is_fixed_size_binary(kind):
        return rng.bytes(kind.byte_width)
    if types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind):
        return rng.bytes(int(rng.integers(0, 40)))
    return "".join(rng.choice(list("aé漢🙂\0 \n"), size=rng.integers(0, 30)))


def random_array(rng, kind, rows, nullable):
    """Of any type; where nullable, every fourth value is null."""
    missing = rng.integers(0, 4, rows) == 0 if nullable else np.zeros(rows, bool)
    if isinstance(kind, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(kind, random_array(rng, kind.storage_type, rows, nullable))
    mask = pa.array(missing)
    if pa.types.is_dictionary(kind):
        words = pa.array(["alpha", "beta", "", "delta"])
        places = pa.array(rng.integers(0, 4, rows), kind.index_type, mask=missing)
        return pa.DictionaryArray.from_arrays(places, words, ordered=kind.ordered)
    if pa.types.is_struct(kind):
        children = [random_array(rng, field.type, rows, field.nullable) for field in kind]
        return pa.StructArray.from_arrays(children, fields=list(kind), mask=mask)
    if pa.types.is_fixed_size_list(kind):
        child = random_array(rng, kind.value_type, rows * kind.list_size, kind.value_field.nullable)
        return pa.FixedSizeListArray.from_arrays(child, type=kind, mask=mask)
    if pa.types.is_map(kind):
        sizes = np.where(missing, 0, rng.integers(0, 3, rows))
        ends = np.concatenate([[0], np.cumsum(sizes)])
        keys = pa.array([f"k{i}" for i in range(ends[-1])], pa.string())
        items = random_array(rng, kind.item_type, int(ends[-1]), kind.item_field.nullable)
        starts = pa.array(
            [None if hole else end for hole, end in zip([*missing, False], ends, strict=True)], pa.int32()
        )
        return pa.MapArray.from_arrays(starts, keys, items, type=kind)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        sizes = np.where(missing, 0, rng.integers(0, 4, rows))
        ends = np.concatenate([[0], np.cumsum(sizes)])
        child = random_array(rng, kind.value_type, int(ends[-1]), kind.value_field.nullable)
        large = pa.types.is_large_list(kind)
        made = (pa.LargeListArray if large else pa.ListArray).from_arrays
        return made(pa.array(ends, pa.int64() if large else pa.int32()), child, type=kind, mask=mask)
    return pa.array([None if hole else _leaf(rng, kind) for hole in missing], kind)


def random_table(rng, rows, only_arrow):
    """With the columns text and id somewhere among others, perhaps two of one name; metadata of table and fields."""
    leaves = LEAVES + (ONLY_ARROW if only_arrow else [])
    fields = []
    for number in range(rng.integers(0, 6)):
        kind = random_type(rng, 2, leaves)
        name = ["same", "with space", "a.b", "é", f"c{number}"][rng.integers(5)]
        note = {"note": f"of {number}"} if rng.integers(2) else None
        fields.append(pa.field(name, kind, pa.types.is_null(kind) or bool(rng.integers(4)), note))
    columns = [random_array(rng, field.type, rows, field.nullable) for field in fields]
    words = [f"w{i}" for i in range(30)]
    texts = [" ".join(f"{row % 7}{word}" for word in words) if row % 5 else None for row in range(rows)]
    kinds = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
    own = {"text": pa.array(texts, pa.string()).cast(kinds[rng.integers(4)]), "id": pa.array(range(rows), pa.int64())}
    for name, column in own.items():
        place = int(rng.integers(len(fields) + 1))
        fields.insert(place, pa.field(name, column.type, True, {"role": name}))
        columns.insert(place, column)
    metadata = {"licence": "CC0", "key with\nline": "\u2028value"} if rng.integers(2) else None
    return pa.Table.from_arrays(columns, schema=pa.schema(fields, metadata))
