// Ids as they are printed and typed, and as the trace has them.
#include "attn/naming.hpp"

#include <doctest/doctest.h>

#include "attn/trace.hpp"
#include "computed.hpp"
#include "trace/check_symbols.hpp"

namespace attn {

using computed::error_of;

namespace {

const Naming from_one{.index_from = 1, .names = {{"scores", "S"}, {"weights", "A"}}};

std::string names_error(const GivenNames& names) {
  return error_of([&] { check_names(names, "--names"); });
}

}  // namespace

TEST_CASE("what is printed is what can be typed") {
  for (const char* id : {"scores", "batch0.head1.weights", "tile0,2.exp", "head3.tile1.lse"})
    CHECK(from_one.meant_id(from_one.id(id), "x") == id);
  CHECK(from_one.id("batch0.head1.tile0,2.scores") == "batch1.head2.tile1,3.S");
  CHECK(from_one.meant_id("head2.scores", "x") == "head1.scores");
  CHECK(Naming().id("head1.scores") == "head1.scores");
}

TEST_CASE("the name that is seen goes before the name of the table") {
  const Naming swapped{.index_from = 0, .names = {{"scores", "weights"}, {"weights", "scores"}}};
  CHECK(swapped.meant_id("weights", "x") == "scores");
  CHECK(swapped.meant_id("scores", "x") == "weights");
  CHECK(names_error(swapped.names) == "no error");
}

TEST_CASE("what no id means is said") {
  const auto error = [](const char* said) { return error_of([&] { from_one.meant_id(said, "step"); }); };
  CHECK(error("head0.A") == "step: batch entries, heads and tiles count from 1");
  CHECK(error("tile1,0.S") == "step: batch entries, heads and tiles count from 1");
  CHECK(error("head1.wieghts") == "step: there is no such step; did you mean \"head1.weights\"?");
  CHECK(error("fuzzlewump") == "step: there is no such step; \"attn-calc list steps\" shows all");
  CHECK(error("hed1.A") == "step: expected a place such as \"batch0.head1.tile0,2.\" in front of A");
}

TEST_CASE("names tell steps apart") {
  CHECK(names_error({{"scores", "S"}, {"weights", "A"}, {"output", "O"}}) == "no error");
  CHECK(names_error({{"weights", "P"}, {"exp", "E"}}) == "no error");
  CHECK(names_error({{"scores", "S"}, {"weights", "S"}}) ==
        "--names: found \"S\"; scores and weights would be called the same");
  CHECK(names_error({{"scores", "weights"}}) ==
        "--names: found \"weights\"; another step is called so; give that one a new name too");
}

TEST_CASE("names are characters, not commands") {
  CHECK(
      names_error({{"weights", "\\alpha"}}) ==
      "--names: found \"\\alpha\"; a name has no \\ in it: write the character itself, as in α, which LaTeX "
      "and Markdown print as \\alpha");
  CHECK(names_error({{"weights", "α"}}) == "no error");
}

TEST_CASE("names are no symbols of other steps that the problem has") {
  const auto problem = computed::problem_of({{"Q", {2, 2}}, {"K", {2, 2}}});
  const auto error = [&](const GivenNames& names) {
    return error_of([&] { check_symbols(names, *problem, "--names"); });
  };
  CHECK(error({{"weights", "P"}}) ==
        "--names: found \"P\"; formulas write exp so; give that one a new name too: exp=NAME");
  CHECK(error({{"weights", "P"}, {"exp", "E"}}) == "no error");
  CHECK(error({{"weights", "α"}}) == "no error");  // the symbol of `correction`, which only tiles have
  CHECK(error({{"weights", "A"}}) == "no error");
}

TEST_CASE("names can be typed") {
  for (const char* name : {"S[0]", "a,b", "a=b", "head1.S", "]"})
    CHECK(names_error({{"scores", name}}).find("; a name has none of [ ] , . = in it") != std::string::npos);
  for (const char* name : {" S", "S "})
    CHECK(names_error({{"scores", name}}).ends_with("; a name has no blank at its ends"));
  for (const char* name : {"a\x1b", "\xff", "a\nb"})
    CHECK(
        names_error({{"scores", name}}).ends_with("; a name has characters that can be seen, and is UTF-8"));
  for (const char* name : {"head1", "tile0", "batch12"})
    CHECK(names_error({{"scores", name}}).ends_with("; this is how an id says a place"));
  for (const char* name : {"~S", "S_raw", "α", "raw scores", "head", "tile1x", "$x$"})
    CHECK(names_error({{"scores", name}}) == "no error");
}

TEST_CASE("rounding by hand in words") {
  const HandRounding rounding{.decimals = {.count = 4, .of_step = {{"head0.weights", 2}, {"output", 3}}}};
  CHECK(in_words(rounding) == "4 decimals, head0.weights 2, output 3, half-up");
  CHECK(in_words(rounding, from_one) == "4 decimals, head1.A 2, output 3, half-up");
}

}  // namespace attn
