package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.peers.AiperfPeer;
import io.longhaul.benchmarks.peers.FirstTokenErrors;
import io.longhaul.benchmarks.peers.ObservedRun;
import io.longhaul.benchmarks.peers.Peer;
import io.longhaul.benchmarks.peers.PeerLoad;
import io.longhaul.benchmarks.peers.RunObserver;
import io.longhaul.benchmarks.peers.TimedRequest;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares complete load testers: Longhaul with the client's and with the server's token counts,
 * and those that are given. In turns, each sends the same closed loop to the same mock server, and
 * then a smaller one to a mock server with a truth log. Speed and cost are observed from outside;
 * only the times to first token are each tool's own. Linux only.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "Peers", mixinStandardHelpOptions = true)
public final class Peers extends RepeatedBenchmark {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final int REQUESTS_OF_GROWTH = 100_000;

  /** Beginning of the names of the rates of each five seconds, before the start in seconds. */
  static final String RATE_FROM = "requests_per_second_from_";

  @Mixin private OtherTools tools = new OtherTools();

  @Option(
      names = "--tokenizer",
      required = true,
      description = "Folder that contains a tokenizer.json")
  private Path tokenizer;

  @Option(
      names = "--seconds",
      defaultValue = "30",
      description = "Duration of each closed loop; default: ${DEFAULT-VALUE}")
  private int seconds;

  @Option(
      names = "--concurrency",
      defaultValue = "64",
      description = "Requests in flight in the closed loop; default: ${DEFAULT-VALUE}")
  private int concurrency;

  @Option(
      names = "--tokens",
      defaultValue = "32",
      description = "Tokens of prompts and responses; default: ${DEFAULT-VALUE}")
  private int tokens;

  @Option(
      names = "--streams",
      defaultValue = "16",
      description =
          "Requests in flight for the error of time to first token; default: ${DEFAULT-VALUE}")
  private int streams;

  @Option(
      names = "--error-seconds",
      defaultValue = "20",
      description = "Duration of these requests; 0 omits them; default: ${DEFAULT-VALUE}")
  private int errorSeconds;

  public static void main(String[] args) {
    new Peers().execute(args);
  }

  /** The runs of one tool. */
  private record Runs(List<ObservedRun> loops, List<SortedSample> errors) {
    double median(ToDoubleFunction<ObservedRun> figure) {
      return SortedSample.median(loops, figure);
    }
  }

  @Override
  void run() throws Exception {
    Map<Peer, Runs> runs = new LinkedHashMap<>();
    peers().forEach(peer -> runs.put(peer, new Runs(new ArrayList<>(), new ArrayList<>())));
    try (BenchmarkServer mock = BenchmarkServer.start("0ms", "0ms", tokens)) {
      for (int round = 0; round < rounds; round++) {
        for (Map.Entry<Peer, Runs> entry : runs.entrySet()) {
          entry.getValue().loops().add(closedLoop(entry.getKey(), mock));
          if (errorSeconds > 0) {
            entry.getValue().errors().add(firstTokenErrors(entry.getKey()));
          }
        }
      }
    }
    runs.forEach(this::addFigures);
    System.out.printf(
        "Closed loop of %d for %d s, %d tokens; error of time to first token: %d streams for %d s; medians of %d%n%n%s%n%s",
        concurrency, seconds, tokens, streams, errorSeconds, rounds, costs(runs), rates(runs));
  }

  private List<Peer> peers() throws IOException, InterruptedException {
    Path launcher = LoadTester.longhaul().executable();
    List<Peer> peers = new ArrayList<>();
    peers.add(AiperfPeer.longhaulWithServerCounts(launcher));
    peers.add(AiperfPeer.longhaul(launcher));
    peers.addAll(tools.peers());
    return peers;
  }

  private ObservedRun closedLoop(Peer peer, BenchmarkServer mock)
      throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path files = Files.createDirectory(folder.path().resolve("files"));
      PeerLoad load = new PeerLoad(mock.url(), tokenizer, concurrency, seconds, tokens);
      return RunObserver.observe(peer, load, mock::progress, files);
    }
  }

  private SortedSample firstTokenErrors(Peer peer) throws IOException, InterruptedException {
    // Gaps of different length, so that requests do not start at the same time.
    try (TruthServer server = TruthServer.start("50ms", "uniform(5ms,15ms)", tokens)) {
      Path files = Files.createDirectory(server.folder().resolve("files"));
      RunObserver.run(
          peer, new PeerLoad(server.url(), tokenizer, streams, errorSeconds, tokens), files);
      long epochOfClock = epochNanosOfClock();
      List<TimedRequest> truth =
          server.entries().stream()
              .map(
                  entry ->
                      new TimedRequest(
                          epochOfClock + entry.receivedNanos(), entry.timeToFirstTokenNanos()))
              .toList();
      List<Long> errors = FirstTokenErrors.of(peer.requests(files), truth);
      return SortedSample.of(errors, error -> error / NANOS_PER_MILLI);
    }
  }

  /** Returns the time at which the machine's monotonic clock was 0. */
  private static long epochNanosOfClock() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - System.nanoTime();
  }

  private void addFigures(Peer peer, Runs runs) {
    add(peer, "requests_per_second", "1/s", Better.HIGHER, runs, ObservedRun::requestsPerSecond);
    add(peer, "first_to_steady", "ratio", Better.HIGHER, runs, ObservedRun::firstToSteady);
    add(peer, "cpu_per_request", "ms", Better.LOWER, runs, ObservedRun::cpuMillisPerRequest);
    add(peer, "peak_pss", "MB", Better.LOWER, runs, Peers::peakMegabytes);
    add(peer, "growth_per_100000", "MB", Better.LOWER, runs, Peers::growthMegabytes);
    add(peer, "kept_per_request", "bytes", Better.LOWER, runs, ObservedRun::keptBytesPerRequest);
    add(peer, "to_first_request", "s", Better.LOWER, runs, ObservedRun::toFirstRequestSeconds);
    add(peer, "after_last_answer", "s", Better.LOWER, runs, ObservedRun::afterLastAnswerSeconds);
    addRates(peer, runs);
    if (!runs.errors().isEmpty()) {
      addErrors(peer, "ttft_error_p50", runs, 50);
      addErrors(peer, "ttft_error_p99", runs, 99);
    }
  }

  private void add(
      Peer peer,
      String figure,
      String unit,
      Better better,
      Runs runs,
      ToDoubleFunction<ObservedRun> value) {
    figures.add(peer.name() + ": " + figure, unit, better, runs.loops(), value);
  }

  /** Adds the rate of each five seconds that all rounds have. */
  private void addRates(Peer peer, Runs runs) {
    int slices =
        runs.loops().stream().mapToInt(loop -> loop.perSecond().size()).min().orElseThrow();
    for (int slice = 0; slice < slices; slice++) {
      int index = slice;
      add(
          peer,
          RATE_FROM + slice * ObservedRun.INTERVAL_SECONDS,
          "1/s",
          Better.HIGHER,
          runs,
          loop -> loop.perSecond().get(index));
    }
  }

  private void addErrors(Peer peer, String figure, Runs runs, double percent) {
    figures.add(
        peer.name() + ": " + figure,
        "ms",
        Better.LOWER,
        runs.errors(),
        errors -> errors.percentile(percent));
  }

  private static double peakMegabytes(ObservedRun run) {
    return run.peakPssBytes() / BYTES_PER_MEGABYTE;
  }

  private static double growthMegabytes(ObservedRun run) {
    return run.growthBytesPerRequest() * REQUESTS_OF_GROWTH / BYTES_PER_MEGABYTE;
  }

  private Table costs(Map<Peer, Runs> runs) {
    Table table =
        new Table(
            "",
            "requests/s",
            "first 5 s / steady",
            "CPU ms/request",
            "peak MB",
            "+MB/100,000",
            "kept B/request",
            "to first, s",
            "after last, s",
            "TTFT error p50, ms",
            "p99");
    runs.forEach(
        (peer, of) ->
            table.add(
                peer.name(),
                of.median(ObservedRun::requestsPerSecond),
                of.median(ObservedRun::firstToSteady),
                of.median(ObservedRun::cpuMillisPerRequest),
                of.median(Peers::peakMegabytes),
                of.median(Peers::growthMegabytes),
                of.median(ObservedRun::keptBytesPerRequest),
                of.median(ObservedRun::toFirstRequestSeconds),
                of.median(ObservedRun::afterLastAnswerSeconds),
                errorCell(of, 50),
                errorCell(of, 99)));
    return table;
  }

  private static Object errorCell(Runs runs, double percent) {
    return runs.errors().isEmpty()
        ? ""
        : (Object)
            SortedSample.median(runs.errors(), (SortedSample sample) -> sample.percentile(percent));
  }

  /** Returns the rates of each five seconds of the first round. */
  private static Table rates(Map<Peer, Runs> runs) {
    int most =
        runs.values().stream().mapToInt(of -> of.loops().get(0).perSecond().size()).max().orElse(0);
    List<String> head = new ArrayList<>(List.of("requests/s of each 5 s, first round"));
    for (int slice = 0; slice < most; slice++) {
      head.add(String.format(Locale.ROOT, "%d s", slice * ObservedRun.INTERVAL_SECONDS));
    }
    Table table = new Table(head.toArray(String[]::new));
    runs.forEach(
        (peer, of) -> {
          List<Object> cells = new ArrayList<>(List.of(peer.name()));
          cells.addAll(of.loops().get(0).perSecond());
          table.add(cells.toArray());
        });
    return table;
  }
}
