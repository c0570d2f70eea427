#include "engine/trim/kept_cuts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/record_partitions.h"
#include "engine/run/read_again.h"
#include "engine/run/run_spec.h"
#include "store/block_file.h"
#include "store/block_file_writer.h"

namespace textkin::engine::trim {
namespace {

constexpr std::string_view kVersion = "trim.v3";  // of what lies there of equal options
constexpr std::size_t kTakenUpAtOnce = (1u << 20) / sizeof(base::KeyValue);

run::RunSpec spec_of(const run::Reading& reading, const TrimOptions& wanted) {
  run::RunSpec spec = run::read_spec(reading);
  spec.emplace_back("--unit", word_of(kPieceWords, wanted.pieces.kind));
  const char* const length = !wanted.pieces.is_passage() ? "--min-words" : wanted.pieces.bytes ? "--bytes" : "--words";
  spec.emplace_back(length, fmt::to_string(wanted.pieces.least));
  spec.emplace_back("--keep", wanted.keep);
  spec.emplace_back(run::kAlgorithms, std::string(kVersion) + run::values_version(reading.inputs.spec));
  return spec;
}

Status append_block(const store::BlockFile& file, const store::Block& block, base::SpillingRecords& out) {
  if (block.size % sizeof(base::KeyValue) != 0) return file.damaged("a cut ends early");
  std::vector<base::KeyValue> some;
  for (std::uint64_t at = 0; at < block.size; at += some.size() * sizeof(base::KeyValue)) {
    some.resize(std::min<std::uint64_t>(kTakenUpAtOnce, (block.size - at) / sizeof(base::KeyValue)));
    TEXTKIN_RETURN_IF_ERROR(
        file.read_at(block, at, reinterpret_cast<char*>(some.data()), some.size() * sizeof(base::KeyValue)));
    TEXTKIN_RETURN_IF_ERROR(out.append(some));
  }
  return {};
}

}  // namespace

Result<KeptCuts> KeptCuts::open(const read::Collection& collection, const run::Reading& reading,
                                const TrimOptions& wanted) {
  if (collection.directory->named()) TEXTKIN_RETURN_IF_ERROR(run::check_can_be_read_again(collection.list));
  TEXTKIN_ASSIGN_OR_RETURN(
      std::unique_ptr<run::Journal> journal,
      run::Journal::open(collection.directory, spec_of(reading, wanted), collection.list, collection.settings.windows));
  return KeptCuts(std::move(journal));
}

Result<ChosenCuts> KeptCuts::take_up(const read::Collection& collection) const {
  TEXTKIN_RETURN_IF_ERROR(journal_->check_read_again(0, collection.list, collection.finished));
  const store::BlockFile& file = *journal_->pairs().back();
  TEXTKIN_RETURN_IF_ERROR(file.verify());
  ChosenCuts chosen;
  chosen.records =
      std::make_unique<base::SpillingRecords>(collection.directory->path(), collection.budget->limit() / 8);
  for (const store::Block& block : file.blocks())
    if (block.kind == store::BlockKind::kCuts) TEXTKIN_RETURN_IF_ERROR(append_block(file, block, *chosen.records));
  chosen.spilled_bytes = chosen.records->spilled_bytes();
  return chosen;
}

Result<ChosenCuts> KeptCuts::keep(const read::Collection& collection, ChosenCuts chosen) {
  if (!journal_->kept()) return chosen;
  journal_->set_checksums(0, collection.finished);
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<store::BlockFileWriter> file, journal_->new_pairs());
  std::vector<base::KeyValue> records;
  const std::uint64_t count = chosen.records->size();
  for (std::uint32_t partition = 0; partition < base::RecordPartitions::kPartitions; ++partition) {
    records.clear();
    TEXTKIN_RETURN_IF_ERROR(chosen.records->take(partition, records));
    if (records.empty()) continue;
    TEXTKIN_RETURN_IF_ERROR(
        file->append(store::BlockKind::kCuts, partition,
                     {reinterpret_cast<const char*>(records.data()), records.size() * sizeof(base::KeyValue)}));
  }
  chosen.records.reset();
  TEXTKIN_RETURN_IF_ERROR(journal_->add_pairs(*file, count));
  return take_up(collection);
}

}  // namespace textkin::engine::trim
