package io.longhaul.cli.options;

import io.longhaul.cli.log.LogDetail;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.schema.Names;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.json.ExportLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Where results go and what a person sees meanwhile. */
final class OutputOptions {
  private static final String LOG_LEVEL = "--log-level";
  private static final String STATS_INTERVAL = "--stats-interval";
  private static final long DEFAULT_STATS_INTERVAL_NANOS = 10_000_000_000L;

  /** What exports end in; a base name that was given with one is taken without it. */
  private static final List<String> SUFFIXES =
      List.of(
          "_raw.jsonl",
          "_gpu_telemetry.jsonl",
          "_console.txt",
          "_timeslices.json",
          "_timeslices.csv",
          "_genai_perf.json",
          "_genai_perf.csv",
          ".jsonl",
          ".json",
          ".csv");

  @Option(
      names = {"--artifact-dir", "--output-artifact-dir"},
      paramLabel = "DIR",
      description =
          "Folder of the results. Default: artifacts/<model>-openai-<endpoint>-<load>, with -<time>"
              + " when that holds a run")
  String artifactDir;

  @Option(
      names = "--replace",
      description = "Delete the results that the folder holds already, and nothing else in it.")
  boolean replace;

  /** Of no run yet when it was first needed; null until then. */
  private Path unusedFolder;

  @Option(
      names = {"--profile-export-prefix", "--profile-export-file"},
      paramLabel = "NAME",
      description = "Base name of the exports. Default: profile_export")
  String prefix;

  @Option(
      names = {"--export-level", "--profile-export-level"},
      paramLabel = "LEVEL",
      description =
          "How much is written: summary; records, a line for each request; or raw, what it asked"
              + " and was answered, too. Default: records")
  String exportLevel = TypedExportLevel.DEFAULT;

  @Option(
      names = "--export-outputs-json",
      description = "Write the text of each answer to outputs.json, too.")
  boolean exportOutputs;

  @Option(
      names = "--export-http-trace",
      description = "Tell in the lines of requests when what of their HTTP exchanges happened.")
  boolean exportHttpTrace;

  @Option(
      names = "--show-trace-timing",
      description = "Show a table of the phases of HTTP exchanges, too.")
  boolean showTraceTiming;

  @Option(
      names = OlderTools.EXPORT_FORMAT,
      paramLabel = "FORMAT",
      description = "aiperf, or genai-perf for GenAI-Perf's files as well. Default: aiperf")
  String exportFormat;

  @Option(
      names = OlderTools.OUTPUT_STYLE,
      paramLabel = "STYLE",
      description = "24.03 adds the table and the CSV of that release of GenAI-Perf.")
  String outputStyle;

  @Option(
      names = {"--ui", "--ui-type"},
      completionCandidates = CompletionWords.Uis.class,
      paramLabel = "UI",
      description =
          "What is shown while it runs: simple or none. Default: simple on a terminal or with"
              + " --stats-interval, else none")
  String ui;

  @Option(
      names = STATS_INTERVAL,
      paramLabel = "SECONDS",
      description =
          "Time between two lines of progress in the log and, without a terminal, on standard"
              + " error; 0 for none. Default: 10")
  String statsInterval;

  @Option(
      names = LOG_LEVEL,
      paramLabel = "LEVEL",
      description =
          "How much the logs in the results' folder tell: error, warning, info, debug or trace."
              + " Default: info")
  String logLevel;

  @Option(
      names = {"-v", "--verbose"},
      description = "The same as --log-level debug.")
  boolean verbose;

  @Option(
      names = {"-vv", "--extra-verbose"},
      description = "The same as --log-level trace.")
  boolean extraVerbose;

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Name of the run in the lake. Default: made from the time")
  String runId;

  @Option(
      names = "--dry-run",
      description =
          "Tell what would be done, how long it would take and whether it fits on the disk; start"
              + " nothing.")
  boolean dryRun;

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

  /**
   * Judges what was typed.
   *
   * @param endpointType that requests speak
   * @param repeats how often the run is carried out
   */
  void check(String endpointType, Repeats repeats, OptionProblems problems) {
    OlderTools.requireKnown(
        endpointType,
        exportFormat,
        OlderTools.wanted(exportFormat, outputStyle, problems),
        problems);
    if (runId != null && !Names.isValid(runId)) {
      problems.invalid("--run-id", runId, "1 to 64 letters, digits, '.', '_' or '-'");
    }
    if (runId != null && repeats.areSeveral()) {
      problems.invalid("--run-id", runId, "several runs have names of their own; leave it out");
    }
    if (prefix != null && !isFileName(withoutSuffix(prefix))) {
      problems.invalid("--profile-export-prefix", prefix, "a file name without folders");
    }
    if (prefix != null && ExportLayout.OTHER_JSON.contains(withoutSuffix(prefix) + ".json")) {
      problems.invalid(
          "--profile-export-prefix",
          prefix,
          "another name: " + withoutSuffix(prefix) + ".json is a file of its own");
    }
    if (!Names.isValid(topicPrefix)) {
      problems.invalid("--topic-prefix", topicPrefix, "1 to 64 letters, digits, '.', '_' or '-'");
    }
    if (kafka != null && !kafka.matches("[^:,\\s]+:[0-9]{1,5}(,[^:,\\s]+:[0-9]{1,5})*")) {
      problems.invalid("--kafka", kafka, "HOST:PORT, several by comma");
    }
    if (kafka != null && lake == null) {
      problems.needs("--kafka", kafka, "--lake, the folder that the job writes");
    }
    if (kafka != null && exportLevel.equalsIgnoreCase(TypedExportLevel.RAW)) {
      problems.invalid(
          "--export-level",
          exportLevel,
          "requests and answers stay where the generators are, which with --kafka is elsewhere;"
              + " summary or records");
    }
    if (kafka != null && exportOutputs) {
      problems.add(
          "Invalid --export-outputs-json: answers stay where the generators are, which with --kafka"
              + " is elsewhere (leave it out)");
    }
    if (kafka == null && lake != null) {
      problems.needs("--lake", lake, "--kafka");
    }
  }

  ExportLevel exportLevel(EndpointType endpoint, OptionProblems problems) {
    ExportLevel level = TypedExportLevel.of(exportLevel, problems);
    if (level == ExportLevel.RAW && !endpoint.sendsJson()) {
      problems.invalid(
          "--export-level",
          exportLevel,
          "requests of endpoint type " + endpoint.typedName() + " are no JSON");
    }
    return level;
  }

  /** The run's name, or the other one when none that will do was given. */
  String runIdOr(String fallback) {
    return Names.isValid(runId) ? runId : fallback;
  }

  /** Who asks for lines of progress gets them, also where nobody watches a terminal. */
  Ui ui(boolean terminal, OptionProblems problems) {
    if (ui == null) {
      return terminal || statsInterval != null ? Ui.SIMPLE : Ui.NONE;
    }
    return switch (ui.toLowerCase(Locale.ROOT)) {
      case "simple" -> Ui.SIMPLE;
      case "none" -> Ui.NONE;
      case "dashboard" -> refuse("the dashboard comes later; simple or none", problems);
      default -> refuse("simple or none", problems);
    };
  }

  private Ui refuse(String wanted, OptionProblems problems) {
    problems.invalid("--ui", ui, wanted);
    return Ui.NONE;
  }

  /** Time between two lines of statistics that stay; zero for none of them. */
  Duration statsInterval(Numbers numbers) {
    return Duration.ofNanos(
        numbers
            .secondsFromZero(STATS_INTERVAL, statsInterval)
            .orElse(DEFAULT_STATS_INTERVAL_NANOS));
  }

  /** How much the logs tell; what is told most by wins, as in AIPerf. */
  LogDetail logDetail(OptionProblems problems) {
    if (logLevel != null && LogDetail.of(logLevel).isEmpty()) {
      problems.invalid(LOG_LEVEL, logLevel, "error, warning, info, debug or trace");
    }
    if (extraVerbose) {
      return LogDetail.TRACE;
    }
    return verbose
        ? LogDetail.DEBUG
        : Optional.ofNullable(logLevel).flatMap(LogDetail::of).orElse(LogDetail.INFO);
  }

  /** The folder that was named, if any. */
  Optional<Path> folder() {
    return Optional.ofNullable(artifactDir).map(Path::of);
  }

  /** Where everything goes; only of options that were checked. */
  ExportLayout layout(RunPlan plan) {
    Path folder = folder().orElseGet(() -> unusedFolder(plan));
    return new ExportLayout(
        folder.toAbsolutePath().normalize(),
        prefix == null ? ExportLayout.DEFAULT_PREFIX : withoutSuffix(prefix),
        also());
  }

  private Path unusedFolder(RunPlan plan) {
    if (unusedFolder == null) {
      unusedFolder = ArtifactFolder.of(plan, "", replace);
    }
    return unusedFolder;
  }

  private Set<OptionalExport> also() {
    Set<OptionalExport> also = TypedAlso.of(exportOutputs, exportHttpTrace, showTraceTiming);
    also.addAll(OlderTools.wanted(exportFormat, outputStyle, new OptionProblems()));
    return also;
  }

  private static boolean isFileName(String name) {
    return !name.isBlank() && name.indexOf('/') < 0 && name.indexOf('\\') < 0;
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
