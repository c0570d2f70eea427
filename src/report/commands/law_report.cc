#include "report/commands/law_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {
namespace {

std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e6) return fmt::format("{:.0f}", value);
  return fmt::format("{:.5g}", value);
}

struct ForPeople {
  std::string operator()(double value) const { return number(value); }
  std::string operator()(std::uint64_t value) const { return with_commas(value); }
  std::string operator()(const std::string& value) const { return value; }
};

// JSON knows neither infinities nor NaN: they are null.
struct ForPrograms {
  nlohmann::ordered_json operator()(double value) const { return value; }
  nlohmann::ordered_json operator()(std::uint64_t value) const { return value; }
  nlohmann::ordered_json operator()(const std::string& value) const { return value; }
};

void append_table(const LawReport::Table& table, std::string& out) {
  std::vector<std::vector<std::string>> cells{{}};
  for (const std::string& column : table.columns) cells.front().push_back(spaced(column));
  for (const std::vector<double>& row : table.rows) {
    cells.emplace_back();
    for (const double value : row) cells.back().push_back(number(value));
  }
  std::vector<std::size_t> widths(table.columns.size());
  for (const std::vector<std::string>& row : cells)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  out += fmt::format("\n{}\n", spaced(table.key));
  for (const std::vector<std::string>& row : cells) {
    for (std::size_t i = 0; i < row.size(); ++i) out += fmt::format("  {:>{}}", row[i], widths[i]);
    out += '\n';
  }
}

}  // namespace

std::string law_text(const LawReport& report) {
  std::string out;
  std::size_t width = 0;
  for (const LawReport::Line& line : report.lines) width = std::max(width, line.key.size());
  for (const LawReport::Line& line : report.lines) {
    const std::string value = std::visit(ForPeople(), line.value);
    out += fmt::format("{:<{}}  ", spaced(line.key), width);
    out += line.remark.empty() ? value : fmt::format("{:<12}  {}", value, line.remark);
    out += '\n';
  }
  for (const LawReport::Table& table : report.tables) append_table(table, out);
  out += fmt::format("\nlaw: {}\n     {}\n", report.law, report.reference);
  return out;
}

std::string law_json(const LawReport& report) {
  nlohmann::ordered_json json;
  json["form"] = report.form;
  for (const LawReport::Line& line : report.lines) json[line.key] = std::visit(ForPrograms(), line.value);
  for (const LawReport::Table& table : report.tables) {
    nlohmann::ordered_json& rows = json[table.key] = nlohmann::ordered_json::array();
    for (const std::vector<double>& row : table.rows) {
      rows.emplace_back();
      for (std::size_t i = 0; i < row.size(); ++i) rows.back()[table.columns[i]] = row[i];
    }
  }
  json["law"] = report.law;
  json["reference"] = report.reference;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace textkin::report
