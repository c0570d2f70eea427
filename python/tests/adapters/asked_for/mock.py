"""The package `mock` is a copy of the standard library's, of which datasketch's tests take one name."""

from unittest.mock import patch as patch
