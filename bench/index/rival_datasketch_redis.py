"""datasketch's MinHashLSH over a Redis that writes each change to its log: the settings of its documentation, in a process of its own.
Words in runs of five, as textkin's. Seconds of the processor are this process' and Redis' together."""

import json
import os
import resource
import subprocess
import sys
import time

import redis
from datasketch import MinHashLSH

from rival_datasketch import signatures


def processor():
    """Of this process and, once it has ended, of Redis."""
    return sum(getattr(resource.getrusage(who), name) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) for name in ("ru_utime", "ru_stime"))


def of_server(client):
    said = client.info("cpu")
    return said["used_cpu_user"] + said["used_cpu_sys"]


def main():
    held, asked, threshold, answer, folder = sys.argv[1:]
    os.makedirs(folder)
    socket = os.path.join(folder, "socket")
    server = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", socket, "--dir", folder, "--appendonly", "yes"], stdout=subprocess.DEVNULL)
    try:
        client = redis.Redis(unix_socket_path=socket)
        while True:
            try:
                client.ping()
                break
            except redis.ConnectionError:
                time.sleep(0.05)
        index = MinHashLSH(threshold=float(threshold), num_perm=128, storage_config={"type": "redis", "basename": b"held", "redis": {"unix_socket_path": socket}})
        clock, began = time.monotonic(), processor() + of_server(client)
        with index.insertion_session(buffer_size=500) as session:
            for identifier, made in signatures(held):
                session.insert(identifier, made)
        added, added_clock = processor() + of_server(client), time.monotonic()
        pairs, alone, last = [], [], added_clock
        for identifier, made in signatures(asked):
            pairs += [(identifier, other) for other in index.query(made)]
            alone.append(time.monotonic() - last)
            last = time.monotonic()
        ended = processor() + of_server(client)
    finally:
        server.terminate()
        server.wait()
    with open(answer, "w", encoding="utf-8") as out:
        json.dump({"add": added - began, "add_clock": added_clock - clock, "ask": ended - added, "alone": alone, "pairs": pairs}, out)


if __name__ == "__main__":
    main()
