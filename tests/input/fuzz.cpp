// Whatever the text, reading it succeeds or throws InputError with one line that begins with the file's name.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "input/csv.hpp"
#include "support.hpp"
#include "text/visible.hpp"

namespace {

constexpr std::string_view problem_text =
    R"({"title": "t\u00e9\n", "tokens": {"query": ["a", "inf"], "key": ["é"]},
 "Q": [[1, -2.5e3], ["inf", 0]], "W_Q": [{"file": "q.csv"}], "K": {"shape": [0, 3]}, "heads": 2,
 "mask": ["causal", {"type": "boolean", "values": [[true, false]]}], "tile": {"rows": 1, "cols": 2},
 "expect": {"lse": [null, 1], "exp": 3}, "tolerance": {"atol": 1e-6, "lse": {"rtol": 0}}})";

constexpr std::string_view csv_text = "\"1\",-2.5e3 ,inf\r\n+.5,\"0\",\"3\"\n1,2,3\r4,5,nan";

void check_message(const std::string& message, std::string_view name) {
  if (message == "no error") return;
  const bool well_formed = message.find('\n') == std::string::npos &&
                           message.find('\0') == std::string::npos &&
                           (message.starts_with(name) || message.find(".csv: ") != std::string::npos);
  std::size_t at = 0;
  while (at < message.size() && attn::first_character(message.substr(at)).valid)
    at += attn::first_character(message.substr(at)).bytes;
  REQUIRE_MESSAGE((well_formed && at == message.size()), message);
}

template <class Read>
void fuzz(std::string_view text, std::string_view name, Read read) {
  for (std::size_t length = 0; length <= text.size(); ++length)
    check_message(message_of([&] { read(text.substr(0, length)); }), name);
  std::string mutated(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      mutated[at] = static_cast<char>(byte);
      check_message(message_of([&] { read(mutated); }), name);
    }
    mutated[at] = text[at];
    const std::string removed = std::string(text.substr(0, at)) + std::string(text.substr(at + 1));
    check_message(message_of([&] { read(removed); }), name);
  }
}

}  // namespace

TEST_CASE("every prefix and every change of one byte of a problem") {
  const Folder folder;
  folder.write("q.csv", "1\n");
  REQUIRE(problem_error(problem_text, folder.path()) == "no error");
  fuzz(problem_text, "p.json:", [&](std::string_view text) { problem_of(text, folder.path()); });
}

TEST_CASE("every prefix and every change of one byte of a CSV file") {
  const auto read = [](std::string_view text) { attn::read_csv(text, "q.csv", {}); };
  REQUIRE(message_of([&] { read(csv_text); }) == "no error");
  fuzz(csv_text, "q.csv: ", read);
}
