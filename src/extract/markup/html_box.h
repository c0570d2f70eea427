// HtmlBox: whether what an element's own style says of its box leaves nothing of it to be seen: it lies far outside of
// the page, is clipped to nothing, or has no room. Designers hide so what screen readers read aloud, too. Style sheets
// are not read, and what the style says is taken as if no sheet said otherwise.
#pragma once

#include <string_view>

namespace textkin::extract {

class HtmlBox {
 public:
  // A declaration of the style, in small letters, in order.
  void declare(std::string_view name, std::string_view value);

  // `is_block`: the element has a box of its own where its style says nothing of that; words in a line have none that
  // could be small.
  bool is_unseen(bool is_block) const;

 private:
  bool positioned_ = false;  // out of the flow
  bool boxed_ = false;       // by its style
  bool in_line_ = false;
  bool outside_ = false;
  bool clipped_to_nothing_ = false;  // where it is positioned
  bool no_path_ = false;             // that is left by its clip-path
  bool scaled_to_nothing_ = false;
  bool faded_ = false;
  bool skipped_ = false;  // its contents
  bool no_width_ = false;
  bool no_height_ = false;
  bool padded_ = false;  // which is room: frames for films have no height but that
  bool cuts_ = false;    // what does not fit in
};

}  // namespace textkin::extract
