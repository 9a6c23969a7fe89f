// Scale, softcap, tile, softmax, tokens and expectations.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

using computed::inf;
using computed::nan;
using computed::problem_error;
using computed::problem_of;
using computed::Said;

namespace {

/// n_q 2, n_k 2, d_k 4, d_v 3, and what is said beside.
std::vector<Said> with(const std::vector<Said>& more) {
  std::vector<Said> said{{"Q", {2, 4}}, {"K", {2, 4}}, {"V", {2, 3}}};
  said.insert(said.end(), more.begin(), more.end());
  return said;
}

}  // namespace

TEST_CASE("options: what holds where nothing is said") {
  const Options options = problem_of(with({}))->options;
  CHECK(options.scale == 0.5);  // 1/√4
  CHECK_FALSE(options.scale_given);
  CHECK_FALSE(options.softcap.has_value());
  CHECK(options.softmax == Softmax::safe);
  CHECK(options.empty_row == EmptyRow::zero);
  CHECK_FALSE(options.tile.has_value());
}

TEST_CASE("options: what is said") {
  const Options options =
      problem_of(
          with({{"scale", 0}, {"softcap", 2}, {"empty_row", "nan"}, {"tile.rows", 2}, {"tile.cols", 3}}))
          ->options;
  CHECK(options.scale == 0);  // 0 is 0, not "left out"
  CHECK(options.scale_given);
  CHECK(options.softcap == 2.0);
  CHECK(options.empty_row == EmptyRow::nan);
  CHECK(options.tile->rows == 2);
  CHECK(options.tile->cols == 3);
  CHECK(problem_of(with({{"softmax", "naive"}}))->options.softmax == Softmax::naive);
}

TEST_CASE("options: the scale is a finite number") {
  CHECK(problem_of(with({{"scale", -1}}))->options.scale == -1);
  CHECK(problem_error(with({{"scale", "auto"}})) ==
        "problem.json: scale: found \"auto\", expected a finite number");
  CHECK(problem_error(with({{"scale", nan}})) == "problem.json: scale: found nan, expected a finite number");
  CHECK(problem_error(with({{"scale", -inf}})) ==
        "problem.json: scale: found -inf, expected a finite number");
}

TEST_CASE("options: the softcap is above 0") {
  CHECK(problem_error(with({{"softcap", 0}})) ==
        "problem.json: softcap: found 0, expected a number above 0; leave it out for no cap");
  CHECK(problem_error(with({{"softcap", -2.5}})) ==
        "problem.json: softcap: found -2.5, expected a number above 0; leave it out for no cap");
  CHECK(problem_error(with({{"softcap", inf}})) ==
        "problem.json: softcap: found inf, expected a finite number");
}

TEST_CASE("options: a tile has rows and columns, whole numbers from 1") {
  CHECK(problem_error(with({{"tile.rows", 2}})) ==
        "problem.json: tile.rows: a tile needs both rows and cols");
  CHECK(problem_error(with({{"tile.cols", 2}})) ==
        "problem.json: tile.cols: a tile needs both rows and cols");
  CHECK(problem_error(with({{"tile.rows", 0}, {"tile.cols", 2}})) ==
        "problem.json: tile.rows: found 0, expected a whole number from 1 to 1000000000");
  CHECK(problem_error(with({{"tile.rows", 2}, {"tile.cols", 1.5}})) ==
        "problem.json: tile.cols: found 1.5, expected a whole number from 1 to 1000000000");
}

TEST_CASE("options: the naive softmax has no tiled form") {
  CHECK(problem_error(with({{"softmax", "naive"}, {"tile.rows", 1}, {"tile.cols", 1}})) ==
        "problem.json: tile.rows: the tiled mode carries a running row maximum, so softmax \"naive\" has no "
        "tiled form; leave out one of the two");
}

TEST_CASE("options: words that are not in the table") {
  CHECK(problem_error(with({{"softmax", "save"}})) ==
        "problem.json: softmax: found \"save\", expected one of safe, naive; did you mean \"safe\"?");
  CHECK(problem_error(with({{"empty_row", "error"}})) ==
        "problem.json: empty_row: found \"error\", expected one of zero, nan");
  CHECK(problem_error(with({{"compare", "as_written"}})) ==
        "problem.json: compare: found \"as_written\", expected one of tolerance, as-written; did you mean "
        "\"as-written\"?");
}

TEST_CASE("options: title and notes are carried along") {
  const auto problem = problem_of(with({{"title", "t"}, {"notes", "n"}}));
  CHECK(problem->title == "t");
  CHECK(problem->notes == "n");
  CHECK(problem_error(with({{"title", 3}})) == "problem.json: title: found 3, expected a text");
}

TEST_CASE("tokens: one list names queries and keys") {
  using Names = std::vector<std::string>;
  const auto self = problem_of(with({{"tokens", Names{"the", "cat"}}}));
  CHECK(self->tokens.query == Names{"the", "cat"});
  CHECK(self->tokens.key == Names{"the", "cat"});
  // With a cache the queries are the last ones.
  const auto cached =
      problem_of(with({{"past.K", {1, 4}}, {"past.V", {1, 3}}, {"tokens", Names{"a", "b", "c"}}}));
  CHECK(cached->tokens.query == Names{"b", "c"});
  CHECK(cached->tokens.key == Names{"a", "b", "c"});
  CHECK(problem_error(with({{"tokens", Names{"the"}}})) ==
        "problem.json: tokens: number of names 1, expected 2 (n_k)");
  CHECK(problem_error(with({{"tokens", "the cat"}})) ==
        "problem.json: tokens: found \"the cat\", expected a list of texts");
}

TEST_CASE("tokens: two lists where queries and keys differ in number") {
  using Names = std::vector<std::string>;
  const std::vector<Said> cross{{"Q", {1, 4}}, {"K", {2, 4}}};
  auto one_list = cross;
  one_list.emplace_back("tokens", Names{"a"});
  CHECK(problem_error(one_list) ==
        "problem.json: tokens: the queries are not the last 1 of 2 keys, so say {\"query\": [...], \"key\": "
        "[...]}");
  auto two_lists = cross;
  two_lists.emplace_back("tokens.query", Names{"a"});
  two_lists.emplace_back("tokens.key", Names{"b", "c"});
  CHECK(problem_of(two_lists)->tokens.key == Names{"b", "c"});
  auto wrong = cross;
  wrong.emplace_back("tokens.query", Names{"a", "b"});
  CHECK(problem_error(wrong) == "problem.json: tokens.query: number of names 2, expected 1 (n_q)");
}

TEST_CASE("expectations: by step name or id") {
  const Array value{{2}, {1, 2}, false, {}};
  const auto problem = problem_of(with({{"expect.lse", value}, {"expect.head1.weights", value}}));
  CHECK(problem->expect.steps.at("lse").array.values == std::vector<double>{1, 2});
  CHECK(problem->expect.steps.contains("head1.weights"));
  CHECK(problem->expect.compare == Compare::tolerance);
  CHECK(problem_error(with({{"expect.weigths", value}})).ends_with("; did you mean \"weights\"?"));
  CHECK(problem_error(with({{"expect.head1.weigths", value}}))
            .starts_with("problem.json: expect.head1.weigths: found \"weigths\", expected one of X, "));
  CHECK(problem_error(with({{"expect.lse", "x"}})) ==
        "problem.json: expect.lse: found \"x\", expected an array of numbers");
}

TEST_CASE("expectations: tolerances for all steps or for one") {
  const Expectation expect = problem_of(with({{"tolerance.atol", 1},
                                              {"tolerance.weights.rtol", 2},
                                              {"tolerance.head1.lse.atol", 0},
                                              {"compare", "as-written"}}))
                                 ->expect;
  CHECK(expect.tolerance.at("default").atol == 1.0);
  CHECK_FALSE(expect.tolerance.at("default").rtol.has_value());
  CHECK(expect.tolerance.at("weights").rtol == 2.0);
  CHECK(expect.tolerance.at("head1.lse").atol == 0.0);
  CHECK(expect.compare == Compare::as_written);
  CHECK(problem_error(with({{"tolerance.atol", -1}})) ==
        "problem.json: tolerance.atol: found -1, expected a number, 0 or more");
  CHECK(problem_error(with({{"tolerance.weights.tol", 1}})) ==
        "problem.json: tolerance.weights.tol: found \"tol\", expected \"atol\", \"rtol\", \"ulp\" or "
        "\"derived\"");
  CHECK(problem_error(with({{"tolerance.softmax.atol", 1}}))
            .starts_with("problem.json: tolerance.softmax.atol: found \"softmax\", expected one of X, "));
}

}  // namespace attn
