package io.longhaul.config.runfile;

import io.longhaul.config.binding.OptionProblems;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${NAME}} and {@code ${NAME:fallback}} in the texts of a file, as AIPerf does.
 * Messages contain names and paths but no values, which may be API keys.
 */
record EnvironmentReferences(Map<String, String> environment, OptionProblems problems) {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?}");

  private static final Pattern UNFINISHED = Pattern.compile("\\$\\{[^}\\n]*$");

  /**
   * A text that consists of a single reference becomes a number or a boolean if it looks like one.
   */
  Object filledIn(String path, String text) {
    StringBuilder filled = new StringBuilder();
    Matcher reference = REFERENCE.matcher(text);
    boolean isWhole = reference.matches();
    reference.reset();
    while (reference.find()) {
      reference.appendReplacement(filled, Matcher.quoteReplacement(valueOf(path, reference)));
    }
    reference.appendTail(filled);
    if (UNFINISHED.matcher(filled).find()) {
      problems.invalid(path, "${ without }", "a reference such as ${NAME} or ${NAME:fallback}");
    }
    String result = filled.toString();
    if (!isWhole) {
      return result;
    }
    // A key such as 007 is not a number.
    Object value = Scalars.ofText(result);
    return Scalars.typed(value).equals(result) ? value : result;
  }

  private String valueOf(String path, Matcher reference) {
    String name = reference.group(1);
    String fallback = reference.group(2);
    String value = environment.getOrDefault(name, fallback);
    if (value == null) {
      problems.invalid(path, "${" + name + "}", "there is no such environment variable");
      return "";
    }
    return value;
  }
}
