#include "docs/update_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "attn/error.hpp"
#include "check/replace_file.hpp"
#include "docs/own_files.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

bool has_error(const CheckedPage& page) {
  return page.report.outcome == Outcome::error;
}

bool has_errors(const std::vector<CheckedPage>& pages) {
  return std::ranges::any_of(pages, has_error);
}

/// Files that were not there, and that a command waits for which reads them. They go again unless all pages
/// are written.
class NewFiles {
 public:
  NewFiles() = default;
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;
  ~NewFiles() {
    std::error_code gone;
    for (const std::string& path : paths_) std::filesystem::remove(path, gone);
  }

  /// Returns whether all could be made, and there is one that was not there before.
  bool make(const std::vector<CheckedPage>& pages) try {
    const std::size_t before = paths_.size();
    for (const CheckedPage& page : pages)
      for (const KeptFile& file : page.files) {
        if (file.written || std::filesystem::exists(file.path)) continue;
        Replacement(file.path, {}, file.computed).commit();
        paths_.push_back(file.path);
      }
    return paths_.size() > before;
  } catch (const InputError&) {
    return false;
  }
  void stay() { paths_.clear(); }

 private:
  std::vector<std::string> paths_;
};

/// Says of each page that has none of the errors why it is not written.
void report_held_back(std::vector<CheckedPage>& pages, bool is_partly_written) {
  for (CheckedPage& page : pages) {
    if (has_error(page) && is_partly_written)
      page.report.closing = {"what was written before this was found stays"};
    if (has_error(page) || page.changed.empty()) continue;
    page.report.outcome = Outcome::failed;
    page.report.summary = "not updated, because of errors in other files";
  }
}

/// What a page has to be written, itself behind the files that it says it has written. What cannot be is an
/// error of the page.
std::vector<Replacement> replacements_of(CheckedPage& page) {
  std::vector<Replacement> replacements;
  try {
    for (const KeptFile& file : page.files)
      if (file.is_to_be_written) replacements.emplace_back(file.path, file.written, file.computed);
    if (page.updated != page.text) replacements.emplace_back(page.path, page.text, page.updated);
    for (const Replacement& replacement : replacements) replacement.require_unchanged();
  } catch (const InputError& error) {
    page.report.outcome = Outcome::error;
    page.report.summary = error.what();
    replacements.clear();
  }
  return replacements;
}

/// Returns whether all is written. Nothing is where something cannot be.
bool write(std::vector<CheckedPage>& pages) {
  std::vector<Replacement> replacements;
  for (CheckedPage& page : pages)
    for (Replacement& replacement : replacements_of(page)) replacements.push_back(std::move(replacement));
  if (has_errors(pages)) return false;
  for (Replacement& replacement : replacements) replacement.commit();
  return true;
}

bool writes_files(const CheckedPage& page) {
  return std::ranges::any_of(page.files, &KeptFile::is_to_be_written);
}

/// What is written in all rounds.
void add_changes(std::vector<CheckedPage>& pages, const std::vector<CheckedPage>& before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    pages[i].changed.insert(before[i].changed.begin(), before[i].changed.end());
    summarise(pages[i], true);
  }
}

/// Says which files have not come to rest.
void report_restless(std::vector<CheckedPage>& pages) {
  for (CheckedPage& page : pages)
    for (const KeptFile& file : page.files)
      if (file.is_to_be_written)
        add_finding(page, file.line, file.command,
                    fmt::format("{} changes again whenever it is written, because the command reads what is "
                                "made from it; let no block read what comes of its own file",
                                visible(file.path)),
                    Outcome::error);
  for (CheckedPage& page : pages) summarise(page, true);
}

}  // namespace

std::vector<CheckedPage> check_pages(std::span<const std::string> paths, const PageSettings& settings) {
  std::vector<CheckedPage> pages;
  for (const std::string& path : paths) pages.push_back(check_page(path, settings));
  report_shared_files(pages, settings.report);
  for (CheckedPage& page : pages) {
    summarise(page, settings.update);
    if (has_errors(pages)) page.report.closing.clear();  // --update would write nothing
  }
  return pages;
}

std::vector<CheckedPage> update_pages(std::span<const std::string> paths, const PageSettings& settings) {
  constexpr int most_rounds = 8;  // of files that are made from files
  NewFiles new_files;
  std::vector<CheckedPage> before;
  for (int round = 0;; ++round) {
    std::vector<CheckedPage> pages = check_pages(paths, settings);
    const bool is_last = round == most_rounds;
    const bool may_wait = before.empty() && std::ranges::none_of(pages, &CheckedPage::shares_file);
    if (has_errors(pages) && !is_last && may_wait && new_files.make(pages)) continue;
    const bool is_restless = is_last && std::ranges::any_of(pages, writes_files);
    if (is_restless) report_restless(pages);
    if (has_errors(pages) || !write(pages)) {
      report_held_back(pages, !before.empty());
      return pages;
    }
    new_files.stay();
    add_changes(pages, before);
    if (std::ranges::none_of(pages, writes_files)) return pages;
    before = std::move(pages);
  }
}

}  // namespace attn
