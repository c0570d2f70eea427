// Collection: what stays in memory of all documents after the first pass: where they lie, their ids and sizes, never
// their text. While a collection is small its feature sets stay too, and nothing is read twice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/keep_policy.h"
#include "engine/options.h"
#include "engine/scratch.h"
#include "input/block_reader.h"
#include "input/id_table.h"
#include "input/problem.h"
#include "input/sources.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"

namespace textkin::engine {

struct Collection {
  std::unique_ptr<Scratch> scratch;
  input::InputSpec spec;
  input::SourceList list;            // INPUT's sources, then those of --against
  std::uint32_t against_source = 0;  // number of the first source of --against
  std::shared_ptr<const input::Spool> spool;

  std::vector<DocumentRecord> records;
  input::IdTable ids;
  std::vector<std::uint32_t> sizes;                     // features a document
  std::vector<cluster::KeepFacts::Value> values;        // of --keep field:NAME, else empty
  DocId against = 0;                                    // number of INPUT's documents: the first of --against
  std::vector<std::unique_ptr<FeatureBlock>> retained;  // all feature sets in order, or none
  bool features_retained = false;                       // then each set ascends

  std::uint64_t problems = 0;
  std::uint64_t empty = 0;
  std::uint64_t features = 0;     // sum of sizes
  std::uint64_t input_bytes = 0;  // of the files read, packed where they are

  std::size_t documents() const { return records.size(); }
  const input::Source& source(DocId doc) const { return list.sources[records[doc].source]; }

  // "FILE:LINE", or "FILE" where the file is the document.
  std::string place(DocId doc) const;

  // Views of all retained sets, in order of the documents.
  std::vector<FeatureView> feature_views() const;
};

}  // namespace textkin::engine
