package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.BareLoopMain;
import io.longhaul.benchmarks.subject.Broker;
import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.Cost;
import io.longhaul.benchmarks.subject.GeneratorMain;
import io.longhaul.benchmarks.subject.MockServerMain;
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
 * after one round each to get warm.
 */
@Command(name = "EventLoopCost", mixinStandardHelpOptions = true)
public final class EventLoopCost implements Callable<Integer> {
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);
  private static final String TOPIC = "benchmark.timing";

  /** As a generator is started by {@code longhaul profile}. */
  private static final List<String> JVM_OPTIONS = List.of("-Xmx1g", "-XX:+UseSerialGC");

  @Option(names = "--rounds", defaultValue = "5", description = "Rounds, of which medians are told")
  private int rounds;

  @Option(names = "--requests", defaultValue = "30000", description = "Requests in a round")
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
        Child mock = Child.start(MockServerMain.class, JVM_OPTIONS, server)) {
      String url = mock.ask("url", LONGEST_ROUND);
      String closed =
          "closed " + concurrency + " " + requests + " " + broker.bootstrapServers() + " " + TOPIC;
      List<String> bare = List.of(url, Integer.toString(concurrency));
      try (Contender bareLoop =
              Contender.start(BareLoopMain.class, bare, Integer.toString(requests));
          Contender serverCounts =
              Contender.start(GeneratorMain.class, List.of(url, "server"), closed);
          Contender clientCounts =
              Contender.start(GeneratorMain.class, List.of(url, "client"), closed)) {
        compete(List.of(bareLoop, serverCounts, clientCounts));
        System.out.println(report(bareLoop.costs, serverCounts.costs, clientCounts.costs));
      }
    }
    return 0;
  }

  private void compete(List<Contender> contenders) {
    contenders.forEach(Contender::run);
    contenders.forEach(contender -> contender.costs.clear());
    for (int round = 0; round < rounds; round++) {
      contenders.forEach(Contender::run);
    }
  }

  /** A process that runs rounds, and what they cost. */
  private record Contender(Child process, String order, List<Cost> costs) implements AutoCloseable {

    static Contender start(Class<?> mainClass, List<String> arguments, String order)
        throws Exception {
      return new Contender(
          Child.start(mainClass, JVM_OPTIONS, arguments), order, new ArrayList<>());
    }

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
