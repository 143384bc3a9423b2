package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.options.SynthesizeOptions;
import io.longhaul.control.ExitCode;
import io.longhaul.sinks.folder.WriteProblem;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;

/** Generates a trace that {@code profile --input-file} replays. */
@Command(
    name = "synthesize",
    description = {
      "Generates a mooncake_trace with a request rate that varies over time.",
      "The rate is a sine wave. Requests have two shapes (combinations of prompt and output",
      "length) and shared prefixes, as in Dynamo's sin_synth.py."
    },
    sortOptions = false,
    footer = {
      "",
      Quantities.HELP,
      "",
      "longhaul synthesize --time-duration 600 --request-rate-min 5 --request-rate-max 20 \\",
      "  --request-rate-period 150 --isl1 3000 --osl1 150 --isl2 3000 --osl2 150 --output t.jsonl",
      "longhaul profile -m llama-3 --tokenizer builtin -u localhost:8000 --streaming --input-file t.jsonl"
    })
final class SynthesizeCommand implements Action {
  @Mixin SynthesizeOptions options = new SynthesizeOptions();

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, IOException {
    SynthesizeOptions.Wanted wanted = options.wanted(parsed);
    Path file = wanted.file();
    boolean isNew = Files.notExists(file);
    int requests;
    try (Writer out = Files.newBufferedWriter(file, UTF_8)) {
      requests = wanted.trace().writeTo(out, wanted.seed());
    } catch (IOException e) {
      terminal.message(
          "Cannot write " + file + ": " + WriteProblem.inWords(e) + " (give another --output)");
      if (isNew) {
        // A partial trace could be mistaken for a complete one.
        Files.deleteIfExists(file);
      }
      return ExitCode.USAGE;
    }
    terminal.out().println(file + "  requests: " + requests);
    return ExitCode.DONE;
  }
}
