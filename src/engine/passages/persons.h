// Persons: whose document each is, where the folder of a file says so. Documents of one person are not compared.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/read/collection.h"
#include "engine/shared/shared_places.h"
#include "textkin/document.h"
#include "textkin/status.h"
#include "textkin/words.h"

namespace textkin::engine::passages {

enum class GroupBy { kNone, kFolder };
inline constexpr Words<GroupBy, 2> kGroupByWords{{{"none", GroupBy::kNone}, {"folder", GroupBy::kFolder}}};

// By kFolder: the first folder below INPUT, which may be an archive, is a person, where folders that all documents of
// that INPUT lie in are passed over; one that lies in no folder is by nobody. Folders of one name are one person,
// whichever INPUT they are in; --against has its own. Threads: any, once made. Memory: 4 bytes a document.
class Persons {
 public:
  static constexpr std::uint32_t kNobody = shared::SharedPlaces::kNobody;

  Persons() = default;
  static Result<Persons> make(const read::Collection& collection, GroupBy by);

  // Documents of an index, which are numbered behind all that was read, are by nobody.
  std::uint32_t of(DocId doc) const { return doc < of_document_.size() ? of_document_[doc] : kNobody; }
  bool are_one(DocId a, DocId b) const { return of(a) != kNobody && of(a) == of(b); }
  // Of each document of INPUT and --against.
  std::span<const std::uint32_t> of_documents() const { return of_document_; }
  const std::string& name(std::uint32_t person) const { return names_[person]; }

  std::uint64_t count() const { return names_.size(); }
  std::uint64_t pairs() const { return pairs_; }  // of documents of INPUT of one person

 private:
  std::vector<std::string> names_;
  std::vector<std::uint32_t> of_document_;
  std::uint64_t pairs_ = 0;
};

}  // namespace textkin::engine::passages
