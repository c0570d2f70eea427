"""A Python worker of Spark, which runs one task after the other."""

import gc
import sys
import zipimport
from collections.abc import Callable, Iterator

import pyarrow as pa

Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def quick(task: Task) -> Task:
    """The task, in a worker that goes from one to the next without what costs more than a small task's work.

    Between two tasks Spark has Python look for garbage among all that its libraries have loaded, which is frozen here:
    it stays for as long as the worker. And it has the import system forget what folders hold; the finders of Spark's
    own zip and jar files then read those whole. Finders are a cache; Python makes one again where an import passes by.
    """

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        if gc.get_freeze_count() == 0:
            gc.freeze()
        finders = sys.path_importer_cache
        for path in [path for path, finder in finders.items() if isinstance(finder, zipimport.zipimporter)]:
            del finders[path]
        return task(batches)

    return run
