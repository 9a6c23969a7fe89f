#include "docs/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <array>

#include "attn/error.hpp"
#include "attn/render.hpp"

namespace attn {

namespace {

std::string refusal_of(std::string_view command) {
  constexpr std::array<std::string_view, 2> subcommands{"run", "check"};
  try {
    require_printing(words_of(command), subcommands);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("words are cut at blanks, and quotes hold them together") {
  CHECK(words_of("run  a.json\t--full ") == Words{"run", "a.json", "--full"});
  CHECK(words_of("run 'a b.json' \"c d\"") == Words{"run", "a b.json", "c d"});
  CHECK(words_of("--title='it is \"1\"'x") == Words{"--title=it is \"1\"x"});
  CHECK(words_of("run ''") == Words{"run", ""});
  CHECK_THROWS_WITH_AS(words_of("run 'a"), "found ' without a second one, expected it behind the word",
                       InputError);
  CHECK_THROWS_AS(words_of("run it\"s"), InputError);
}

TEST_CASE("nothing of a shell is known") {
  CHECK(words_of("run *.json | $HOME >x \\' a'") == Words{"run", "*.json", "|", "$HOME", ">x", "\\ a"});
}

TEST_CASE("only subcommands that print run, without options that write") {
  CHECK(refusal_of("run a.json --steps output").empty());
  CHECK(refusal_of("runn a.json") == "found \"runn\", expected one of run, check; did you mean \"run\"?");
  CHECK(refusal_of("docs a.md") == "found \"docs\", expected one of run, check");
  CHECK(refusal_of("check a.json --update") ==
        "--update is not for a page: it changes what it reads; leave it out");
  for (const char* option : {"--update", "--record scores", "--color=always"}) {
    CAPTURE(option);
    CHECK(refusal_of(std::string("check a.json ") + option).find("is not for a page") != std::string::npos);
  }
  CHECK(refusal_of("run --only").empty());
  CHECK(refusal_of("run ''") == "a word of the command is empty; leave out the quotes, or write it");
}

TEST_CASE("-o says which file a block keeps") {
  for (const Words& said : std::vector<Words>{{"run", "-o", "b.svg", "a"},
                                              {"run", "-ob.svg", "a"},
                                              {"run", "a", "--output", "b.svg"},
                                              {"run", "--output=b.svg", "a"}}) {
    const Destination destination = destination_of(said);
    CHECK(destination.words == Words{"run", "a"});
    CHECK(destination.path == "b.svg");
  }
  CHECK_FALSE(destination_of({"run", "a", "--orientation", "rows"}).path);
  CHECK_THROWS_WITH_AS(destination_of({"run", "-o"}), "-o: expected a file behind it", InputError);
  CHECK_THROWS_WITH_AS(destination_of({"run", "-o", ""}), "-o: expected a file behind it", InputError);
  CHECK_THROWS_WITH_AS(destination_of({"run", "--output="}), "-o: expected a file behind it", InputError);
  CHECK_THROWS_WITH_AS(destination_of({"run", "-oa", "-ob"}), "-o: is said twice; a block keeps one file",
                       InputError);
  CHECK(writes_folder({"run", "--format", "csv"}));
  CHECK_FALSE(writes_folder({"run", "--format=svg"}));
}

TEST_CASE("the format says the language of the fence") {
  CHECK(fence_language({"run", "a.json"}) == "text");
  CHECK(fence_language({"run", "--format", "json", "a.json"}) == "json");
  CHECK(fence_language({"run", "--format=json"}) == "json");
  CHECK(fence_language({"check", "--format", "junit"}) == "xml");
  CHECK(fence_language({"check", "--format", "tap"}) == "text");
  // Of a subcommand that has formats of its own.
  CHECK(fence_language({"draw", "--format", "mermaid"}) == "mermaid");
  for (const OutputFormat* format : output_formats())
    CHECK(fence_language({"run", "--format", std::string(format->name)}) == format->fence);
}

TEST_CASE("the same command with all digits") {
  const Words all{"run", "a", "--decimals", "17"};
  CHECK(with_all_digits({"run", "a"}) == all);
  CHECK(with_all_digits({"run", "--decimals", "2", "a"}) == all);
  CHECK(with_all_digits({"run", "--precision=2", "a"}) == all);
  CHECK(with_all_digits({"run", "a", "--decimals"}) == all);
  CHECK(with_all_digits({"run", "-d", "2", "a"}) == all);
  CHECK(with_all_digits({"run", "-d2", "a"}) == all);
  CHECK(with_all_digits({"run", "a", "--directory"}) == Words{"run", "a", "--directory", "--decimals", "17"});
}

}  // namespace attn
