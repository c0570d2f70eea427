"""Images of a folder as sets, which `textkin pairs` and `dedup` compare: pip install 'textkin[images]' (Pillow).

    python -m textkin.images photos -o photos.jsonl
    textkin pairs photos.jsonl --shingle word:1 -t 0.6

An image is made grey and shrunk to 8 by 8 squares, each the mean of its pixels; its set says of each square whether the
next one to the right, and the one below, is lighter or darker. (That is the difference hash, of which squares as bright
as their neighbours are left out: a plain image has an empty set, and is like no other.) So what is kept is where it gets
lighter, and not how light it is, how large the image is, or in which format; what is cut off, turned or mirrored moves
the squares. docs/recipes/images.md says what is found, and what is found wrongly.

Images are decoded by Pillow in this process, which is not confined: a stranger's belong in a container.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

try:
    from PIL import Image, ImageOps, UnidentifiedImageError
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError("textkin.images needs Pillow; pip install 'textkin[images]'") from _missing

SQUARES = 8
# Of 255: less is what recompression changes.
LEAST_STEP = 2


def _grey(image: Image.Image) -> Image.Image:
    """As it is seen: turned as its camera says, on white where it is transparent."""
    image = ImageOps.exif_transpose(image)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return image.convert("L")


def features(image: str | os.PathLike[str] | Image.Image) -> list[str]:
    """The set of an image: at most 128 words. Raises: OSError where it cannot be read."""
    if not isinstance(image, Image.Image):
        with Image.open(image) as opened:
            return features(opened)
    grey = _grey(image)
    found = []
    for axis, name, size in ((1, "r", (SQUARES + 1, SQUARES)), (0, "b", (SQUARES, SQUARES + 1))):
        squares = np.asarray(grey.resize(size, Image.Resampling.BOX), dtype=np.int16)
        steps = np.diff(squares, axis=axis)
        for row, column in np.argwhere(np.abs(steps) > LEAST_STEP).tolist():
            found.append(f"{name}{row}{column}{'l' if steps[row, column] > 0 else 'd'}")
    return found


def _files(paths: Iterable[str | os.PathLike[str]]) -> Iterator[tuple[str, str]]:
    """(id, path) of each file: names below a folder are paths from there."""
    for path in [os.fspath(path) for path in paths]:
        if not os.path.isdir(path):
            yield path, path
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                whole = os.path.join(folder, name)
                yield os.path.relpath(whole, path), whole


def _each(paths: Iterable[str | os.PathLike[str]]) -> Iterator[tuple[str, str, str | None]]:
    """(id, text, None) of what can be read; (path, "", why) of what cannot."""
    for id, path in _files(paths):
        try:
            yield id, " ".join(features(path)), None
        except UnidentifiedImageError:
            yield path, "", "is no image that Pillow knows"
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
            yield path, "", f"cannot be read: {error}"


def read(*paths: str | os.PathLike[str]) -> pa.Table:
    """Files and folders -> a table of id and text for `textkin.pairs(table, shingle="word:1")`. What is no image is a
    ValueError."""
    rows: list[dict[str, Any]] = []
    for id, text, why in _each(paths):
        if why is not None:
            raise ValueError(f"{id}: {why}; move it elsewhere")
        rows.append({"id": id, "text": text})
    return pa.Table.from_pylist(rows, pa.schema([("id", pa.string()), ("text", pa.string())]))


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m textkin.images", description="Images as sets for `textkin pairs`.")
    parser.add_argument("input", nargs="+", metavar="INPUT", help="files, and folders of them")
    parser.add_argument("-o", "--output", required=True, metavar="FILE.jsonl", help="a record an image: id, text")
    given = parser.parse_args(words)
    missing = [path for path in given.input if not os.path.exists(path)]
    if missing:
        print(f"textkin: {missing[0]}: there is no such file", file=sys.stderr)
        return 2
    read_, left_out = 0, 0
    if os.path.exists(given.output):
        print(f"textkin: {given.output}: is there already; name another file, or remove it", file=sys.stderr)
        return 2
    part = ""
    try:
        folder, name = os.path.split(os.path.abspath(given.output))
        handle, part = tempfile.mkstemp(prefix=f".{name}.", suffix=".part", dir=folder)
        with open(handle, "w", encoding="utf-8") as out:
            for id, text, why in _each(given.input):
                if why is not None:
                    left_out += 1
                    print(f"textkin: {id}: {why}; left out", file=sys.stderr)
                    continue
                read_ += 1
                out.write(json.dumps({"id": id, "text": text}, ensure_ascii=False) + "\n")
        if read_ == 0:
            print("textkin: no image could be read", file=sys.stderr)
            return 2
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(part, 0o666 & ~mask)
        os.link(part, given.output)  # which replaces nothing
    except OSError as error:
        print(f"textkin: {given.output}: {error.strerror}", file=sys.stderr)
        return 2
    finally:
        if part:
            os.unlink(part)
    print(f"textkin: {read_} images, {left_out} files left out", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
