"""python -m textkin: the command line."""

import sys

from ._program import become

become(sys.argv[1:])
