package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.genaiperf.GenAiPerfFile;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Executes a YAML file of GenAI-Perf. */
@Command(
    name = "config",
    description = {
      "Runs a GenAI-Perf configuration file: a profile, or a sweep if the file has an analyze",
      "section. With --override-config, options of genai-perf profile override the file."
    },
    customSynopsis = "longhaul genai-perf config -f FILE [--override-config OPTION...]",
    optionListHeading = "%n",
    sortOptions = false)
final class GenAiPerfConfigCommand implements Action {
  private static final String NAME = "config";
  private static final String OVERRIDE = "--override-config";

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "GenAI-Perf configuration file in YAML.")
  @Nullable Path file;

  @Option(names = OVERRIDE, description = "Let command-line options override the file.")
  boolean override;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    List<String> others = others(GenAiPerfCommand.argumentsAfter(NAME, parsed));
    if (file == null) {
      throw RunFailedException.usage("Invalid --file: no value (give GenAI-Perf's YAML file)");
    }
    if (!override && !others.isEmpty()) {
      throw RunFailedException.usage(
          "Invalid option: %s (only with %s, because the file defines it)"
              .formatted(others.get(0), OVERRIDE));
    }
    GenAiPerfFile.Content content = GenAiPerfFile.read(file);
    content.notes().forEach(terminal::note);
    content.arguments().add(others, content.isSweep());
    return content.isSweep()
        ? GenAiPerfAnalyzeCommand.execute(content.arguments(), terminal)
        : GenAiPerfProfileCommand.execute(content.arguments(), false, terminal);
  }

  /** Returns the arguments for the command in the file. */
  private static List<String> others(List<String> typed) {
    List<String> others = new ArrayList<>();
    for (int at = 0; at < typed.size(); at++) {
      String word = typed.get(at);
      if (word.equals("-f") || word.equals("--file")) {
        at++;
      } else if (!word.startsWith("--file=")
          && !List.of(OVERRIDE, "-v", "--verbose").contains(word)) {
        others.add(word);
      }
    }
    return others;
  }
}
