package io.longhaul.config.options;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.ArtifactFolder;
import io.longhaul.config.value.CompletionValues;
import io.longhaul.config.value.KafkaConfigFile;
import io.longhaul.config.value.LogDetail;
import io.longhaul.config.value.Ui;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.genaiperf.GenAiPerfEndpoint;
import io.longhaul.schema.Names;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.store.ObjectStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of the output: results folder, exports, progress display and logs. */
public final class OutputOptions {
  private static final String RAW = "raw";
  private static final String EXPORT_FORMAT = "--export-format";
  private static final String OUTPUT_STYLE = "--output-style";
  private static final String LOG_LEVEL = "--log-level";
  static final String LAKE_FORMAT = "--lake-format";
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

  private static final List<String> EXPORT_OPTIONS =
      List.of(
          "--profile-export-prefix",
          "--export-level",
          "--export-outputs-json",
          "--export-http-trace",
          "--show-trace-timing",
          "--auto-plot",
          "--plot-required",
          "--generate-plots",
          EXPORT_FORMAT,
          OUTPUT_STYLE);

  @Yaml("artifacts.dir")
  @Option(
      names = {"--artifact-dir", "--output-artifact-dir"},
      paramLabel = "DIR",
      description =
          "Folder for the results. Default: artifacts/<model>-openai-<endpoint>-<load>, with"
              + " -<time> appended if that folder contains a run")
  @Nullable String artifactDir;

  @Option(
      names = "--replace",
      description = "Delete the results that the folder already contains, but no other files.")
  boolean replace;

  /** Of no run yet when it was first needed; null until then. */
  private @Nullable Path unusedFolder;

  @Yaml("artifacts.prefix")
  @Option(
      names = {"--profile-export-prefix", "--profile-export-file"},
      description = "Base name of the exported files. Default: profile_export")
  @Nullable String prefix;

  @Option(
      names = {"--export-level", "--profile-export-level"},
      paramLabel = "LEVEL",
      description =
          "Amount of data to export: summary; records, which adds one line per request; or raw,"
              + " which also adds the contents of requests and responses. These contents are stored"
              + " only with raw, which cannot be used with --kafka. Default: records")
  String exportLevel = "records";

  @NotWith(value = "--kafka", because = ", where responses stay on the generators' machines")
  @Yaml("artifacts.exportOutputsJson")
  @Option(
      names = "--export-outputs-json",
      description =
          "Also write the text of each response to outputs.json. Only a run with this option stores"
              + " these texts, and a run with --kafka cannot use it.")
  boolean exportOutputs;

  @Yaml("artifacts.trace")
  @Option(
      names = "--export-http-trace",
      description =
          "Include HTTP timings (such as sending, waiting and receiving) in the request records.")
  boolean exportHttpTrace;

  @Yaml("artifacts.showTraceTiming")
  @Option(
      names = "--show-trace-timing",
      description = "Also show a table of HTTP timings (such as sending, waiting and receiving).")
  boolean showTraceTiming;

  @Yaml("artifacts.autoPlot")
  @Option(
      names = "--auto-plot",
      description =
          "Also draw the plots of longhaul plot, as PNG files in the folder plots. If that fails,"
              + " the run is still a success.")
  boolean autoPlot;

  @NotWith("--auto-plot")
  @Option(names = "--no-auto-plot", description = "Do not draw plots. This is the default.")
  boolean noAutoPlot;

  @Yaml("artifacts.plotRequired")
  @Option(
      names = "--plot-required",
      description = "With --auto-plot: if the plots cannot be drawn, the run fails.")
  boolean plotRequired;

  @Option(
      names = "--generate-plots",
      description =
          "Also draw GenAI-Perf's five plots, as JPEG and HTML files in the folder plots.")
  boolean generatePlots;

  @Option(
      names = EXPORT_FORMAT,
      paramLabel = "FORMAT",
      description =
          "Export format: aiperf; or genai-perf, which adds GenAI-Perf's files. Default: aiperf")
  @Nullable String exportFormat;

  @Option(
      names = OUTPUT_STYLE,
      paramLabel = "STYLE",
      description =
          "Additional output style: 24.03 adds the table and the CSV file of that GenAI-Perf"
              + " release.")
  @Nullable String outputStyle;

  @Yaml("runtime.ui")
  @Option(
      names = {"--ui", "--ui-type"},
      completionCandidates = CompletionValues.Uis.class,
      paramLabel = "UI",
      description =
          "Progress display during the run: dashboard, which fills the terminal; simple, which is a"
              + " line; or none. Default: dashboard on a terminal; otherwise simple if"
              + " --stats-interval is given, else none")
  @Nullable String ui;

  @Yaml("runtime.statsInterval")
  @Option(
      names = "--stats-interval",
      description =
          "Time between progress lines in the run's log file; 0 for none. If standard error is not a"
              + " terminal, --ui simple and --ui dashboard print these lines there, too. Default: 10")
  OptionValue.@Nullable SecondsOrZero statsInterval;

  @Yaml("logging.level")
  @Option(
      names = LOG_LEVEL,
      paramLabel = "LEVEL",
      description =
          "Level of the log files in the results folder: error, warning, info, debug or trace."
              + " Default: info")
  @Nullable String logLevel;

  @Option(
      names = {"-v", "--verbose"},
      description = "Same as --log-level debug.")
  boolean verbose;

  @Option(
      names = {"-vv", "--extra-verbose"},
      description = "Same as --log-level trace.")
  boolean extraVerbose;

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description =
          "ID of the run, which identifies its rows in the lake (the folder of Parquet files)."
              + " Default: derived from the start time")
  @Nullable String runId;

  @Option(
      names = "--dry-run",
      description =
          "Show what the run would do, how long it would take and whether its results fit on the"
              + " disk, without starting it.")
  boolean dryRun;

  @Needs("--lake")
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description =
          "Use this Kafka cluster instead of starting a broker. Load generators and the Flink"
              + " job are started separately.")
  @Nullable String kafka;

  @Needs("--kafka")
  @Option(
      names = KafkaConfigFile.OPTION,
      paramLabel = "FILE",
      description = KafkaConfigFile.DESCRIPTION + " Needs --kafka.")
  @Nullable Path kafkaConfig;

  @Option(
      names = "--topic-prefix",
      description = "Prefix of the Kafka topic names. Default: longhaul")
  String topicPrefix = Topics.DEFAULT_PREFIX;

  @Option(
      names = "--lake",
      paramLabel = "LAKE",
      description =
          "Lake for the rows of the run, which may contain other runs: a folder of Parquet files, or"
              + " one in an object store, such as s3://bucket/folder. With"
              + " --kafka: the lake that the separately started Flink job writes. Default: the folder"
              + " lake in the folder for the results")
  @Nullable String lake;

  @Option(
      names = LAKE_FORMAT,
      paramLabel = "FORMAT",
      description =
          "Format of the lake: parquet; or iceberg, which also adds the files of each checkpoint to"
              + " Iceberg tables during the run. Needs --lake and --iceberg. Default: parquet")
  String lakeFormat = "parquet";

  /** Adds the options of exports to another command; their values are stored in this object. */
  public void addExportOptions(CommandSpec command) {
    CommandSpec all = CommandSpec.forAnnotatedObject(this);
    EXPORT_OPTIONS.forEach(name -> command.addOption(all.findOption(name)));
  }

  /**
   * Judges what was typed.
   *
   * @param endpointType that requests speak
   * @param repeats how often the run is carried out
   */
  void check(String endpointType, Repeats repeats, OptionProblems problems) {
    Set<OptionalExport> legacy = legacyExports(problems);
    if (!legacy.isEmpty() && GenAiPerfEndpoint.named(endpointType).isEmpty()) {
      boolean files = legacy.contains(OptionalExport.GENAI_PERF);
      problems.invalid(
          files ? EXPORT_FORMAT : OUTPUT_STYLE,
          files ? exportFormat : outputStyle,
          "it supports " + GenAiPerfEndpoint.allTypedNames() + " only, not " + endpointType);
    }
    if (generatePlots && GenAiPerfEndpoint.named(endpointType).isEmpty()) {
      problems.add(
          "Invalid --generate-plots: it supports %s only, not %s"
              .formatted(GenAiPerfEndpoint.allTypedNames(), endpointType));
    }
    if (runId != null && !Names.isValid(runId)) {
      problems.invalid("--run-id", runId, "1 to 64 letters, digits, '.', '_' or '-'");
    }
    if (runId != null && repeats.areSeveral()) {
      problems.invalid("--run-id", runId, "repeated runs have their own names; omit the option");
    }
    if (prefix != null && !isFileName(withoutSuffix(prefix))) {
      problems.invalid("--profile-export-prefix", prefix, "a file name without folders");
    }
    if (prefix != null && ExportLayout.OTHER_JSON.contains(withoutSuffix(prefix) + ".json")) {
      problems.invalid(
          "--profile-export-prefix",
          prefix,
          "a different name: " + withoutSuffix(prefix) + ".json is a different export");
    }
    if (!Names.isValid(topicPrefix)) {
      problems.invalid("--topic-prefix", topicPrefix, "1 to 64 letters, digits, '.', '_' or '-'");
    }
    if (kafka != null && !kafka.matches("[^:,\\s]+:[0-9]{1,5}(,[^:,\\s]+:[0-9]{1,5})*")) {
      problems.invalid("--kafka", kafka, "HOST:PORT, several separated by commas");
    }
    if (lake != null && lakeFolder().isEmpty()) {
      problems.invalid("--lake", lake, ObjectStores.WANTED);
    }
    if (kafka != null && exportLevel.equalsIgnoreCase(RAW)) {
      problems.invalid(
          "--export-level",
          exportLevel,
          "with --kafka, requests and responses stay on the generators' machines; summary or"
              + " records");
    }
  }

  /** Returns whether the files of the lake are added to tables; reports if they cannot be. */
  boolean wantsTables(OptionProblems problems) {
    return switch (lakeFormat.toLowerCase(Locale.ROOT)) {
      case "parquet" -> false;
      case "iceberg" -> {
        if (kafka != null) {
          problems.invalid(
              LAKE_FORMAT,
              lakeFormat,
              "not with --kafka, where longhaul register LAKE --follow adds the files of all runs");
        } else if (lake == null) {
          problems.invalid(
              LAKE_FORMAT,
              lakeFormat,
              "it needs --lake, because the folder of a run may be replaced");
        }
        yield true;
      }
      default -> {
        problems.invalid(LAKE_FORMAT, lakeFormat, "parquet or iceberg");
        yield false;
      }
    };
  }

  ExportLevel exportLevel(EndpointType endpoint, OptionProblems problems) {
    ExportLevel level = exportLevel(problems);
    if (level == ExportLevel.RAW && !endpoint.sendsJson()) {
      problems.invalid(
          "--export-level",
          exportLevel,
          "requests of endpoint type " + endpoint.typedName() + " are not JSON");
    }
    return level;
  }

  /**
   * Returns the export level, for commands other than {@code profile}.
   *
   * @throws InvalidOptionsException if the level is unknown
   */
  public ExportLevel exportLevel() throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    ExportLevel level = exportLevel(problems);
    problems.throwIfAny();
    return level;
  }

  private ExportLevel exportLevel(OptionProblems problems) {
    return switch (exportLevel.toLowerCase(Locale.ROOT)) {
      case "summary" -> ExportLevel.SUMMARY;
      case "records" -> ExportLevel.RECORDS;
      case RAW -> ExportLevel.RAW;
      default -> {
        problems.invalid("--export-level", exportLevel, "summary, records or raw");
        yield ExportLevel.RECORDS;
      }
    };
  }

  /** The run's name, or the other one when none that will do was given. */
  String runIdOr(String fallback) {
    return runId != null && Names.isValid(runId) ? runId : fallback;
  }

  /**
   * Returns the kind of progress display; {@code --stats-interval} enables it without a terminal.
   */
  Ui ui(boolean terminal, OptionProblems problems) {
    if (ui == null) {
      Ui withoutTerminal = statsInterval == null ? Ui.NONE : Ui.SIMPLE;
      return terminal ? Ui.DASHBOARD : withoutTerminal;
    }
    return switch (ui.toLowerCase(Locale.ROOT)) {
      case "dashboard" -> Ui.DASHBOARD;
      case "simple" -> Ui.SIMPLE;
      case "none" -> Ui.NONE;
      default -> {
        problems.invalid("--ui", ui, "dashboard, simple or none");
        yield Ui.NONE;
      }
    };
  }

  /** Returns the time between two permanent lines of statistics; zero for none. */
  Duration statsInterval() {
    return Duration.ofNanos(OptionValue.of(statsInterval).orElse(DEFAULT_STATS_INTERVAL_NANOS));
  }

  /** Returns the log level; the most detailed of several options wins, as in AIPerf. */
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

  /** Returns the lake outside the folder for the results; empty if there is none. */
  Optional<Path> lake() {
    return lakeFolder().map(Path::toAbsolutePath).map(Path::normalize);
  }

  private Optional<Path> lakeFolder() {
    return Optional.ofNullable(lake).flatMap(ObjectStores::parsed);
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
        also(new OptionProblems()));
  }

  /**
   * Returns the exports to write to this folder, for commands other than {@code profile}.
   *
   * @throws InvalidOptionsException if an export is unknown
   */
  public ExportLayout layoutIn(Path folder) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    Set<OptionalExport> also = also(problems);
    problems.throwIfAny();
    return new ExportLayout(
        folder.toAbsolutePath().normalize(),
        prefix == null ? ExportLayout.DEFAULT_PREFIX : prefix,
        also);
  }

  private Path unusedFolder(RunPlan plan) {
    if (unusedFolder == null) {
      unusedFolder = ArtifactFolder.of(plan, "", replace);
    }
    return unusedFolder;
  }

  private Set<OptionalExport> also(OptionProblems problems) {
    Set<OptionalExport> also = legacyExports(problems);
    if (exportOutputs) {
      also.add(OptionalExport.OUTPUTS_JSON);
    }
    if (exportHttpTrace) {
      also.add(OptionalExport.HTTP_TRACE);
    }
    if (showTraceTiming) {
      also.add(OptionalExport.HTTP_TRACE_TABLE);
    }
    if (autoPlot) {
      also.add(plotRequired ? OptionalExport.REQUIRED_PLOTS : OptionalExport.PLOTS);
    }
    if (generatePlots) {
      also.add(OptionalExport.GENAI_PERF_PLOTS);
    }
    return also;
  }

  /** Returns the exports for readers of older tools, in a set that can be changed. */
  private Set<OptionalExport> legacyExports(OptionProblems problems) {
    Set<OptionalExport> exports = EnumSet.noneOf(OptionalExport.class);
    if (exportFormat != null) {
      switch (exportFormat.toLowerCase(Locale.ROOT)) {
        case "genai-perf", "genai_perf" -> exports.add(OptionalExport.GENAI_PERF);
        case "aiperf" -> {}
        default -> problems.invalid(EXPORT_FORMAT, exportFormat, "aiperf, or genai-perf for both");
      }
    }
    if ("24.03".equals(outputStyle)) {
      exports.add(OptionalExport.RELEASE_24_03);
    } else {
      problems.refuse(OUTPUT_STYLE, outputStyle, "24.03, or omit the option");
    }
    return exports;
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
}
