package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.BareLoopMain;
import io.longhaul.benchmarks.subject.Broker;
import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.Cost;
import io.longhaul.benchmarks.subject.GeneratorMain;
import io.longhaul.benchmarks.subject.MockServerMain;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What a streamed request costs the generator, held against a bare loop over the same HTTP client:
 * CPU time of the event loop's thread, and of the whole process.
 *
 * <p>Mock server, broker, bare loop and two generators (one leaves the counting of tokens to the
 * server, one counts itself) are processes of their own. The three take turns, round by round,
 * after two rounds each to get warm.
 */
@Command(name = "EventLoopCost", mixinStandardHelpOptions = true)
public final class EventLoopCost implements Callable<Integer> {
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);
  private static final String TOPIC = "benchmark.timing";

  private static final List<String> MOCK_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
  private static final int WARM_UP_ROUNDS = 2;

  /** As {@code longhaul profile} starts a generator. */
  private static final List<String> GENERATOR_JVM =
      List.of("-Xms256m", "-Xmx1g", "-XX:+UseParallelGC", "-XX:ParallelGCThreads=2");

  @Option(names = "--rounds", defaultValue = "5", description = "Rounds, of which medians are told")
  private int rounds;

  @Option(names = "--requests", defaultValue = "100000", description = "Requests in a round")
  private int requests;

  @Option(names = "--concurrency", defaultValue = "64", description = "Requests in flight")
  private int concurrency;

  @Option(names = "--chunks", defaultValue = "32", description = "Chunks of an answer")
  private int chunks;

  @Option(
      names = "--itl",
      defaultValue = "0ms",
      description = "Time between chunks; 0ms: all of them come in one read")
  private String interTokenLatency;

  public static void main(String[] args) {
    System.exit(new CommandLine(new EventLoopCost()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<String> server = List.of("0ms", interTokenLatency, Integer.toString(chunks), "-");
    try (Broker broker = Broker.start(TOPIC);
        Child mock = Child.start(MockServerMain.class, MOCK_JVM, server)) {
      String url = mock.ask("url", LONGEST_ROUND);
      String slots = Integer.toString(concurrency);
      String kafka = broker.bootstrapServers();
      try (Contender bareLoop = contender(BareLoopMain.class, url, slots);
          Contender serverCounts =
              contender(GeneratorMain.class, url, slots, "server", kafka, TOPIC);
          Contender clientCounts =
              contender(GeneratorMain.class, url, slots, "client", kafka, TOPIC)) {
        compete(List.of(bareLoop, serverCounts, clientCounts));
        System.out.println(report(bareLoop.costs, serverCounts.costs, clientCounts.costs));
      }
    }
    return 0;
  }

  private Contender contender(Class<?> mainClass, String... arguments) throws IOException {
    Child process = Child.start(mainClass, GENERATOR_JVM, List.of(arguments));
    return new Contender(process, Integer.toString(requests), new ArrayList<>());
  }

  private void compete(List<Contender> contenders) {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      contenders.forEach(Contender::run);
    }
    contenders.forEach(contender -> contender.costs.clear());
    for (int round = 0; round < rounds; round++) {
      contenders.forEach(Contender::run);
    }
  }

  /** A process that runs rounds, and what they cost. */
  private record Contender(Child process, String order, List<Cost> costs) implements AutoCloseable {

    void run() {
      costs.add(Cost.ofLine(process.ask(order, LONGEST_ROUND)));
    }

    @Override
    public void close() {
      process.close();
    }
  }

  private String report(List<Cost> bareLoop, List<Cost> serverCounts, List<Cost> clientCounts) {
    Table table =
        new Table("CPU per request", "loop, µs", "ratio", "process, µs", "ratio", "requests/s");
    addLine(table, "bare Async HTTP Client", bareLoop, bareLoop);
    addLine(table, "generator, server counts tokens", serverCounts, bareLoop);
    addLine(table, "generator, client counts tokens", clientCounts, bareLoop);
    table.add("goal, server counts", "", "≤ 1.50", "", "≤ 3.50");
    return "Streamed requests of %d chunks (%s apart), %d in flight; medians of %d rounds of %d%n%n%s"
        .formatted(chunks, interTokenLatency, concurrency, rounds, requests, table);
  }

  private static void addLine(Table table, String name, List<Cost> costs, List<Cost> bare) {
    double loop = Sample.median(costs, Cost::loopMicros);
    double process = Sample.median(costs, Cost::processMicros);
    table.add(
        name,
        loop,
        loop / Sample.median(bare, Cost::loopMicros),
        process,
        process / Sample.median(bare, Cost::processMicros),
        Sample.median(costs, Cost::requestsPerSecond));
  }
}
