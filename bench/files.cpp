// How fast files are read and written, beside nlohmann's parser and writer. Run with a folder for the files
// (120 MB), and then Python on the same ones:
//   build/bench/bench/bench-files FOLDER && /usr/bin/python3 bench/files.py FOLDER
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "attn/read.hpp"
#include "attn/render.hpp"

namespace {

using nlohmann::json;

constexpr std::size_t rows = 4096;
constexpr std::size_t columns = 128;
constexpr int rounds = 5;

/// What stands between the numbers of a matrix.
struct Layout {
  std::string_view name;
  std::string_view row_end;
  std::string_view comma;
  int digits;
};

constexpr Layout layouts[]{
    {"rows.json", ",\n  ", ", ", 17},
    {"one-line.json", ",", ",", 17},
    {"pretty.json", ",\n      ", ",\n        ", 17},
    {"short-numbers.json", ",", ",", 2},
};

class Numbers {
 public:
  void append(std::string& out, int digits) {
    fmt::format_to(std::back_inserter(out), "{:.{}g}", normal_(random_), digits);
  }

 private:
  std::mt19937_64 random_{1};
  std::normal_distribution<double> normal_;
};

std::string matrix_text(Numbers& numbers, const Layout& layout) {
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    text += i == 0 ? "[" : layout.row_end;
    for (std::size_t j = 0; j < columns; ++j) {
      text += j == 0 ? "[" : layout.comma;
      numbers.append(text, layout.digits);
    }
    text += ']';
  }
  return text + ']';
}

std::string problem_text(const Layout& layout) {
  Numbers numbers;
  const auto matrix = [&] { return matrix_text(numbers, layout); };
  return fmt::format(R"({{"Q": {}, "K": {}, "V": {}}})", matrix(), matrix(), matrix());
}

std::string csv_text() {
  Numbers numbers;
  std::string text;
  for (std::size_t i = 0; i < 3 * rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      numbers.append(text, 17);
      text += j + 1 == columns ? '\n' : ',';
    }
  return text;
}

std::size_t write_file(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
  return text.size();
}

std::string text_of(const std::string& path) {
  std::string text(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

/// Sees every token, and keeps none.
class Ignoring : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(json::number_integer_t) override { return true; }
  bool number_unsigned(json::number_unsigned_t) override { return true; }
  bool number_float(json::number_float_t, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(json::binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(std::string&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }
};

class Counting : public attn::Output {
 public:
  void write(std::string_view bytes) override { count_ += bytes.size(); }
  std::size_t count() const { return count_; }

 private:
  std::size_t count_ = 0;
};

/// A trace of one step; returns its bytes.
std::size_t write_trace(const attn::Matrix<double>& values) {
  Counting output;
  const auto& formats = attn::output_formats();
  const auto row = std::find_if(formats.begin(), formats.end(), [](auto* f) { return f->name == "json"; });
  const auto sink = (*row)->make(output, {});
  sink->begin({});
  sink->step({.id = "Q",
              .name = "Q",
              .place = {},
              .op = "input",
              .formula = {},
              .operands = {},
              .axes = {{"i", values.shape(0)}, {"d", values.shape(1)}},
              .values = values,
              .note = {}});
  sink->end({});
  return output.count();
}

struct Measurement {
  std::string name;
  std::function<std::size_t()> run;  ///< returns how many bytes it read or wrote
  double best = 0;                   ///< MB/s
};

/// Round by round, so that what else the machine does strikes all alike; the best round counts.
void measure(std::vector<Measurement>& measurements) {
  for (int round = 0; round < rounds; ++round)
    for (Measurement& measurement : measurements) {
      const auto begin = std::chrono::steady_clock::now();
      const auto bytes = static_cast<double>(measurement.run());
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      measurement.best = std::max(measurement.best, bytes / seconds.count() / 1e6);
    }
}

void add_json(std::vector<Measurement>& all, const std::string& path, std::size_t bytes) {
  const std::string name = std::filesystem::path(path).filename().string();
  all.push_back({name + ": attn-calc", [=] { return attn::Reader().problem(path), bytes; }});
  all.push_back({name + ": nlohmann SAX, events ignored", [=] {
                   Ignoring events;
                   return json::sax_parse(text_of(path), &events), bytes;
                 }});
  all.push_back(
      {name + ": nlohmann DOM", [=] { return json::parse(text_of(path)).size() == 3 ? bytes : 0; }});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench-files FOLDER\n");
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  std::filesystem::create_directories(folder);
  std::vector<Measurement> all;
  for (const Layout& layout : layouts) {
    const std::string path = folder + std::string(layout.name);
    add_json(all, path, write_file(path, problem_text(layout)));
  }
  const std::string csv = folder + "matrix.csv";
  const std::size_t csv_bytes = write_file(csv, csv_text());
  all.push_back({"matrix.csv: attn-calc", [=] { return attn::Reader().matrix(csv), csv_bytes; }});

  const attn::Array array = attn::Reader().matrix(csv);
  attn::Matrix<double> values({array.shape[0], array.shape[1]});
  std::copy(array.values.begin(), array.values.end(), values.begin());
  const json dom = array.values;
  all.push_back({"write: attn-calc, JSON trace", [&] { return write_trace(values); }});
  all.push_back({"write: nlohmann dump", [&] { return dom.dump().size(); }});

  measure(all);
  for (const Measurement& measurement : all)
    fmt::print("{:<50} {:>6.0f} MB/s\n", measurement.name, measurement.best);
}
