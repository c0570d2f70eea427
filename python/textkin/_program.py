"""The program `textkin`, which the package holds: it extracts the text of files, and is the command line."""

import os
import sys
from typing import NoReturn


def path() -> str:
    # Not of this file alone: where a package is installed for editing, its program lies in another of its folders.
    from . import __path__ as folders

    found = [os.path.join(folder, "bin", "textkin") for folder in folders]
    return next(filter(os.path.exists, found), found[0])


def become(arguments: list[str]) -> NoReturn:
    """This process is the program from now on; where it meets tables it comes back to this interpreter."""
    os.environ.setdefault("TEXTKIN_PYTHON", sys.executable)
    os.execv(path(), ["textkin", *arguments])
