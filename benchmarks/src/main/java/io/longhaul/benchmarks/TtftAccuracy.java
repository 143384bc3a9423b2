package io.longhaul.benchmarks;

import static java.util.Objects.requireNonNull;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.mock.truth.TruthLogEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares a client's time to first token and inter-token latency of each request with the mock
 * server's truth log. Both processes read the same monotonic clock; the difference, including the
 * kernel, is the error.
 *
 * <p>Subjects are a complete {@code longhaul profile} and a minimal client with the same timestamps
 * and arrivals. They run in turns, each with its own mock server.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "TtftAccuracy", mixinStandardHelpOptions = true)
public final class TtftAccuracy extends RepeatedBenchmark {
  private static final int WARM_REQUESTS = 2_000;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Number of requests at the start of a run, which are not warmed up by earlier ones. */
  private static final int FIRST_REQUESTS = 20;

  @Option(
      names = "--rates",
      split = ",",
      defaultValue = "20,200",
      description = "Requests per second, Poisson")
  private List<Integer> rates;

  @Option(names = "--seconds", defaultValue = "15", description = "Duration of a run in seconds")
  private int seconds;

  @Option(
      names = "--ttft",
      defaultValue = "50ms",
      description = "Time to first token of the mock server, constant or a distribution")
  private String timeToFirstToken;

  @Option(
      names = "--itl",
      defaultValue = "10ms",
      description = "Inter-token latency of the mock server, constant or a distribution")
  private String interTokenLatency;

  @Option(names = "--tokens", defaultValue = "32", description = "Tokens per response")
  private int tokens;

  @Option(
      names = "--endpoint-type",
      defaultValue = "chat",
      description =
          "Endpoint type of longhaul, such as kserve; the minimal client always uses chat")
  private String endpointType;

  @Option(
      names = "--http2",
      description = "longhaul uses HTTP/2; the minimal client, its reference, always uses HTTP/1.1")
  private boolean overHttp2;

  public static void main(String[] args) {
    new TtftAccuracy().execute(args);
  }

  @Override
  void run() throws Exception {
    LoadTester tester = LoadTester.longhaul();
    Table table =
        new Table(
            "milliseconds",
            "TTFT error p50",
            "ratio",
            "p99",
            "ITL error, mean",
            "overhead p50",
            "of the first " + FIRST_REQUESTS);
    for (int rate : rates) {
      List<Errors> minimal = new ArrayList<>();
      List<Errors> longhaul = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        minimal.add(
            measure(
                server -> MinimalClient.measure(server, ArrivalPattern.POISSON, rate, seconds)));
        longhaul.add(measure(server -> longhaul(tester, server, rate)));
      }
      addLine(table, rate + "/s, minimal client", minimal, minimal);
      addLine(table, rate + "/s, longhaul profile", longhaul, minimal);
    }
    table.add("goal", "≤ 0.70", "≤ 1.50", "≤ 5.00", "≤ 0.20", "≤ 0.30", "≤ 0.30");
    System.out.printf(
        "Streams of %d tokens, first after %s, then every %s; medians of %d runs of %d s%n%n%s",
        tokens, timeToFirstToken, interTokenLatency, rounds, seconds, table);
  }

  private Errors measure(MeasuredClient client) throws IOException, InterruptedException {
    try (TruthServer server = TruthServer.start(timeToFirstToken, interTokenLatency, tokens)) {
      List<RequestMeasurement> measurements = client.run(server);
      return Errors.of(measurements, server.truth());
    }
  }

  /** Runs {@code longhaul profile}, after warming up what only it requests of the server. */
  private List<RequestMeasurement> longhaul(LoadTester tester, TruthServer server, int rate)
      throws IOException, InterruptedException {
    if (!endpointType.equals("chat") || overHttp2) {
      List<String> warmUp = options("--concurrency", 16, "--request-count", WARM_REQUESTS);
      tester.run(server.folder().resolve("warm"), server.url(), warmUp);
    }
    List<String> options = options("--request-rate", rate, "--benchmark-duration", seconds);
    Path artifacts = server.folder().resolve("artifacts");
    return tester.run(artifacts, server.url(), options).measurements();
  }

  private List<String> options(String load, int amount, String length, int limit) {
    return LoadTester.options(
        "%s %d %s %d --endpoint-type %s --tokenizer builtin%s"
            .formatted(
                load, amount, length, limit, endpointType, overHttp2 ? " --http-version 2" : ""));
  }

  /** Errors of one run, in milliseconds. */
  private record Errors(
      double timeToFirstTokenP50,
      double timeToFirstTokenP99,
      double interTokenMean,
      double overheadP50,
      double firstOverheadP50) {

    static Errors of(List<RequestMeasurement> measurements, Map<String, TruthLogEntry> truth) {
      SortedSample firstToken =
          SortedSample.of(
              measurements,
              one ->
                  one.timeToFirstTokenNanos()
                      - requireNonNull(truth.get(one.requestId())).timeToFirstTokenNanos());
      SortedSample interToken =
          SortedSample.of(
              measurements,
              one ->
                  Math.abs(
                      one.interTokenNanos()
                          - requireNonNull(truth.get(one.requestId())).interTokenNanos()));
      List<RequestMeasurement> first =
          measurements.subList(0, Math.min(FIRST_REQUESTS, measurements.size()));
      return new Errors(
          firstToken.percentile(50) / NANOS_PER_MILLI,
          firstToken.percentile(99) / NANOS_PER_MILLI,
          interToken.mean() / NANOS_PER_MILLI,
          SortedSample.median(measurements, RequestMeasurement::overheadNanos) / NANOS_PER_MILLI,
          SortedSample.median(first, RequestMeasurement::overheadNanos) / NANOS_PER_MILLI);
    }
  }

  private void addLine(Table table, String name, List<Errors> runs, List<Errors> ofMinimal) {
    double p50 = add(name + ": ttft_error_p50", runs, Errors::timeToFirstTokenP50);
    table.add(
        name,
        p50,
        p50 / SortedSample.median(ofMinimal, Errors::timeToFirstTokenP50),
        add(name + ": ttft_error_p99", runs, Errors::timeToFirstTokenP99),
        add(name + ": itl_error", runs, Errors::interTokenMean),
        add(name + ": overhead_p50", runs, Errors::overheadP50),
        add(name + ": first_overhead_p50", runs, Errors::firstOverheadP50));
  }

  private double add(String figure, List<Errors> runs, ToDoubleFunction<Errors> millis) {
    return figures.add(figure, "ms", Better.LOWER, runs, millis);
  }
}
