"""Servers of files for tests, on this machine alone: an HDFS of separate processes, and an S3."""

import os
import pathlib
import socket
import subprocess
import time
import urllib.request

import pyspark

ROOT = pathlib.Path(__file__).resolve().parents[2]
FETCHED = pathlib.Path(os.environ.get("TEXTKIN_STORAGE", ROOT / "build" / "storage"))
SPARK_JARS = pathlib.Path(pyspark.__file__).parent / "jars"
CLUSTER = "hadoop-client-minicluster-*.jar"
KEY = "textkin"


def fetched():
    return (FETCHED / "made-from.txt").is_file()


def spark_jars():
    """What Spark needs for s3a://, beside its own."""
    return ",".join(str(jar) for jar in sorted(FETCHED.glob("jars/*.jar")) if not jar.match(CLUSTER))


def _free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _wait_for(what, seconds=120):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "a server did not come up"
        time.sleep(0.2)


def _listens(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


class _Folder:
    """A folder of a file system, through the Hadoop of a session."""

    def of(self, session):
        jvm = session._jvm
        self._path = jvm.org.apache.hadoop.fs.Path
        self._system = self._path(self.url).getFileSystem(session._jsc.hadoopConfiguration())
        return self

    def put(self, local, name):
        self._system.copyFromLocalFile(self._path(f"file:{local}"), self._path(f"{self.url}/{name}"))

    def get(self, name, local):
        self._system.copyToLocalFile(self._path(f"{self.url}/{name}"), self._path(f"file:{local}"))

    def exists(self, name):
        return self._system.exists(self._path(f"{self.url}/{name}"))


class Hdfs(_Folder):
    """A NameNode and three DataNodes; each block is on two of them."""

    def __init__(self, folder):
        self.folder, port = folder, _free_port()
        self.authority = f"hdfs://127.0.0.1:{port}"
        self.url = f"{self.authority}/tests"
        properties = {
            "fs.defaultFS": self.authority,
            "dfs.namenode.rpc-address": f"127.0.0.1:{port}",
            "dfs.namenode.http-address": "127.0.0.1:0",
            "dfs.namenode.name.dir": f"file://{folder}/names",
            "dfs.datanode.data.dir": f"file://{folder}/blocks-${{textkin.node}}",
            "dfs.datanode.address": "127.0.0.1:0",
            "dfs.datanode.http.address": "127.0.0.1:0",
            "dfs.datanode.ipc.address": "127.0.0.1:0",
            "dfs.replication": "2",
            "dfs.blocksize": "1048576",
        }
        rows = "".join(f"<property><name>{n}</name><value>{v}</value></property>" for n, v in properties.items())
        for name in ("core-site.xml", "hdfs-site.xml"):
            (folder / name).write_text(f"<configuration>{rows}</configuration>")
        subprocess.run(self._java("namenode.NameNode", "-format", "-force"), check=True, timeout=120)
        self._name_node = subprocess.Popen(self._java("namenode.NameNode"))
        _wait_for(lambda: _listens(port))
        self._data_nodes = [
            subprocess.Popen(self._java("datanode.DataNode", "-D", f"textkin.node={i}")) for i in range(3)
        ]

    def _java(self, server, *words):
        jars = [str(self.folder), f"{SPARK_JARS}/*", *map(str, FETCHED.glob(f"jars/{CLUSTER}"))]
        return ["java", "-Xmx256m", "-cp", os.pathsep.join(jars), f"org.apache.hadoop.hdfs.server.{server}", *words]

    def settings(self):
        return {}

    def of(self, session):
        super().of(session)
        _wait_for(lambda: len(self._system.getDataNodeStats()) == 3)
        return self

    def leave_a_data_node(self):
        """The process of one, for a test to kill."""
        return self._data_nodes[0].pid

    def stop(self):
        for process in [*self._data_nodes, self._name_node]:
            process.kill()
            process.wait()


class S3(_Folder):
    """A bucket of a server that keeps objects in its memory."""

    url = "s3a://textkin-tests/folder"

    def __init__(self, folder):
        self._port = _free_port()
        words = [FETCHED / "venv" / "bin" / "moto_server", "-H", "127.0.0.1", "-p", self._port]
        with open(folder / "s3.log", "wb") as log:
            self._server = subprocess.Popen(list(map(str, words)), stdout=log, stderr=log)
        _wait_for(lambda: _listens(self._port))
        bucket = urllib.request.Request(f"http://127.0.0.1:{self._port}/textkin-tests", method="PUT")
        urllib.request.urlopen(bucket, timeout=60).close()

    def settings(self):
        return {
            "spark.jars": spark_jars(),
            "spark.hadoop.fs.s3a.endpoint": f"http://127.0.0.1:{self._port}",
            "spark.hadoop.fs.s3a.endpoint.region": "us-east-1",
            "spark.hadoop.fs.s3a.path.style.access": "true",
            "spark.hadoop.fs.s3a.connection.ssl.enabled": "false",
            # That one asks "Expect: 100-continue", which this server answers twice.
            "spark.hadoop.fs.s3a.optimized.copy.from.local.enabled": "false",
            "spark.hadoop.fs.s3a.access.key": KEY,
            "spark.hadoop.fs.s3a.secret.key": KEY,
        }

    def stop(self):
        self._server.kill()
        self._server.wait()
