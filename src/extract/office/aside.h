// Aside: what stands within a paragraph on file and beside it on paper, as boxes and notes do, put aside until the
// paragraph ends: within a sentence it would tear it.
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <vector>

#include "extract/look.h"

namespace textkin::extract {

class Aside {
 public:
  void put(pugi::xml_node node, const Look& look) { items_.push_back({node, look}); }

  // Calls read(node, look) for each in order, also for what it puts aside in doing so. Does nothing within read, so
  // that boxes in boxes cost no stack.
  template <class Read>
  void take(Read read) {
    if (taking_) return;
    taking_ = true;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item item = items_[i];
      read(item.node, item.look);
    }
    items_.clear();
    taking_ = false;
  }

 private:
  struct Item {
    pugi::xml_node node;
    Look look;
  };
  std::vector<Item> items_;
  bool taking_ = false;
};

}  // namespace textkin::extract
