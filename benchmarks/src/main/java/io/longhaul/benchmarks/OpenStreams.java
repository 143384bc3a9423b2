package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.export.RequestRow;
import io.longhaul.export.SliceRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Opens many slow concurrent streams from one generator process of a complete {@code longhaul
 * profile} and measures its memory, and its send delay. A constant request rate keeps this number
 * of streams open: the first half of the requests fills the server, the second half is sent while
 * it is full. Linux only.
 */
@Command(name = "OpenStreams", mixinStandardHelpOptions = true)
public final class OpenStreams implements Callable<Integer> {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double KILOBYTES_PER_MEGABYTE = 1e3;

  @Option(names = "--streams", defaultValue = "10000", description = "Concurrent streams")
  private int streams;

  @Option(names = "--chunks", defaultValue = "30", description = "Chunks per response")
  private int chunks;

  @Option(names = "--itl", defaultValue = "1", description = "Seconds between chunks")
  private double secondsBetween;

  public static void main(String[] args) {
    System.exit(new CommandLine(new OpenStreams()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    LoadTester longhaul = LoadTester.longhaul();
    double rate = streams / (chunks * secondsBetween);
    String interval = secondsBetween + "s";
    try (TemporaryFolder folder = TemporaryFolder.create();
        BenchmarkServer mock = BenchmarkServer.start(interval, interval, chunks, "-Xmx1g")) {
      List<String> options =
          LoadTester.options(
              "--request-rate %s --arrival-pattern constant --request-count %d --use-server-token-count"
                  .formatted(rate, 2 * streams));
      Path artifacts = folder.path().resolve("artifacts");
      Process parent = longhaul.start(artifacts, mock.url(), options);
      // Almost all requests are sent, and the generator is still running at full load.
      mock.awaitRequests(Math.round(1.95 * streams), parent);
      double megabytes = peakMegabytes(LoadTester.generatorOf(parent));
      LoadTester.end(parent);
      System.out.printf(
          "%d requests, %.0f per second, responses of %d chunks, one every %.1f s%n%n%s",
          2 * streams,
          rate,
          chunks,
          secondsBetween,
          report(new ProfileResult(artifacts, 0, 0), megabytes));
    }
    return 0;
  }

  /** Returns the peak memory of the process, as reported by the operating system. */
  private static double peakMegabytes(ProcessHandle process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
          .map(kilobytes -> kilobytes / KILOBYTES_PER_MEGABYTE)
          .findFirst()
          .orElseThrow();
    }
  }

  private static Table report(ProfileResult run, double generatorMegabytes) throws IOException {
    List<RequestRow> requests = run.requests();
    SortedSample lags =
        SortedSample.of(
            requests.stream().filter(row -> row.getSendLagNs() != null).toList(),
            row -> row.getSendLagNs() / NANOS_PER_MILLI);
    Table table = new Table("One generator", "");
    table.add(
        "concurrent streams, maximum",
        Long.toString(run.slices().stream().mapToLong(SliceRow::getInFlightMax).max().orElse(0)));
    table.add(
        "failed requests",
        Long.toString(requests.stream().filter(row -> !row.getOutcome().equals("ok")).count()));
    table.add("memory of the process, MB", generatorMegabytes);
    table.add("sent later than planned, p50, ms", lags.percentile(50));
    table.add("sent later than planned, p99, ms", lags.percentile(99));
    table.add("sent later than planned, maximum, ms", lags.percentile(100));
    return table;
  }
}
