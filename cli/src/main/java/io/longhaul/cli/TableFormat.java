package io.longhaul.cli;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.endpoint.request.Keyword;

/** A format of tables that a command prints. */
enum TableFormat implements Keyword {
  TABLE,
  MARKDOWN,
  JSON,
  HTML;

  /** Reports a page that would be printed on a terminal. */
  void requireFile(Terminal terminal, OptionProblems problems) {
    if (this == HTML && terminal.showsResults()) {
      problems.invalid("--format", "html", "with a file for the page: > page.html");
    }
  }
}
