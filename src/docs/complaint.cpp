#include "docs/complaint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "text/visible.hpp"

namespace attn {

namespace {

using nlohmann::json;

/// The last line with the name of the program in front, without it: remarks stand before the error. Where
/// there is none, the first line.
std::string_view last_remark(std::string_view text) {
  constexpr std::string_view program = "attn-calc: ";
  std::string_view remark;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (line.starts_with(program)) remark = line.substr(program.size());
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return remark.empty() ? text.substr(0, text.find('\n')) : remark;
}

std::string text_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// The first error in a report in JSON; "" where it has none, or is no report.
std::string first_error(const std::string& output) {
  const json report = json::parse(output, nullptr, false);
  if (!report.is_object() || !report.contains("files")) return "";
  for (const json& file : report["files"]) {
    if (text_in(file, "outcome") != "error") continue;
    const std::string place = text_in(file, "name") + ":";
    const std::string summary = text_in(file, "summary");
    return summary.starts_with(place) ? summary : fmt::format("{} {}", place, summary);
  }
  return "";
}

/// What helps where a file of the command is not in the folder that it runs in, but in the one that attn-calc
/// was started in; else "".
std::string hint_of_folder(const Words& words, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code missing;
  for (const std::string& word : std::span(words).subspan(1))
    if (fs::is_regular_file(word, missing) && !fs::exists(fs::path(folder) / word, missing))
      return fmt::format("; commands run in {}, and {} is in the folder that you are in: say --directory .",
                         visible(folder), visible(word));
  return "";
}

std::string failure(const Printed& printed, const Words& words, const std::string& folder,
                    const RunCommand& run) {
  if (printed.status > 128) return fmt::format("it was ended by signal {}", printed.status - 128);
  if (!printed.output.empty()) {
    std::string error = first_error(run(with_format(words, "json"), folder).output);
    if (!error.empty()) return error;
  }
  const std::string_view said = last_remark(printed.errors.empty() ? printed.output : printed.errors);
  return said.empty() ? fmt::format("it failed with exit status {}", printed.status) : std::string(said);
}

}  // namespace

std::string complaint(const Printed& printed, const Words& words, const std::string& folder,
                      const RunCommand& run) {
  return failure(printed, words, folder, run) + hint_of_folder(words, folder);
}

}  // namespace attn
