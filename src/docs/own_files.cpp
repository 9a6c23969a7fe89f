#include "docs/own_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

/// The first block that keeps a file; none for a page.
struct Keeper {
  const CheckedPage* page = nullptr;
  const KeptFile* file = nullptr;
};

std::string why_shared(const KeptFile& file, const Keeper& first) {
  const std::string name = visible(file.path);
  if (!first.file) return fmt::format("{} is a page; name another file behind -o", name);
  return fmt::format("{} is kept by the block of {}:{} too, which prints something else; name another file",
                     name, visible(first.page->path), first.file->line);
}

/// Links followed; also of a file that is not there, and however it is named.
fs::path place_of(const std::string& path) {
  std::error_code missing;  // of a page, which its report says
  return fs::weakly_canonical(fs::absolute(path), missing);
}

}  // namespace

void report_shared_files(std::span<CheckedPage> pages, const std::string& report) {
  std::map<fs::path, Keeper> keepers;
  for (const CheckedPage& page : pages) keepers[place_of(page.path)] = {&page, nullptr};
  for (CheckedPage& page : pages)
    for (const KeptFile& file : page.files) {
      const fs::path place = place_of(file.path);
      if (!report.empty() && place == place_of(report))
        throw InputError(fmt::format("-o {}: is kept by the block of {}:{}, and would be lost",
                                     visible(report), visible(page.path), file.line));
      const auto [found, is_new] = keepers.emplace(place, Keeper{&page, &file});
      const Keeper& first = found->second;
      if (is_new || (first.file && first.file->computed == file.computed)) continue;
      std::erase_if(page.report.findings,  // what --update would do with it
                    [&](const Finding& finding) { return finding.line == file.line; });
      add_finding(page, file.line, file.command, why_shared(file, first), Outcome::error);
      page.shares_file = true;
    }
}

}  // namespace attn
