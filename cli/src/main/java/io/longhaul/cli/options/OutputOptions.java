package io.longhaul.cli.options;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.schema.Names;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where results go and what a person sees meanwhile. */
final class OutputOptions {
  private static final List<String> SUFFIXES = List.of(".json", ".jsonl", ".csv");

  @Option(
      names = {"--artifact-dir", "--output-artifact-dir"},
      paramLabel = "DIR",
      description = "Folder of the results. Default: artifacts/<model>-openai-<endpoint>-<load>")
  String artifactDir;

  @Option(
      names = {"--profile-export-prefix", "--profile-export-file"},
      paramLabel = "NAME",
      description = "Base name of the exports. Default: profile_export")
  String prefix;

  @Option(
      names = {"--ui", "--ui-type"},
      paramLabel = "UI",
      description =
          "What is shown while it runs: simple or none. Default: simple on a terminal, else none")
  String ui;

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Name of the run in the lake. Default: made from the time")
  String runId;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Use this Kafka cluster, with generators and the job started elsewhere.")
  String kafka;

  @Option(
      names = "--topic-prefix",
      paramLabel = "NAME",
      description = "What topics are called by. Default: longhaul")
  String topicPrefix = Topics.DEFAULT_PREFIX;

  @Option(
      names = "--lake",
      paramLabel = "DIR",
      description = "The lake that the job elsewhere writes; with --kafka.")
  String lake;

  void check(OptionProblems problems) {
    if (prefix != null && (prefix.isBlank() || prefix.contains("/") || prefix.contains("\\"))) {
      problems.invalid("--profile-export-prefix", prefix, "a file name without folders");
    }
    if (!Names.isValid(topicPrefix)) {
      problems.invalid("--topic-prefix", topicPrefix, "letters, digits, '.', '_' or '-'");
    }
    if (kafka != null && !kafka.matches("[^:,\\s]+:[0-9]{1,5}(,[^:,\\s]+:[0-9]{1,5})*")) {
      problems.invalid("--kafka", kafka, "HOST:PORT, several by comma");
    }
    if (kafka != null && lake == null) {
      problems.needs("--kafka", kafka, "--lake, the folder that the job writes");
    }
    if (kafka == null && lake != null) {
      problems.needs("--lake", lake, "--kafka");
    }
  }

  Ui ui(boolean terminal, OptionProblems problems) {
    if (ui == null) {
      return terminal ? Ui.SIMPLE : Ui.NONE;
    }
    return switch (ui.toLowerCase(Locale.ROOT)) {
      case "simple" -> Ui.SIMPLE;
      case "none" -> Ui.NONE;
      case "dashboard" -> {
        problems.invalid("--ui", ui, "the dashboard comes later; simple or none");
        yield Ui.NONE;
      }
      default -> {
        problems.invalid("--ui", ui, "simple or none");
        yield Ui.NONE;
      }
    };
  }

  ExportLayout layout(RunPlan plan) {
    Path folder =
        Path.of(artifactDir != null ? artifactDir : "artifacts/" + ArtifactFolder.nameOf(plan));
    return new ExportLayout(
        folder.toAbsolutePath().normalize(),
        prefix == null ? ExportLayout.DEFAULT_PREFIX : withoutSuffix(prefix));
  }

  private static String withoutSuffix(String name) {
    return SUFFIXES.stream()
        .filter(name::endsWith)
        .findFirst()
        .map(suffix -> name.substring(0, name.length() - suffix.length()))
        .orElse(name);
  }

  Optional<String> kafka() {
    return Optional.ofNullable(kafka);
  }

  Optional<Path> lake() {
    return Optional.ofNullable(lake).map(Path::of).map(Path::toAbsolutePath);
  }
}
