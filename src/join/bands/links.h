// Links: which documents are connected by buckets, where their band records are spread over many machines.
//
// A node stands for the documents of one signature: it is the key over the whole of it (banding.h). Equal sets have
// equal nodes; should two signatures have the same node by chance, two components are taken for one, which costs work
// and no answer. A link says that two nodes are in one component, or, where both are the same, that a node has several
// documents. A forest links each node that has a link to the least of its component; it says all that there is to say
// with one link a node, whatever the links were, in whatever order and how often. So pieces of the work may be done
// anywhere, and again.
//
// Source: connected components by merging forests of parts, as in Karloff, Suri and Vassilvitskii 2010.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sort.h"

namespace textkin::join {

struct Link {
  std::uint64_t node;
  std::uint64_t root;  // in a forest: the least node of the component
  bool operator==(const Link&) const = default;
};

// Appends the links of the buckets of `records` (value = node, key = band key): each further record of a bucket with
// its first. Leaves one record a bucket, that one, ascending by key: whoever has other records of the bucket needs no
// more of these. Where as yet all are of sets without one element (short_sets.h) nothing is linked, and all stay.
// Cost: one sort of the records.
void link_buckets(std::vector<base::KeyValue>& records, std::vector<Link>& links);

// Replaces links by their forest, ascending by node.
// Memory: 60 bytes a link beside them. Cost: one sort of 2 elements a link.
void make_forest(std::vector<Link>& links);

}  // namespace textkin::join
