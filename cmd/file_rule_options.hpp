// The options that say how files are written where a report's definition leaves the choice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "pass/options.hpp"
#include "task/file_rules.hpp"

class FileRuleOptions {
 public:
  void add_to(pass::App& app) {
    app.add_flag("--strict", is_strict_, "fail a task whose file cannot hold a value as it is stored");
    app.add_option("--on-row-limit", on_row_limit_, "a full xlsx sheet: go on in the next sheet, or fail the task")
        ->type_name("sheet|fail");
    app.add_option("--null", null_text_, "csv: what stands for NULL; by default nothing")->type_name("TEXT");
    app.add_option("--delimiter", delimiter_, "csv: what separates fields; by default a comma")->type_name("CHAR");
  }

  // After parsing. Throws Error{kUsage}.
  task::FileRules rules() const {
    task::FileRules rules;
    rules.null_text = null_text_;
    if (is_strict_) rules.is_strict = true;
    if (on_row_limit_ && !(rules.on_row_limit = task::row_limit_named(*on_row_limit_)))
      refuse("--on-row-limit", *on_row_limit_, task::kRowLimitNames);
    if (delimiter_ && !(rules.delimiter = task::delimiter_of(*delimiter_)))
      refuse("--delimiter", *delimiter_, task::kDelimiterRule);
    if (null_text_ && !task::is_null_text(*null_text_)) refuse("--null", *null_text_, task::kNullTextRule);
    if (null_text_ && null_text_->find(rules.delimiter.value_or(',')) != std::string::npos)
      refuse("--null", *null_text_, "without the delimiter");
    return rules;
  }

 private:
  [[noreturn]] static void refuse(const std::string& option, const std::string& value, std::string_view rule) {
    throw base::Error(base::Kind::kUsage, option + " '" + value + "' must be " + std::string(rule));
  }

  bool is_strict_ = false;
  std::optional<std::string> on_row_limit_, null_text_, delimiter_;
};
