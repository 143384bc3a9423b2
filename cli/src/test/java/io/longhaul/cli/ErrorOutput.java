package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

/** The standard error of a command that ended with an error. */
final class ErrorOutput {
  private ErrorOutput() {}

  /** Asserts that the last line is one sentence, and returns it. */
  static String of(String err) {
    String last = err.lines().reduce("", (before, line) -> line);
    assertThat(err).as("no stack trace").doesNotContainPattern("(?m)^\\s+at [\\w.$/]+\\(");
    assertThat(last)
        .as("the last line of:%n%s", err)
        .isNotBlank()
        .as("begins a sentence, and is no bullet, row of a table or detail")
        .matches("[A-Z0-9].*")
        .as("has words, and no columns")
        .contains(" ")
        .doesNotContain("  ", "\t", "│", "─")
        .as("is no notice of something else")
        .doesNotStartWith("Note:")
        .doesNotEndWith(":");
    return last;
  }
}
