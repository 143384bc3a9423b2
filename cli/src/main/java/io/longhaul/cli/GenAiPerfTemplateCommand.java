package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.runfile.Templates;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a YAML file of GenAI-Perf with all keys. */
@Command(
    name = "create-template",
    description = "Writes a template of the YAML file for genai-perf config, with all keys.",
    sortOptions = false)
final class GenAiPerfTemplateCommand implements CheckedAction {
  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "File to write; it must not exist yet. Default: genai_perf_config.yaml")
  Path file = Path.of(Templates.GENAI_PERF + ".yaml");

  @Option(
      names = {"-v", "--verbose"},
      description = "Add a comment to each key that explains it.")
  boolean verbose;

  @Override
  public ExitCode run(Terminal terminal) throws RunFailedException {
    try {
      Files.writeString(file, Templates.ofGenAiPerf(verbose), UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw RunFailedException.usage("Invalid --file: " + file + " (the file exists already)");
    } catch (IOException e) {
      throw RunFailedException.usage("Cannot write " + file + ": " + e + " (give --file)");
    }
    terminal.out().println(file);
    return ExitCode.DONE;
  }
}
