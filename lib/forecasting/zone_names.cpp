#include "forecasting/zone_names.hpp"

#include <fstream>
#include <utility>
#include <vector>

#include "cron/suggest.hpp"

namespace forecasting {

namespace {

std::vector<std::string> listed_zones() {
  std::vector<std::string> names{"UTC"};
  std::ifstream file("/usr/share/zoneinfo/tzdata.zi");
  std::string line;
  while (std::getline(file, line)) {
    // "Z NAME …" is a zone, "L TARGET NAME" another name for one.
    if (line.starts_with("Z ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line.starts_with("L ")) names.push_back(line.substr(line.rfind(' ') + 1));
  }
  return names;
}

std::string nearest_to(const std::string& name, const std::vector<std::string>& names) {
  std::string candidate = cron::closest(name, {names.begin(), names.end()});
  if (!candidate.empty()) return candidate;
  // A city alone: "Berlin".
  for (const std::string& zone : names)
    if (name.size() > 3 && zone.size() > name.size() && zone.ends_with("/" + name)) return zone;
  return {};
}

}  // namespace

std::string closest_zone(const std::string& name) {
  static const std::vector<std::string> names = listed_zones();
  // A folder of manifests tends to repeat its mistake.
  static std::pair<std::string, std::string> last;
  if (last.first != name) last = {name, nearest_to(name, names)};
  return last.second;
}

}  // namespace forecasting
