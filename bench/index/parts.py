"""Bytes of an index by part: `parts(folder)` gives {"texts": ..., "documents": ..., "keys": ...}.

Texts and rows of documents are two families of RocksDB, whose files are told apart by its C interface; keys are files of their own.
"""

import ctypes
import ctypes.util

FAMILIES = {"documents": b"default", "texts": b"texts"}


def parts(folder):
    sizes = {"keys": sum(path.stat().st_size for path in (folder / "segments").iterdir())}
    name = ctypes.util.find_library("rocksdb")
    if name:
        sizes |= _families(ctypes.CDLL(name), bytes(folder / "truth"))
    return sizes


def _families(rocksdb, path):
    count = len(FAMILIES)
    for function in ("options_create", "open_for_read_only_column_families"):
        getattr(rocksdb, f"rocksdb_{function}").restype = ctypes.c_void_p
    options = ctypes.c_void_p(rocksdb.rocksdb_options_create())
    names = (ctypes.c_char_p * count)(*FAMILIES.values())
    handles = (ctypes.c_void_p * count)()
    error = ctypes.c_char_p()
    database = ctypes.c_void_p(rocksdb.rocksdb_open_for_read_only_column_families(
        options, path, count, names, (ctypes.c_void_p * count)(*[options] * count), handles, 0, ctypes.byref(error)))
    if error.value:
        raise SystemExit(f"bench-index: {error.value.decode()}")
    sizes = {}
    for family, handle in zip(FAMILIES, handles):
        bytes_of_files = ctypes.c_uint64()
        rocksdb.rocksdb_property_int_cf(database, ctypes.c_void_p(handle), b"rocksdb.total-sst-files-size", ctypes.byref(bytes_of_files))
        sizes[family] = bytes_of_files.value
        rocksdb.rocksdb_column_family_handle_destroy(ctypes.c_void_p(handle))
    rocksdb.rocksdb_close(database)
    return sizes
