#include "input/json/nested_path.h"

#include <simdjson.h>

#include <deque>
#include <utility>

namespace textkin::input {
namespace {

namespace dom = simdjson::dom;

// Lines come from strangers: of what is held for them each has a bound, and so has what it takes all together.
constexpr std::size_t kLongest = 64u << 10;
constexpr std::size_t kMostPlaces = 1'000;
constexpr std::size_t kLongestPath = 200;

struct Place {
  dom::element value;
  std::string path;
};

std::string_view last_of(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// What stands in `place`: of an array its first item, since all are alike.
void add_below(const Place& place, std::deque<Place>& places) {
  if (dom::array array; place.value.get(array) == simdjson::SUCCESS) {
    if (array.begin() != array.end() && place.path.size() < kLongestPath)
      places.push_back({*array.begin(), place.path + "[]"});
    return;
  }
  dom::object object;
  if (place.value.get(object) != simdjson::SUCCESS) return;
  for (const dom::key_value_pair pair : object) {
    if (places.size() == kMostPlaces) return;
    if (place.path.size() + pair.key.size() >= kLongestPath) continue;
    places.push_back({pair.value, (place.path.empty() ? "" : place.path + ".") + std::string(pair.key)});
  }
}

}  // namespace

std::string nested_path(std::string_view line, std::string_view field) {
  if (line.size() > kLongest) return {};
  dom::parser parser;
  dom::element root;
  if (parser.parse(line.data(), line.size(), false).get(root) != simdjson::SUCCESS) return {};
  std::string nearest;
  std::deque<Place> places{{root, ""}};
  for (std::size_t seen = 0; !places.empty() && seen < kMostPlaces; ++seen) {
    const Place place = std::move(places.front());
    places.pop_front();
    if (place.value.is_string() && !place.path.empty()) {
      if (place.path == field) return place.path;
      if (nearest.empty() && last_of(place.path) == last_of(field)) nearest = place.path;
    }
    add_below(place, places);
  }
  return nearest;
}

}  // namespace textkin::input
