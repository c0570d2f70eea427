// PairFile: pairs as rows of a file, in a format of the catalogue.
//
// Rows are made by several threads, some thousand at once, while those before them are written, and stand in the order
// in which their pairs were given. Memory: .7 MiB a part, two parts a thread and eight at most, beside a row each.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "engine/write/pair_lines.h"
#include "engine/write/pair_sink.h"

namespace textkin::engine::write {

class PairFile final : public PairSink {
 public:
  // Opens the file at once: a folder that is missing is known before any work. `threads`: to make its rows, and to pack
  // it.
  static Result<std::unique_ptr<PairSink>> open(const std::string& path, const std::string& format, unsigned threads);

  Status begin(const read::Collection& collection, PairExtras extras) override;
  Status add(const FoundPair& pair) override;
  Status commit() override;

 private:
  // Rows that one thread makes.
  struct Part {
    PairLines lines;
    std::string bytes;
    std::size_t made = 0;
  };

  PairFile(const report::Format& format, std::unique_ptr<base::OutputFile> file, unsigned threads);
  std::span<const FoundPair> pairs_of(std::size_t part) const;
  static Status make_rows(std::span<const FoundPair> pairs, Part& part);
  Status write_ready();
  Status make_waiting();

  std::unique_ptr<base::OutputFile> file_;
  const unsigned threads_;
  std::vector<FoundPair> waiting_;
  std::vector<Part> parts_;
  std::size_t pairs_a_part_;        // fewer where their rows are long
  std::vector<std::string> ready_;  // rows to be written, in order
};

}  // namespace textkin::engine::write
