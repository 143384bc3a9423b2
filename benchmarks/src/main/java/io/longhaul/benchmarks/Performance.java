package io.longhaul.benchmarks;

import io.longhaul.benchmarks.peers.ObservedRun;
import io.longhaul.cli.calibrate.Machine;
import io.longhaul.report.picture.Axis;
import io.longhaul.report.picture.Chart;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.PictureFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Writes the page {@code performance.md} and its chart from a file of {@link All}: every figure of
 * the page is one of that file.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the parameters
@Command(name = "Performance", mixinStandardHelpOptions = true)
public final class Performance implements Callable<Integer> {
  private static final String PEERS = "Peers";
  private static final String RATES = "pictures/performance-rates.svg";
  private static final int WIDTH = 1_000;
  private static final int HEIGHT = 500;

  /** What each benchmark measures, in the order of the page. */
  private static final Map<String, String> TOPICS = topics();

  private static final Map<String, String> TITLES = titles();

  @Parameters(index = "0", paramLabel = "FIGURES", description = "File that All has written")
  private Path figures;

  @Option(names = "--into", required = true, description = "Folder of the page, such as docs")
  private Path into;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Performance()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    AllFigures all = AllFigures.read(figures);
    Files.createDirectories(into.resolve(RATES).getParent());
    StringBuilder page = new StringBuilder(head(all));
    for (Map.Entry<String, String> topic : TOPICS.entrySet()) {
      for (MeasuredFigures.Document document : all.benchmarks()) {
        if (document.benchmark().equals(topic.getKey())) {
          page.append("\n## ").append(topic.getValue()).append("\n\n");
          page.append(table(document));
          if (topic.getKey().equals(PEERS)) {
            drawRates(bySubject(document));
            page.append("%n![Requests per second of each five seconds](%s)%n".formatted(RATES));
          }
        }
      }
    }
    Files.writeString(into.resolve("performance.md"), page);
    return 0;
  }

  private static Map<String, String> topics() {
    Map<String, String> topics = new LinkedHashMap<>();
    topics.put(PEERS, "Other load testers");
    topics.put("TtftAccuracy", "Accuracy of TTFT and inter-token latency");
    topics.put("Pacing", "Accuracy of the arrivals of an open loop");
    topics.put("PausedBroker", "TTFT while Kafka does not respond");
    topics.put("EventLoopCost", "CPU time of the load generator");
    topics.put("PipelineThroughput", "Speed of the job");
    topics.put("RecordsExport", "Time to write the documents of a run");
    topics.put("VerifySpeed", "Speed of longhaul verify");
    topics.put("StartUp", "Start and end of a run");
    return topics;
  }

  private static String head(AllFigures all) {
    Machine machine = all.machine();
    return """
        # Performance

        The command `benchmarks/run Performance` has written this page from one run of all benchmarks. Do not edit it.

        | | |
        |---|---|
        | Commit | %s |
        | Time | %s |
        | Machine | %s, %d processors, %.0f GB of memory |
        | System | %s |
        | Java | %s |

        All processes of a benchmark, the mock server included, share the processors of this machine. Each figure is a median
        of several rounds; the smallest and the largest round follow in parentheses. [benchmarks](../benchmarks/README.md)
        explains each benchmark, its goals, and how to repeat it.
        """
        .formatted(
            all.commit(),
            all.startedAt(),
            machine.processor(),
            machine.processors(),
            machine.memoryBytes() / 1e9,
            machine.operatingSystem(),
            machine.java());
  }

  private static String command(MeasuredFigures.Document document) {
    String arguments = String.join(" ", document.arguments());
    return "`benchmarks/run %s`%n%n".formatted((document.benchmark() + " " + arguments).strip());
  }

  /**
   * Returns the figures of a benchmark by subject, which is the part of their names before a colon.
   * The rates that the chart shows are left out.
   */
  private static Map<String, Map<String, MeasuredFigures.Figure>> bySubject(
      MeasuredFigures.Document document) {
    Map<String, Map<String, MeasuredFigures.Figure>> bySubject = new LinkedHashMap<>();
    for (MeasuredFigures.Figure figure : document.figures()) {
      int colon = figure.name().lastIndexOf(": ");
      String subject = colon < 0 ? "Measured" : figure.name().substring(0, colon);
      String name = colon < 0 ? figure.name() : figure.name().substring(colon + 2);
      bySubject.computeIfAbsent(subject, any -> new LinkedHashMap<>()).put(name, figure);
    }
    return bySubject;
  }

  /** Returns a table with a row for each figure and a column for each subject. */
  private static String table(MeasuredFigures.Document document) {
    Map<String, Map<String, MeasuredFigures.Figure>> bySubject = bySubject(document);
    Map<String, MeasuredFigures.Figure> first = new LinkedHashMap<>();
    bySubject.values().forEach(figures -> figures.forEach(first::putIfAbsent));
    first.keySet().removeIf(name -> name.startsWith(Peers.RATE_FROM));
    StringBuilder table = new StringBuilder(command(document));
    table.append("| Figure | Unit |");
    bySubject
        .keySet()
        .forEach(subject -> table.append(" ").append(capitalized(subject)).append(" |"));
    table.append(" Better |\n|---|---|").append("---|".repeat(bySubject.size())).append("---|\n");
    for (Map.Entry<String, MeasuredFigures.Figure> each : first.entrySet()) {
      List<String> cells = new ArrayList<>();
      for (Map<String, MeasuredFigures.Figure> figures : bySubject.values()) {
        MeasuredFigures.Figure figure = figures.get(each.getKey());
        cells.add(figure == null ? "" : text(figure));
      }
      table.append(
          "| %s | %s | %s | %s |%n"
              .formatted(
                  title(each.getKey()),
                  each.getValue().unit(),
                  String.join(" | ", cells),
                  each.getValue().better().name().toLowerCase(Locale.ROOT)));
    }
    return table.toString();
  }

  /** Returns a figure's name in words. */
  private static String title(String name) {
    return TITLES.getOrDefault(name, capitalized(name.replace('_', ' ')));
  }

  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static Map<String, String> titles() {
    return Map.ofEntries(
        Map.entry("requests_per_second", "Requests per second"),
        Map.entry("first_to_steady", "First five seconds against the steady rate"),
        Map.entry("cpu_per_request", "CPU time of all processes per request"),
        Map.entry("peak_pss", "Peak memory of all processes (PSS)"),
        Map.entry("growth_per_100000", "Growth of memory per 100,000 requests"),
        Map.entry("kept_per_request", "Files that remain, per request"),
        Map.entry("to_first_request", "Command to first request"),
        Map.entry("after_last_answer", "Last response to end"),
        Map.entry("ttft_error_p50", "Error of TTFT, median"),
        Map.entry("ttft_error_p99", "Error of TTFT, 99th percentile"),
        Map.entry("itl_error", "Error of inter-token latency, mean"),
        Map.entry("overhead_p50", "Client overhead, median"),
        Map.entry("first_overhead_p50", "Client overhead of the first 20 requests, median"),
        Map.entry("late_p50", "Received later than planned, median"),
        Map.entry("late_p99", "Received later than planned, 99th percentile"),
        Map.entry("rate_off", "Difference from the planned rate"),
        Map.entry("ttft_p50", "TTFT, median"),
        Map.entry("ttft_p99", "TTFT, 99th percentile"),
        Map.entry("ttft_p99.9", "TTFT, 99.9th percentile"),
        Map.entry("loop", "CPU time of the event loop per request"),
        Map.entry("process", "CPU time of the process per request"),
        Map.entry("cpu_per_record", "CPU time per record"),
        Map.entry("records_per_second", "Records per second"),
        Map.entry("figures_per_request", "Computing the figures, per request"),
        Map.entry("documents_per_request", "Writing the documents, per request"),
        Map.entry("requests_per_cpu_second", "Requests per second of CPU time"),
        Map.entry("10 requests, Longhaul", "A run of 10 requests, start to exit: Longhaul"),
        Map.entry("10 requests, AIPerf", "A run of 10 requests, start to exit: AIPerf"));
  }

  private void drawRates(Map<String, Map<String, MeasuredFigures.Figure>> byTool)
      throws IOException {
    Chart chart =
        new Chart(
            "Requests per second from the first request",
            "",
            Axis.of("Seconds"),
            Axis.of("Requests/s"));
    int color = 0;
    for (Map.Entry<String, Map<String, MeasuredFigures.Figure>> tool : byTool.entrySet()) {
      List<MeasuredFigures.Figure> rates =
          tool.getValue().entrySet().stream()
              .filter(entry -> entry.getKey().startsWith(Peers.RATE_FROM))
              .map(Map.Entry::getValue)
              .toList();
      double[] seconds = new double[rates.size()];
      double[] perSecond = new double[rates.size()];
      for (int i = 0; i < seconds.length; i++) {
        seconds[i] = (i + 0.5) * ObservedRun.INTERVAL_SECONDS;
        perSecond[i] = rates.get(i).median();
      }
      chart.line(tool.getKey(), seconds, perSecond, color++);
    }
    try (OutputStream out = Files.newOutputStream(into.resolve(RATES))) {
      PictureFormat.SVG.write(chart.drawn(ColorTheme.LIGHT, WIDTH, HEIGHT), out);
    }
  }

  private static String text(MeasuredFigures.Figure figure) {
    double lowest = figure.rounds().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double highest = figure.rounds().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return "%s (%s to %s)"
        .formatted(Table.text(figure.median()), Table.text(lowest), Table.text(highest));
  }
}
