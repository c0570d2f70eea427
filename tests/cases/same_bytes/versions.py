"""Bytes that are another version's where a library is: packed by another zstd or libdeflate, or made for another Unicode.

answers.tsv was recorded with one version of each. What such a part means is recorded beside its bytes, in a row of its
own: what is packed, unpacked; a block file (docs/format.md) without what its version changes. The meaning must come on
every system; the bytes wherever the version is the one that they were recorded with."""

import ctypes
import gzip
import hashlib
import re
import struct
import subprocess
import zlib

UNICODE = re.compile(rb"unicode-(\d+\.\d)")
RECORDED_WITH = {"Unicode": "15.0", "zstd": "1.5.4", "libdeflate": "e71b4bfc"}
# Head, entries of the index and trailer are of so many bytes.
BLOCK = 32


def unpacked(data):
    """The bytes that zstd packed; those that it finds damaged stay."""
    done = subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else data


def of_any_unicode(data):
    """A block file for Unicode 15.0: without the number of its run, a hash of the run's words, of which Unicode's version
    is one, and without the checksums of head, blocks and index in which something was changed."""
    made = bytearray(data)
    made[16:BLOCK] = bytes(16)
    index, size = struct.unpack_from("<QQ", data, len(data) - BLOCK)
    if data[-8:] != b"tkblkend" or index + size != len(data) - BLOCK:  # cut off
        return bytes(made)
    for entry in range(index, index + size, BLOCK):
        begin, length = struct.unpack_from("<QQ", data, entry + 8)
        block = data[begin:begin + length]
        if UNICODE.search(block):
            made[begin:begin + length] = UNICODE.sub(b"unicode-15.0", block)
            made[entry + 24:entry + BLOCK] = made[-16:-8] = bytes(8)
    return bytes(made)


def meaning(part, data):
    """The library whose version a part's bytes are of, and what they mean; nothing where they are of none."""
    if part.startswith("file") and part.endswith(".zst"):
        return "zstd", unpacked(data)
    if part.startswith("file") and part.endswith(".gz"):
        try:
            return "libdeflate", gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            return "libdeflate", data
    if part.startswith("file") and data.startswith(b"tkblocks") and len(data) >= BLOCK:
        return "Unicode", of_any_unicode(data)
    return None


def library_of(name):
    """The library as the program finds it; None where the program brings its own."""
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def of_zstd():
    """The version of the library."""
    if (library := library_of("libzstd.so.1")) is None:
        return RECORDED_WITH["zstd"]
    library.ZSTD_versionString.restype = ctypes.c_char_p
    return library.ZSTD_versionString().decode()


def of_libdeflate():
    """The same; it tells no version, so by what it makes of some text at the level of the program's gzip."""
    if (library := library_of("libdeflate.so.0")) is None:
        return RECORDED_WITH["libdeflate"]
    library.libdeflate_alloc_compressor.restype = ctypes.c_void_p
    library.libdeflate_deflate_compress.restype = ctypes.c_size_t
    compressor = ctypes.c_void_p(library.libdeflate_alloc_compressor(6))
    text = b"".join(b"%d words and %d others\n" % (i * i * 2654435761 % 100003, i % 71) for i in range(20_000))
    packed = ctypes.create_string_buffer(len(text))
    size = library.libdeflate_deflate_compress(compressor, text, ctypes.c_size_t(len(text)), packed, ctypes.c_size_t(len(text)))
    library.libdeflate_free_compressor(compressor)
    return hashlib.sha256(packed.raw[:size]).hexdigest()[:8]


def here():
    """The versions of libraries as the program finds them; Unicode's it says itself."""
    return {"zstd": of_zstd(), "libdeflate": of_libdeflate()}
