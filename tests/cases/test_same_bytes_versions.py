"""Answers that another version of Unicode or zstd gives in other bytes: what they mean is held all the same, and the
bytes where the version is the recorded one (same_bytes/versions.py)."""

import struct
import subprocess

import pytest

from same_bytes import cases, versions

LINES = ["textkin dedup a -o kept.zst"]


@pytest.fixture
def came_of(monkeypatch):
    """What came of a part, where a version of zstd is."""

    def came_of(part, data, zstd=versions.RECORDED_WITH["zstd"]):
        monkeypatch.setattr(versions, "of_zstd", lambda: zstd)
        came = cases.Came("of a test")
        came.add(part, data)
        return came

    return came_of


def packed(text, level):
    return subprocess.run(["zstd", "-cq", f"-{level}"], input=text, capture_output=True, check=True).stdout


def test_what_is_packed_otherwise_is_the_same_only_of_another_zstd(came_of):
    text = b"".join(b"%d and %d\n" % (i * i, i % 7) for i in range(5000))
    one, other = packed(text, 1), packed(text, 19)
    assert one != other
    wanted = came_of("file kept.zst", one).answer()
    assert len(wanted) == 2
    found = cases.differences(LINES, came_of("file kept.zst", other), wanted)
    assert len(found) > 0 and "file kept.zst: was" in found[0]
    assert not cases.differences(LINES, came_of("file kept.zst", other, zstd="1.5.7"), wanted)
    changed = came_of("file kept.zst", packed(text[:-2] + b"8\n", 1), zstd="1.5.7")
    assert "file kept.zst, with any zstd: was" in cases.differences(LINES, changed, wanted)[0]
    nothing = came_of("file other", b"", zstd="1.5.7")
    assert len([line for line in cases.differences(LINES, nothing, wanted) if line.startswith("  file kept.zst")]) == 2


@pytest.fixture
def signatures(textkin):
    """A file of signatures, and the same as a program with another Unicode would write it."""
    textkin.jsonl("a.jsonl", ["one two three four five six", "one two three four five seven"])
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--hashes", "32")
    data = (textkin.folder / "a.sig").read_bytes()
    other = bytearray(versions.UNICODE.sub(b"unicode-98.7", data))
    assert bytes(other) != data
    index, size, _ = struct.unpack_from("<QQQ", data, len(data) - 32)
    for entry in range(index, index + size, 32):
        begin, length = struct.unpack_from("<QQ", data, entry + 8)
        if versions.UNICODE.search(data[begin:begin + length]):
            other[entry + 24:entry + 32] = b"checksum"
    other[16:32] = b"another run's..."
    other[-16:-8] = b"checksum"
    return data, bytes(other)


def test_a_block_file_for_another_unicode_is_the_same_but_for_what_that_changes(signatures, came_of):
    data, other = signatures
    wanted = came_of("file a.sig", data).answer()
    assert not cases.differences(LINES, came_of("file a.sig", other), wanted)
    # Each byte that is of no version counts, in blocks, index and trailer.
    index, _, _ = struct.unpack_from("<QQQ", data, len(data) - 32)
    for at in (8, 33, index - 9, index, index + 8, len(data) - 32, len(data) - 20, len(data) - 1):
        broken = bytearray(other)
        broken[at] ^= 1
        found = cases.differences(LINES, came_of("file a.sig", bytes(broken)), wanted)
        assert found, f"byte {at}"


def test_of_the_recorded_unicode_the_bytes_count(signatures, came_of):
    data = versions.UNICODE.sub(b"unicode-15.0", signatures[0])
    wanted = came_of("file a.sig", data).answer()
    other = bytearray(data)
    other[16] ^= 1
    (found,) = [line for line in cases.differences(LINES, came_of("file a.sig", bytes(other)), wanted) if "was" in line]
    assert found.startswith("  file a.sig: was")
