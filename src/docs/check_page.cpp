#include "docs/check_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "check/problem_file.hpp"
#include "docs/block_text.hpp"
#include "docs/checked_block.hpp"
#include "docs/fingerprint.hpp"
#include "docs/lines.hpp"
#include "docs/page.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Throws InputError where the lines are not UTF-8.
void require_text(std::span<const Line> lines, std::string_view where) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::string_view text = lines[i].text; !text.empty();) {
      const Character character = first_character(text);
      if (!character.valid)
        throw InputError(fmt::format("{}:{}: found the byte \\x{:02x}, expected UTF-8; save the page as that",
                                     where, i + 1, static_cast<unsigned>(character.code)));
      text.remove_prefix(character.bytes);
    }
}

/// Counts from 1.
std::ptrdiff_t first_difference(const CheckedBlock& checked) {
  return std::ranges::mismatch(checked.written, checked.computed).in1 - checked.written.begin() + 1;
}

class PageCheck {
 public:
  PageCheck(CheckedPage& page, const PageSettings& settings) : page_(page), settings_(settings) {}

  void check() {
    page_.text = Reader().text(page_.path);
    lines_ = lines_of(page_.text);
    const std::string where = visible(page_.path);
    require_text(lines_, where);
    const std::vector<Block> blocks = find_blocks(page_.text, where);
    std::string_view rest = page_.text;  // what is not in `updated` yet
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const std::string_view source = blocks[i].source;
      const auto before = static_cast<std::size_t>(source.data() - rest.data());
      page_.updated.append(rest.substr(0, before)).append(take(blocks[i], i));
      rest.remove_prefix(before + source.size());
    }
    page_.updated.append(rest);
    page_.blocks = blocks.size();
  }

 private:
  /// Runs one block, reports what is wrong with it, and returns what is to stand there.
  std::string take(const Block& block, std::size_t index) {
    try {
      const CheckedBlock checked = check_block(lines_, block, folder(), settings_);
      if (checked.is_stale()) report_stale(checked);
      const bool is_new = checked.is_exact() || checked.is_stale();
      if (checked.file) keep(checked, is_new && !checked.is_exact());
      if (is_new) return updated(checked, index);
    } catch (const InputError& error) {
      add_finding(page_, block.begin + 1, block.command, error.what(), Outcome::error);
    }
    return std::string(block.source);
  }

  void keep(const CheckedBlock& checked, bool is_to_be_written) {
    KeptFile& file = page_.files.emplace_back(*checked.file);
    file.line = checked.block.begin + 1;
    file.command = checked.block.command;
    file.is_to_be_written = is_to_be_written;
  }

  std::string updated(const CheckedBlock& checked, std::size_t index) {
    const Block& block = checked.block;
    std::string text = checked.file ? with_fingerprint(lines_, block, fingerprint_of(checked.computed))
                                    : with_content(lines_, block, checked.computed);
    const bool changes_file = checked.file && !checked.is_exact();
    if (changes_file || text != block.source) page_.changed.insert(index);
    return text;
  }

  /// Where the page is, so that what a command names is named as in a link.
  std::string folder() const {
    if (!settings_.directory.empty()) return settings_.directory;
    const std::string folder = std::filesystem::path(page_.path).parent_path().string();
    return folder.empty() ? "." : folder;
  }

  void report_stale(const CheckedBlock& checked) {
    ++page_.stale;
    const bool would_lose = checked.would_lose();
    if (settings_.update && (!would_lose || settings_.force)) return;
    const Block& block = checked.block;
    Finding& finding = add_finding(page_, block.begin + 1, block.command, why_stale(checked),
                                   settings_.update ? Outcome::error : Outcome::failed);
    std::vector<std::string>& details = finding.details;
    const std::string& path = page_.path;
    if (!checked.file) details = difference(lines_, checked);
    if (!details.empty()) details.insert(details.begin(), {"--- " + path, "+++ " + path + ", computed"});
    finding.data["edited"] = checked.is_edited;
    if (!would_lose) page_.report.closing = {"--update writes what is computed"};
  }

  std::string why_stale(const CheckedBlock& checked) const {
    const char* const force = settings_.update ? "--force" : "--update --force";
    if (const std::optional<KeptFile>& file = checked.file) {
      const std::string name = visible(file->path);
      if (!file->written) return name + " is missing";
      if (checked.would_lose())
        return fmt::format("{} is not what was written here last; move it elsewhere, or say {} to lose it",
                           name, force);
      if (!checked.is_exact())
        return fmt::format(
            "{} is stale{}", name,
            checked.is_text ? fmt::format(", from its line {} on", first_difference(checked)) : "");
    }
    if (checked.is_exact()) return "true, but its closing comment is that of another text";
    if (!checked.would_lose()) return "stale";
    return fmt::format("{}{} by hand; move {} out of the block, or say {} to lose it",
                       checked.is_true ? "" : "stale, and ", checked.is_edited ? "edited" : "written",
                       checked.is_edited ? "the edit" : "the text", force);
  }

  CheckedPage& page_;
  const PageSettings& settings_;
  std::vector<Line> lines_;
};

}  // namespace

Finding& add_finding(CheckedPage& page, std::size_t line, std::string_view command, const std::string& why,
                     Outcome weight) {
  Finding finding;
  finding.weight = weight;
  finding.line = line;
  finding.message = fmt::format("attn-calc {}: {}", command, why);
  finding.data = {{"line", line}, {"command", command}, {"message", why}};
  page.report.outcome = std::max(page.report.outcome, weight);
  return page.report.findings.emplace_back(std::move(finding));
}

void summarise(CheckedPage& page, bool update) {
  if (!page.blocks) return;  // the error says it all
  Report& report = page.report;
  const std::string all = *page.blocks == 0 ? "no blocks" : plural(*page.blocks, "block");
  const auto errors = std::ranges::count(report.findings, Outcome::error, &Finding::weight);
  const std::size_t changed = page.changed.size();
  if (errors > 0)
    report.summary = fmt::format("{} {} of {}", update ? "not updated, because of" : "error:", errors, all);
  else if (update)
    report.summary = changed > 0 ? fmt::format("updated: {} of {}", changed, all) : "up to date: " + all;
  else
    report.summary = page.stale > 0 ? fmt::format("stale: {} of {}", page.stale, all) : "ok: " + all;
  report.data = {{"blocks", *page.blocks}, {"stale", page.stale}, {"errors", errors}};
}

CheckedPage check_page(const std::string& path, const PageSettings& settings) {
  CheckedPage page;
  page.path = path;
  page.report = reported(path, [&] {
    PageCheck(page, settings).check();
    return std::move(page.report);
  });
  summarise(page, settings.update);
  return page;
}

}  // namespace attn
