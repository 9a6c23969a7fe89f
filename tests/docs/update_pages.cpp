#include "docs/update_pages.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "docs/page_folder.hpp"

namespace attn {

namespace {

/// What `run NAME` prints is said here, and `run copy NAME` prints what stands in that file.
class Pages : public PageFolder {
 public:
  Pages() {
    settings.update = true;
    settings.subcommands = {"run"};
    settings.run = [this](const Words& words, const std::string&) -> Printed {
      const std::string& name = words.at(1);
      if (name != "copy") return {0, prints[name], ""};
      if (!has(words.at(2))) return {2, "", "attn-calc: " + words[2] + ": cannot open\n"};
      return {0, read(words[2]) + prints["copy"], ""};
    };
  }

  std::vector<CheckedPage> update() const { return update_pages(paths, settings); }
  std::vector<CheckedPage> check() const { return check_pages(paths, settings); }
  void add(const std::string& name, const std::string& text) { paths.push_back(write(name, text)); }

  PageSettings settings;
  std::vector<std::string> paths;
  std::map<std::string, std::string> prints;
};

std::string block(const std::string& command) {
  return "<!-- attn-calc: run " + command + " -->\n<!-- /attn-calc -->\n";
}

/// A folder in which a file a.md can stand, and none beside it whose name is much longer (PATH_MAX is 4096).
std::string deepest_folder(std::string path) {
  constexpr std::size_t length = 4085;
  while (path.size() < length) {
    const std::size_t rest = length - path.size() - 1;
    path += "/" + std::string(rest > 200 ? std::min<std::size_t>(200, rest - 2) : rest, 'd');
  }
  return path;
}

}  // namespace

TEST_CASE("a file that another block keeps is not overwritten, though that block is up to date") {
  Pages pages;
  pages.prints = {{"a", "one\n"}, {"b", "two\n"}};
  pages.write("kept.txt", "one\n");
  pages.add("a.md", block("a -o kept.txt"));
  pages.add("b.md", "\n" + block("b -o ./kept.txt"));
  for (const bool force : {false, true}) {
    pages.settings.force = force;
    const auto updated = pages.update();
    CHECK(pages.read("kept.txt") == "one\n");
    REQUIRE(updated[1].report.findings.size() == 1);
    CHECK(updated[1].report.findings[0].line == 2);
    CHECK(updated[1].report.findings[0].message ==
          "attn-calc run b -o ./kept.txt: " + pages.path + "/kept.txt is kept by the block of " + pages.path +
              "/a.md:1 too, which prints something else; name another file");
  }
  pages.settings.update = false;
  CHECK(pages.check()[1].report.outcome == Outcome::error);
  pages.prints["b"] = "one\n";  // the same file twice loses nothing
  CHECK(pages.check()[1].report.outcome == Outcome::ok);
}

TEST_CASE("a page is no file that a block keeps") {
  Pages pages;
  pages.prints["a"] = "one\n";
  pages.add("b.md", "text\n");
  pages.add("a.md", block("a -o b.md"));
  pages.settings.force = true;
  const auto updated = pages.update();
  CHECK(updated[1].report.summary == "not updated, because of 1 of 1 block");
  CHECK(updated[1].report.findings.at(0).message.ends_with("/b.md is a page; name another file behind -o"));
  CHECK(pages.read("b.md") == "text\n");
}

TEST_CASE("what reads a kept file is true after one update") {
  Pages pages;
  pages.prints["a"] = "one\n";
  pages.add("a.md", block("copy kept.txt") + block("a -o kept.txt"));
  for (const std::string text : {"one\n", "two\n"}) {  // the file is not there at first
    pages.prints["a"] = text;
    CHECK(pages.update()[0].report.summary == "updated: 2 of 2 blocks");
    CHECK(pages.read("kept.txt") == text);
    CHECK(pages.read("a.md").find("```text\n" + text + "```\n") != std::string::npos);
    CHECK(pages.update()[0].report.summary == "up to date: 2 blocks");
  }
}

TEST_CASE("files that were made for a command go again where another error stays") {
  Pages pages;
  pages.prints["a"] = "one\n";
  pages.add("a.md", block("copy kept.txt") + block("a -o kept.txt") + block("copy nowhere.txt"));
  const std::string before = pages.read("a.md");
  const auto updated = pages.update();
  CHECK(updated[0].report.findings.size() == 1);
  CHECK(updated[0].report.findings[0].message == "attn-calc run copy nowhere.txt: nowhere.txt: cannot open");
  CHECK_FALSE(pages.has("kept.txt"));
  CHECK(pages.read("a.md") == before);
}

TEST_CASE("what never comes to rest is an error") {
  Pages pages;
  pages.prints["copy"] = "more\n";  // a longer file each time
  pages.write("a.txt", "");
  pages.add("a.md", block("copy a.txt -o b.txt") + block("copy b.txt -o a.txt"));
  const auto updated = pages.update();
  CHECK(updated[0].report.outcome == Outcome::error);
  CHECK(updated[0].report.findings.at(0).message.find("b.txt changes again whenever it is written") !=
        std::string::npos);
  CHECK(updated[0].report.closing ==
        std::vector<std::string>{"what was written before this was found stays"});
}

TEST_CASE("a page that cannot be written is found before anything is") {
  Pages pages;
  pages.prints["a"] = "one\n";
  pages.add("a.md", block("a -o kept.txt") + block("a"));
  const std::string before = pages.read("a.md");
  const std::string folder = deepest_folder(pages.path);
  std::filesystem::create_directories(folder);
  pages.paths.push_back(folder + "/a.md");
  std::ofstream(pages.paths.back()) << block("a");
  const auto updated = pages.update();
  CHECK(updated[1].report.outcome == Outcome::error);
  CHECK(updated[1].report.summary == pages.paths[1] + ": File name too long");
  CHECK(updated[0].report.outcome == Outcome::failed);
  CHECK(updated[0].report.summary == "not updated, because of errors in other files");
  CHECK(pages.read("a.md") == before);
  CHECK_FALSE(pages.has("kept.txt"));
}

TEST_CASE("a true page beside one in error is fine, and a stale one is not") {
  Pages pages;
  pages.prints["a"] = "one\n";
  pages.add("true.md", "text\n");
  pages.add("stale.md", block("a"));
  pages.add("error.md", block("copy nowhere.txt"));
  const auto updated = pages.update();
  CHECK(updated[0].report.outcome == Outcome::ok);
  CHECK(updated[1].report.outcome == Outcome::failed);
  pages.settings.update = false;
  CHECK(pages.check()[1].report.closing.empty());  // --update writes nothing
}

}  // namespace attn
