"""Cozo's MinHash-LSH index over a table of texts, in RocksDB: the statements of its documentation, in a process of its own. Words in
runs of five, lower case, as textkin's."""

import json
import sys
import time

from cozo_embedded import CozoDbPy

AT_ONCE = 500


def records(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield [record["id"], record["text"]]


def main():
    held, asked, threshold, answer, folder = sys.argv[1:]
    database = CozoDbPy("rocksdb", folder, "{}")

    def run(script, **parameters):
        return database.run_script(script, parameters, False)["rows"]

    run(":create held {id: String => text: String}")
    run(f"::lsh create held:alike {{extractor: text, tokenizer: Simple, filters: [Lowercase], n_perm: 128, n_gram: 5, target_threshold: {threshold}}}")
    clock, began = time.monotonic(), time.process_time()
    batch = []
    for record in records(held):
        batch.append(record)
        if len(batch) == AT_ONCE:
            run("?[id, text] <- $batch :put held {id => text}", batch=batch)
            batch = []
    if batch:
        run("?[id, text] <- $batch :put held {id => text}", batch=batch)
    added, added_clock = time.process_time(), time.monotonic()
    pairs, alone = [], []
    for identifier, text in records(asked):
        last = time.monotonic()
        pairs += [(identifier, row[0]) for row in run("?[id] := ~held:alike{id | query: $text, k: 1000000}", text=text)]
        alone.append(time.monotonic() - last)
    ended = time.process_time()
    with open(answer, "w", encoding="utf-8") as out:
        json.dump({"add": added - began, "add_clock": added_clock - clock, "ask": ended - added, "alone": alone, "pairs": pairs}, out)


if __name__ == "__main__":
    main()
