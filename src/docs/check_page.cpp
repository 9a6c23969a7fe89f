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
  PageCheck(std::string path, const PageSettings& settings)
      : path_(std::move(path)), where_(visible(path_)), settings_(settings) {}

  Report check(CheckedPage& page) {
    page.text = Reader().text(path_);
    lines_ = lines_of(page.text);
    require_text(lines_, where_);
    const std::vector<Block> blocks = find_blocks(page.text, where_);
    std::string_view rest = page.text;  // what is not in `updated` yet
    for (const Block& block : blocks) {
      const auto before = static_cast<std::size_t>(block.source.data() - rest.data());
      page.updated.append(rest.substr(0, before)).append(take(block, page.files));
      rest.remove_prefix(before + block.source.size());
    }
    page.updated.append(rest);
    summarise(blocks.size());
    return std::move(report_);
  }

 private:
  /// Runs one block, reports what is wrong with it, and returns what is to stand there.
  std::string take(const Block& block, std::vector<KeptFile>& files) {
    try {
      const CheckedBlock checked = check_block(lines_, block, folder(), settings_);
      if (checked.is_stale()) report_stale(checked);
      if (checked.is_exact() || checked.is_stale()) return updated(checked, files);
    } catch (const InputError& error) {
      add_finding(block, error.what(), Outcome::error);
    }
    return std::string(block.source);
  }

  std::string updated(const CheckedBlock& checked, std::vector<KeptFile>& files) {
    const Block& block = checked.block;
    std::string text = checked.file ? with_fingerprint(lines_, block, fingerprint_of(checked.computed))
                                    : with_content(lines_, block, checked.computed);
    const bool changes_file = checked.file && !checked.is_exact();
    if (changes_file) files.push_back(*checked.file);
    if (settings_.update && (changes_file || text != block.source)) ++changed_;
    return text;
  }

  /// Where the page is, so that what a command names is named as in a link.
  std::string folder() const {
    if (!settings_.directory.empty()) return settings_.directory;
    const std::string folder = std::filesystem::path(path_).parent_path().string();
    return folder.empty() ? "." : folder;
  }

  void report_stale(const CheckedBlock& checked) {
    ++stale_;
    const bool would_lose = checked.would_lose();
    if (settings_.update && (!would_lose || settings_.force)) return;
    add_finding(checked.block, why_stale(checked), settings_.update ? Outcome::error : Outcome::failed);
    std::vector<std::string>& details = report_.findings.back().details;
    if (!checked.file) details = difference(lines_, checked);
    if (!details.empty()) details.insert(details.begin(), {"--- " + path_, "+++ " + path_ + ", computed"});
    report_.findings.back().data["edited"] = checked.is_edited;
    if (!would_lose) report_.closing = {"--update writes what is computed"};
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

  void add_finding(const Block& block, const std::string& why, Outcome weight) {
    Finding finding;
    finding.weight = weight;
    finding.line = block.begin + 1;
    finding.message = fmt::format("{}:{}: attn-calc {}: {}", path_, block.begin + 1, block.command, why);
    finding.data = {{"line", block.begin + 1}, {"command", std::string(block.command)}, {"message", why}};
    report_.findings.push_back(std::move(finding));
    report_.outcome = std::max(report_.outcome, weight);
  }

  void summarise(std::size_t blocks) {
    const std::string all = blocks == 0 ? "no blocks" : plural(blocks, "block");
    const auto errors = std::ranges::count(report_.findings, Outcome::error, &Finding::weight);
    if (errors > 0)
      report_.summary =
          fmt::format("{} {} of {}", settings_.update ? "not updated, because of" : "error:", errors, all);
    else if (settings_.update)
      report_.summary = changed_ > 0 ? fmt::format("updated: {} of {}", changed_, all) : "up to date: " + all;
    else
      report_.summary = stale_ > 0 ? fmt::format("stale: {} of {}", stale_, all) : "ok: " + all;
    report_.data = {{"blocks", blocks}, {"stale", stale_}, {"errors", errors}};
  }

  std::string path_;
  std::string where_;
  const PageSettings& settings_;
  std::vector<Line> lines_;
  Report report_;
  std::size_t stale_ = 0;
  std::size_t changed_ = 0;
};

}  // namespace

CheckedPage check_page(const std::string& path, const PageSettings& settings) {
  CheckedPage page;
  page.path = path;
  page.report = reported(path, [&] { return PageCheck(path, settings).check(page); });
  return page;
}

}  // namespace attn
