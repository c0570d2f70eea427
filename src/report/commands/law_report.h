// LawReport: the answer to a question about a probability law: numbers with their names, and which law said so.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace textkin::report {

struct LawReport {
  // A value; `remark` is for people. Keys are words joined by '_'.
  struct Line {
    std::string key;
    std::variant<double, std::uint64_t, std::string> value;
    std::string remark;
  };
  struct Table {
    std::string key;
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;
  };

  std::string form;  // which question
  std::vector<Line> lines;
  std::vector<Table> tables;
  std::string law;        // which law, and where it is exact
  std::string reference;  // the paper
};

// A LawReport for a person, or as JSON: one object with the keys of its lines and tables, and `form, law, reference`.
std::string law_text(const LawReport& report);
std::string law_json(const LawReport& report);

}  // namespace textkin::report
