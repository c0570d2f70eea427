"""Which documents of an index are like a text? python3 ask.py http://127.0.0.1:7070/v1/indexes/archive essay.txt"""
import json
import os
import sys
import urllib.request

index, path = sys.argv[1:]
request = urllib.request.Request(f"{index}/query?threshold=0.5", open(path, "rb").read(), {"Content-Type": "text/plain"})
request.add_unredirected_header("Authorization", "Bearer " + os.environ.get("TEXTKIN_TOKEN", ""))
for line in urllib.request.urlopen(request):
    row = json.loads(line)
    print(f"{row['similarity']:.3f}\t{row['b']}")
