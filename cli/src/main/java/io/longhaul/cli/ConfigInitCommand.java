package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.runfile.Templates;
import io.longhaul.config.runfile.Templates.Template;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a run file from a template. */
@Command(
    name = "init",
    description = "Writes a run file from a template, or lists the templates.",
    sortOptions = false,
    footer = {
      "",
      "longhaul config init --template latency_test --model llama-3 --output run.yaml",
      "longhaul profile --config run.yaml"
    })
final class ConfigInitCommand implements CheckedAction {
  @Option(
      names = {"-t", "--template"},
      description = "Name of the template.")
  @Nullable String template;

  @Option(
      names = {"-l", "--list"},
      description = "List all templates. This is also what happens without --template.")
  boolean list;

  @Option(
      names = {"-s", "--search"},
      paramLabel = "WORD",
      description = "List templates whose name, category or title contains this word.")
  String search = "";

  @Option(
      names = {"-c", "--category"},
      description = "List templates whose category contains this word.")
  String category = "";

  @Option(
      names = {"-v", "--verbose"},
      description = "List templates with their contents.")
  boolean verbose;

  @Option(
      names = {"-m", "--model"},
      description = "Model name to insert.")
  @Nullable String model;

  @Option(
      names = {"-u", "--url"},
      paramLabel = "URL",
      description = "Server URL to insert.")
  @Nullable String url;

  @Option(
      names = {"-o", "--output"},
      description = "File to write. Default: standard output")
  @Nullable Path output;

  @Override
  public ExitCode run(Terminal terminal) throws RunFailedException {
    if (template == null || list) {
      terminal.out().print(listed());
      return ExitCode.DONE;
    }
    Template chosen = Templates.named(template).orElseThrow(this::unknown);
    String text = Templates.filledIn(chosen, model, url);
    if (output == null) {
      terminal.out().print(text);
      return ExitCode.DONE;
    }
    try {
      Files.writeString(output, text, UTF_8);
    } catch (IOException e) {
      throw RunFailedException.usage("Cannot write " + output + ": " + e + " (give --output)");
    }
    terminal.message(output + "  template: " + template);
    return ExitCode.DONE;
  }

  private RunFailedException unknown() {
    String names = Templates.all().stream().map(Template::name).collect(Collectors.joining(", "));
    return RunFailedException.usage("Invalid --template: " + template + " (" + names + ")");
  }

  private String listed() {
    List<Template> found =
        Templates.with(search).stream()
            .filter(each -> each.category().toLowerCase(Locale.ROOT).contains(lower(category)))
            .toList();
    if (found.isEmpty()) {
      return "No template matches; see longhaul config init --list\n";
    }
    StringBuilder lines = new StringBuilder();
    for (Template each : found) {
      lines.append(
          String.format(
              Locale.ROOT, "%-24s %-16s %s%n", each.name(), each.category(), each.title()));
      if (verbose) {
        each.text().lines().skip(1).forEach(line -> lines.append("    ").append(line).append('\n'));
      }
    }
    return lines.toString();
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
