#include "engine/index/index_union.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "archive/key_lists.h"

namespace textkin::engine::index {
namespace {

// Lists of one folder, whose documents have other numbers here.
class ShiftedLists final : public archive::KeyLists {
 public:
  ShiftedLists(std::shared_ptr<const archive::KeyLists> lists, DocId by) : lists_(std::move(lists)), by_(by) {}

  std::uint64_t size(std::uint32_t list) const override { return lists_->size(list); }
  Result<Range> range(std::uint32_t list, std::uint64_t low, std::uint64_t high) const override {
    return lists_->range(list, low, high);
  }
  void expect(std::span<const Expected> keys) const override { lists_->expect(keys); }
  Status append_documents(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                          std::vector<DocId>& out) const override {
    const std::size_t before = out.size();
    TEXTKIN_RETURN_IF_ERROR(lists_->append_documents(list, begin, end, out));
    for (std::size_t i = before; i < out.size(); ++i) out[i] += by_;
    return {};
  }

 private:
  std::shared_ptr<const archive::KeyLists> lists_;
  DocId by_;
};

// What may differ between folders: what is only a default, what is kept besides, and where the same bytes were read.
constexpr std::array<std::string_view, 7> kMayDiffer = {"--least",      "--recall",   "--field",         "--key",
                                                        "--stop-words", "--passages", kPassageAlgorithms};

archive::Words decisive(const archive::Words& words) {
  archive::Words kept;
  for (const auto& word : words)
    if (std::ranges::find(kMayDiffer, word.first) == kMayDiffer.end()) kept.push_back(word);
  return kept;
}

std::string difference(const archive::Words& a, const archive::Words& b) {
  for (const auto* side : {&a, &b})
    for (const auto& [option, value] : *side) {
      const auto& other = side == &a ? b : a;
      const auto found = std::ranges::find(other, option, &std::pair<std::string, std::string>::first);
      if (found != other.end() && found->second == value) continue;
      return option.starts_with("--") ? option : "the version, or the key";
    }
  return {};
}

}  // namespace

bool is_index(const std::string& folder) { return archive::is_index(folder); }

Result<std::unique_ptr<IndexUnion>> IndexUnion::open(const std::vector<std::string>& folders, std::uint64_t memory,
                                                     const OpenArchives& held) {
  std::unique_ptr<IndexUnion> all(new IndexUnion());
  for (const std::string& folder : folders) TEXTKIN_RETURN_IF_ERROR(all->add(folder, memory / folders.size(), held));
  return all;
}

Status IndexUnion::add(const std::string& folder, std::uint64_t memory, const OpenArchives& held) {
  for (const Part& part : parts_) {
    std::error_code ignored;
    if (std::filesystem::equivalent(part.archive->folder(), folder, ignored))
      return Status(Code::kInvalidArgument, fmt::format("{} is asked twice; name it once", folder));
  }
  TEXTKIN_ASSIGN_OR_RETURN(OpenArchive archive, open_archive(folder, memory, held));
  TEXTKIN_ASSIGN_OR_RETURN(IndexSpec spec, spec_of(archive->words(), folder));
  if (parts_.empty()) {
    spec_ = spec;
  } else {
    const archive::Archive& other = *parts_.front().archive;
    const std::string differs = difference(decisive(other.words()), decisive(archive->words()));
    if (!differs.empty())
      return Status(Code::kInvalidArgument,
                    fmt::format("{} and {} differ in {} that they were made with; ask one after the other, or make one "
                                "of them anew with `textkin index rebuild`",
                                other.folder(), folder, differs));
    spec_.least = std::max(spec_.least, spec.least);
    spec_.recall = std::max(spec_.recall, spec.recall);
    if (spec_.passages != spec.passages) spec_.passages = 0;
  }
  const DocId first = parts_.empty() ? 0 : next();
  if (std::uint64_t{first} + archive->state().next >= kNoDoc)
    return Status(Code::kExhausted, "these indexes have more than 4,294,967,294 documents; ask fewer at once");
  for (const std::shared_ptr<const archive::KeyLists>& lists : archive->keys().parts())
    keys_.add(first == 0 ? lists : std::make_shared<ShiftedLists>(lists, first));
  parts_.push_back({.archive = std::move(archive), .spec = std::move(spec), .first = first});
  return {};
}

std::uint64_t IndexUnion::sequence() const { return parts_.size() == 1 ? parts_.front().archive->state().sequence : 0; }

std::uint64_t IndexUnion::purged() const { return parts_.front().archive->state().purged; }

DocId IndexUnion::documents() const {
  DocId documents = 0;
  for (const Part& part : parts_) documents += part.archive->state().alive;
  return documents;
}

DocId IndexUnion::next() const { return parts_.back().first + parts_.back().archive->state().next; }

std::string IndexUnion::description() const {
  if (parts_.size() == 1)
    return fmt::format("an index of {} document{}, sequence {}", documents(), documents() == 1 ? "" : "s", sequence());
  std::string each;
  for (const Part& part : parts_)
    each += fmt::format("{}{} {}", each.empty() ? "" : ", ", part.archive->folder(), part.archive->state().sequence);
  return fmt::format("{} indexes of {} documents, at the sequences {}", parts_.size(), documents(), each);
}

Status IndexUnion::check_as_of(std::uint64_t as_of) const {
  if (as_of != 0 && parts_.size() > 1)
    return Status(Code::kInvalidArgument,
                  "--as-of is a sequence of one index, and several are asked; ask them one after the other");
  if (as_of > sequence())
    return Status(Code::kInvalidArgument, fmt::format("--as-of {}: the index is at sequence {}", as_of, sequence()));
  if (as_of != 0 && as_of < purged())
    return Status(
        Code::kInvalidArgument,
        fmt::format("--as-of {}: texts were purged at sequence {}; ask as of that, or a later one", as_of, purged()));
  return {};
}

Result<Where> IndexUnion::where(const WhereOptions& asked) const {
  if (!asked.empty())
    for (const Part& part : parts_)
      if (part.spec.fields != spec_.fields)
        return Status(Code::kInvalidArgument,
                      fmt::format("{} and {} keep different fields; --where and --not are for indexes of the same ones",
                                  parts_.front().archive->folder(), part.archive->folder()));
  return Where::make(asked, spec_);
}

const IndexUnion::Part& IndexUnion::part_of(DocId number) const {
  const auto behind = std::ranges::upper_bound(parts_, number, {}, &Part::first);
  return behind == parts_.begin() ? parts_.front() : *(behind - 1);
}

Status IndexUnion::read(DocId number, archive::Entry& out) const {
  const Part& part = part_of(number);
  return part.archive->read(number - part.first, out);
}

Status IndexUnion::read_text(DocId number, std::string& out) const {
  const Part& part = part_of(number);
  return part.archive->read_text(number - part.first, out);
}

Status IndexUnion::each(const archive::Archive::Visit& visit) const {
  for (const Part& part : parts_)
    TEXTKIN_RETURN_IF_ERROR(part.archive->each(
        0, [&](DocId number, const archive::Entry& entry) { return visit(part.first + number, entry); }));
  return {};
}

Status IndexUnion::each_text(const archive::Archive::VisitText& visit) const {
  for (const Part& part : parts_)
    TEXTKIN_RETURN_IF_ERROR(part.archive->each_text(
        0, [&](DocId number, std::string_view text) { return visit(part.first + number, text); }));
  return {};
}

Result<std::string> IndexUnion::name_of(DocId number, const archive::Entry& entry) const {
  const Part& own = part_of(number);
  bool elsewhere = false;
  for (const Part& part : parts_) {
    if (&part == &own) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const DocId there, part.archive->find(entry.id));
    elsewhere = elsewhere || there != kNoDoc;
  }
  if (!elsewhere) return entry.id;
  std::string name = own.archive->folder() + "/" + entry.id;
  for (const Part& part : parts_) {
    TEXTKIN_ASSIGN_OR_RETURN(const DocId there, part.archive->find(name));
    if (there != kNoDoc)
      return Status(Code::kInvalidArgument,
                    fmt::format("the id {} is in several of these indexes, and {} is an id as well; ask one after the "
                                "other",
                                entry.id, name));
  }
  return name;
}

Status check_least(const join::Threshold& threshold, const IndexUnion& indexes, const std::string& folders,
                   bool has_exact) {
  if (threshold.least_jaccard() >= indexes.spec().least) return {};
  const char* const instead =
      !has_exact || indexes.spec().store == Store::kNone ? "ask for more" : "add --exact, or ask for more";
  return Status(Code::kInvalidArgument, fmt::format("-t {} is below --least {} of the index {}; {}", threshold.value,
                                                    indexes.spec().least, folders, instead));
}

}  // namespace textkin::engine::index
