// PageNames: how documents and persons are called on a page.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/passages/persons.h"
#include "textkin/document.h"

namespace textkin::engine::pages {

// Under pseudonyms by their number in the input.
class PageNames {
 public:
  PageNames(const passages::Persons& persons, bool pseudonyms) : persons_(persons), pseudonyms_(pseudonyms) {}

  std::string id(DocId doc, std::string_view id) const {
    return pseudonyms_ ? fmt::format("document {}", doc + std::uint64_t{1}) : std::string(id);
  }
  // Whose document it is; empty: nobody's.
  std::string person(DocId doc) const {
    const std::uint32_t person = persons_.of(doc);
    if (person == passages::Persons::kNobody) return {};
    return pseudonyms_ ? fmt::format("person {}", person + std::uint64_t{1}) : persons_.name(person);
  }

 private:
  const passages::Persons& persons_;
  const bool pseudonyms_;
};

}  // namespace textkin::engine::pages
