"""datasketch's MinHashLSH behind FastAPI, in memory or in Redis: a text is asked for, ids of alike documents are the answer."""

import json
import re
import sys

import uvicorn
from datasketch import MinHash, MinHashLSH
from fastapi import FastAPI, Request

WORD = re.compile(r"\w+")
HELD, PORT, REDIS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def signature(text):
    words = WORD.findall(text.lower())
    made = MinHash(num_perm=128)
    made.update_batch([" ".join(words[i : i + 5]).encode() for i in range(max(1, len(words) - 4))])
    return made


storage = {"storage_config": {"type": "redis", "redis": {"host": "127.0.0.1", "port": REDIS}}} if REDIS else {}
index = MinHashLSH(threshold=0.8, num_perm=128, **storage)
if REDIS:
    with index.insertion_session() as session, open(HELD, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            session.insert(record["id"], signature(record["text"]))
else:
    with open(HELD, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            index.insert(record["id"], signature(record["text"]))

app = FastAPI()


@app.post("/query")
async def query(request: Request, threshold: float = 0.8):
    return index.query(signature((await request.body()).decode()))


uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="critical", access_log=False)
