package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.load.plan.ArrivalPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * How far what a client says lies from what the server knows: time to first token and inter-token
 * latency of each request, held against the mock server's truth log (both processes read the same
 * monotonic clock; what lies between them, the kernel included, is the error).
 *
 * <p>Subjects are {@code longhaul profile} with everything running and a minimal client with the
 * same stamps and the same arrivals. They take turns, each with a mock server of its own.
 */
@Command(name = "TtftAccuracy", mixinStandardHelpOptions = true)
public final class TtftAccuracy implements Callable<Integer> {
  private static final int WARM_REQUESTS = 2_000;
  private static final double NANOS_PER_MILLI = 1e6;

  /** The first requests of a run, before anything could get warm by them. */
  private static final int FIRST_REQUESTS = 20;

  @Option(names = "--rounds", defaultValue = "5", description = "Rounds, of which medians are told")
  private int rounds;

  @Option(
      names = "--rates",
      split = ",",
      defaultValue = "20,200",
      description = "Requests per second, Poisson")
  private List<Integer> rates;

  @Option(names = "--seconds", defaultValue = "15", description = "Length of a run")
  private int seconds;

  @Option(
      names = "--ttft",
      defaultValue = "50ms",
      description = "The mock server's; one per request")
  private String timeToFirstToken;

  @Option(names = "--itl", defaultValue = "10ms", description = "The mock server's, token by token")
  private String interTokenLatency;

  @Option(names = "--tokens", defaultValue = "32", description = "Tokens of an answer")
  private int tokens;

  @Option(
      names = "--endpoint-type",
      defaultValue = "chat",
      description = "What longhaul asks, such as kserve; the minimal client always asks chat")
  private String endpointType;

  @Option(
      names = "--http2",
      description =
          "Longhaul asks over HTTP/2; the minimal client, by which it is measured, over HTTP/1.1")
  private boolean overHttp2;

  public static void main(String[] args) {
    System.exit(new CommandLine(new TtftAccuracy()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
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
        minimal.add(measure(rate, this::minimalClient));
        longhaul.add(measure(rate, new Longhaul(tester)));
      }
      addLine(table, rate + "/s, minimal client", minimal, minimal);
      addLine(table, rate + "/s, longhaul profile", longhaul, minimal);
    }
    table.add("goal", "≤ 0.70", "≤ 1.50", "≤ 5.00", "≤ 0.20", "≤ 0.30", "≤ 0.30");
    System.out.printf(
        "Streams of %d tokens, first after %s, then every %s; medians of %d runs of %d s%n%n%s",
        tokens, timeToFirstToken, interTokenLatency, rounds, seconds, table);
    return 0;
  }

  /** A client to be measured. */
  private interface Subject {
    /** What it says of the requests that it sent, in the order of sending. */
    List<RequestMeasurement> run(String url, int rate, Path folder) throws Exception;

    /** Warms what only it asks of the server. */
    default void warm(String url, Path folder) throws Exception {}
  }

  /** {@code longhaul profile}. */
  private final class Longhaul implements Subject {
    private final LoadTester tester;

    Longhaul(LoadTester tester) {
      this.tester = tester;
    }

    @Override
    public List<RequestMeasurement> run(String url, int rate, Path folder) throws Exception {
      return longhaul(tester, url, rate, folder);
    }

    @Override
    public void warm(String url, Path folder) throws Exception {
      if (!endpointType.equals("chat") || overHttp2) {
        List<String> options = options("--concurrency", 16, "--request-count", WARM_REQUESTS);
        tester.run(folder.resolve("warm"), url, options);
      }
    }
  }

  private Errors measure(int rate, Subject subject) throws Exception {
    try (TruthServer server = TruthServer.start(timeToFirstToken, interTokenLatency, tokens)) {
      subject.warm(server.url(), server.folder());
      List<RequestMeasurement> measurements = subject.run(server.url(), rate, server.folder());
      return Errors.of(measurements, server.truth());
    }
  }

  private List<RequestMeasurement> minimalClient(String url, int rate, Path folder) throws IOException {
    try (MinimalClient client = MinimalClient.start(url)) {
      client.warm();
      return client.open(ArrivalPattern.POISSON, rate, seconds, folder);
    }
  }

  private List<RequestMeasurement> longhaul(LoadTester tester, String url, int rate, Path folder)
      throws Exception {
    List<String> options = options("--request-rate", rate, "--benchmark-duration", seconds);
    return tester.run(folder.resolve("artifacts"), url, options).measurements();
  }

  private List<String> options(String load, int amount, String length, int limit) {
    List<String> options =
        new ArrayList<>(
            List.of(
                load,
                Integer.toString(amount),
                length,
                Integer.toString(limit),
                "--endpoint-type",
                endpointType,
                "--tokenizer",
                "builtin"));
    if (overHttp2) {
      options.addAll(List.of("--http-version", "2"));
    }
    return options;
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
                  one.timeToFirstTokenNanos() - truth.get(one.requestId()).timeToFirstTokenNanos());
      SortedSample interToken =
          SortedSample.of(
              measurements,
              one ->
                  Math.abs(one.interTokenNanos() - truth.get(one.requestId()).interTokenNanos()));
      List<RequestMeasurement> first = measurements.subList(0, Math.min(FIRST_REQUESTS, measurements.size()));
      return new Errors(
          firstToken.percentile(50) / NANOS_PER_MILLI,
          firstToken.percentile(99) / NANOS_PER_MILLI,
          interToken.mean() / NANOS_PER_MILLI,
          SortedSample.median(measurements, RequestMeasurement::overheadNanos) / NANOS_PER_MILLI,
          SortedSample.median(first, RequestMeasurement::overheadNanos) / NANOS_PER_MILLI);
    }
  }

  private static void addLine(Table table, String name, List<Errors> runs, List<Errors> ofMinimal) {
    double p50 = SortedSample.median(runs, Errors::timeToFirstTokenP50);
    table.add(
        name,
        p50,
        p50 / SortedSample.median(ofMinimal, Errors::timeToFirstTokenP50),
        SortedSample.median(runs, Errors::timeToFirstTokenP99),
        SortedSample.median(runs, Errors::interTokenMean),
        SortedSample.median(runs, Errors::overheadP50),
        SortedSample.median(runs, Errors::firstOverheadP50));
  }
}
