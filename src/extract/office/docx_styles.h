// DocxStyles: how Word's styles let text look, and what is said of a run, a paragraph or a table beside them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "extract/look.h"
#include "extract/xml_walk.h"

namespace textkin::extract {

// Of run properties, rPr.
Look look_of_run(pugi::xml_node properties);
// Of the properties of a paragraph, a table or a cell.
Look ground_of(pugi::xml_node properties);

class DocxStyles {
 public:
  // Of styles.xml; null where there is none.
  explicit DocxStyles(pugi::xml_node root);

  // What holds for all text where nothing else is said.
  const Look& defaults() const { return defaults_; }
  // Of the style of that type: "paragraph", "table", "character". Where there is none of that id, it is the type's
  // default, which a run has not.
  Look look(std::string_view type, std::string_view id) const;
  // Whether paragraphs of that style are quotations: it, or one that it is based on, is one of Word's for them, which
  // have the same names in Word of any language.
  bool is_quotation(std::string_view id) const;

 private:
  struct Style {
    std::string type;
    std::string name;  // in small letters
    std::string based_on;
    Look look;
  };

  Look defaults_;
  std::map<std::string, Style, std::less<>> styles_;
  std::map<std::string, std::string, std::less<>> default_ids_;  // by type
};

}  // namespace textkin::extract
