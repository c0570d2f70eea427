// PageShingler: the Shingler of HTML pages: another one's features of what is extracted from the page.
// Threads: one shingler a thread. Cost: see html_scanner.h, beside the other's.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "textkin/shingler.h"

namespace textkin::text {

// Replaces `out`: see page_text.h.
using Extract = void (*)(std::string_view page, std::string& out);

class PageShingler : public Shingler {
 public:
  PageShingler(Extract extract, std::unique_ptr<Shingler> shingler)
      : extract_(extract), shingler_(std::move(shingler)) {}

  void append_distinct(std::string_view page, std::vector<Feature>& out) override {
    extract_(page, text_);
    shingler_->append_distinct(text_, out);
  }
  void append_counted(std::string_view page, std::vector<Feature>& out, std::vector<double>& counts) override {
    extract_(page, text_);
    shingler_->append_counted(text_, out, counts);
  }
  void append_sorted(std::string_view page, std::vector<Feature>& out) override {
    extract_(page, text_);
    shingler_->append_sorted(text_, out);
  }

 private:
  Extract extract_;
  std::unique_ptr<Shingler> shingler_;
  std::string text_;
};

}  // namespace textkin::text
