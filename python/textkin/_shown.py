"""Text for a terminal."""

import re

_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\udc80-\udcff]")


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"\\x{byte:02x}" for byte in found[0].encode("utf-8", "surrogateescape"))


def shown(line: str) -> str:
    """The line with what a terminal would take for a command as "\\x1b": a name cannot move the cursor or hide a line."""
    return _OBEYED.sub(_escaped, line)
