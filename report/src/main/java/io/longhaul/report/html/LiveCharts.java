package io.longhaul.report.html;

import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.LiveFigure;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.figures.SliceDisturbance;
import io.longhaul.report.figures.Threshold;
import io.longhaul.report.html.RunEvents.Event;
import io.longhaul.report.html.SliceCharts.SliceChart;
import io.longhaul.report.html.SliceCharts.SliceLine;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data of the live view: the charts of {@code report.html} while the run is in progress. All
 * slices are merged into points of equal length, and the newest ones are also stored one by one, so
 * the size does not grow with the run. For one thread.
 */
public final class LiveCharts {
  /** If there are more points, each two neighbouring ones are merged. */
  private static final int MAX_POINTS = 1_024;

  private static final int NEWEST_SLICES = 1_024;
  private static final int MAX_EVENTS = 100;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PERCENT = 100;
  private static final double MILLIS = 1e3;

  private final List<LiveChart> charts = new ArrayList<>();
  private final Map<GpuGauge, LiveChart> gpuCharts = new EnumMap<>(GpuGauge.class);
  private final Map<LiveLine, ToDoubleFunction<SliceRow>> figures = new LinkedHashMap<>();
  private final SliceSamples<GpuId, GpuGauge> gpus = new SliceSamples<>(GpuGauge.class);
  private final SliceSamples<String, ServerFigure> servers = new SliceSamples<>(ServerFigure.class);
  private final Map<GpuId, String> gpuNames = new TreeMap<>();
  private final Deque<Event> events = new ArrayDeque<>();
  private final LiveHeatMaps heatMaps;
  private List<LiveFigure> verdicts = List.of();
  private final long sliceNanos;
  private long eventsDropped;
  private final int[] severities = new int[MAX_POINTS];
  private final int[] newestSeverities = new int[NEWEST_SLICES];
  private final LiveChart errors;

  /** A line with a value for each slice. */
  private final LiveLine counted;

  private final LiveChart serverRequests;
  private final LiveChart serverCache;
  private final LiveChart serverFirstToken;
  private final FirstTokenCounters firstTokens = new FirstTokenCounters();
  private long slicesPerPoint = 1;
  private long newest = -1;
  private long startEpochNanos;
  private double endSeconds;
  private int version;
  private byte @Nullable [] json;

  /**
   * Creates charts without points.
   *
   * @param slos objectives of the run
   * @param conditions conditions under which the run fails
   * @param sliceNanos length of a slice
   */
  public LiveCharts(SloSet slos, List<Threshold> conditions, long sliceNanos) {
    this.sliceNanos = sliceNanos;
    this.heatMaps = new LiveHeatMaps(sliceSeconds());
    SliceCharts definitions = new SliceCharts(Limits.of(slos, conditions));
    boolean hasObjectives = !slos.slos().isEmpty();
    for (Metric metric : SliceCharts.LATENCIES) {
      add("Latency", definitions.latency(metric));
      if (metric == Metric.INTER_TOKEN_LATENCY) {
        add("Latency", definitions.chunkGaps());
      }
    }
    LiveChart requests = add("Load", definitions.requests(hasObjectives));
    counted = requests.lines().get(0);
    add("Load", definitions.tokens());
    add("Load", definitions.inFlight());
    errors =
        chart(
            "Load",
            new TimeChart(
                    "errors-by-kind",
                    "Errors by kind",
                    "requests/s",
                    "Requests that failed, on top of each other: the six kinds that occurred first,"
                        + " and all others together.",
                    List.of())
                .asBars());
    for (GpuGauge gauge : GpuGauge.values()) {
      gpuCharts.put(gauge, chart("GPUs", gauge.chart(List.of())));
    }
    serverRequests = chart("Servers", ServerCurves.requests(List.of()));
    serverCache = chart("Servers", ServerCurves.cache(List.of()));
    serverFirstToken = chart("Servers", ServerCurves.firstToken(List.of()));
    definitions.health().forEach(chart -> add("Load generator", chart));
  }

  private LiveChart add(String group, SliceChart chart) {
    LiveChart live = chart(group, TimeChart.of(chart, List.of()));
    for (SliceLine line : chart.lines()) {
      figures.put(addLine(live, line.name()), line.figure());
    }
    return live;
  }

  private LiveChart chart(String group, TimeChart definition) {
    LiveChart chart = new LiveChart(group, definition);
    charts.add(chart);
    return chart;
  }

  private LiveLine addLine(LiveChart chart, String name) {
    LiveLine line = new LiveLine(name, MAX_POINTS, NEWEST_SLICES);
    chart.lines().add(line);
    return line;
  }

  private LiveLine lineOf(LiveChart chart, String name) {
    return chart.line(name).orElseGet(() -> addLine(chart, name));
  }

  /** Sets the start of the run; events before it are not shown. */
  public void starts(long epochNanos) {
    startEpochNanos = epochNanos;
  }

  /** Adds an event that is a fault. */
  public void fault(long epochNanos, String text) {
    add(RunEvents.Kind.FAULT, epochNanos, text);
  }

  /** Sets the verdicts on the stability of the figures. */
  public void judged(LiveStability.Judgement judgement) {
    verdicts = judgement.figures();
    json = null;
    for (LiveStability.News each : judgement.news()) {
      addEvent(Event.at(RunEvents.Kind.SHIFT, each.seconds(), each.text()));
    }
  }

  /** Adds an event of the load, such as its end. */
  public void loadChanged(long epochNanos, String text) {
    add(RunEvents.Kind.LOAD, epochNanos, text);
  }

  /** Adds a mark of the run. */
  public void marked(long epochNanos, String text) {
    add(RunEvents.Kind.MARK, epochNanos, text);
  }

  private void add(RunEvents.Kind kind, long epochNanos, String text) {
    if (startEpochNanos == 0 || epochNanos < startEpochNanos) {
      return;
    }
    addEvent(Event.at(kind, (epochNanos - startEpochNanos) / NANOS_PER_SECOND, text));
  }

  private void addEvent(Event event) {
    if (events.size() == MAX_EVENTS) {
      events.removeFirst();
      eventsDropped++;
    }
    events.addLast(event);
    json = null;
  }

  /**
   * Adds a sample of a GPU.
   *
   * @param host name of its machine
   * @param values in the units of the exporter's samples
   */
  public void gpuSampled(GpuId gpu, String host, long epochNanos, Map<GpuGauge, Double> values) {
    if (isInRun(epochNanos)) {
      gpuNames.put(gpu, host);
      gpus.add(gpu, sliceOf(epochNanos), values);
    }
  }

  /**
   * Adds a scrape of a server's metrics page.
   *
   * @param url address of the page
   * @param values over all series of the page
   */
  public void serverSampled(String url, long epochNanos, Map<ServerFigure, Double> values) {
    if (isInRun(epochNanos)) {
      servers.add(url, sliceOf(epochNanos), values);
    }
  }

  /**
   * Adds the histogram of the time to first token in a scrape of a server's metrics page.
   *
   * @param url address of the page
   * @param counters over all series of the page
   */
  public void serverAnswered(String url, long epochNanos, FirstTokens counters) {
    if (isInRun(epochNanos)) {
      firstTokens.add(url, sliceOf(epochNanos), counters);
    } else {
      firstTokens.start(url, counters);
    }
  }

  private boolean isInRun(long epochNanos) {
    return startEpochNanos > 0 && epochNanos >= startEpochNanos;
  }

  private long sliceOf(long epochNanos) {
    return (epochNanos - startEpochNanos) / sliceNanos;
  }

  /** Adds a finished slice; its index is greater than those of the earlier ones. */
  public void finished(SliceRow slice) {
    long index = slice.getSliceIndex();
    startEpochNanos = slice.getStartEpochNs() - index * sliceNanos;
    json = null;
    while (index / slicesPerPoint >= MAX_POINTS) {
      halve();
    }
    for (long missing = Math.max(newest + 1, index - NEWEST_SLICES); missing < index; missing++) {
      long skipped = missing;
      lines().forEach(line -> line.skip(skipped));
      newestSeverities[(int) (missing % NEWEST_SLICES)] = 0;
    }
    newest = index;
    endSeconds = (slice.getEndEpochNs() - startEpochNanos) / NANOS_PER_SECOND;
    int severity = severityOf(slice);
    newestSeverities[(int) (index % NEWEST_SLICES)] = severity;
    int point = (int) (index / slicesPerPoint);
    severities[point] = Math.max(severities[point], severity);

    Map<LiveLine, Double> values = new LinkedHashMap<>();
    figures.forEach((line, figure) -> values.put(line, figure.applyAsDouble(slice)));
    putErrors(slice, values);
    putGpus(slice, values);
    putServers(slice, values);
    putFirstTokens(slice, values);
    if (heatMaps.add(slice)) {
      version++;
    }
    for (LiveLine line : lines()) {
      if (line.add(point, index, values.getOrDefault(line, Double.NaN))) {
        version++;
      }
    }
  }

  /** Returns 0 for a slice that can be trusted, else 1 or, if it was heavily disturbed, 2. */
  private static int severityOf(SliceRow slice) {
    return switch (SliceDisturbance.of(slice).severity()) {
      case NONE -> 0;
      case LIGHT -> 1;
      case HEAVY -> 2;
    };
  }

  private void halve() {
    slicesPerPoint *= 2;
    version++;
    lines().forEach(LiveLine::halve);
    for (int i = 0; i < MAX_POINTS; i += 2) {
      severities[i / 2] = Math.max(severities[i], severities[i + 1]);
    }
    Arrays.fill(severities, MAX_POINTS / 2, MAX_POINTS, 0);
  }

  private List<LiveLine> lines() {
    return charts.stream().flatMap(chart -> chart.lines().stream()).toList();
  }

  private void putErrors(SliceRow slice, Map<LiveLine, Double> values) {
    double seconds = slice.getCoveredNs() / NANOS_PER_SECOND;
    errors.lines().forEach(line -> values.put(line, 0.0));
    for (ErrorCount error : slice.getErrors()) {
      String kind = TimeCharts.kindOf(error);
      boolean isShown =
          errors.line(kind).isPresent() || errors.lines().size() < TimeCharts.MAX_ERROR_KINDS;
      LiveLine line = errorLine(isShown ? kind : TimeCharts.OTHER_ERRORS);
      values.merge(line, error.getCount() / seconds, Double::sum);
    }
  }

  /** Slices before the first error of a kind have none of it. */
  private LiveLine errorLine(String kind) {
    return errors
        .line(kind)
        .orElseGet(
            () -> {
              LiveLine line = addLine(errors, kind);
              line.fillWithZeros(counted);
              return line;
            });
  }

  private void putGpus(SliceRow slice, Map<LiveLine, Double> values) {
    long index = slice.getSliceIndex();
    Map<GpuId, Map<GpuGauge, Double>> means = gpus.finish(index);
    boolean isRange = gpus.sources() > GpuGauge.MAX_LINES;
    gpuCharts.forEach(
        (gauge, chart) -> {
          if (isRange) {
            putRange(gauge, chart, gpus.complete(gauge, index, means), values);
          } else {
            means.forEach(
                (gpu, figures) -> {
                  if (figures.containsKey(gauge)) {
                    values.put(lineOf(chart, nameOf(gpu)), gauge.inUnit(figures.get(gauge)));
                  }
                });
          }
        });
  }

  /** With many GPUs, the lines are the range of all of them. */
  private void putRange(
      GpuGauge gauge, LiveChart chart, double[] all, Map<LiveLine, Double> values) {
    TimeChart definition = gauge.rangeChart(gpus.sources(), List.of());
    if (!chart.definition().title().equals(definition.title())) {
      chart.replace(definition);
      version++;
    }
    if (all.length > 0) {
      var range = Arrays.stream(all).map(gauge::inUnit).summaryStatistics();
      values.put(lineOf(chart, TimeCharts.LOWEST_GPU), range.getMin());
      values.put(lineOf(chart, TimeCharts.MEAN_OF_GPUS), range.getAverage());
      values.put(lineOf(chart, TimeCharts.HIGHEST_GPU), range.getMax());
    }
  }

  /** Names a GPU by its index, and by its host if there are several. */
  private String nameOf(GpuId gpu) {
    boolean hasHosts = gpuNames.values().stream().distinct().count() > 1;
    String name = gpu.name() + (hasHosts ? " of " + gpuNames.get(gpu) : "");
    boolean isShared =
        gpuNames.entrySet().stream()
                .filter(
                    other ->
                        other.getKey().index() == gpu.index()
                            && other.getKey().migInstance().equals(gpu.migInstance())
                            && other.getValue().equals(gpuNames.get(gpu)))
                .count()
            > 1;
    return isShared ? name + " (" + gpu.uuid() + ")" : name;
  }

  private void putServers(SliceRow slice, Map<LiveLine, Double> values) {
    long index = slice.getSliceIndex();
    Map<String, Map<ServerFigure, Double>> means = servers.finish(index);
    double[] running = servers.complete(ServerFigure.RUNNING, index, means);
    double[] waiting = servers.complete(ServerFigure.WAITING, index, means);
    double[] cache = servers.complete(ServerFigure.CACHE, index, means);
    if (running.length > 0) {
      values.put(lineOf(serverRequests, "running"), Arrays.stream(running).sum());
    }
    if (waiting.length > 0) {
      values.put(lineOf(serverRequests, "waiting"), Arrays.stream(waiting).sum());
    }
    if (cache.length > 0) {
      values.put(lineOf(serverCache, "in use"), Arrays.stream(cache).max().orElseThrow() * PERCENT);
    }
  }

  private void putFirstTokens(SliceRow slice, Map<LiveLine, Double> values) {
    double seconds = firstTokens.finish(slice.getSliceIndex());
    if (Double.isFinite(seconds) || !serverFirstToken.lines().isEmpty()) {
      double client =
          SliceColumn.summary(slice, Metric.TIME_TO_FIRST_TOKEN)
              .map(summary -> summary.avg())
              .orElse(Double.NaN);
      values.put(lineOf(serverFirstToken, ServerCurves.CLIENTS_MEAN), client);
      values.put(lineOf(serverFirstToken, ServerCurves.SERVERS_MEAN), seconds * MILLIS);
    }
  }

  /** Returns everything that the page draws. */
  public byte[] json() throws IOException {
    if (json == null) {
      json = JsonDocument.compact(this::write);
    }
    return json;
  }

  /** Returns the values of the newest slice, which the page adds to those that it has. */
  public byte[] newestJson() throws IOException {
    int point = (int) (newest / slicesPerPoint);
    return JsonDocument.compact(
        json -> {
          writeNewest(json);
          json.object(
              "slice",
              () -> {
                json.number("start", newest * sliceSeconds());
                json.integer("severity", newestSeverities[(int) (newest % NEWEST_SLICES)]);
              });
          json.object(
              "point",
              () -> {
                json.number("start", point * slicesPerPoint * sliceSeconds());
                json.integer("severity", severities[point]);
              });
          json.objects(
              "charts",
              drawn(),
              chart -> {
                json.text("id", chart.definition().id());
                write(json, "single", chart, line -> line.of(newest));
                write(json, "mean", chart, line -> line.buckets().mean(point, point + 1));
                write(json, "min", chart, line -> line.buckets().min(point, point + 1));
                write(json, "max", chart, line -> line.buckets().max(point, point + 1));
              });
          heatMaps.writeNewest(json);
        });
  }

  /** Returns the events, which the page draws instead of those that it has. */
  public byte[] eventsJson() throws IOException {
    return JsonDocument.compact(this::writeEvents);
  }

  private static void write(
      JsonDocument json, String name, LiveChart chart, ToDoubleFunction<LiveLine> value)
      throws IOException {
    PageData.numbers(json, name, chart.drawnLines().stream().mapToDouble(value).toArray());
  }

  private double sliceSeconds() {
    return sliceNanos / NANOS_PER_SECOND;
  }

  private void writeNewest(JsonDocument json) throws IOException {
    json.integer("version", version);
    json.plainInteger("newest", newest);
    json.number("end", endSeconds);
    writeEvents(json);
  }

  private void writeEvents(JsonDocument json) throws IOException {
    json.plainInteger("events_dropped", eventsDropped);
    json.objects("events", events, event -> event.write(json));
    json.objects("verdicts", verdicts, figure -> LiveVerdictJson.write(json, figure));
  }

  private List<LiveChart> drawn() {
    return charts.stream().filter(chart -> !chart.drawnLines().isEmpty()).toList();
  }

  private void write(JsonDocument json) throws IOException {
    int points = (int) ((newest + slicesPerPoint) / slicesPerPoint);
    long first = Math.max(0, newest + 1 - NEWEST_SLICES);
    int single = (int) (newest + 1 - first);
    writeNewest(json);
    json.number("bucket", sliceSeconds());
    json.plainInteger("slices_per_point", slicesPerPoint);
    writePoints(json, "points", points, i -> i * slicesPerPoint, i -> severities[i]);
    writePoints(
        json,
        "slices",
        single,
        i -> first + i,
        i -> newestSeverities[(int) ((first + i) % NEWEST_SLICES)]);
    json.objects(
        "charts",
        drawn(),
        chart -> {
          chart.definition().writeDefinition(json);
          json.text("group", chart.group());
          json.text("title", chart.definition().title());
          json.text("explanation", chart.definition().explanation());
          json.objects("lines", chart.drawnLines(), line -> writeLine(json, line, points, first));
        });
    heatMaps.write(json);
  }

  private void writePoints(
      JsonDocument json, String name, int count, IntToLongFunction slice, IntUnaryOperator severity)
      throws IOException {
    json.object(
        name,
        () -> {
          double[] starts = new double[count];
          Arrays.setAll(starts, i -> slice.applyAsLong(i) * sliceSeconds());
          json.numbers("starts", starts);
          json.plainIntegers(
              "severities", IntStream.range(0, count).map(severity).asLongStream().toArray());
        });
  }

  private void writeLine(JsonDocument json, LiveLine line, int points, long first)
      throws IOException {
    json.text("name", line.name());
    Line buckets = line.buckets();
    json.object(
        "points",
        () -> {
          PageData.numbers(json, "mean", Arrays.copyOf(buckets.means(), points));
          PageData.numbers(json, "min", Arrays.copyOf(buckets.mins(), points));
          PageData.numbers(json, "max", Arrays.copyOf(buckets.maxs(), points));
        });
    double[] single = new double[(int) (newest + 1 - first)];
    Arrays.setAll(single, i -> line.of(first + i));
    PageData.numbers(json, "single", single);
  }
}
