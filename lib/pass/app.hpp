// The command line every program shares: CLI11 with this project's order of precedence.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "base/context.hpp"

namespace pass {

// A CLI::App that also knows the shared flags. Order of precedence of every option: flag,
// environment, config file (TOML, --config), default.
class App : public CLI::App {
 public:
  // `summary` is the program's one sentence; `name` its name everywhere.
  App(const std::string& summary, const std::string& name);

  // A field of pass.begin: what this pass aims at, without secrets. Called after parsing.
  void describe(std::function<base::Field()> field) { describers_.push_back(std::move(field)); }

  // What must hold of the command line before anything is done; throws base::Error.
  void require(std::function<void()> check) { checks_.push_back(std::move(check)); }

  // Adds --dry-run, for a program that changes something.
  void add_dry_run();

  // Was `option` ("--db") itself on the command line? Environment and file do not count.
  bool is_on_command_line(const std::string& option) const;

  // Lines for the end of --help: one example a line.
  void examples(std::vector<std::string> lines) { examples_ = std::move(lines); }

  // What the frame uses.
  void parse_all(int argc, char** argv);
  void finish_help();
  void refuse_unknown_options() const;
  const std::vector<std::function<base::Field()>>& describers() const { return describers_; }
  base::LogFormat log_format() const;
  base::Level log_level() const;
  bool json() const { return json_; }
  bool dry_run() const { return dry_run_; }

 private:
  std::vector<std::function<base::Field()>> describers_;
  std::vector<std::function<void()>> checks_;
  std::vector<std::string> examples_;
  std::vector<std::string> arguments_;
  std::string log_format_ = "text";
  std::string log_level_ = "info";
  bool json_ = false;
  bool dry_run_ = false;
};

}  // namespace pass
