"""CSV as people have it: compressed, with other delimiters, from other systems, broken. What stays keeps its bytes."""

import bz2
import csv
import gzip
import io
import lzma

import pyarrow as pa
import pytest

import textkin

SAME = "one two three four five six seven eight"
PLAIN = b"id,text\na," + SAME.encode() + b"\nb,something else that is not like it\nc," + SAME.encode() + b"\n"
KEPT = b"id,text\na," + SAME.encode() + b"\nb,something else that is not like it\n"


def zstd(data):
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as out:
        out.write(data)
    return sink.getvalue().to_pybytes()


def unzstd(data):
    return pa.CompressedInputStream(pa.BufferReader(data), "zstd").read()


PACKINGS = {
    "gz": (gzip.compress, gzip.decompress),
    "bz2": (bz2.compress, bz2.decompress),
    "xz": (lzma.compress, lzma.decompress),
    "zst": (zstd, unzstd),
}


@pytest.mark.parametrize("packing", PACKINGS)
def test_compressed(packing, tmp_path):
    pack, unpack = PACKINGS[packing]
    source, target = tmp_path / f"in.csv.{packing}", tmp_path / f"out.csv.{packing}"
    source.write_bytes(pack(PLAIN[:40]) + pack(PLAIN[40:]))  # two members, as `cat` makes them
    result = textkin.dedup(source, output=target)
    assert result.kept.tolist() == [True, True, False]
    assert unpack(target.read_bytes()) == KEPT
    textkin.dedup(source, output=tmp_path / "plain.csv")
    assert (tmp_path / "plain.csv").read_bytes() == KEPT
    once = target.read_bytes()
    textkin.dedup(source, output=target)
    assert target.read_bytes() == once
    whole = pack(PLAIN * 500)
    for size in (1, len(whole) // 2, len(whole) - 1):
        source.write_bytes(whole[:size])
        with pytest.raises(ValueError, match=rf"in.csv.{packing}: \w"):
            textkin.dedup(source, output=tmp_path / "none.csv")
    for place in range(4, len(whole) - 4, 7):
        hurt = bytearray(whole)
        hurt[place] ^= 0x55
        source.write_bytes(bytes(hurt))
        try:
            textkin.pairs(source, repeated_ids="number")
        except ValueError as error:
            assert f"in.csv.{packing}" in str(error)
            assert "\n" not in str(error)
    assert not (tmp_path / "none.csv").exists()


@pytest.mark.parametrize(
    "name,delimiter",
    [("in.csv", None), ("in.csv", ";"), ("in.csv", "|"), ("in.tsv", None), ("in.csv", "tab"), ("in.tsv.gz", ",")],
)
def test_delimiters(name, delimiter, tmp_path):
    between = {"tab": "\t", None: "\t" if ".tsv" in name else ","}.get(delimiter, delimiter)
    data = PLAIN.replace(b",", between.encode())
    source, target = tmp_path / name, tmp_path / f"out{name[2:]}"
    source.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    textkin.dedup(source, output=target, delimiter=delimiter)
    kept = target.read_bytes()
    assert (gzip.decompress(kept) if name.endswith("gz") else kept) == KEPT.replace(b",", between.encode())


def test_delimiters_that_are_refused(tmp_path, program):
    (tmp_path / "in.csv").write_bytes(PLAIN.replace(b",", b";"))
    with pytest.raises(ValueError, match="in.csv has no column 'text'; name the one that there is, of 'id;text'; a ';' parts names in it, which `delimiter` can say"):
        textkin.pairs(tmp_path / "in.csv")
    with pytest.raises(ValueError, match="delimiter: ab is not one character"):
        textkin.pairs(tmp_path / "in.csv", delimiter="ab")
    with pytest.raises(ValueError, match="delimiter= is for tables of CSV"):
        textkin.pairs(["a b c"], delimiter=";")
    with pytest.raises(ValueError, match=r"kept rows stay in the format of .*in.csv; name a file \*.csv"):
        textkin.dedup(tmp_path / "in.csv", delimiter=";", output=tmp_path / "out.tsv")
    program.jsonl("in.jsonl", [("a", "b")])
    assert program.fails("pairs", "in.jsonl", "--delimiter", ";").startswith("--delimiter is for tables of CSV")


# Each row apart: what it is that a copy must keep.
ODD = {
    "quotes": (b'"a","say ""no"" ', b'",x\n'),
    "line ends within": (b'b,"first\r\nsecond\n\nthird ', b'",x\r\n'),
    "a NUL": (b"c,before\0after ", b",x\n"),
    "spaces": (b"  d  ,  around  ", b"  ,x\n"),
    "Latin-1": (b"e,caf\xe9 ", b",\xff\n"),
    "an empty line": (b"\nf,", b",x\n"),
    "CRLF": (b"g,", b",x\r\n"),
    "quoted nothing": (b'h,"",', b'""\n'),
}


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_rows_keep_their_bytes(bom, tmp_path):
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    header = bom + b'"the id", my text ,more\r\n'
    texts = {name: b"" if name == "quoted nothing" else " ".join(f"{i}w{j}" for j in range(30)).encode()
             for i, name in enumerate(ODD)}  # fmt: skip
    rows = [begin + texts[name] + end for name, (begin, end) in ODD.items()]
    source.write_bytes(header + b"".join(rows) + b"".join(rows))
    options = {"text": " my text ", "id": "the id", "repeated_ids": "number"}
    result = textkin.dedup(source, output=target, **options)
    count = len(rows)
    # An empty text is like nothing, so it stays twice.
    twice = list(ODD).index("quoted nothing")
    assert result.kept.tolist() == [True] * count + [i == twice for i in range(count)]
    assert target.read_bytes() == header + b"".join(rows) + rows[twice]
    # Its texts are those that Python reads from the same bytes.
    with io.TextIOWrapper(io.BytesIO(source.read_bytes()), "utf-8-sig", "surrogateescape", newline="") as text:
        read = [row for row in csv.reader(text) if row][1:]
    plain = [row[1].encode("utf-8", "surrogateescape") for row in read]
    ids = pa.array([row[0] for row in read])
    again = textkin.dedup(pa.table({"id": ids, "text": pa.array(plain, pa.binary())}), repeated_ids="number")
    assert again.removed.to_pylist() == result.removed.to_pylist()


@pytest.mark.parametrize(
    "data,message",
    [
        (b"id,text\n1,a\n\n2,b,c\n", "line 4: a row of 3 fields, and the first has 2"),
        (b'id,text\n1,"a\nb"\n2\n', "line 4: a row of 1 fields, and the first has 2"),
        (b'id,text\n1,a\n2,"open\nand\non\n', "line 3: not valid CSV"),
        (b'id,text\n1,"a"b\n', "line 2: not valid CSV"),
        (b"id,text\r1,a\r", "line 1: not valid CSV"),
        (b"", "an empty file"),
        (b"\n\n", "an empty file"),
        ("id,text\n1,a\n".encode("utf-16"), "UTF-16, and CSV is read as UTF-8"),
        (b"text,text\na,b\n", "more than one column 'text'"),
    ],
)
def test_what_is_refused_names_file_and_line(data, message, tmp_path):
    (tmp_path / "in.csv").write_bytes(data)
    with pytest.raises(ValueError, match=message) as caught:
        textkin.dedup(tmp_path / "in.csv", output=tmp_path / "out.csv")
    assert str(caught.value).startswith(f"{tmp_path}/in.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_only_a_header(tmp_path):
    (tmp_path / "in.csv").write_bytes(b"id,text\r\n")
    assert len(textkin.dedup(tmp_path / "in.csv", output=tmp_path / "out.csv").kept) == 0
    assert (tmp_path / "out.csv").read_bytes() == b"id,text\r\n"


def test_a_huge_cell(tmp_path):
    huge = (SAME + " ").encode() * (100 << 20 >> 5)
    (tmp_path / "in.csv").write_bytes(b'id,text\na,small\nb,"' + huge + b'"\nc,small\n')
    result = textkin.dedup(tmp_path / "in.csv", output=tmp_path / "out.csv")
    assert result.kept.tolist() == [True, True, False]
    assert (tmp_path / "out.csv").read_bytes() == b'id,text\na,small\nb,"' + huge + b'"\n'


def test_what_lies_beside_tables_is_no_input(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "part-0.csv").write_bytes(PLAIN)
    (tmp_path / "in" / "_SUCCESS").write_bytes(b"")
    assert textkin.dedup(tmp_path / "in").kept.tolist() == [True, True, False]
    (tmp_path / "in" / "notes.txt").write_bytes(b"text")
    assert len(textkin.dedup(tmp_path / "in").kept) == 3  # then files are texts
