package io.longhaul.cli;

import io.longhaul.config.binding.Converters;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script for fish, for which picocli has none: commands, options with the first
 * sentences of their descriptions, and values from a fixed list.
 */
final class FishCompletion {
  /** The conditions state whether the words before the cursor are a command, or begin with it. */
  private static final String CONDITIONS =
      """
      function __longhaul_at
          set -l words (commandline -opc)
          test "$words[2..-1]" = "$argv"
      end

      function __longhaul_in
          set -l words (commandline -opc)
          set -l last (math 1 + (count $argv))
          test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
      end

      complete -c longhaul -f
      """;

  /** Labels of values that are files or folders. */
  private static final Set<String> FILES = Set.of("FILE", "DIR", "FOLDER", "LAKE");

  private final StringBuilder script = new StringBuilder(CONDITIONS);

  private FishCompletion() {}

  /** Returns the script for a program and its commands. */
  static String of(CommandSpec program) {
    FishCompletion completion = new FishCompletion();
    completion.add(program, "");
    return completion.script.toString();
  }

  /**
   * Adds a command.
   *
   * @param path the words that call it, without the program
   */
  private void add(CommandSpec command, String path) {
    String at = "__longhaul_at" + path;
    String in = path.isEmpty() ? at : "__longhaul_in" + path;
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        line(in, names(option) + value(option) + text(option.description()));
      }
    }
    for (PositionalParamSpec argument : command.positionalParameters()) {
      Iterable<String> values = argument.completionCandidates();
      line(in, values == null ? " -F" : " -a " + quoted(words(values)));
    }
    for (CommandLine subcommand : command.subcommands().values()) {
      CommandSpec called = subcommand.getCommandSpec();
      line(at, " -a " + called.name() + text(called.usageMessage().description()));
      add(called, path + " " + called.name());
    }
  }

  private void line(String condition, String words) {
    script.append("complete -c longhaul -n ").append(quoted(condition)).append(words).append('\n');
  }

  private static String names(OptionSpec option) {
    return List.of(option.names()).stream()
        .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1))
        .collect(Collectors.joining());
  }

  private static String value(OptionSpec option) {
    Iterable<String> values = option.completionCandidates();
    if (option.arity().max() == 0) {
      return "";
    }
    if (values != null) {
      return " -xa " + quoted(words(values));
    }
    return FILES.contains(Converters.labelOf(option)) ? " -rF" : " -x";
  }

  private static String words(Iterable<String> values) {
    return StreamSupport.stream(values.spliterator(), false).collect(Collectors.joining(" "));
  }

  /** Returns the first sentence of a description. */
  private static String text(String[] lines) {
    String all = String.join(" ", lines).replace("%n", " ").replace("%%", "%");
    int end = all.indexOf(". ");
    String first = end < 0 ? all : all.substring(0, end);
    return " -d " + quoted(first.endsWith(".") ? first.substring(0, first.length() - 1) : first);
  }

  private static String quoted(String word) {
    return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
