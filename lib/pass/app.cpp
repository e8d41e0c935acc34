#include "pass/app.hpp"

#include <cstdlib>
#include <sstream>

#include "base/exit_code.hpp"
#include "config/options_toml.hpp"

namespace pass {

namespace {

// Reads the options file as TOML. An item whose option is set by the environment is left out,
// because CLI11 would let the file win over it.
class OptionsFile : public CLI::Config {
 public:
  explicit OptionsFile(const CLI::App& app) : app_(&app) {}

  std::string to_config(const CLI::App*, bool, bool, std::string) const override { return {}; }

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    std::ostringstream text;
    text << input.rdbuf();
    std::vector<CLI::ConfigItem> found;
    for (const config::OptionValue& value : config::read_options(text.str(), app_->get_name())) {
      const CLI::Option* option = app_->get_option_no_throw("--" + value.name);
      if (option == nullptr) {
        if (value.shared) continue;  // another program's option
        throw base::Error(base::Kind::kConfig,
                          "unknown option '" + value.name + "' in section [" + app_->get_name() + "]",
                          "Run " + app_->get_name() + " --help for the options it knows.");
      }
      const std::string& variable = option->get_envname();
      if (!variable.empty() && std::getenv(variable.c_str()) != nullptr) continue;
      CLI::ConfigItem item;
      item.name = value.name;
      item.inputs = value.values;
      found.push_back(std::move(item));
    }
    return found;
  }

 private:
  const CLI::App* app_;
};

}  // namespace

App::App(const std::string& summary, const std::string& name) : CLI::App(summary, name) {
  set_version_flag("--version", name + " " ONESHOT_VERSION, "print the version and exit");
  set_config("--config", "", "read options from this TOML file")->envname("ONESHOT_CONFIG")->type_name("FILE");
  config_formatter(std::make_shared<OptionsFile>(*this));
  add_option("--log-format", log_format_, "events on stderr as text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("text|json")
      ->envname("ONESHOT_LOG_FORMAT");
  add_option("--log-level", log_level_, "least level of event: debug, info, warn, error")
      ->check(CLI::IsMember({"debug", "info", "warn", "error"}))
      ->type_name("LEVEL")
      ->envname("ONESHOT_LOG_LEVEL");
  add_flag("--json", json_, "data on stdout as JSON");
}

void App::add_dry_run() { add_flag("--dry-run", dry_run_, "say what would be done, change nothing"); }

bool App::is_on_command_line(const std::string& option) const {
  for (const std::string& argument : arguments_) {
    if (argument == "--") return false;
    if (argument == option || argument.starts_with(option + "=")) return true;
  }
  return false;
}

void App::parse_all(int argc, char** argv) {
  arguments_.assign(argv + 1, argv + argc);
  finish_help();
  refuse_unknown_options();
  std::vector<std::string> words(arguments_.rbegin(), arguments_.rend());  // parse takes the last first
  // CLI11 reads the environment only after the options file: too late for the variable that names it.
  const char* file = std::getenv("ONESHOT_CONFIG");
  if (file != nullptr && *file != '\0' && !is_on_command_line("--config"))
    words.push_back(std::string("--config=") + file);
  parse(std::move(words));
  for (const auto& check : checks_) check();
}

// The parser would speak of a missing or ill-typed positional first, and repeat a value that belongs to
// the misspelt option.
void App::refuse_unknown_options() const {
  for (const std::string& argument : arguments_) {
    if (argument == "--") return;
    const std::string name = argument.substr(0, argument.find('='));
    const bool is_option = name.starts_with("--") && name.find_first_of(" \t") == std::string::npos;
    if (!is_option || get_option_no_throw(name) != nullptr) continue;
    throw base::Error(base::Kind::kUsage, "unknown option " + name, "Run " + get_name() + " --help for what it takes.");
  }
}

void App::finish_help() {
  std::ostringstream text;
  if (!examples_.empty()) {
    text << "Examples:\n";
    for (const std::string& line : examples_) text << "  " << line << "\n";
    text << "\n";
  }
  text << "Exit codes:\n";
  for (const base::ExitCode& row : base::kExitCodes)
    text << "  " << row.code << (row.code < 10 ? "    " : row.code < 100 ? "   " : "  ") << row.meaning << "\n";
  footer(text.str());
}

base::LogFormat App::log_format() const {
  return log_format_ == "json" ? base::LogFormat::kJson : base::LogFormat::kText;
}

base::Level App::log_level() const {
  if (log_level_ == "debug") return base::Level::kDebug;
  if (log_level_ == "warn") return base::Level::kWarn;
  if (log_level_ == "error") return base::Level::kError;
  return base::Level::kInfo;
}

}  // namespace pass
