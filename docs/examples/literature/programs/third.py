import sys


class Counter:
    def __init__(self, name):
        self.name, self.seen = name, set()

    def add(self, line):
        self.seen |= set(line.split())


print(len(Counter(sys.argv[1]).seen))
