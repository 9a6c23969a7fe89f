#include "docs/check_page.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace attn {

namespace {

/// A page in a folder of its own, and a program that prints what is said here.
class Page {
 public:
  explicit Page(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "attn-docs-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
    path = folder_ + "/a.md";
    std::ofstream(path, std::ios::binary) << text;
    settings.subcommands = {"run", "list"};
    settings.run = [this](const Words& words, const std::string& folder) {
      ran_in.push_back(folder);
      std::string line;
      for (const std::string& word : words) line.append(line.empty() ? "" : " ").append(word);
      ran.push_back(line);
      const auto known = prints.find(line);
      return known == prints.end() ? Printed{2, "", "attn-calc: no such command\nmore\n"} : known->second;
    };
  }
  ~Page() { std::filesystem::remove_all(folder_); }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  CheckedPage check() { return check_page(path, settings); }
  CheckedPage update(bool force = false) {
    settings.update = true;
    settings.force = force;
    return check();
  }
  const std::string& folder() const { return folder_; }

  std::string path;
  PageSettings settings;
  std::map<std::string, Printed> prints;
  std::vector<std::string> ran;
  std::vector<std::string> ran_in;

 private:
  std::string folder_;
};

std::string block(const std::string& content, const std::string& fingerprint = "") {
  return "<!-- attn-calc: run a -->\n" + content + "<!-- /attn-calc" +
         (fingerprint.empty() ? "" : " " + fingerprint) + " -->\n";
}

// The CRC-32 of "```text\nx 0.5000\n```\n" and of the same with 0.5, by Python's zlib.
const std::string of_other = "359c7b0a";  // with 0.4
const std::string of_long = "a16fa807";
const std::string of_short = "fec0a8af";

}  // namespace

TEST_CASE("a page whose blocks are true is fine, and updates to itself but for fingerprints") {
  Page page("before\r\n" + block("```text\nx 0.5000\n```\n") + "no newline at the end");
  page.prints["run a"] = {0, "x 0.5000\n", "a warning"};
  const CheckedPage checked = page.check();
  CHECK(checked.report.outcome == Outcome::ok);
  CHECK(checked.report.summary == "ok: 1 block");
  CHECK(page.ran == std::vector<std::string>{"run a"});
  CHECK(page.ran_in == std::vector<std::string>{page.folder()});
  CHECK(page.update().updated ==
        "before\r\n" + block("```text\nx 0.5000\n```\n", of_long) + "no newline at the end");
}

TEST_CASE("a byte order mark stays") {
  const std::string mark = "\xEF\xBB\xBF";
  Page page(mark + block(""));
  page.prints["run a"] = {0, "x 0.5000\n", ""};
  CHECK(page.update().updated == mark + block("```text\nx 0.5000\n```\n", of_long));
}

TEST_CASE("a page without blocks is fine") {
  Page page("text\n");
  CHECK(page.check().report.summary == "ok: no blocks");
  CHECK(page.update().updated == "text\n");
}

TEST_CASE("a command that compares and finds a difference is fine") {
  Page page(block("```text\nx 0.5000\n```\n"));
  page.prints["run a"] = {1, "x 0.5000\n", ""};
  CHECK(page.check().report.outcome == Outcome::ok);
}

TEST_CASE("a stale block is shown, and updated") {
  Page page("# a\n" + block("```text\nx 0.4\n```\n", of_other));
  page.prints["run a"] = {0, "x 0.5000\n", ""};
  const CheckedPage checked = page.check();
  CHECK(checked.report.outcome == Outcome::failed);
  CHECK(checked.report.summary == "stale: 1 of 1 block");
  REQUIRE(checked.report.findings.size() == 1);
  const Finding& finding = checked.report.findings[0];
  CHECK(finding.line == 2);
  CHECK(finding.message == "attn-calc run a: stale");
  CHECK(finding.details == std::vector<std::string>{"--- " + page.path, "+++ " + page.path + ", computed",
                                                    "@@ -1,6 +1,6 @@", " # a", " <!-- attn-calc: run a -->",
                                                    " ```text", "-x 0.4", "+x 0.5000", " ```",
                                                    " <!-- /attn-calc " + of_other + " -->"});
  const CheckedPage updated = page.update();
  CHECK(updated.report.outcome == Outcome::ok);
  CHECK(updated.report.summary == "updated: 1 of 1 block");
  CHECK(updated.updated == "# a\n" + block("```text\nx 0.5000\n```\n", of_long));
}

TEST_CASE("numbers that are true at their digits stay") {
  Page page(block("```text\nx 0.5\n```\n"));
  page.prints["run a"] = {0, "x 0.5000\n", ""};
  CHECK(page.check().report.outcome == Outcome::ok);
  CHECK(page.update().updated == block("```text\nx 0.5\n```\n"));
}

TEST_CASE("a tie is settled by all digits, where the command can print them") {
  Page page(block("```text\nx 0.0312\n```\n"));
  page.prints["run a"] = {0, "x 0.0313\n", ""};
  CHECK(page.check().report.outcome == Outcome::failed);
  page.prints["run a --decimals 17"] = {0, "x 0.03125000000000000\n", ""};
  CHECK(page.check().report.outcome == Outcome::ok);
  page.prints["run a --decimals 17"] = {0, "x 0.03126000000000000\n", ""};
  CHECK(page.check().report.outcome == Outcome::failed);
}

TEST_CASE("an edit by hand is noticed, and not overwritten unless that is forced") {
  Page page(block("```text\nx 0.5\n```\n", of_long));
  page.prints["run a"] = {0, "x 0.5000\n", ""};
  const CheckedPage checked = page.check();
  CHECK(checked.report.outcome == Outcome::failed);
  REQUIRE(checked.report.findings.size() == 1);
  CHECK(checked.report.findings[0].message ==
        "attn-calc run a: edited by hand; move the edit out of "
        "the block, or say --update --force to lose it");
  CHECK(checked.report.findings[0].details.size() == 9);  // though its number would pass
  const CheckedPage refused = page.update();
  CHECK(refused.report.outcome == Outcome::error);
  CHECK(refused.report.summary == "not updated, because of 1 of 1 block");
  CHECK(refused.report.findings.at(0).message ==
        "attn-calc run a: edited by hand; move the edit out of the block, or say --force to lose it");
  const CheckedPage forced = page.update(true);
  CHECK(forced.report.outcome == Outcome::ok);
  CHECK(forced.updated == block("```text\nx 0.5000\n```\n", of_long));
}

TEST_CASE("a block that is as it was written is no edit, whatever is computed now") {
  Page page(block("\n```text\nx 0.5\n```\n", of_short));
  page.prints["run a"] = {0, "x 0.7\n", ""};
  CHECK(page.check().report.findings.at(0).message == "attn-calc run a: stale");
  CHECK(page.update().report.outcome == Outcome::ok);
}

TEST_CASE("text that --update has never written is not lost without force") {
  Page page(block("Two paragraphs by hand.\n"));
  page.prints["run a"] = {0, "x 0.5000\n", ""};
  CHECK(page.check().report.findings.at(0).message ==
        "attn-calc run a: stale, and written by hand; move the text out of the block, or say "
        "--update --force to lose it");
  const CheckedPage refused = page.update();
  CHECK(refused.report.outcome == Outcome::error);
  CHECK(refused.report.summary == "not updated, because of 1 of 1 block");
  CHECK(page.update(true).updated == block("```text\nx 0.5000\n```\n", of_long));
  for (const std::string nothing : {"", "\n", " \t\n\n"}) {
    Page empty(block(nothing));
    empty.prints["run a"] = {0, "x 0.5000\n", ""};
    CHECK(empty.update().report.outcome == Outcome::ok);
  }
}

TEST_CASE("a true block with the fingerprint of another text is renewed without force") {
  Page page(block("```text\nx 0.5000\n```\n", of_short));
  page.prints["run a"] = {0, "x 0.5000\n", ""};
  const CheckedPage checked = page.check();
  CHECK(checked.report.outcome == Outcome::failed);
  CHECK(checked.report.findings.at(0).details.empty());
  CHECK(page.update().updated == block("```text\nx 0.5000\n```\n", of_long));
}

TEST_CASE("a command that fails is an error of its block, and the others are still looked at") {
  Page page(block("old\n") + "<!-- attn-calc: list -->\n<!-- /attn-calc -->\n" +
            "<!-- attn-calc: run b -->\n<!-- /attn-calc -->\n" +
            "<!-- attn-calc: rum -->\n<!-- /attn-calc -->\n");
  page.prints["list"] = {0, "one\n", ""};
  page.prints["run b"] = {0, "\x1b[1mbold", ""};
  const CheckedPage checked = page.check();
  CHECK(checked.report.outcome == Outcome::error);
  CHECK(checked.report.summary == "error: 3 of 4 blocks");
  REQUIRE(checked.report.findings.size() == 4);
  for (std::size_t i = 0; const std::size_t line : {1U, 4U, 6U, 8U})
    CHECK(checked.report.findings[i++].line == line);
  CHECK(checked.report.findings[0].message == "attn-calc run a: no such command");
  CHECK(checked.report.findings[1].message == "attn-calc list: stale");
  CHECK(checked.report.findings[2].message ==
        "attn-calc run b: it does not print text; choose another --format, or let -o FILE keep a file");
  CHECK(checked.report.findings[3].message ==
        "attn-calc rum: found \"rum\", expected one of run, list; did you mean \"run\"?");
  page.prints["run a"] = {139, "", ""};
  CHECK(page.check().report.findings.at(0).message == "attn-calc run a: it was ended by signal 11");
}

TEST_CASE("of Markdown the blank lines around it are no difference") {
  const std::string begin = "<!-- attn-calc: run a --format markdown -->\n";
  Page page(begin + "\nx 0.4\n\n<!-- /attn-calc -->\n");
  page.prints["run a --format markdown"] = {0, "x 0.5000\n", ""};
  CHECK(page.check().report.findings.at(0).details ==
        std::vector<std::string>{"--- " + page.path, "+++ " + page.path + ", computed", "@@ -1,5 +1,5 @@",
                                 " <!-- attn-calc: run a --format markdown -->", " ", "-x 0.4", "+x 0.5000",
                                 " ", " <!-- /attn-calc -->"});
}

TEST_CASE("a number within a line is held to its digits, and updated") {
  const auto line = [](const std::string& number, const std::string& fingerprint) {
    return "It is <!-- attn-calc: run a -->" + number + "<!-- /attn-calc" + fingerprint + " -->.";
  };
  Page page("a\n" + line("0.31", "") + "\n" + line("", "") + "\nb\n");
  page.prints["run a"] = {0, "0.3125\n", ""};
  const CheckedPage checked = page.check();
  CHECK(checked.report.summary == "stale: 1 of 2 blocks");
  CHECK(checked.report.findings.at(0).details ==
        std::vector<std::string>{"--- " + page.path, "+++ " + page.path + ", computed", "@@ -1,4 +1,4 @@",
                                 " a", " " + line("0.31", ""), "-" + line("", ""), "+" + line("0.3125", ""),
                                 " b"});
  // The CRC-32 of "0.3125\n", by Python's zlib.
  CHECK(page.update().updated == "a\n" + line("0.31", "") + "\n" + line("0.3125", " c3b459ae") + "\nb\n");
  page.prints["run a"] = {0, "1\n2\n", ""};
  CHECK(page.check().report.findings.at(0).message ==
        "attn-calc run a: it prints 2 lines, and there "
        "is room for one; value FILE CELL prints a number");
}

TEST_CASE("a file behind -o is held against what is printed, and the text of its block stays") {
  const auto text = [](const std::string& fingerprint) {
    return "<!-- attn-calc: run a -o b.svg -->\n![b](b.svg)\n<!-- /attn-calc" + fingerprint + " -->\n";
  };
  Page page(text(""));
  const auto write = [&](const std::string& bytes) {
    std::ofstream(page.folder() + "/b.svg", std::ios::binary) << bytes;
  };
  const std::string where = "attn-calc run a -o b.svg: " + page.folder() + "/b.svg ";
  page.prints["run a"] = {0, "x 0.5000\n", ""};
  CHECK(page.check().report.findings.at(0).message == where + "is missing");
  const CheckedPage updated = page.update();
  REQUIRE(updated.files.size() == 1);
  CHECK(updated.files[0].path == page.folder() + "/b.svg");
  CHECK(updated.files[0].computed == "x 0.5000\n");
  CHECK(updated.updated == text(" a5460c38"));  // the CRC-32 of it and a newline, by Python's zlib
  CHECK(updated.report.summary == "updated: 1 of 1 block");
  page.settings.update = false;

  write("x 0.5000\n");
  CHECK(page.check().report.outcome == Outcome::ok);
  write("x 0.5\n");  // at its digits
  CHECK(page.check().report.outcome == Outcome::ok);
  write("by hand\n");
  CHECK(page.check().report.findings.at(0).message ==
        where + "is not what was written here last; move it elsewhere, or say --update --force to lose it");
  CHECK(page.update().report.outcome == Outcome::error);
  CHECK(page.update(true).files.size() == 1);
  page.settings.update = false;

  write("x 0.5000\n");
  std::ofstream(page.path) << text(" a5460c38");
  page.prints["run a"] = {0, "x 0.7000\n", ""};
  CHECK(page.check().report.findings.at(0).message == where + "is stale, from its line 1 on");
  CHECK(page.update().report.outcome == Outcome::ok);
  std::filesystem::remove(page.folder() + "/b.svg");
  CHECK(page.update().report.outcome == Outcome::ok);
}

TEST_CASE("bytes that are no text are kept byte for byte, digits or not") {
  Page page("<!-- attn-calc: run a -o b -->\n<!-- /attn-calc -->\n");
  const std::string bytes("\0 0.5000\n\xff", 10);
  const auto outcome_of = [&](const std::string& there, const std::string& computed) {
    std::ofstream(page.folder() + "/b", std::ios::binary) << there;
    page.prints["run a"] = {0, computed, ""};
    return page.check().report.outcome;
  };
  CHECK(outcome_of(bytes, bytes) == Outcome::ok);
  CHECK(outcome_of(std::string("\0 0.5\n\xff", 7), bytes) == Outcome::failed);
  CHECK(outcome_of("x 0.5\n", "x 0.5000\n") == Outcome::ok);
}

TEST_CASE("files lie in the folder of the page, links followed") {
  const auto message_of = [](const std::string& path) {
    Page page("<!-- attn-calc: run a -o '" + path + "' -->\n<!-- /attn-calc -->\n");
    page.prints["run a"] = {0, "x\n", ""};
    std::filesystem::create_directory_symlink("/tmp", page.folder() + "/out");
    return page.check().report.findings.at(0).message;
  };
  for (const std::string path : {"../b", "/tmp/b", "-", "a/../../b", "out/b"})
    CHECK(message_of(path).find(": -o " + path + ": expected a file in /") != std::string::npos);
  for (const std::string path : {"b", "./b"}) CHECK(message_of(path).ends_with("b is missing"));
  for (const std::string path : {"a/../b", "no/such/b"})
    CHECK(message_of(path).find(": -o " + path + ": found no folder /") != std::string::npos);
}

TEST_CASE("commands run where they are told to") {
  Page page(block("old\n"));
  page.settings.directory = "elsewhere";
  page.check();
  CHECK(page.ran_in.at(0) == "elsewhere");
}

TEST_CASE("a page has to be UTF-8") {
  Page page("a\nb \xff\n");
  CHECK(page.check().report.summary ==
        page.path + ":2: found the byte \\xff, expected UTF-8; save the page as that");
}

}  // namespace attn
