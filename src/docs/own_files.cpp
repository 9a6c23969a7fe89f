#include "docs/own_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

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

}  // namespace

void report_shared_files(std::span<CheckedPage> pages) {
  std::map<fs::path, Keeper> keepers;
  std::error_code missing;  // of a page, which its report says
  for (const CheckedPage& page : pages) keepers[fs::weakly_canonical(page.path, missing)] = {&page, nullptr};
  for (CheckedPage& page : pages)
    for (const KeptFile& file : page.files) {
      const auto [found, is_new] =
          keepers.emplace(fs::weakly_canonical(file.path, missing), Keeper{&page, &file});
      const Keeper& first = found->second;
      if (is_new || (first.file && first.file->computed == file.computed)) continue;
      std::erase_if(page.report.findings,  // what --update would do with it
                    [&](const Finding& finding) { return finding.line == file.line; });
      add_finding(page, file.line, file.command, why_shared(file, first), Outcome::error);
      page.shares_file = true;
    }
}

}  // namespace attn
