// An index beside a map of what it should hold, and random changes to both. For tests only.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "archive/archive_writer.h"
#include "archive/testing_keys.h"
#include "archive/text_packer.h"
#include "archive/verify.h"
#include "base/checksum.h"
#include "base/scratch_directory.h"

namespace textkin::archive {

inline constexpr std::uint64_t kTestingMemory = 8u << 20;

// In memory where that can be: a test waits for no disk.
inline std::string testing_folder() {
  return std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path().string();
}

// Keys that depend on the text alone, as those of an index do.
inline std::string keys_of_text(std::string_view text) {
  std::mt19937_64 random(base::checksum(text));
  return some_keys(random);
}

// What an index should say.
struct ArchiveTwin {
  struct Held {
    DocId number;
    std::string text;
    std::vector<std::string> fields;
    bool operator==(const Held&) const = default;
  };
  using Documents = std::map<std::string, Held>;

  Documents documents;  // alive
  std::map<std::string, std::string> checkpoints;
  std::vector<std::string> texts;  // by number, of removed ones too
  std::uint64_t sequence = 0;

  bool operator==(const ArchiveTwin&) const = default;

  Added add(const std::string& id, const std::string& text, const std::vector<std::string>& fields, OnSameId same) {
    Added became = Added::kNew;
    if (const auto at = documents.find(id); at != documents.end()) {
      if (at->second.text == text && at->second.fields == fields) return Added::kUnchanged;
      if (same == OnSameId::kKeep) return Added::kKept;
      became = Added::kReplaced;
    }
    documents[id] = {static_cast<DocId>(texts.size()), text, fields};
    texts.push_back(text);
    return became;
  }
};

// That all of `archive` is what `twin` says; what differs first, or "".
inline std::string difference(const Archive& archive, const ArchiveTwin& twin) {
  if (archive.state().sequence != twin.sequence)
    return "sequence " + std::to_string(archive.state().sequence) + ", not " + std::to_string(twin.sequence);
  if (archive.state().next != twin.texts.size()) return "another number of documents that were ever added";
  if (archive.state().alive != twin.documents.size()) return "another number of documents";
  ArchiveTwin::Documents found;
  DocId numbers = 0;
  std::string text;
  const Status read = archive.each(0, [&](DocId number, const Entry& entry) -> Result<bool> {
    if (number != numbers++) return Status(Code::kBadInput, "a number is missing");
    if (!entry.alive()) return true;
    TEXTKIN_RETURN_IF_ERROR(archive.read_text(number, text));
    found[entry.id] = {number, text, entry.fields};
    TEXTKIN_ASSIGN_OR_RETURN(const DocId by_id, archive.find(entry.id));
    return by_id == number ? Result<bool>(true) : Status(Code::kBadInput, "an id leads elsewhere");
  });
  if (!read.ok()) return read.message();
  if (found != twin.documents) return "other documents";
  std::map<std::string, std::string> checkpoints;
  const Status points =
      archive.each_checkpoint([&](std::string_view name, std::string_view value) { checkpoints.emplace(name, value); });
  if (!points.ok()) return points.message();
  if (checkpoints != twin.checkpoints) return "other checkpoints";
  const Status whole = verify(archive);
  if (!whole.ok()) return whole.message();
  const Status keys = verify_keys(archive, keys_of_text);
  return keys.ok() ? "" : keys.message();
}

// That keys find those documents that `texts` have, by number; those that may be purged, or not.
inline std::string difference_of_keys(const KeyDirectory& keys, const std::vector<std::string>& texts,
                                      std::mt19937_64& random, const std::set<DocId>& may_be_purged = {}) {
  TwinLists twin;
  for (DocId doc = 0; doc < texts.size(); ++doc) twin.add(keys_of_text(texts[doc]), doc);
  for (int i = 0; i < 40; ++i) {
    const auto [list, low, high] = some_range(random);
    const Result<std::vector<DocId>> found = find_documents(keys, list, low, high);
    if (!found.ok()) return found.status().message();
    std::vector<DocId> right = twin.find(list, low, high);
    std::erase_if(right,
                  [&](DocId doc) { return may_be_purged.contains(doc) && !std::ranges::binary_search(*found, doc); });
    if (*found != right) return "keys find other documents in list " + std::to_string(list);
  }
  return "";
}

inline std::string some_text(std::mt19937_64& random) {
  std::string text(random() % 5 == 0 ? random() % 3000 : random() % 30, '\0');
  for (char& byte : text) byte = static_cast<char>(random() % 4 == 0 ? random() : 'a' + random() % 3);
  return text;
}

// A document into both.
inline Status try_add(ArchiveWriter& writer, ArchiveTwin& twin, const std::string& id, const std::string& text,
                      std::mt19937_64& random) {
  const auto same = random() % 4 == 0 ? OnSameId::kKeep : OnSameId::kReplace;
  const std::vector<std::string> fields{random() % 2 == 0 ? "x" : "y"};
  TEXTKIN_ASSIGN_OR_RETURN(const Added became, writer.add({.id = id,
                                                           .text = text,
                                                           .size = static_cast<std::uint32_t>(text.size()),
                                                           .keys = keys_of_text(text),
                                                           .fields = fields},
                                                          same));
  return became == twin.add(id, text, fields, same) ? Status()
                                                    : Status(Code::kMismatch, "another thing became of " + id);
}

// Some documents into both, whose texts are packed together where all of them are new.
inline Status try_add_packed(ArchiveWriter& writer, ArchiveTwin& twin, std::mt19937_64& random) {
  const DocId first = writer.next();
  std::vector<std::string> texts(1 + random() % 6);
  for (std::string& text : texts) {
    text = some_text(random);
    TEXTKIN_RETURN_IF_ERROR(try_add(writer, twin, "d" + std::to_string(random() % 12), text, random));
  }
  const std::vector<std::optional<std::string_view>> packed(texts.begin(), texts.end());
  writer.pack(first, TextPacker().pack(packed));
  return {};
}

// One change to both: into the batch of `writer`, and `twin` as it will be once that is committed.
inline Status try_change(ArchiveWriter& writer, ArchiveTwin& twin, std::mt19937_64& random) {
  const std::string id = "d" + std::to_string(random() % 12);
  const auto kind = random() % 8;
  if (kind == 0) {
    TEXTKIN_ASSIGN_OR_RETURN(const bool gone, writer.remove(id));
    return gone == (twin.documents.erase(id) == 1) ? Status() : Status(Code::kMismatch, "another document was removed");
  }
  if (kind == 1) {
    const std::string name = "p" + std::to_string(random() % 3);
    twin.checkpoints[name] = some_text(random);
    writer.set_checkpoint(name, twin.checkpoints[name]);
    return {};
  }
  if (kind == 2) return try_add_packed(writer, twin, random);
  const bool again = random() % 4 == 0 && twin.documents.contains(id);
  return try_add(writer, twin, id, again ? twin.documents[id].text : some_text(random), random);
}

inline void change(ArchiveWriter& writer, ArchiveTwin& twin, std::mt19937_64& random) {
  const Status status = try_change(writer, twin, random);
  ASSERT_TRUE(status.ok()) << status.message();
}

}  // namespace textkin::archive
