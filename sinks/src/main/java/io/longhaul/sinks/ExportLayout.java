package io.longhaul.sinks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every path and file name that Longhaul writes, in one place. AIPerf's names are those of release
 * 0.13; a prefix replaces the beginning of each as AIPerf's {@code --profile-export-prefix} does.
 * GenAI-Perf's begin with the prefix too; with both, AIPerf's keep their {@code _aiperf}, for the
 * two tools would call a file by one name.
 *
 * @param folder the artifact folder of one run
 * @param prefix base name of the exports; {@link #DEFAULT_PREFIX} gives AIPerf's default names
 * @param also what is written besides
 */
public record ExportLayout(Path folder, String prefix, Set<OptionalExport> also) {

  public static final String DEFAULT_PREFIX = "profile_export";

  private static final String INPUTS = "inputs.json";
  private static final String OUTPUTS = "outputs.json";
  private static final Set<String> WITH_CONTENT = Set.of(INPUTS, OUTPUTS);

  /** Documents whose names no prefix changes. */
  public static final Set<String> OTHER_JSON =
      Set.of(INPUTS, OUTPUTS, "longhaul.json", "slices.json", "run.json");

  private static final String LINES = ".jsonl";
  private static final String RAW = "_raw" + LINES;

  private static final Pattern OF_HOUR =
      Pattern.compile("\\.\\d{4}-\\d{2}-\\d{2}T\\d{2}(\\.jsonl)$");

  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH", Locale.ROOT);

  public ExportLayout {
    also = Set.copyOf(also);
  }

  public ExportLayout(Path folder, String prefix) {
    this(folder, prefix, Set.of());
  }

  public ExportLayout(Path folder) {
    this(folder, DEFAULT_PREFIX);
  }

  /** Parquet datasets, one folder each; {@link RowFile} has the names of the files in it. */
  public Path lake() {
    return folder.resolve("lake");
  }

  public static Path dataset(Path lake, Dataset<?> dataset) {
    return lake.resolve(dataset.name());
  }

  /** One line per committed file of a lake. */
  public static Path manifest(Path lake) {
    return lake.resolve("manifest.jsonl");
  }

  /** The broker's log: everything the run's processes said. */
  public Path log() {
    return folder.resolve("log");
  }

  /** Events that the broker had not taken when their generator ended. */
  public Path unsentEvents() {
    return log().resolve("unsent");
  }

  public Path checkpoints() {
    return folder.resolve("checkpoints");
  }

  /** What the processes of the run have to say about themselves. */
  public Path processLogs() {
    return folder.resolve("logs");
  }

  /** What the process that leads the run has to say. */
  public Path processLog() {
    return processLogs().resolve("longhaul.log");
  }

  public Path profileJson() {
    return folder.resolve(aiperfStem() + ".json");
  }

  public Path profileCsv() {
    return folder.resolve(aiperfStem() + ".csv");
  }

  public Path timeslicesJson() {
    return folder.resolve(aiperfStem() + "_timeslices.json");
  }

  public Path timeslicesCsv() {
    return folder.resolve(aiperfStem() + "_timeslices.csv");
  }

  /** Every request, in one file. */
  public Path recordsJsonl() {
    return folder.resolve(prefix + ".jsonl");
  }

  /** Every request with what was asked and answered, in one file. */
  public Path rawJsonl() {
    return folder.resolve(prefix + RAW);
  }

  /** What generators kept of requests and answers, a file for each lane, until it is joined. */
  public Path kept() {
    return folder.resolve("kept");
  }

  /** The text of each answer. */
  public Path outputsJson() {
    return folder.resolve(OUTPUTS);
  }

  /** AIPerf's tables, as text. */
  public Path consoleTxt() {
    return folder.resolve(prefix + "_console.txt");
  }

  /** What each request of the data set asks. */
  public Path inputsJson() {
    return folder.resolve(INPUTS);
  }

  /**
   * The part of a file of lines that holds an hour, when they are too many for one.
   *
   * @param hour of the epoch; the name has it in UTC, so that names sort by time
   */
  public static Path ofHour(Path whole, long hour) {
    String name = HOUR.format(Instant.EPOCH.plus(Duration.ofHours(hour)).atOffset(ZoneOffset.UTC));
    return whole.resolveSibling(stemOf(whole) + "." + name + LINES);
  }

  /** Whether a document has what was sent to the server or what it answered. */
  public static boolean holdsContent(Path document) {
    String name = claimOf(document);
    return name.endsWith(RAW) || WITH_CONTENT.contains(name);
  }

  /** The files in which these lines stand now: one, one for each hour, or none. */
  public static List<Path> parts(Path whole) throws IOException {
    Pattern name =
        Pattern.compile(
            Pattern.quote(stemOf(whole)) + "(\\.\\d{4}-\\d{2}-\\d{2}T\\d{2})?\\" + LINES);
    List<Path> parts = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            whole.getParent(), file -> name.matcher(file.getFileName().toString()).matches())) {
      files.forEach(parts::add);
    }
    Collections.sort(parts);
    return parts;
  }

  private static String stemOf(Path whole) {
    String name = whole.getFileName().toString();
    return name.substring(0, name.length() - LINES.length());
  }

  /** Every sample of every GPU. */
  public Path gpuTelemetryJsonl() {
    String name =
        prefix.equals(DEFAULT_PREFIX) ? "gpu_telemetry_export" : prefix + "_gpu_telemetry";
    return folder.resolve(name + ".jsonl");
  }

  /**
   * What servers told of themselves, as AIPerf has it.
   *
   * @param ending of the name, with its dot
   */
  public Path serverMetrics(String ending) {
    String name =
        prefix.equals(DEFAULT_PREFIX) ? "server_metrics_export" : prefix + "_server_metrics";
    return folder.resolve(name + ending);
  }

  /** The same, cut into our slices. */
  public Path serverSlices() {
    return folder.resolve("server_slices.parquet");
  }

  /** Every handshake by which the network's round trip was measured. */
  public Path networkLatencyJsonl() {
    return folder.resolve(prefix + "_network_latency.jsonl");
  }

  /** What GenAI-Perf's load generator, the Perf Analyzer, records: every answered request. */
  public Path perfAnalyzerJson() {
    return folder.resolve(prefix + ".json");
  }

  /** GenAI-Perf's figures. */
  public Path genAiPerfJson() {
    return folder.resolve(prefix + "_genai_perf.json");
  }

  /** Likewise as a table, in the newest form or that of release 24.03. */
  public Path genAiPerfCsv() {
    return folder.resolve(prefix + "_genai_perf.csv");
  }

  /** Everything Longhaul knows of the run, in Longhaul's own words. */
  public Path longhaulJson() {
    return folder.resolve("longhaul.json");
  }

  /** What was known of the run when it began. */
  public Path runJson() {
    return folder.resolve("run.json");
  }

  /** Our slices: aligned to the run's start, tokens where they arrived. */
  public Path slicesJson() {
    return folder.resolve("slices.json");
  }

  /** The runs of one command, a folder each, when there are several. */
  public Path profileRuns() {
    return folder.resolve("profile_runs");
  }

  /** The layout of one of them. */
  public ExportLayout ofRun(String label) {
    return new ExportLayout(profileRuns().resolve(label), prefix, also);
  }

  /** The folder of what is said of several runs. */
  public ExportLayout aggregate() {
    return in(folder.resolve("aggregate"));
  }

  /** What several runs say together, in a folder of it; no prefix changes the name. */
  public static Path aggregateJson(Path aggregate) {
    return aggregate.resolve("profile_export_aiperf_aggregate.json");
  }

  /** The same as a table. */
  public static Path aggregateCsv(Path aggregate) {
    return aggregate.resolve("profile_export_aiperf_aggregate.csv");
  }

  /** Likewise of all runs here. */
  public Path aggregateJson() {
    return aggregateJson(aggregate().folder());
  }

  /** The same as a table. */
  public Path aggregateCsv() {
    return aggregateCsv(aggregate().folder());
  }

  /** The layout of another folder. */
  public ExportLayout in(Path other) {
    return new ExportLayout(other, prefix, also);
  }

  /** The layout of a cell of a sweep. */
  public ExportLayout ofCell(String name) {
    return in(folder.resolve(name));
  }

  /** How the cells of a sweep compare; no prefix changes the name. */
  public Path sweepJson() {
    return folder.resolve("sweep_aggregate").resolve("profile_export_aiperf_sweep.json");
  }

  /** The same as a table. */
  public Path sweepCsv() {
    return folder.resolve("sweep_aggregate").resolve("profile_export_aiperf_sweep.csv");
  }

  /** Held while a run writes here. */
  public Path lock() {
    return folder.resolve(".longhaul.lock");
  }

  /** The names that runs have claimed of the folder, one a line; everything else is not theirs. */
  public Path claims() {
    return folder.resolve(".longhaul.claims");
  }

  /** The name under which a file or folder is claimed: without the hour that lines are of. */
  public static String claimOf(Path written) {
    return OF_HOUR.matcher(written.getFileName().toString()).replaceFirst("$1");
  }

  /** The names of everything that a run may write of itself, in whatever form it is asked for. */
  public Set<String> documentNames() {
    Set<String> names = new TreeSet<>();
    for (Set<OptionalExport> forms :
        List.of(Set.<OptionalExport>of(), Set.of(OptionalExport.GENAI_PERF))) {
      new ExportLayout(folder, prefix, forms)
          .documents()
          .forEach(document -> names.add(document.getFileName().toString()));
    }
    return names;
  }

  private List<Path> documents() {
    return List.of(
        processLogs(),
        kept(),
        runJson(),
        inputsJson(),
        outputsJson(),
        profileJson(),
        profileCsv(),
        timeslicesJson(),
        timeslicesCsv(),
        recordsJsonl(),
        rawJsonl(),
        consoleTxt(),
        gpuTelemetryJsonl(),
        serverMetrics(".json"),
        serverMetrics(".csv"),
        serverMetrics(".jsonl"),
        serverMetrics(".parquet"),
        serverSlices(),
        networkLatencyJsonl(),
        perfAnalyzerJson(),
        genAiPerfJson(),
        genAiPerfCsv(),
        longhaulJson(),
        slicesJson());
  }

  /** The names of what a run that is carried by one machine stands on; nobody else may use them. */
  public Set<String> groundNames() {
    return namesOf(lake(), log(), checkpoints());
  }

  /** The names of what several runs have together, besides their own folders. */
  public Set<String> seriesNames() {
    return namesOf(profileRuns(), aggregate().folder(), sweepJson().getParent());
  }

  private static Set<String> namesOf(Path... written) {
    return Stream.of(written)
        .map(each -> each.getFileName().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String aiperfStem() {
    boolean told = prefix.equals(DEFAULT_PREFIX) || also.contains(OptionalExport.GENAI_PERF);
    return told ? prefix + "_aiperf" : prefix;
  }
}
