"""incoming.py links|anchors|window FOLDER: a line of JSONL a target: what points there in the pages of FOLDER.

links: the pages themselves; anchors: the words of their anchors; window: these and five words before and after.
"""
import collections
import glob
import html.parser
import json
import sys


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.words, self.open, self.found = [], None, []

    def handle_starttag(self, tag, attributes):
        href = dict(attributes).get("href") if tag == "a" else None
        self.open = (href.split("#")[0], len(self.words)) if href else self.open

    def handle_endtag(self, tag):
        if tag == "a" and self.open:
            self.found.append((*self.open, len(self.words)))
            self.open = None

    def handle_data(self, data):
        self.words += data.split()


kind, folder = sys.argv[1:]
into = collections.defaultdict(list)
for name in sorted(glob.glob(folder + "/*.html")):
    page = Page()
    page.feed(open(name, encoding="utf-8", errors="replace").read())
    for target, begin, end in page.found:
        margin = 5 if kind == "window" else 0
        into[target] += [name] if kind == "links" else page.words[max(0, begin - margin) : end + margin]
for target, items in sorted(into.items()):
    print(json.dumps({"id": target, "text": " ".join(items)}))
