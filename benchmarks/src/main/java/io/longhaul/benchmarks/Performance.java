package io.longhaul.benchmarks;

import io.longhaul.benchmarks.peers.ObservedRun;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
          if (topic.getKey().equals(PEERS)) {
            page.append(peers(document));
          } else {
            page.append(figuresOf(document));
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

  private static String figuresOf(MeasuredFigures.Document document) {
    StringBuilder table = new StringBuilder(command(document));
    table.append("| Figure | Unit | Measured | Better |\n|---|---|---|---|\n");
    for (MeasuredFigures.Figure figure : document.figures()) {
      table.append(
          "| %s | %s | %s | %s |%n"
              .formatted(
                  figure.name(),
                  figure.unit(),
                  text(figure),
                  figure.better().name().toLowerCase(Locale.ROOT)));
    }
    return table.toString();
  }

  private static String command(MeasuredFigures.Document document) {
    String arguments = String.join(" ", document.arguments());
    return "`benchmarks/run %s`%n%n".formatted((document.benchmark() + " " + arguments).strip());
  }

  /** Returns a table with a column of each tool, and draws its chart. */
  private String peers(MeasuredFigures.Document document) throws IOException {
    Map<String, Map<String, MeasuredFigures.Figure>> byTool = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>();
    for (MeasuredFigures.Figure figure : document.figures()) {
      int colon = figure.name().lastIndexOf(": ");
      String name = figure.name().substring(colon + 2);
      byTool
          .computeIfAbsent(figure.name().substring(0, colon), any -> new LinkedHashMap<>())
          .put(name, figure);
      if (!name.startsWith(Peers.RATE_FROM)) {
        names.add(name);
      }
    }
    drawRates(byTool);
    StringBuilder table = new StringBuilder(command(document));
    table.append("| | Unit |");
    byTool.keySet().forEach(tool -> table.append(" ").append(tool).append(" |"));
    table.append("\n|---|---|").append("---|".repeat(byTool.size())).append("\n");
    for (String name : names) {
      List<String> cells = new ArrayList<>();
      String unit = "";
      for (Map<String, MeasuredFigures.Figure> figuresOfTool : byTool.values()) {
        MeasuredFigures.Figure figure = figuresOfTool.get(name);
        cells.add(figure == null ? "" : text(figure));
        unit = figure == null ? unit : figure.unit();
      }
      table.append("| %s | %s | %s |%n".formatted(name, unit, String.join(" | ", cells)));
    }
    table.append("%n![Requests per second of each five seconds](%s)%n".formatted(RATES));
    return table.toString();
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
