package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.BareLoopMain;
import io.longhaul.benchmarks.subject.Broker;
import io.longhaul.benchmarks.subject.Cost;
import io.longhaul.benchmarks.subject.GeneratorMain;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the generator's cost of a streamed request with that of a bare loop with the same HTTP
 * client: CPU time of the event loop's thread, and of the whole process.
 *
 * <p>Mock server, broker, bare loop and two generators (one uses the server's token counts, one
 * counts tokens itself) are separate processes. The bare loop and the generators run in turns,
 * round by round, after two warm-up rounds each.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "EventLoopCost", mixinStandardHelpOptions = true)
public final class EventLoopCost extends RepeatedBenchmark {
  private static final String TOPIC = "benchmark.timing";

  @Option(names = "--requests", defaultValue = "100000", description = "Requests per round")
  private int requests;

  @Option(names = "--concurrency", defaultValue = "64", description = "Requests in flight")
  private int concurrency;

  @Option(names = "--chunks", defaultValue = "32", description = "Chunks per response")
  private int chunks;

  @Option(
      names = "--itl",
      defaultValue = "0ms",
      description = "Time between chunks; with 0ms, all chunks arrive in one read")
  private String interTokenLatency;

  public static void main(String[] args) {
    new EventLoopCost().execute(args);
  }

  @Override
  void run() throws Exception {
    try (Broker broker = Broker.start(TOPIC);
        BenchmarkServer mock = BenchmarkServer.start("0ms", interTokenLatency, chunks)) {
      String url = mock.url();
      String slots = Integer.toString(concurrency);
      String kafka = broker.bootstrapServers();
      try (BenchmarkProcess bareLoop = process(BareLoopMain.class, url, slots);
          BenchmarkProcess serverCounts = generator(url, slots, "server", kafka);
          BenchmarkProcess clientCounts = generator(url, slots, "client", kafka)) {
        BenchmarkProcess.runInTurns(List.of(bareLoop, serverCounts, clientCounts), rounds);
        System.out.println(report(bareLoop, serverCounts, clientCounts));
      }
    }
  }

  private BenchmarkProcess generator(String url, String slots, String counts, String kafka)
      throws IOException {
    return process(
        GeneratorMain.class, url, slots, "chat", "streamed", counts, kafka, TOPIC, "TEXT");
  }

  private BenchmarkProcess process(Class<?> mainClass, String... arguments) throws IOException {
    return BenchmarkProcess.start(mainClass, requests, arguments);
  }

  private String report(
      BenchmarkProcess bareLoop, BenchmarkProcess serverCounts, BenchmarkProcess clientCounts) {
    Table table =
        new Table("CPU per request", "loop, µs", "ratio", "process, µs", "ratio", "requests/s");
    addLine(table, "bare Async HTTP Client", bareLoop, bareLoop);
    addLine(table, "generator, server counts tokens", serverCounts, bareLoop);
    addLine(table, "generator, client counts tokens", clientCounts, bareLoop);
    table.add("goal, server counts", "", "≤ 1.50", "", "≤ 3.50");
    return "Streamed requests of %d chunks (%s apart), %d in flight; medians of %d rounds of %d%n%n%s"
        .formatted(chunks, interTokenLatency, concurrency, rounds, requests, table);
  }

  private void addLine(Table table, String name, BenchmarkProcess one, BenchmarkProcess bare) {
    List<Cost> costs = one.costs();
    double loop = figures.add(name + ": loop", "µs", Better.LOWER, costs, Cost::loopMicros);
    double process =
        figures.add(name + ": process", "µs", Better.LOWER, costs, Cost::processMicros);
    table.add(
        name,
        loop,
        loop / bare.median(Cost::loopMicros),
        process,
        process / bare.median(Cost::processMicros),
        figures.add(
            name + ": requests_per_second", "1/s", Better.HIGHER, costs, Cost::requestsPerSecond));
  }
}
