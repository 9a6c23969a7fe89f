// Words that say something of steps.
#include "cli/step_words.hpp"

#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn::cli {

using computed::error_of;
using Ids = std::vector<std::string>;

namespace {

const Naming from_one{.index_from = 1, .names = {{"scores", "S"}}};

}  // namespace

TEST_CASE("steps are said as they are printed") {
  CHECK(step_ids_word("--steps", "S,head2.tile1,3.exp,weights", from_one) ==
        Ids{"scores", "head1.tile0,2.exp", "weights"});
  CHECK(step_ids_word("--steps", "tile0,2.exp,lse", {}) == Ids{"tile0,2.exp", "lse"});
}

TEST_CASE("decimals of steps") {
  const StepDecimals decimals = step_decimals_word("--decimals", "3,S=2,head1.exp=1", 4, from_one);
  CHECK(decimals.count == 3);
  CHECK(decimals.of_step == StepDecimals{.of_step = {{"scores", 2}, {"head0.exp", 1}}}.of_step);
  CHECK(step_decimals_word("--decimals", "tile0,2.exp=1", 4, {}).count == 4);
  CHECK(step_decimals_word("--decimals", "tile0,2.exp=1", 4, {}).of_step.contains("tile0,2.exp"));
}

TEST_CASE("what is said twice is no last word") {
  const auto decimals = [](const char* words) {
    return error_of([&] { step_decimals_word("--decimals", words, 4, from_one); });
  };
  CHECK(decimals("4,4") == "--decimals: found \"4,4\": the decimals of all steps are there twice");
  CHECK(decimals("S=2,scores=3") ==
        "--decimals: found \"S=2,scores=3\": the decimals of scores are there twice");
  CHECK(decimals("exp=2,head1.exp=3") == "no error");
  CHECK(decimals("0,0") != "no error");
  const auto names = [](const char* words) { return error_of([&] { given_names_word("--names", words); }); };
  CHECK(names("scores=S,scores=T") ==
        "--names: found \"scores=S,scores=T\": the name of scores is there twice");
  CHECK(names("S,scores=T") == "--names: found \"S,scores=T\": the name of scores is there twice");
}

TEST_CASE("names are those of steps, wherever they are") {
  CHECK(given_names_word("--names", "S,exp=E,A") ==
        GivenNames{{"scores", "S"}, {"exp", "E"}, {"weights", "A"}});
  const auto error = [](const char* words) { return error_of([&] { given_names_word("--names", words); }); };
  CHECK(error("head1.scores=S") ==
        "--names: found \"head1.scores=S\"; a name is that of a step in every place: scores=NAME");
  CHECK(error("socres=S") == "--names: step \"socres\": there is no such step; did you mean \"scores\"?");
  CHECK(error("scores=") == "--names: found \"scores=\", expected a name behind \"=\"");
  CHECK(error("a,b,c,d").find("at most three names") != std::string::npos);
}

}  // namespace attn::cli
