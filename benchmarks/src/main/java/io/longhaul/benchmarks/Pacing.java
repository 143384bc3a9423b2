package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.mock.truth.TruthLogEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how well an open loop keeps its schedule, by the times when the mock server received the
 * requests: their delay, their rate, and how many of the planned requests were received.
 *
 * <p>Subjects are {@code longhaul profile} and the minimal client, which has the same arrivals.
 * They run in turns, each with its own mock server, which has already served some thousand
 * requests.
 */
@Command(name = "Pacing", mixinStandardHelpOptions = true)
public final class Pacing extends RepeatedBenchmark {
  private static final String TIME_TO_FIRST_TOKEN = "5ms";
  private static final String INTER_TOKEN_LATENCY = "0ms";
  private static final int TOKENS = 4;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(names = "--rate", defaultValue = "1000", description = "Requests per second")
  private int rate;

  @Option(names = "--seconds", defaultValue = "60", description = "Duration of a run in seconds")
  private int seconds;

  @Option(
      names = "--warmup-requests",
      defaultValue = "0",
      description = "Warm-up requests of longhaul profile")
  private int warmupRequests;

  public static void main(String[] args) {
    new Pacing().execute(args);
  }

  @Override
  void run() throws Exception {
    LoadTester longhaul = LoadTester.longhaul();
    Table table =
        new Table(
            "",
            "received late p50, ms",
            "p99, ms",
            "minus the minimal client's",
            "rate off, %",
            "received",
            "of",
            "stolen, %");
    for (ArrivalPattern pattern : List.of(ArrivalPattern.CONSTANT, ArrivalPattern.POISSON)) {
      List<PacingResult> ofMinimal = new ArrayList<>();
      List<PacingResult> ofLonghaul = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        ofMinimal.add(measure(server -> MinimalClient.measure(server, pattern, rate, seconds)));
        ofLonghaul.add(measure(server -> profile(longhaul, server, pattern)));
      }
      long planned = ofMinimal.get(0).received();
      addLine(table, pattern.word() + ", minimal client", ofMinimal, ofMinimal, planned);
      addLine(table, pattern.word() + ", longhaul profile", ofLonghaul, ofMinimal, planned);
    }
    table.add("goal", "", "", "≤ 1.00", "≤ 0.10 (constant)", "all", "", "");
    System.out.printf(
        "%d requests/s for %d s, after %d warm-up requests; medians of %d runs%n%n%s",
        rate, seconds, warmupRequests, rounds, table);
  }

  private PacingResult measure(MeasuredClient client) throws IOException, InterruptedException {
    try (TruthServer server = TruthServer.start(TIME_TO_FIRST_TOKEN, INTER_TOKEN_LATENCY, TOKENS)) {
      StolenTime before = StolenTime.untilNow();
      List<RequestMeasurement> measurements = client.run(server);
      double stolen = StolenTime.untilNow().percentSince(before);
      return PacingResult.of(
          measurements, server.truth(), new AnchoredRunClock().readAnchor(), stolen);
    }
  }

  private List<RequestMeasurement> profile(
      LoadTester longhaul, TruthServer server, ArrivalPattern pattern)
      throws IOException, InterruptedException {
    String options =
        "--request-rate %d --arrival-pattern %s --benchmark-duration %d --use-server-token-count"
            .formatted(rate, pattern.word(), seconds);
    if (warmupRequests > 0) {
      options += " --warmup-request-count " + warmupRequests;
    }
    return longhaul
        .run(server.folder().resolve("artifacts"), server.url(), LoadTester.options(options))
        .measurements();
  }

  /**
   * Pacing of one run.
   *
   * @param lateP50Millis time from the planned send to the receipt by the server
   * @param perSecond rate between the first and the last received request
   * @param stolenPercent see {@link StolenTime}
   */
  private record PacingResult(
      long received,
      double lateP50Millis,
      double lateP99Millis,
      double perSecond,
      double stolenPercent) {

    static PacingResult of(
        List<RequestMeasurement> measurements,
        Map<String, TruthLogEntry> truth,
        ClockAnchor anchor,
        double stolenPercent) {
      LongSummaryStatistics received = new LongSummaryStatistics();
      List<Long> late = new ArrayList<>();
      for (RequestMeasurement each : measurements) {
        TruthLogEntry entry = truth.get(each.requestId());
        if (entry != null) {
          received.accept(entry.receivedNanos());
          late.add(entry.receivedNanos() - anchor.monotonicNanosAt(each.scheduledEpochNanos()));
        }
      }
      SortedSample sample = SortedSample.of(late, nanos -> nanos / NANOS_PER_MILLI);
      double elapsedSeconds = (received.getMax() - received.getMin()) / NANOS_PER_SECOND;
      return new PacingResult(
          received.getCount(),
          sample.percentile(50),
          sample.percentile(99),
          (received.getCount() - 1) / elapsedSeconds,
          stolenPercent);
    }
  }

  private void addLine(
      Table table,
      String name,
      List<PacingResult> runs,
      List<PacingResult> ofMinimal,
      long planned) {
    double p99 =
        figures.add(name + ": late_p99", "ms", Better.LOWER, runs, PacingResult::lateP99Millis);
    table.add(
        name,
        figures.add(name + ": late_p50", "ms", Better.LOWER, runs, PacingResult::lateP50Millis),
        p99,
        p99 - SortedSample.median(ofMinimal, PacingResult::lateP99Millis),
        figures.add(
            name + ": rate_off",
            "%",
            Better.LOWER,
            runs,
            run -> 100 * Math.abs(run.perSecond() / rate - 1)),
        (long) SortedSample.median(runs, PacingResult::received),
        planned,
        SortedSample.median(runs, PacingResult::stolenPercent));
  }
}
