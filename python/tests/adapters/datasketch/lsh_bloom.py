from no_counterpart import absent

MinHashLSHBloom = BloomTable = absent("no Bloom filter: an Index names what is alike and verifies it")
