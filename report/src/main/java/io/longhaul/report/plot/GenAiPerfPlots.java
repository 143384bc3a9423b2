package io.longhaul.report.plot;

import io.longhaul.export.RequestRow;
import io.longhaul.report.figures.RandomDraw;
import io.longhaul.report.genaiperf.GenAiPerfRun;
import io.longhaul.report.picture.Axis;
import io.longhaul.report.picture.Chart;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.Picture;
import io.longhaul.report.picture.PictureFormat;
import io.longhaul.report.picture.PicturePage;
import io.longhaul.sinks.folder.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * GenAI-Perf's five plots ({@code --generate-plots}) with its titles and file names. As GenAI-Perf
 * means but fails to do, the last plot shows the gap before each chunk, divided by its tokens.
 */
public final class GenAiPerfPlots {
  /** Twice GenAI-Perf's size. */
  private static final int WIDTH = 1400;

  private static final int HEIGHT = 900;

  /** Maximum number of requests whose tokens are drawn, since each has many. */
  private static final int MAX_STREAMS = 100;

  /** Maximum number of gaps that are drawn, since a response may have thousands. */
  static final int MAX_GAPS = 20_000;

  /** Number of rows and columns of the two-dimensional histogram. */
  private static final int CELLS = 12;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final String NOT_STREAMED =
      "no request has a time to first token (without --streaming, there is none)";

  private final RandomDraw<Request> draw =
      new RandomDraw<>(
          PlottedRun.MAX_REQUESTS,
          Comparator.comparingDouble(Request::inputTokens)
              .thenComparingDouble(Request::outputTokens));
  private final RandomDraw<double[]> streams = new RandomDraw<>(MAX_STREAMS, Arrays::compare);

  /** The values of a request; NaN for those that it does not have. */
  private record Request(
      double inputTokens, double outputTokens, double ttftMillis, double latencyMillis) {}

  private GenAiPerfPlots() {}

  /**
   * Draws a run, and writes the plots to a folder, which is created if it does not exist.
   *
   * @return the plots without values, each with the reason
   */
  public static List<String> write(GenAiPerfRun run, Path folder) throws IOException {
    GenAiPerfPlots all = new GenAiPerfPlots();
    run.forEach((request, row) -> all.offer(row));
    Plots plots = all.plots();
    Files.createDirectories(folder);
    for (Plot plot : plots.drawn()) {
      Picture picture = plot.chart().drawn(ColorTheme.LIGHT, WIDTH, HEIGHT);
      Path image = folder.resolve(plot.name() + PictureFormat.JPEG.ending());
      AtomicFile.replace(image, out -> PictureFormat.JPEG.write(picture, out));
      AtomicFile.replace(
          folder.resolve(plot.name() + ".html"), out -> PicturePage.write(picture, out));
    }
    return plots.skipped();
  }

  private void offer(RequestRow row) {
    long start = row.getHandedEpochNs();
    long end = row.getEndedEpochNs();
    draw.offer(
        start,
        end,
        () ->
            new Request(
                number(row.getInputTokens()),
                number(row.getOutputSequenceLength()),
                millis(row.getTimeToFirstTokenNs()),
                millis(row.getRequestLatencyNs())));
    if (row.getChunkAfterStartNs().size() > 1) {
      streams.offer(start, end, () -> gaps(row));
    }
  }

  private static double number(@Nullable Integer value) {
    return value == null ? Double.NaN : value;
  }

  private static double millis(@Nullable Long nanos) {
    return nanos == null ? Double.NaN : nanos / NANOS_PER_MILLI;
  }

  /** Returns the position of the first token of each chunk but the first, and the gap per token. */
  private static double[] gaps(RequestRow row) {
    List<Long> times = row.getChunkAfterStartNs();
    List<Integer> tokens = row.getChunkTokens();
    List<Integer> reads = row.getChunkReads();
    double[] pairs = new double[2 * (times.size() - 1)];
    int position = 1;
    for (int i = 1; i < times.size(); i++) {
      position += tokens.isEmpty() ? 1 : tokens.get(i - 1);
      int its = tokens.isEmpty() ? 1 : Math.max(1, tokens.get(i));
      boolean isKnown = i >= reads.size() || !reads.get(i).equals(reads.get(i - 1));
      pairs[2 * i - 2] = position;
      pairs[2 * i - 1] =
          isKnown ? (times.get(i) - times.get(i - 1)) / NANOS_PER_MILLI / its : Double.NaN;
    }
    return pairs;
  }

  private Plots plots() {
    Plots plots = new Plots();
    box("Time to First Token", Request::ttftMillis, NOT_STREAMED, plots);
    box("Request Latency", Request::latencyMillis, "no request was valid", plots);
    lengths(plots);
    add(
        chart(
                "Time to First Token vs Input Sequence Lengths",
                Axis.of("Input Sequence Length (tokens)"),
                Axis.of("Time to First Token (ms)"))
            .dots("", values(Request::inputTokens), values(Request::ttftMillis), 0),
        NOT_STREAMED,
        plots);
    gaps(plots);
    return plots;
  }

  private static void add(Chart chart, String reason, Plots plots) {
    plots.add(chart.title().toLowerCase(Locale.ROOT).replace(' ', '_'), chart, reason);
  }

  private Chart chart(String title, Axis x, Axis y) {
    return new Chart(title, PlottedRun.sampled(draw.drawn().size(), draw.offered()), x, y);
  }

  private double[] values(ToDoubleFunction<Request> figure) {
    return draw.drawn().stream().mapToDouble(figure).toArray();
  }

  private void box(String title, ToDoubleFunction<Request> figure, String reason, Plots plots) {
    Chart chart =
        new Chart(
                title,
                PlottedRun.sampled(draw.drawn().size(), draw.offered())
                    + " The box ends at the first and the third quartile.",
                Axis.named("", List.of("")),
                Axis.of(title + " (ms)"))
            .box("", 0, values(figure), 0);
    add(chart, reason, plots);
  }

  private void lengths(Plots plots) {
    double[] inputs = values(Request::inputTokens);
    double[] outputs = values(Request::outputTokens);
    double wide = cellSize(inputs);
    double high = cellSize(outputs);
    Map<Long, Integer> counts = new TreeMap<>();
    for (int i = 0; i < inputs.length; i++) {
      if (Double.isFinite(inputs[i]) && Double.isFinite(outputs[i])) {
        long column = (long) (inputs[i] / wide);
        counts.merge(column << 32 | (long) (outputs[i] / high), 1, Integer::sum);
      }
    }
    List<double[]> cells = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    counts.forEach(
        (cell, count) -> {
          cells.add(new double[] {(cell >> 32) * wide, (cell & 0xffffffffL) * high});
          texts.add(String.valueOf(count));
        });
    Chart chart =
        chart(
            "Distribution of Input Sequence Lengths to Output Sequence Lengths",
            Axis.of("Input Sequence Length (tokens)"),
            Axis.of("Output Sequence Length (tokens)"));
    if (!cells.isEmpty()) {
      chart.cells(
          "number of requests",
          cells.stream().mapToDouble(cell -> cell[0]).toArray(),
          cells.stream().mapToDouble(cell -> cell[0] + wide).toArray(),
          cells.stream()
              .flatMapToDouble(cell -> Arrays.stream(new double[] {cell[1], cell[1] + high}))
              .toArray(),
          texts,
          0);
    }
    add(chart, "no request has input and output tokens", plots);
  }

  /** Returns a whole number of tokens, so that there are few cells from 0 to the greatest value. */
  private static double cellSize(double[] values) {
    double most = Arrays.stream(values).filter(Double::isFinite).max().orElse(1);
    return Math.max(1, Math.ceil((most + 1) / CELLS));
  }

  private void gaps(Plots plots) {
    List<double[]> drawn = streams.drawn();
    double[] positions = drawn.stream().flatMapToDouble(pairs -> every(pairs, 0)).toArray();
    double[] gaps = drawn.stream().flatMapToDouble(pairs -> every(pairs, 1)).toArray();
    int every = 1 + Math.max(0, gaps.length - 1) / MAX_GAPS;
    String note = PlottedRun.sampled(drawn.size(), streams.offered());
    Chart chart =
        new Chart(
            "Token-to-Token Latency vs Output Token Position",
            every == 1 ? note : note + " Only one of %d gaps is drawn.".formatted(every),
            Axis.of("Output Token Position"),
            Axis.of("Token-to-Token Latency (ms)"));
    chart.dots("", thinned(positions, every), thinned(gaps, every), 0);
    add(chart, "no response has several chunks", plots);
  }

  private static double[] thinned(double[] values, int every) {
    return IntStream.iterate(0, i -> i < values.length, i -> i + every)
        .mapToDouble(i -> values[i])
        .toArray();
  }

  private static DoubleStream every(double[] pairs, int first) {
    return IntStream.range(0, pairs.length / 2).mapToDouble(i -> pairs[2 * i + first]);
  }
}
