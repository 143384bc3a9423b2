package io.longhaul.benchmarks;

import static java.util.Objects.requireNonNull;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.MockServerMain;
import io.longhaul.benchmarks.subject.RecordProxyMain;
import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.load.plan.load.ArrivalPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of the proxy of {@code longhaul record}: the delay of first and last chunks
 * between server and client, and the requests per second of a closed loop, with and without the
 * proxy.
 *
 * <p>Client, proxy and mock server are separate processes on the same cores, so requests/s are
 * those of the whole system.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "RecordProxy", mixinStandardHelpOptions = true)
public final class RecordProxy extends RepeatedBenchmark {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(5);
  private static final int WARM_REQUESTS = 10_000;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final List<String> JVM_OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

  @Option(names = "--rate", defaultValue = "100", description = "Requests per second, Poisson")
  private int rate;

  @Option(names = "--seconds", defaultValue = "15", description = "Duration of a run at this rate")
  private int seconds;

  @Option(names = "--ttft", defaultValue = "50ms", description = "Option of the mock server")
  private String timeToFirstToken;

  @Option(names = "--itl", defaultValue = "10ms", description = "Option of the mock server")
  private String interTokenLatency;

  @Option(names = "--tokens", defaultValue = "32", description = "Tokens per response")
  private int tokens;

  @Option(
      names = "--requests",
      defaultValue = "20000",
      description = "Requests of the closed loop of 16, whose responses have no delay")
  private int requests;

  public static void main(String[] args) {
    new RecordProxy().execute(args);
  }

  @Override
  void run() throws Exception {
    List<Figures> direct = new ArrayList<>();
    List<Figures> through = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      direct.add(measure(false));
      through.add(measure(true));
    }
    Table table =
        new Table(
            "milliseconds behind the server",
            "first chunk p50",
            "p99",
            "last chunk p50",
            "p99",
            "requests/s",
            "not recorded");
    addLine(table, "direct", direct);
    addLine(table, "through longhaul record", through);
    System.out.printf(
        "Streams of %d tokens, first after %s, then every %s, at %d/s for %d s; closed loop of %,d"
            + " requests; medians of %d rounds%n%n%s",
        tokens, timeToFirstToken, interTokenLatency, rate, seconds, requests, rounds, table);
  }

  private Figures measure(boolean recorded) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path truthLog = folder.path().resolve("truth.jsonl");
      Driven driven;
      long missing = 0;
      try (Child mock = mock(truthLog)) {
        String server = mock.execute("url", COMMAND_TIMEOUT);
        if (recorded) {
          try (Child proxy = proxy(server, folder.path().resolve("trace.jsonl"))) {
            driven = drive(proxy.execute("url", COMMAND_TIMEOUT), folder.path());
            missing = missing(proxy.execute("end", COMMAND_TIMEOUT));
          }
        } else {
          driven = drive(server, folder.path());
        }
      }
      return Figures.of(driven, TruthLogEntry.read(truthLog), tokens, missing);
    }
  }

  private Child mock(Path truthLog) throws IOException {
    return Child.start(
        MockServerMain.class,
        JVM_OPTIONS,
        List.of(
            timeToFirstToken, interTokenLatency, Integer.toString(tokens), truthLog.toString()));
  }

  private static Child proxy(String server, Path trace) throws IOException {
    return Child.start(RecordProxyMain.class, JVM_OPTIONS, List.of(server, trace.toString()));
  }

  private Driven drive(String url, Path folder) throws IOException {
    try (MinimalClient client = MinimalClient.start(url)) {
      client.closed(WARM_REQUESTS);
      List<RequestMeasurement> measurements =
          client.open(ArrivalPattern.POISSON, rate, seconds, folder);
      long start = System.nanoTime();
      client.closed(requests);
      return new Driven(measurements, requests * NANOS_PER_SECOND / (System.nanoTime() - start));
    }
  }

  /** A client's measurements at the rate, and the requests per second of its closed loop. */
  private record Driven(List<RequestMeasurement> measurements, double perSecond) {}

  private static long missing(String recordedAndNot) {
    return Long.parseLong(recordedAndNot.substring(recordedAndNot.indexOf(' ') + 1));
  }

  /** Figures of one run, times in milliseconds. */
  private record Figures(
      double firstP50,
      double firstP99,
      double lastP50,
      double lastP99,
      double perSecond,
      long missing) {

    static Figures of(Driven driven, Map<String, TruthLogEntry> truth, int tokens, long missing) {
      List<RequestMeasurement> measurements = driven.measurements();
      SortedSample first =
          SortedSample.of(
              measurements,
              one ->
                  one.timeToFirstTokenNanos()
                      - requireNonNull(truth.get(one.requestId())).timeToFirstTokenNanos());
      SortedSample last =
          SortedSample.of(
              measurements,
              one -> lastBehind(one, requireNonNull(truth.get(one.requestId())), tokens));
      return new Figures(
          first.percentile(50) / NANOS_PER_MILLI,
          first.percentile(99) / NANOS_PER_MILLI,
          last.percentile(50) / NANOS_PER_MILLI,
          last.percentile(99) / NANOS_PER_MILLI,
          driven.perSecond(),
          missing);
    }

    private static double lastBehind(
        RequestMeasurement measurement, TruthLogEntry truth, int tokens) {
      double later = measurement.interTokenNanos() - truth.interTokenNanos();
      return measurement.timeToFirstTokenNanos()
          - truth.timeToFirstTokenNanos()
          + later * (tokens - 1);
    }
  }

  private static void addLine(Table table, String name, List<Figures> runs) {
    table.add(
        name,
        SortedSample.median(runs, Figures::firstP50),
        SortedSample.median(runs, Figures::firstP99),
        SortedSample.median(runs, Figures::lastP50),
        SortedSample.median(runs, Figures::lastP99),
        SortedSample.median(runs, Figures::perSecond),
        SortedSample.median(runs, Figures::missing));
  }
}
