package io.longhaul.report.plot;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.Figures;
import io.longhaul.report.json.ReadJson;
import io.longhaul.report.picture.Axis;
import io.longhaul.report.picture.Chart;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.Picture;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The swim lanes of sessions, as in {@code aiperf analyze swim-lane}: each lane is a place for one
 * session at a time, and bars are its requests. Below, the numbers of sessions and of requests in
 * flight.
 */
public final class SwimLane {
  /** Maximum number of requests that are drawn; the earliest ones. */
  static final int MAX_REQUESTS = 20_000;

  private static final int WIDTH = 1600;
  private static final int HEIGHT_OF_CURVES = 320;
  private static final int COLORS = 6;
  private static final int GRAY = 6;

  /** With more sessions, the marks of their starts would cover their requests. */
  private static final int MAX_STARTS = 500;

  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Turn> turns;
  private final long left;
  private final Markers markers;
  private final List<Session> sessions = new ArrayList<>();
  private final TimeAxis time;

  /**
   * What is marked in the charts.
   *
   * @param concurrency the intended number of sessions
   * @param rampSeconds end of the ramp
   * @param endSeconds end of the load
   */
  public record Markers(
      OptionalInt concurrency, OptionalDouble rampSeconds, OptionalDouble endSeconds) {

    /**
     * Reads what the summary of a run contains.
     *
     * @param concurrency as given by the user
     * @param ramp as given by the user; takes precedence over the summary
     */
    public static Markers read(Path folder, OptionalInt concurrency, OptionalDouble ramp)
        throws IOException {
      Path summary = new ExportLayout(folder).profileJson();
      if (!Files.exists(summary)) {
        return new Markers(concurrency, ramp, OptionalDouble.empty());
      }
      JsonNode run = AiperfPlots.tree(summary);
      OptionalDouble planned = OptionalDouble.empty();
      for (JsonNode phase : run.path("input_config").path("phases")) {
        JsonNode duration = phase.path("concurrency_ramp").path("duration");
        if (duration.isNumber() && !phase.path("exclude_from_results").asBoolean()) {
          planned = OptionalDouble.of(duration.asDouble());
        }
      }
      JsonNode length = run.path("benchmark_duration").path("avg");
      return new Markers(
          concurrency,
          ramp.isPresent() ? ramp : planned,
          length.isNumber() ? OptionalDouble.of(length.asDouble()) : OptionalDouble.empty());
    }
  }

  /**
   * A request.
   *
   * @param root the session to whose lane it belongs
   */
  private record Turn(String session, String root, double start, double end) {}

  /**
   * The requests that share a lane.
   *
   * @param row the lowest row of the lane
   */
  private record Session(int row, int color, List<Turn> turns, double start, double end) {}

  private SwimLane(List<Turn> turns, long left, Markers markers) {
    this.turns = turns;
    this.left = left;
    this.markers = markers;
    this.time = TimeAxis.until(turns.stream().mapToDouble(Turn::end).max().orElse(0));
  }

  /**
   * Draws a run from its requests in AIPerf's format.
   *
   * @throws IOException if there is no such file, it is invalid, or it contains no request
   */
  public static Picture of(Path folder, Markers markers) throws IOException {
    Path records = new ExportLayout(folder.toAbsolutePath()).recordsJsonl();
    List<Path> parts = ExportLayout.parts(records);
    if (parts.isEmpty()) {
      throw new NoSuchFileException(records.toString());
    }
    // The request with the latest start is the first to be left out.
    PriorityQueue<Turn> earliest =
        new PriorityQueue<>(Comparator.comparingDouble(Turn::start).reversed());
    long[] origin = {0};
    long[] all = {0};
    for (Path part : parts) {
      ReadJson.eachLine(
          part,
          line -> {
            JsonNode metadata = line.path("metadata");
            if (metadata.path("request_start_ns").isNumber()
                && metadata.path("request_end_ns").isNumber()
                && !metadata.path("was_cancelled").asBoolean()
                && !RowPhase.WARMUP.matches(metadata.path("benchmark_phase").asText())) {
              all[0]++;
              earliest.add(turn(metadata, origin));
              if (earliest.size() > MAX_REQUESTS) {
                earliest.remove();
              }
            }
          });
    }
    if (earliest.isEmpty()) {
      throw new IOException(records + " contains no request");
    }
    double start = earliest.stream().mapToDouble(Turn::start).min().orElse(0);
    List<Turn> turns =
        earliest.stream()
            .map(
                turn ->
                    new Turn(turn.session(), turn.root(), turn.start() - start, turn.end() - start))
            .sorted(Comparator.comparingDouble(Turn::start))
            .toList();
    return new SwimLane(turns, all[0] - turns.size(), markers).draw();
  }

  /**
   * Returns a request.
   *
   * @param origin time of the first request, since a double would lose digits of later times
   */
  private static Turn turn(JsonNode metadata, long[] origin) {
    long start = metadata.path("request_start_ns").asLong();
    if (origin[0] == 0) {
      origin[0] = start;
    }
    String conversation = metadata.path("conversation_id").asText();
    String session = metadata.path("x_correlation_id").asText(conversation);
    return new Turn(
        session,
        metadata.path("root_correlation_id").asText(session),
        (start - origin[0]) / NANOS_PER_SECOND,
        (metadata.path("request_end_ns").asLong() - origin[0]) / NANOS_PER_SECOND);
  }

  private Picture draw() {
    int rows = placeSessions();
    Chart lanes =
        new Chart(
            "Swim Lanes of Sessions",
            note() + " A lane is a place for one session at a time.",
            time.axis(),
            Axis.of("Lane"));
    for (int color = 0; color < COLORS; color++) {
      int its = color;
      List<Session> of = sessions.stream().filter(each -> each.color() == its).toList();
      lanes.faintLanes(
          color == 0 ? "time between requests" : "",
          of(of, Session::start),
          of(of, Session::end),
          of.stream().mapToDouble(each -> each.row() + 0.5).toArray(),
          color);
    }
    for (int color = 0; color < COLORS; color++) {
      List<double[]> bars = new ArrayList<>();
      for (Session session : sessions) {
        if (session.color() == color) {
          addBars(session, bars);
        }
      }
      lanes.lanes(
          color == 0 ? "requests, each session in one color" : "",
          time.of(bars.stream().mapToDouble(bar -> bar[0]).toArray()),
          time.of(bars.stream().mapToDouble(bar -> bar[1]).toArray()),
          bars.stream().mapToDouble(bar -> bar[2]).toArray(),
          color);
    }
    if (sessions.size() <= MAX_STARTS) {
      lanes.errors(
          "start of a session",
          of(sessions, Session::start),
          sessions.stream().mapToDouble(each -> each.row() + 0.5).toArray(),
          sessions.stream().mapToDouble(each -> 0.45).toArray(),
          GRAY);
    }
    mark(lanes);
    Chart curves = new Chart("Concurrency", "", time.axis(), Axis.of("Number"));
    curve("requests in flight", turns, Turn::start, Turn::end, curves::area, 1);
    curve("sessions", sessions, Session::start, Session::end, curves::steps, 0);
    markers
        .concurrency()
        .ifPresent(target -> curves.level("intended concurrency: " + target, target, 2));
    mark(curves);
    int height = Math.max(360, Math.min(1_400, 160 + 18 * rows));
    return Chart.stacked(
        List.of(lanes, curves), List.of(height, HEIGHT_OF_CURVES), ColorTheme.LIGHT, WIDTH);
  }

  private String note() {
    String drawn =
        "%s sessions, %s requests."
            .formatted(Figures.count(sessions.size()), Figures.count(turns.size()));
    return left == 0
        ? drawn
        : drawn
            + " Only the earliest requests: "
            + Figures.count(left)
            + " later ones are left out.";
  }

  private void mark(Chart chart) {
    mark(chart, "end of the ramp", markers.rampSeconds(), 4);
    mark(chart, "end of the load", markers.endSeconds(), 7);
  }

  /** Marks a moment, unless it is after the requests that are drawn. */
  private void mark(Chart chart, String name, OptionalDouble seconds, int color) {
    if (seconds.isPresent() && seconds.getAsDouble() <= time.seconds()) {
      chart.moment(name, seconds.getAsDouble() / time.seconds(), color);
    }
  }

  /** Gives each session the lowest lane that is free, and returns the number of rows. */
  private int placeSessions() {
    Map<String, List<Turn>> roots = new LinkedHashMap<>();
    turns.forEach(turn -> roots.computeIfAbsent(turn.root(), any -> new ArrayList<>()).add(turn));
    PriorityQueue<double[]> busy = new PriorityQueue<>(Comparator.comparingDouble(lane -> lane[0]));
    TreeSet<Integer> free = new TreeSet<>();
    Map<Integer, Integer> rowsOfLanes = new TreeMap<>();
    List<Integer> lanes = new ArrayList<>();
    for (List<Turn> its : roots.values()) {
      double start = its.get(0).start();
      while (!busy.isEmpty() && busy.element()[0] <= start) {
        free.add((int) busy.remove()[1]);
      }
      Integer lowest = free.pollFirst();
      int lane = lowest == null ? rowsOfLanes.size() : lowest;
      busy.add(new double[] {its.stream().mapToDouble(Turn::end).max().orElse(start), lane});
      rowsOfLanes.merge(lane, rows(its).size(), Math::max);
      lanes.add(lane);
    }
    Map<Integer, Integer> firstRows = new TreeMap<>();
    int rows = 0;
    for (Map.Entry<Integer, Integer> lane : rowsOfLanes.entrySet()) {
      firstRows.put(lane.getKey(), rows);
      rows += lane.getValue();
    }
    int next = 0;
    for (List<Turn> its : roots.values()) {
      sessions.add(
          new Session(
              firstRows.getOrDefault(lanes.get(next), 0),
              next % COLORS,
              its,
              its.get(0).start(),
              its.stream().mapToDouble(Turn::end).max().orElse(0)));
      next++;
    }
    return rows;
  }

  /** Returns the requests of a session by row: those at the same time are above each other. */
  private static List<List<Turn>> rows(List<Turn> its) {
    List<List<Turn>> rows = new ArrayList<>();
    for (Turn turn : its) {
      List<Turn> row =
          rows.stream()
              .filter(each -> each.get(each.size() - 1).end() <= turn.start())
              .findFirst()
              .orElseGet(
                  () -> {
                    rows.add(new ArrayList<>());
                    return rows.get(rows.size() - 1);
                  });
      row.add(turn);
    }
    return rows;
  }

  private static void addBars(Session session, List<double[]> bars) {
    List<List<Turn>> rows = rows(session.turns());
    for (int row = 0; row < rows.size(); row++) {
      double at = session.row() + row + 0.5;
      rows.get(row).forEach(turn -> bars.add(new double[] {turn.start(), turn.end(), at}));
    }
  }

  private double[] of(List<Session> sessions, ToDoubleFunction<Session> figure) {
    return time.of(sessions.stream().mapToDouble(figure).toArray());
  }

  /** A way to draw steps. */
  private interface Steps {
    Chart add(String name, double[] edges, double[] heights, int color);
  }

  /** Adds the number of intervals that cover each time. */
  private <T> void curve(
      String name,
      List<T> intervals,
      ToDoubleFunction<T> start,
      ToDoubleFunction<T> end,
      Steps chart,
      int color) {
    TreeMap<Double, Integer> changes = new TreeMap<>();
    for (T each : intervals) {
      changes.merge(start.applyAsDouble(each), 1, Integer::sum);
      changes.merge(end.applyAsDouble(each), -1, Integer::sum);
    }
    double[] edges = changes.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    int[] steps = changes.values().stream().mapToInt(Integer::intValue).toArray();
    Arrays.parallelPrefix(steps, Integer::sum);
    double[] heights =
        Arrays.stream(steps, 0, Math.max(0, steps.length - 1)).asDoubleStream().toArray();
    chart.add(name, time.of(edges), heights, color);
  }
}
