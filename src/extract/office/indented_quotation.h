// Block quotations of docx and odt that no style says: a paragraph that is indented by hand, as most people do.
#pragma once

#include <functional>
#include <pugixml.hpp>

namespace textkin::extract {

// How far a paragraph stands in, in one unit for all of a file; negative where an item of a list does or an entry with
// a hanging indent.
using IndentOf = std::function<double(pugi::xml_node paragraph)>;

// Of docx, in twentieths of a point, by what the paragraph says itself.
double indent_of_word(pugi::xml_node paragraph);
// Of the properties of a style of odt, in points; NaN where they do not say.
double indent_of_style(pugi::xml_node paragraph_properties);

// Whether a paragraph is indented further than those right before it and right behind it, and ends with brackets that
// hold a number: “... (p. 12).” Whether these are a reference, whoever reads the text judges. Cost: that of its nodes.
bool is_indented_quotation(pugi::xml_node paragraph, const IndentOf& indent_of);

}  // namespace textkin::extract
