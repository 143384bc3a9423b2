package io.longhaul.report.html;

import io.longhaul.export.ServerSliceRow;
import io.longhaul.report.figures.RunReport;
import java.util.Arrays;
import java.util.List;

/**
 * What the servers measured themselves, by slice: the metrics of vLLM, SGLang and TGI that explain
 * latency, over all pages and series. For one thread.
 */
public final class ServerCurves {
  private static final double PERCENT = 100;
  private static final double MILLIS = 1e3;

  /** Names of the lines of {@link #firstToken}. */
  static final String CLIENTS_MEAN = "client's mean";

  static final String SERVERS_MEAN = "server's mean";

  private final double[] running;
  private final double[] waiting;
  private final double[] cache;
  private final double[] firstTokenSeconds;
  private final double[] firstTokens;

  /**
   * @param report the run whose slices are added
   */
  public ServerCurves(RunReport report) {
    int slices =
        report.slices().isEmpty()
            ? 0
            : Math.toIntExact(report.slices().get(report.slices().size() - 1).getSliceIndex() + 1);
    running = unknown(slices);
    waiting = unknown(slices);
    cache = unknown(slices);
    firstTokenSeconds = unknown(slices);
    firstTokens = unknown(slices);
  }

  private static double[] unknown(int slices) {
    double[] values = new double[slices];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /** Adds a slice of a series; ignores other metrics, and the row of the whole run. */
  public void add(ServerSliceRow row) {
    ServerFigure figure = ServerFigure.of(row.getName()).orElse(null);
    if (figure == null || row.getSliceIndex() < 0 || row.getSliceIndex() >= running.length) {
      return;
    }
    int slice = (int) row.getSliceIndex();
    if (figure == ServerFigure.FIRST_TOKEN) {
      if (row.getHistogramSum() != null && row.getHistogramCount() != null) {
        sum(firstTokenSeconds, slice, row.getHistogramSum());
        sum(firstTokens, slice, row.getHistogramCount());
      }
    } else if (row.getGauge() != null) {
      double mean = row.getGauge().getMean();
      switch (figure) {
        case RUNNING -> sum(running, slice, mean);
        case WAITING -> sum(waiting, slice, mean);
        case CACHE ->
            cache[slice] = Double.isNaN(cache[slice]) ? mean : Math.max(cache[slice], mean);
        case FIRST_TOKEN -> throw new IllegalStateException("A histogram is no gauge");
      }
    }
  }

  private static void sum(double[] values, int slice, double value) {
    values[slice] = Double.isNaN(values[slice]) ? value : values[slice] + value;
  }

  /**
   * Returns the charts; those without values are empty.
   *
   * @param clientFirstToken the client's mean time to first token, in ms
   */
  List<TimeChart> charts(TimeBuckets buckets, Line clientFirstToken) {
    Line server = new Line(SERVERS_MEAN, buckets);
    Line runningLine = new Line("running", buckets);
    Line waitingLine = new Line("waiting", buckets);
    Line cacheLine = new Line("in use", buckets);
    for (int slice = 0; slice < running.length; slice++) {
      int bucket = buckets.indexOf(slice);
      runningLine.add(bucket, running[slice]);
      waitingLine.add(bucket, waiting[slice]);
      cacheLine.add(bucket, cache[slice] * PERCENT);
      server.add(bucket, firstTokenSeconds[slice] / firstTokens[slice] * MILLIS);
    }
    return List.of(
        requests(List.of(runningLine, waitingLine)),
        cache(List.of(cacheLine)),
        firstToken(server.isEmpty() ? List.of() : List.of(clientFirstToken, server)));
  }

  static TimeChart requests(List<Line> lines) {
    return new TimeChart(
        "server-requests",
        "Requests in the servers",
        "requests",
        "The servers' own count, over all of them. Requests that wait increase the time to first"
            + " token.",
        lines);
  }

  static TimeChart cache(List<Line> lines) {
    return new TimeChart(
        "server-cache",
        "KV cache of the servers",
        "%",
        "The fullest of all servers. Near 100 %, servers queue or preempt requests.",
        lines);
  }

  static TimeChart firstToken(List<Line> lines) {
    return new TimeChart(
        "server-ttft",
        "Time to first token of server and client",
        "ms",
        "The servers' own histogram next to the client's figure. A growing difference is time in"
            + " the network, a proxy, or the client. The two are not of exactly the same requests:"
            + " the client's count when they end, the servers' at the next scrape.",
        lines);
  }
}
