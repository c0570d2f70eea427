#!/usr/bin/env python3
"""Lets files run beside the libstdc++ of g++ 11 (RHEL 9), which were linked with that of g++ 12: their one symbol of 12,
std::condition_variable::wait, is bound to the older version of it, which every later libstdc++ has too (12's can be left by
a thread that is cancelled; nobody here cancels threads). What else of 12 a file asks for is an error.
Changes no length and no place in a file: the name of a version and its hash, in the table of versions that are needed.

Usage: scripts/older_libstdcxx.py FILE...    (little-endian ELF of 64 bits; each is changed in place)"""

import struct
import sys

NEWER, OLDER = b"GLIBCXX_3.4.30", b"GLIBCXX_3.4.11"
SYMBOL = b"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"
DYNSYM, VERSYM, VERNEED = 11, 0x6FFFFFFF, 0x6FFFFFFE  # types of sections


def hash_of(name):
    """As the loader compares names of versions (System V ABI)."""
    value = 0
    for byte in name:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high
    return value


def string(data, table, offset):
    start = table + offset
    return bytes(data[start : data.index(0, start)])


def sections(data):
    """By type: (offset, size, offset of the section that it links to)."""
    (table,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    rows = [struct.unpack_from("<IIQQQQIIQQ", data, table + i * size) for i in range(count)]
    return {row[1]: (row[4], row[5], rows[row[6]][4]) for row in rows if row[1] in (DYNSYM, VERSYM, VERNEED)}


def needed(data, place, strings):
    """Each version that is needed: (where its row is, its name, its number)."""
    while True:
        _, count, _, first, next_file = struct.unpack_from("<HHIII", data, place)
        row = place + first
        for _ in range(count):
            _, _, number, name, next_row = struct.unpack_from("<IHHII", data, row)
            yield row, string(data, strings, name), number
            row += next_row
        if not next_file:
            return
        place += next_file


def mended(data):
    """The bytes with the older version; None where nothing of the newer is asked for."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise ValueError("is no little-endian ELF file of 64 bits")
    found = sections(data)
    if VERNEED not in found:
        return None
    rows = [row for row in needed(data, found[VERNEED][0], found[VERNEED][2]) if row[1] == NEWER]
    if not rows:
        return None
    symbols, size, names = found[DYNSYM]
    for i in range(size // 24):
        (number,) = struct.unpack_from("<H", data, found[VERSYM][0] + 2 * i)
        if number & 0x7FFF in {row[2] for row in rows}:
            (name,) = struct.unpack_from("<I", data, symbols + 24 * i)
            if string(data, names, name) != SYMBOL:
                raise ValueError(f"asks for {string(data, names, name).decode()} of {NEWER.decode()}, which has no older version")
    made = bytearray(data)
    for row, _, _ in rows:
        struct.pack_into("<I", made, row, hash_of(OLDER))
        start = found[VERNEED][2] + struct.unpack_from("<I", data, row + 8)[0]
        made[start : start + len(OLDER)] = OLDER
    return made


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                made = mended(file.read())
        except (ValueError, struct.error) as error:
            sys.exit(f"older_libstdcxx: {path} {error}")
        if made is not None:
            with open(path, "r+b") as file:
                file.write(made)


if __name__ == "__main__":
    main()
