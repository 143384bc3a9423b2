package io.longhaul.sinks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All paths and file names that Longhaul writes. AIPerf's names are those of release 0.13; a prefix
 * replaces the start of each name, as with AIPerf's {@code --profile-export-prefix}. GenAI-Perf's
 * names start with the prefix, too; if both tools' files are written, AIPerf's keep {@code
 * _aiperf}, since otherwise two files would have the same name.
 *
 * @param folder the artifact folder of one run
 * @param prefix base name of the exports; {@link #DEFAULT_PREFIX} gives AIPerf's default names
 * @param also optional exports that are written
 */
public record ExportLayout(Path folder, String prefix, Set<OptionalExport> also) {

  public static final String DEFAULT_PREFIX = "profile_export";

  private static final String INPUTS = "inputs.json";
  private static final String OUTPUTS = "outputs.json";

  /** The page with the messages of each turn. */
  public static final String TURN_MESSAGES = "turn_messages.html";

  private static final Set<String> WITH_CONTENT = Set.of(INPUTS, OUTPUTS, TURN_MESSAGES);

  /** Documents whose names do not depend on the prefix. */
  public static final Set<String> OTHER_JSON =
      Set.of(INPUTS, OUTPUTS, "longhaul.json", "slices.json", "run.json");

  /** Follows the name of a document, and precedes a number, in names of hidden lines of it. */
  public static final String AHEAD = ".ahead-";

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

  /**
   * Returns the folder of the lake: one folder per dataset, with files named by {@link RowFile}.
   */
  public Path lake() {
    return folder.resolve("lake");
  }

  public static Path dataset(Path lake, Dataset<?> dataset) {
    return lake.resolve(dataset.name());
  }

  /** Returns the manifest of a lake on a disk, with one line per committed file of all runs. */
  public static Path manifest(Path lake) {
    return lake.resolve("manifest.jsonl");
  }

  /** Returns the manifest of a run in an object store, to whose objects nothing can be appended. */
  public static Path manifestOf(Path lake, String runId) {
    return lake.resolve("_manifests").resolve(runId + LINES);
  }

  /** Returns the folder of the broker's log, with all events of the run. */
  public Path log() {
    return folder.resolve("log");
  }

  /** Returns the broker's data folder, with one folder per partition. */
  public Path brokerData() {
    return log().resolve("log");
  }

  /** Returns the folder of the generators' spools: events that the broker has not accepted yet. */
  public Path spools() {
    return log().resolve("spool");
  }

  public Path checkpoints() {
    return folder.resolve("checkpoints");
  }

  /** Returns the folder of the log files of the run's processes. */
  public Path processLogs() {
    return folder.resolve("logs");
  }

  /** Returns the log file of the coordinator. */
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

  /** Returns the file with one line per request. */
  public Path recordsJsonl() {
    return folder.resolve(prefix + ".jsonl");
  }

  /** Returns the file with the content of every request and response. */
  public Path rawJsonl() {
    return folder.resolve(prefix + RAW);
  }

  /** Returns the folder of stored content of requests and responses, one file per lane. */
  public Path kept() {
    return folder.resolve("kept");
  }

  /** Returns the file with the text of each response. */
  public Path outputsJson() {
    return folder.resolve(OUTPUTS);
  }

  /** Returns the file with AIPerf's tables as text. */
  public Path consoleTxt() {
    return folder.resolve(prefix + "_console.txt");
  }

  /** Returns the file with the inputs of each request of the dataset. */
  public Path inputsJson() {
    return folder.resolve(INPUTS);
  }

  /**
   * Returns the part of a file of lines for one hour, used if there are too many lines for one
   * file.
   *
   * @param hour hours since the epoch; the name contains it in UTC, so that names sort by time
   */
  public static Path ofHour(Path whole, long hour) {
    String name = HOUR.format(Instant.EPOCH.plus(Duration.ofHours(hour)).atOffset(ZoneOffset.UTC));
    return whole.resolveSibling(stemOf(whole) + "." + name + LINES);
  }

  /** Returns whether a document contains content of requests or responses. */
  public static boolean holdsContent(Path document) {
    String name = claimOf(document);
    return name.endsWith(RAW) || WITH_CONTENT.contains(name);
  }

  /** Returns the existing files of these lines: one, one per hour, or none. */
  public static List<Path> parts(Path whole) throws IOException {
    String name = whole.getFileName().toString();
    try (Stream<Path> files = Files.list(whole.getParent())) {
      return files
          .filter(file -> file.equals(whole) || claimOf(file).equals(name))
          .sorted()
          .toList();
    }
  }

  private static String stemOf(Path whole) {
    String name = whole.getFileName().toString();
    return name.substring(0, name.length() - LINES.length());
  }

  /** Returns the file of GPU samples. */
  public Path gpuTelemetryJsonl() {
    return folder.resolve(telemetryStem("gpu_telemetry") + LINES);
  }

  /**
   * Returns AIPerf's file of server metrics.
   *
   * @param ending extension of the name, with the dot
   */
  public Path serverMetrics(String ending) {
    return folder.resolve(telemetryStem("server_metrics") + ending);
  }

  private String telemetryStem(String name) {
    return prefix.equals(DEFAULT_PREFIX) ? name + "_export" : prefix + "_" + name;
  }

  /** Returns the file of server metrics in Longhaul's slices. */
  public Path serverSlices() {
    return folder.resolve("server_slices.parquet");
  }

  /** Returns the file of the verdicts on the figures of the run. */
  public Path verdicts() {
    return folder.resolve("verdicts.parquet");
  }

  /** Returns the file of the handshakes that measured the network round trip. */
  public Path networkLatencyJsonl() {
    return folder.resolve(prefix + "_network_latency.jsonl");
  }

  /**
   * Returns the file of GenAI-Perf's load generator, the Perf Analyzer: every successful request.
   */
  public Path perfAnalyzerJson() {
    return folder.resolve(prefix + ".json");
  }

  /** Returns the file of GenAI-Perf's figures. */
  public Path genAiPerfJson() {
    return folder.resolve(prefix + "_genai_perf.json");
  }

  /** Returns the same as a table, in the newest format or that of release 24.03. */
  public Path genAiPerfCsv() {
    return folder.resolve(prefix + "_genai_perf.csv");
  }

  /** Returns the file with everything that Longhaul knows about the run. */
  public Path longhaulJson() {
    return folder.resolve("longhaul.json");
  }

  /** Returns the file with what was known about the run when it started. */
  public Path runJson() {
    return folder.resolve("run.json");
  }

  /** Returns the file of Longhaul's slices. */
  public Path slicesJson() {
    return folder.resolve("slices.json");
  }

  /** Returns the page with charts and tables of the run. */
  public Path reportHtml() {
    return folder.resolve("report.html");
  }

  /** Returns the folder of plots, which are drawn only on request. */
  public Path plots() {
    return folder.resolve("plots");
  }

  /** Returns the folder of the runs of one command, if there are several. */
  public Path profileRuns() {
    return folder.resolve("profile_runs");
  }

  /** Returns the layout of one of several runs. */
  public ExportLayout ofRun(String label) {
    return new ExportLayout(profileRuns().resolve(label), prefix, also);
  }

  /** Returns the folder of documents about several runs. */
  public ExportLayout aggregate() {
    return in(folder.resolve("aggregate"));
  }

  /** Returns the aggregate of several runs; its name does not depend on the prefix. */
  public static Path aggregateJson(Path aggregate) {
    return aggregate.resolve("profile_export_aiperf_aggregate.json");
  }

  /** Returns the same as a table. */
  public static Path aggregateCsv(Path aggregate) {
    return aggregate.resolve("profile_export_aiperf_aggregate.csv");
  }

  /** Returns the aggregate of all runs in this folder. */
  public Path aggregateJson() {
    return aggregateJson(aggregate().folder());
  }

  /** Returns the same as a table. */
  public Path aggregateCsv() {
    return aggregateCsv(aggregate().folder());
  }

  /** Returns the layout of another folder. */
  public ExportLayout in(Path other) {
    return new ExportLayout(other, prefix, also);
  }

  /** Returns the layout of a cell of a sweep. */
  public ExportLayout ofCell(String name) {
    return in(folder.resolve(name));
  }

  private Path sweepAggregate() {
    return folder.resolve("sweep_aggregate");
  }

  /** Returns the comparison of the cells of a sweep; its name does not depend on the prefix. */
  public Path sweepJson() {
    return sweepAggregate().resolve("profile_export_aiperf_sweep.json");
  }

  /** Returns the same as a table. */
  public Path sweepCsv() {
    return sweepAggregate().resolve("profile_export_aiperf_sweep.csv");
  }

  /** Returns the lock file that a run holds while it writes to the folder. */
  public Path lock() {
    return folder.resolve(".longhaul.lock");
  }

  /** Returns the file with the names in the folder that runs have claimed, one per line. */
  public Path claims() {
    return folder.resolve(".longhaul.claims");
  }

  /** Returns the name under which a file or folder is claimed: without the hour of lines. */
  public static String claimOf(Path written) {
    return OF_HOUR.matcher(written.getFileName().toString()).replaceFirst("$1");
  }

  /** Returns the names of all documents that a run may write in any format. */
  public Set<String> documentNames() {
    Set<String> names = new TreeSet<>();
    for (Set<OptionalExport> forms :
        List.of(Set.<OptionalExport>of(), Set.of(OptionalExport.GENAI_PERF))) {
      new ExportLayout(folder, prefix, forms)
          .documents()
          .forEach(document -> names.add(document.getFileName().toString()));
    }
    names.addAll(namesOf(processLogs(), kept(), plots(), runJson()));
    return names;
  }

  /** Returns the documents for users, in the order in which they are listed. */
  public List<Path> documents() {
    return List.of(
        inputsJson(),
        profileJson(),
        profileCsv(),
        timeslicesJson(),
        timeslicesCsv(),
        recordsJsonl(),
        rawJsonl(),
        outputsJson(),
        gpuTelemetryJsonl(),
        serverMetrics(".json"),
        serverMetrics(".csv"),
        serverMetrics(".jsonl"),
        serverMetrics(".parquet"),
        serverSlices(),
        verdicts(),
        networkLatencyJsonl(),
        perfAnalyzerJson(),
        genAiPerfJson(),
        genAiPerfCsv(),
        longhaulJson(),
        slicesJson(),
        consoleTxt(),
        reportHtml());
  }

  /** Returns the names of the internal files of an embedded run, which nothing else may use. */
  public Set<String> groundNames() {
    return namesOf(lake(), log(), checkpoints());
  }

  /** Returns the names of documents of several runs, besides the folders of the runs. */
  public Set<String> seriesNames() {
    return namesOf(profileRuns(), aggregate().folder(), sweepAggregate(), plots());
  }

  private static Set<String> namesOf(Path... written) {
    return Stream.of(written)
        .map(each -> each.getFileName().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String aiperfStem() {
    boolean needsSuffix = prefix.equals(DEFAULT_PREFIX) || also.contains(OptionalExport.GENAI_PERF);
    return needsSuffix ? prefix + "_aiperf" : prefix;
  }
}
