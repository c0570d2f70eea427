"""PostgreSQL as one uses it for this: a table of texts and one of keys of bands under an index, keys by datasketch's MinHash in the client,
rows by COPY, 500 documents a transaction. In a process of its own, with a server of its own on a socket. Words in runs of five, as
textkin's; what shares a key is the answer, as datasketch's is. Seconds of the processor are the client's and the server's together.

Its programs are those in PATH. It does not run as root: root starts it as the user `postgres`."""

import glob
import hashlib
import json
import os
import pwd
import resource
import subprocess
import sys
import time

import psycopg
from datasketch import MinHashLSH

from rival_datasketch import signatures

AT_ONCE = 500


def processor():
    """Of this process and, once it has ended, of the server."""
    return sum(getattr(resource.getrusage(who), name) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) for name in ("ru_utime", "ru_stime"))


def of_server(server):
    """Of the server and what it has started, in seconds."""
    ticks = 0
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = open(stat, encoding="utf-8").read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == server or int(stat.split("/")[2]) == server:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def as_owner():
    """What starts the server as somebody who is not root."""
    if os.getuid() != 0:
        return {}
    owner = pwd.getpwnam("postgres")
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


def bands(index, made):
    """The keys by which datasketch would look for it."""
    return [int.from_bytes(hashlib.blake2b(index._H(made.hashvalues[begin:end]), digest_size=8).digest(), "big", signed=True) for begin, end in index.hashranges]


def add(connection, index, held):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE held (number serial PRIMARY KEY, id text UNIQUE, content text)")
        cursor.execute("CREATE TABLE bands (band smallint, key bigint, id text)")
        cursor.execute("CREATE INDEX ON bands (key, band)")
        connection.commit()
        texts = (json.loads(line)["text"] for line in open(held, encoding="utf-8"))
        batch = []

        def put():
            with cursor.copy("COPY held (id, content) FROM STDIN") as copy:
                for identifier, text, _ in batch:
                    copy.write_row((identifier, text))
            with cursor.copy("COPY bands FROM STDIN") as copy:
                for identifier, _, keys in batch:
                    for band, key in enumerate(keys):
                        copy.write_row((band, key, identifier))
            connection.commit()
            batch.clear()

        for (identifier, made), text in zip(signatures(held), texts):
            batch.append((identifier, text, bands(index, made)))
            if len(batch) == AT_ONCE:
                put()
        put()


def main():
    held, asked, threshold, answer, folder = sys.argv[1:]
    os.makedirs(folder)
    if os.getuid() == 0:
        os.chown(folder, as_owner()["user"], as_owner()["group"])
    data = os.path.join(folder, "data")
    subprocess.run(["initdb", "-D", data, "-A", "trust", "-U", "held"], check=True, stdout=subprocess.DEVNULL, cwd="/", **as_owner())
    server = subprocess.Popen(["postgres", "-D", data, "-k", folder, "-c", "listen_addresses="], stderr=subprocess.DEVNULL, cwd="/", **as_owner())
    index = MinHashLSH(threshold=float(threshold), num_perm=128)
    try:
        while True:
            try:
                connection = psycopg.connect(host=folder, user="held", dbname="postgres")
                break
            except psycopg.OperationalError:
                time.sleep(0.05)
        clock, began = time.monotonic(), processor() + of_server(server.pid)
        add(connection, index, held)
        added, added_clock = processor() + of_server(server.pid), time.monotonic()
        connection.execute("ANALYZE")
        pairs, alone, last = [], [], time.monotonic()
        for identifier, made in signatures(asked):
            rows = connection.execute(
                "SELECT DISTINCT b.id FROM unnest(%s::bigint[]) WITH ORDINALITY AS q (key, place) JOIN bands b ON b.key = q.key AND b.band = q.place - 1",
                (bands(index, made),))
            pairs += [(identifier, row[0]) for row in rows]
            alone.append(time.monotonic() - last)
            last = time.monotonic()
        ended = processor() + of_server(server.pid)
        connection.close()
    finally:
        server.terminate()
        server.wait()
    with open(answer, "w", encoding="utf-8") as out:
        json.dump({"add": added - began, "add_clock": added_clock - clock, "ask": ended - added, "alone": alone, "pairs": pairs}, out)


if __name__ == "__main__":
    main()
