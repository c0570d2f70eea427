// Documents for tables and files. For tests only.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "store/document_row.h"
#include "store/document_table.h"

namespace textkin::store {

struct TestingDocument {
  DocumentRecord record;
  std::uint32_t size = 0;
  std::string id;
  std::string value;

  DocumentRow row() const { return {record, size, id, value}; }
  bool operator==(const TestingDocument& other) const {
    const auto numbers = [](const TestingDocument& of) {
      return std::array<std::uint64_t, 7>{of.record.checksum, of.record.offset,     of.record.length, of.record.source,
                                          of.record.line,     of.record.characters, of.size};
    };
    return numbers(*this) == numbers(other) && id == other.id && value == other.value;
  }
};

// Mostly short ids, some long, seldom a page of them larger than what is read at once; values in some runs.
inline std::vector<TestingDocument> testing_documents(std::mt19937_64& random, std::size_t count) {
  const bool values = random() % 2 == 0;
  const std::uint64_t long_ones = random() % 2 == 0 ? 50 : 5000;
  std::vector<TestingDocument> documents(count);
  for (TestingDocument& document : documents) {
    document.record = {random(),
                       static_cast<std::uint32_t>(random()),
                       static_cast<std::uint32_t>(random() % 3),
                       static_cast<std::uint32_t>(random()),
                       static_cast<std::uint32_t>(random()),
                       random()};
    document.size = static_cast<std::uint32_t>(random());
    const std::size_t length = random() % long_ones == 0 ? random() % 20'000 : random() % 30;
    document.id.assign(length, static_cast<char>(random()));
    if (values && random() % 300 == 0) document.value = "value " + std::to_string(random() % 1000);
  }
  return documents;
}

}  // namespace textkin::store
