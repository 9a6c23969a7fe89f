#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "render/folder.hpp"

namespace attn {

using samples::contents;
using samples::Folder;
using samples::put;

namespace {

void write_file(const std::string& path, std::string_view text) {
  const auto output = file_output(path);
  output->write(text);
  output->commit();
}

unsigned mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

/// Runs `body` in a child process and returns how that ended, as waitpid says it.
template <class Body>
int in_child(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("a file is put in place whole") {
  const Folder folder;
  const auto path = folder / "trace.json";
  put(path, "old");
  {
    const auto output = file_output(path);
    output->write("new");
    output->write(" text");
    CHECK(contents(path) == "old");
    output->commit();
  }
  CHECK(contents(path) == "new text");
  CHECK(folder.entries() == 1);
}

TEST_CASE("what is not committed leaves no trace") {
  const Folder folder;
  const auto path = folder / "trace.json";
  put(path, "old");
  file_output(path)->write(std::string(200'000, 'x'));
  file_output(folder / "other.json")->write("x");
  CHECK(contents(path) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("pieces of every size arrive in order") {
  const Folder folder;
  std::string all;
  const auto output = file_output(folder / "big");
  for (const std::size_t size : {1U, 65'535U, 65'536U, 65'537U, 0U, 200'000U, 3U}) {
    const std::string piece(size, static_cast<char>('a' + all.size() % 26));
    output->write(piece);
    all += piece;
  }
  output->commit();
  CHECK(contents(folder / "big") == all);
}

TEST_CASE("the mode of a file is kept, a new one follows the umask") {
  const Folder folder;
  put(folder / "private", "old");
  chmod((folder / "private").c_str(), 0640);
  const mode_t before = umask(0027);
  write_file(folder / "private", "new");
  write_file(folder / "fresh", "new");
  umask(before);
  CHECK(mode_of(folder / "private") == 0640);
  CHECK(mode_of(folder / "fresh") == 0640);
  chmod((folder / "private").c_str(), 0666);
  write_file(folder / "private", "newer");
  CHECK(mode_of(folder / "private") == 0666);
}

TEST_CASE("a link is followed") {
  const Folder folder;
  std::filesystem::create_directory(folder / "there");
  put(folder / "there/real", "old");
  std::filesystem::create_symlink("there/real", folder / "link");
  std::filesystem::create_symlink("link", folder / "link to link");
  write_file(folder / "link to link", "new");
  CHECK(contents(folder / "there/real") == "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(std::filesystem::is_symlink(folder / "link to link"));

  std::filesystem::create_symlink("there/missing", folder / "dangling");
  write_file(folder / "dangling", "made");
  CHECK(contents(folder / "there/missing") == "made");
}

TEST_CASE("what cannot be written to") {
  const Folder folder;
  const auto fails = [](const std::string& path, const std::string& why) {
    CHECK_THROWS_WITH_AS(file_output(path), (path + ": " + why).c_str(), InputError);
  };
  fails(folder / "", "Is a directory");
  fails(folder / "missing/trace.json", "No such file or directory");
  put(folder / "file", "");
  fails(folder / "file/trace.json", "Not a directory");
  std::filesystem::create_symlink("loop", folder / "loop");
  fails(folder / "loop", "Too many levels of symbolic links");
  fails(folder / std::string(300, 'x'), "File name too long");
  CHECK_THROWS_AS(file_output(""), InputError);
  CHECK(folder.entries() == 2);
  if (geteuid() == 0) return;  // root may write everywhere
  chmod((folder / "file").c_str(), 0444);
  fails(folder / "file", "Permission denied");
  std::filesystem::create_directory(folder / "closed");
  chmod((folder / "closed").c_str(), 0555);
  fails(folder / "closed/trace.json", "Permission denied");
}

TEST_CASE("what is not a regular file is written to, not replaced") {
  write_file("/dev/null", "x");
  CHECK(std::filesystem::is_character_file("/dev/null"));

  const Folder folder;
  REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
  std::string read;
  std::thread reader([&] { read = contents(folder / "fifo"); });
  write_file(folder / "fifo", "through");
  reader.join();
  CHECK(read == "through");
}

TEST_CASE("a full disk is noticed") {
  if (!std::filesystem::exists("/dev/full")) return;
  CHECK_THROWS_WITH_AS(write_file("/dev/full", "x"), "/dev/full: No space left on device", InputError);
  CHECK_THROWS_AS(file_output("/dev/full")->write(std::string(100'000, 'x')), InputError);
}

TEST_CASE("standard output") {
  const Folder folder;
  const auto write_to = [&](const std::string& path, auto make) {
    const int status = in_child([&] {
      dup2(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), STDOUT_FILENO);
      try {
        const auto output = make();
        output->write("text");
        output->commit();
      } catch (const InputError& error) {
        put(folder / "error", error.what());
      }
    });
    CHECK(status == 0);
  };
  put(folder / "out", "before ");
  write_to(folder / "out", standard_output);
  CHECK(contents(folder / "out") == "before text");
  // The same file by another name: what stands there already stays.
  write_to(folder / "out", [] { return file_output("/dev/stdout"); });
  write_to(folder / "out", [] { return file_output("/dev/fd/1"); });
  CHECK(contents(folder / "out") == "before texttexttext");
  if (!std::filesystem::exists("/dev/full")) return;
  write_to("/dev/full", standard_output);
  CHECK(contents(folder / "error") == "standard output: No space left on device");
}

TEST_CASE("a signal removes the temporary file") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Folder folder;
    put(folder / "trace", "old");
    const int status = in_child([&] {
      std::signal(signal, SIG_DFL);
      const auto first = file_output(folder / "trace");
      const auto second = file_output(folder / "other");
      first->write(std::string(100'000, 'x'));
      raise(signal);
    });
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(folder.entries() == 1);
    CHECK(contents(folder / "trace") == "old");
  }
}

}  // namespace attn
