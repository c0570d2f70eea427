// IndexUnion: one or several indexes that are asked as if they were one.
//
// Documents are numbered through: those of the first folder, then those of the second. What an answer says of a
// document depends on no other folder, so rows and their recall are those of one index that all were added to, one
// folder behind the other. They must compare documents by the same: kInvalidArgument names the option in which two
// differ. An id that several folders have now is told apart by its folder, as FOLDER/ID. Each folder is in the state of
// when it was opened. Threads: any number at once. Memory: as of the archives, which share what is given.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/archive.h"
#include "archive/document_source.h"
#include "engine/index/index_spec.h"
#include "engine/index/open_archive.h"
#include "engine/index/where.h"
#include "join/measures/threshold.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::index {

// Whether the folder is one of an index.
bool is_index(const std::string& folder);

class IndexUnion final : public archive::DocumentSource {
 public:
  // At least one folder. `memory`: of all of them that `held` has not, in bytes.
  static Result<std::unique_ptr<IndexUnion>> open(const std::vector<std::string>& folders, std::uint64_t memory,
                                                  const OpenArchives& held = {});

  // Of all: least and recall are the greatest of theirs; passages are 0 where theirs differ.
  const IndexSpec& spec() const { return spec_; }
  // Of one folder; of several 0, since each has its own.
  std::uint64_t sequence() const;
  std::uint64_t purged() const;     // before which sequence there are no answers
  DocId documents() const;          // that are there
  DocId next() const;               // behind the last number
  std::string description() const;  // "an index of 3 documents, sequence 2"

  // kInvalidArgument for a sequence that is not there yet, or whose texts were purged; 0: as it is. Of one folder.
  Status check_as_of(std::uint64_t as_of) const;

  // kInvalidArgument for a field that they do not keep, or where they keep different ones.
  Result<Where> where(const WhereOptions& asked) const;

  const archive::KeyDirectory& keys() const override { return keys_; }
  Status read(DocId number, archive::Entry& out) const override;
  Status read_text(DocId number, std::string& out) const override;
  // Every document, in the order of the numbers, removed ones too.
  Status each(const archive::Archive::Visit& visit) const;
  // Every text.
  Status each_text(const archive::Archive::VisitText& visit) const;
  // What the document is called in an answer. kInvalidArgument where FOLDER/ID is an id as well.
  Result<std::string> name_of(DocId number, const archive::Entry& entry) const;

 private:
  struct Part {
    OpenArchive archive;
    IndexSpec spec;
    DocId first = 0;  // number of its first document
  };

  const Part& part_of(DocId number) const;
  Status add(const std::string& folder, std::uint64_t memory, const OpenArchives& held);

  std::vector<Part> parts_;
  IndexSpec spec_;
  archive::KeyDirectory keys_;
};

// kInvalidArgument where the indexes do not answer so low a threshold by their keys. `folders`: for the message, and
// whether there is --exact.
Status check_least(const join::Threshold& threshold, const IndexUnion& indexes, const std::string& folders,
                   bool has_exact = true);

}  // namespace textkin::engine::index
