"""What wheels are built for: the processor of this machine, or arm64 from another one, by Debian's cross compiler and with the
libraries and headers that scripts/arm64 unpacks. Read by scripts/wheels and scripts/check_wheels.py."""

import dataclasses
import os
import pathlib
import platform

from notice import ROOT, UNPACKED


@dataclasses.dataclass(frozen=True)
class Processor:
    name: str
    tag: str  # what a wheel's name ends in
    build: pathlib.Path  # its build folder, for all interpreters
    cross: str = ""  # what names of its compiler and binutils begin with

    def folders(self):
        """Where its libraries lie, as a search path; empty: where the loader of this machine looks."""
        return ":".join(str(UNPACKED / folder / self.cross) for folder in ("usr/lib", "lib")) if self.cross else ""

    def has_headers(self, version):
        """Whether a module for that interpreter can be compiled; on this machine itself CMake will say."""
        return not self.cross or self.headers(version).is_dir()

    def headers(self, version):
        return UNPACKED / f"usr/include/python{version[0]}.{version[1]}"

    def settings(self, version):
        """Words for `pip wheel`, for one interpreter: of the headers those of that processor's Python are meant."""
        told = {"build-dir": self.build}
        if self.cross:
            told["cmake.toolchain-file"] = ROOT / "cmake/arm64.cmake"
            told["cmake.define.Python_INCLUDE_DIR"] = self.headers(version)
        return [word for name, value in told.items() for word in ("-C", f"{name}={value}")]

    def surroundings(self, version):
        """The environment of what builds for it; its own names are those of scikit-build-core and of make."""
        if not self.cross:
            return dict(os.environ)
        return {**os.environ, "_PYTHON_HOST_PLATFORM": f"linux-{self.tag}", "SETUPTOOLS_EXT_SUFFIX": f".cpython-{version[0]}{version[1]}-{self.cross}.so",
                "CC": f"{self.cross}-gcc --sysroot={UNPACKED}", "OBJCOPY": f"{self.cross}-objcopy", "STRIP": f"{self.cross}-strip"}


PROCESSORS = {one.name: one for one in (Processor("here", platform.machine(), ROOT / "build-wheel"),
                                        Processor("arm64", "aarch64", ROOT / "build-wheel-arm64", "aarch64-linux-gnu"))}
