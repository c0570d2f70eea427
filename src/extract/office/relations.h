// Relations: which parts of a docx belong to one of its parts, and what as (ECMA-376, part 2). Programs are free in how
// they name parts: Word online writes document2.xml and footnotes2.xml.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace textkin::extract {

// The folder that `part` is in, with its slash: "word/".
std::string folder_of(std::string_view part);
// The name of the part that holds the relations of `part`: "word/_rels/document.xml.rels"; those of "" are the file's.
std::string relations_of(std::string_view part);

class Relations {
 public:
  // `xml` holds those of `part`; where it is empty or damaged, nothing is known.
  Relations(const std::string& xml, std::string_view part);

  bool known() const { return known_; }
  // The first part that is related as `kind`, which ends the type's name: "footnotes". Empty where there is none.
  std::string_view part(std::string_view kind) const;

 private:
  bool known_ = false;
  std::vector<std::pair<std::string, std::string>> parts_;  // by kind
};

}  // namespace textkin::extract
