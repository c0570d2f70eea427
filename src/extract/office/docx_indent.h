// Block quotations of Word that no style says: a paragraph that is indented by hand, as most people do.
#pragma once

#include <pugixml.hpp>

namespace textkin::extract {

// Whether a paragraph of a docx file is indented further than those right before it and right behind it, is no item of
// a list and no entry with a hanging indent, and ends with brackets that hold a number: “... (p. 12).” Whether these
// are a reference, whoever reads the text judges. Cost: that of its nodes.
bool is_indented_quotation(pugi::xml_node paragraph);

}  // namespace textkin::extract
