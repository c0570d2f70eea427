"""HyperLogLog: textkin.BottomK, which counts as well and compares; it has no registers."""

import numpy as np

import textkin
from no_counterpart import attribute, nothing

_REGISTERS = "BottomK keeps the k least hashes in place of registers: there is no p, m or reg, and no correction of a range"


class HyperLogLog(textkin.BottomK):
    p = m = reg = attribute(_REGISTERS)
    _hash_range_bit = 32

    def __init__(self, p=8, reg=None, hashfunc=None):
        if reg is not None:
            nothing(_REGISTERS)
        super().__init__(1 << p)
        self.hashfunc = hashfunc

    def update(self, item):
        self.update_hashes(np.array([self.hashfunc(item)], np.uint64))

    def bytesize(self):
        return len(self.to_bytes())

    def serialize(self, buffer):
        buffer[:] = self.to_bytes()

    @classmethod
    def deserialize(cls, buffer):
        return cls.from_bytes(bytes(buffer))

    def _largerange_correction(self, *_):
        nothing(_REGISTERS)

    _linearcounting = _largerange_correction


class HyperLogLogPlusPlus(HyperLogLog):
    _hash_range_bit = 64
