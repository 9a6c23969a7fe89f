// Folders that appear whole or not at all.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "render/folder.hpp"

namespace attn {

using samples::contents;
using samples::Folder;
using samples::put;

namespace fs = std::filesystem;

namespace {

void write_two_files(Output& output) {
  output.begin_file("a.csv");
  output.write("1\n");
  output.write("2\n");
  output.begin_file("b.csv");
  output.begin_file("c.csv");
  output.write(std::string(200'000, 'x'));
}

unsigned mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("a folder is put in place whole") {
  const Folder folder;
  const auto output = folder_output(folder / "trace/");
  write_two_files(*output);
  CHECK_FALSE(fs::exists(folder / "trace"));
  output->commit();
  CHECK(contents(folder / "trace/a.csv") == "1\n2\n");
  CHECK(contents(folder / "trace/b.csv").empty());
  CHECK(contents(folder / "trace/c.csv").size() == 200'000);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a folder that is not committed leaves no trace") {
  const Folder folder;
  write_two_files(*folder_output(folder / "trace"));
  CHECK(folder.entries() == 0);
}

TEST_CASE("an empty folder is replaced and its mode kept, a link to it followed") {
  const Folder folder;
  fs::create_directory(folder / "trace");
  chmod((folder / "trace").c_str(), 0711);
  fs::create_symlink("trace", folder / "link");
  const auto output = folder_output(folder / "link");
  write_two_files(*output);
  output->commit();
  CHECK(contents(folder / "trace/a.csv") == "1\n2\n");
  CHECK(mode_of(folder / "trace") == 0711);
  CHECK(fs::is_symlink(folder / "link"));
}

TEST_CASE("what stands in a folder is never lost") {
  const Folder folder;
  fs::create_directory(folder / "full");
  put(folder / "full/precious", "x");
  put(folder / "file", "precious");
  const auto fails = [](const std::string& path, const std::string& why) {
    CHECK_THROWS_WITH_AS(folder_output(path), (path + ": " + why).c_str(), InputError);
  };
  fails(folder / "full", "is not empty; name another folder, or remove this one");
  fails(folder / "file", "is a file, expected a new folder");
  fails(folder / "full/.", "cannot be put in place as a whole; name a new folder in it");
  fails("/", "cannot be put in place as a whole; name a new folder in it");
  fails(folder / "none/trace", "No such file or directory");
  CHECK_THROWS_AS(folder_output(""), InputError);

  fs::create_directory(folder / "filled later");
  const auto output = folder_output(folder / "filled later");
  write_two_files(*output);
  put(folder / "filled later/precious", "x");
  CHECK_THROWS_WITH_AS(
      output->commit(),
      (folder / "filled later: is not empty; name another folder, or remove this one").c_str(), InputError);
  CHECK(contents(folder / "filled later/precious") == "x");
}

TEST_CASE("a signal removes the temporary folder and its files") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Folder folder;
    const pid_t child = fork();
    if (child == 0) {
      std::signal(signal, SIG_DFL);
      const auto output = folder_output(folder / "trace");
      write_two_files(*output);
      raise(signal);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(folder.entries() == 0);
  }
}

TEST_CASE("only a folder has files") {
  CHECK_THROWS_AS(file_output("/dev/null")->begin_file("a"), std::logic_error);
  const Folder folder;
  CHECK_THROWS_AS(folder_output(folder / "trace")->write("x"), std::logic_error);
}

TEST_CASE("which output a format is written to") {
  const auto refusal = [](std::string_view format, const std::string& path) -> std::string {
    for (const OutputFormat* row : output_formats()) {
      if (row->name != format) continue;
      try {
        open_output(*row, path);
      } catch (const InputError& error) {
        return error.what();
      }
    }
    return "none";
  };
  const Folder folder;
  CHECK(refusal("csv", "") == "--format csv writes a folder of files; say -o FOLDER");
  CHECK(refusal("csv", "-") == "--format csv writes a folder of files; say -o FOLDER");
  CHECK(refusal("csv", folder / "trace") == "none");
  CHECK(refusal("npz", folder / "trace.npz") == "none");
  CHECK(refusal("npz", "/dev/null") == "none");

  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return;  // no terminals here
  const std::string terminal = ptsname(master);
  CHECK(refusal("npz", terminal) ==
        "--format npz is not for a terminal, where its bytes mean nothing; say -o FILE");
  CHECK(refusal("text", terminal) == "none");
  close(master);
}

}  // namespace attn
