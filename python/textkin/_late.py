"""numpy and pyarrow, imported when something of them is first asked for: both take longer to import than a small run.

Modules that name them in annotations begin with `from __future__ import annotations`.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["np", "npt", "pa", "pc", "pq"]

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa
    import pyarrow.parquet as pq

    pc: Any  # its functions are made when it is imported, where no type checker sees them
else:

    class _Late(ModuleType):
        """A module in place of the one of its name, which it imports when it must."""

        def __getattr__(self, name: str) -> Any:
            found = getattr(importlib.import_module(self.__name__), name)
            setattr(self, name, found)
            return found

    np, npt = _Late("numpy"), _Late("numpy.typing")
    pa, pc, pq = _Late("pyarrow"), _Late("pyarrow.compute"), _Late("pyarrow.parquet")
