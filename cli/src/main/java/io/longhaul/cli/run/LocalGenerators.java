package io.longhaul.cli.run;

import io.longhaul.cli.ParentOptions;
import io.longhaul.cli.embedded.EmbeddedStack;
import io.longhaul.cli.embedded.GeneratorProcess;
import io.longhaul.cli.embedded.RestartableGenerator;
import io.longhaul.config.value.SpoolSettings;
import io.longhaul.load.keep.StoredContent;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The generators of a run on this machine, as child processes. */
record LocalGenerators(RunSettings settings) {

  /**
   * Starts the processes of all generators of the run, which then wait for the broker's address.
   */
  List<RestartableGenerator> start(EmbeddedStack stack) throws IOException, InterruptedException {
    List<RestartableGenerator> started = new ArrayList<>();
    int generators = settings.profile().generators();
    // Once for all, because the first generators already use their spools when the last one starts.
    SpoolSettings spool = settings.profile().spool().onOneDisk(generators, freeBytes());
    for (int i = 0; i < generators; i++) {
      started.add(start(i, spool, stack));
    }
    return started;
  }

  private long freeBytes() throws IOException {
    return Files.getFileStore(settings.profile().layout().processLogs()).getUsableSpace();
  }

  private RestartableGenerator start(int number, SpoolSettings spool, EmbeddedStack stack)
      throws IOException, InterruptedException {
    ExportLayout layout = settings.profile().layout();
    String name = "g" + number;
    List<String> arguments = new ArrayList<>(List.of("generate", "--with-parent"));
    arguments.addAll(
        List.of(
            "--kafka", ParentOptions.KAFKA_FROM_PARENT,
            "--run-id", settings.profile().plan().runId(),
            "--name", name,
            "--spool-dir", layout.spools().toString(),
            "--issued-counts",
                layout
                    .processLogs()
                    .resolve("generator-" + name + IssuedCounts.SUFFIX)
                    .toString()));
    arguments.addAll(spool.generatorOptions());
    if (RunDocuments.needsKept(layout.also(), settings.profile().exportLevel())) {
      arguments.addAll(List.of("--keep-in", layout.kept().toString(), "--keep", storedParts()));
    }
    if (number == 0) { // every generator creates the same dataset
      arguments.addAll(List.of("--inputs", layout.inputsJson().toString()));
    }
    return stack.start(
        "generator " + name,
        () ->
            new RestartableGenerator(
                name,
                () ->
                    GeneratorProcess.start(
                        name,
                        settings.mainClass(),
                        arguments,
                        settings.secretLine(),
                        layout.processLogs().resolve("generator-" + name + ".log"))));
  }

  /** Returns which parts of exchanges the documents need. */
  private String storedParts() {
    Set<StoredContent> parts = EnumSet.noneOf(StoredContent.class);
    if (settings.profile().exportLevel() == ExportLevel.RAW) {
      parts.add(StoredContent.RAW);
    }
    if (settings.profile().layout().also().contains(OptionalExport.OUTPUTS_JSON)) {
      parts.add(StoredContent.TEXT);
    }
    return parts.stream().map(StoredContent::name).collect(Collectors.joining(","));
  }
}
