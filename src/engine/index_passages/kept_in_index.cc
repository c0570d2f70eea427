#include "engine/index_passages/kept_in_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "archive/fingerprint_keys.h"
#include "base/parallel.h"
#include "engine/index/stored_sets.h"

namespace textkin::engine::index_passages {
namespace {

// Of a fingerprint that very many documents have.
constexpr std::uint64_t kReadAtOnce = 4096;

class TextsOfIndex final : public StoredTexts {
 public:
  explicit TextsOfIndex(const index::IndexUnion& indexes) : indexes_(indexes) {}
  Status read(std::uint64_t number, std::string& out) const override {
    return indexes_.read_text(static_cast<DocId>(number), out);
  }

 private:
  const index::IndexUnion& indexes_;
};

}  // namespace

Result<std::unique_ptr<KeptInIndex>> KeptInIndex::open(const KeptOptions& wanted, std::uint64_t memory) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<index::IndexUnion> indexes,
                           index::IndexUnion::open(wanted.folders, memory, wanted.held));
  if (indexes->spec().passages == 0) {
    const std::string& folder = wanted.folders.front();
    if (wanted.folders.size() > 1)
      return Status(Code::kInvalidArgument,
                    fmt::format("{} do not all keep passages of the same length; see --passages in "
                                "`textkin index stats`, and ask one after the other",
                                fmt::join(wanted.folders, ", ")));
    TEXTKIN_RETURN_IF_ERROR(
        index::check_keeps_texts(indexes->spec(), folder, "passages are found in",
                                 "make another one with `textkin index create NEW`, and add the documents to it"));
    return Status(
        Code::kInvalidArgument,
        fmt::format("{} was made without passages; make it anew with `textkin index rebuild {} NEW --passages 12`",
                    folder, folder));
  }
  TEXTKIN_RETURN_IF_ERROR(indexes->check_as_of(wanted.as_of));
  TEXTKIN_ASSIGN_OR_RETURN(index::Where where, indexes->where(wanted.where));
  std::unique_ptr<KeptInIndex> kept(new KeptInIndex(std::move(indexes), wanted, std::move(where)));
  kept->compared_ = kept->indexes_->documents();
  const bool last = wanted.as_of == 0 && wanted.where.empty();
  if (last && kept->compared_ == kept->numbers()) return kept;
  kept->known_ = std::vector<std::atomic<std::uint64_t>>(kept->numbers() / kOfAWord + 1);
  if (!last) TEXTKIN_RETURN_IF_ERROR(kept->count());
  return kept;
}

Status KeptInIndex::count() {
  compared_ = 0;
  return indexes_->each([&](DocId number, const archive::Entry& entry) -> Result<bool> {
    const bool is_one = counts(entry);
    compared_ += is_one;
    note(number, is_one ? kCompared : kLeftOut);
    return true;
  });
}

Result<bool> KeptInIndex::is_compared(DocId number) const {
  if (known_.empty()) return true;
  const std::uint64_t known = known_[number / kOfAWord].load(std::memory_order_relaxed) >> 2 * (number % kOfAWord) & 3;
  if (known != kNothing) return known == kCompared;
  archive::Entry entry;
  TEXTKIN_RETURN_IF_ERROR(indexes_->read(number, entry));
  const bool is_one = counts(entry);
  note(number, is_one ? kCompared : kLeftOut);
  return is_one;
}

Result<std::uint64_t> KeptInIndex::with(std::uint64_t fingerprint, std::uint64_t most, std::vector<DocId>& out) const {
  out.clear();
  std::vector<archive::Stretch> stretches;
  const std::uint64_t key = archive::fingerprint_key(fingerprint);
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t records,
                           indexes_->keys().find(archive::kFingerprintList, key, key, stretches));
  if (known_.empty() && records > most) return records;
  std::uint64_t found = 0;
  std::vector<DocId> some;
  for (const archive::Stretch& stretch : stretches)
    for (std::uint64_t at = stretch.begin; at < stretch.end; at += kReadAtOnce) {
      if (base::interrupted()) return Status(Code::kInterrupted, "interrupted");
      some.clear();
      TEXTKIN_RETURN_IF_ERROR(
          stretch.of->append_documents(stretch.list, at, std::min(stretch.end, at + kReadAtOnce), some));
      for (const DocId number : some) {
        TEXTKIN_ASSIGN_OR_RETURN(const bool is_one, is_compared(number));
        if (is_one && ++found <= most) out.push_back(number);
      }
    }
  std::ranges::sort(out);
  return found;
}

Status KeptInIndex::read(DocId number, Facts& out) const {
  archive::Entry entry;
  TEXTKIN_RETURN_IF_ERROR(indexes_->read(number, entry));
  TEXTKIN_ASSIGN_OR_RETURN(out.id, indexes_->name_of(number, entry));
  out.text_bytes = entry.text_bytes;
  return {};
}

std::shared_ptr<const StoredTexts> KeptInIndex::texts() const { return std::make_shared<TextsOfIndex>(*indexes_); }

}  // namespace textkin::engine::index_passages
