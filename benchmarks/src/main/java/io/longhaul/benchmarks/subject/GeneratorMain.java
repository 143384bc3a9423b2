package io.longhaul.benchmarks.subject;

import io.longhaul.load.GeneratorReport;
import io.longhaul.load.GeneratorSetup;
import io.longhaul.load.LoadGenerator;
import io.longhaul.load.dataset.PromptSource;
import io.longhaul.load.http.AhcLlmClient;
import io.longhaul.load.http.ClientSettings;
import io.longhaul.load.plan.ArrivalPattern;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.publish.FileEventPublisher;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A load generator as a process of its own, without coordinator and pipeline. Arguments: base URL,
 * who counts tokens ({@code server} or {@code client}). Orders:
 *
 * <ul>
 *   <li>{@code closed CONCURRENCY COUNT BOOTSTRAP_SERVERS TOPIC}: a closed loop, published into
 *       partition 0; answers its {@link Cost}, which ends when the last event is acknowledged
 *   <li>{@code open PER_SECOND SECONDS FILE}: arrivals at a constant rate, published into a file;
 *       answers how many requests were sent
 * </ul>
 */
public final class GeneratorMain {
  private static final String LOOP_THREAD = "load-g0.0";
  private static final Duration LONGEST_FLUSH = Duration.ofSeconds(30);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final String url;
  private final boolean serverCounts;
  private final AnchoredRunClock clock = new AnchoredRunClock();

  private GeneratorMain(String url, boolean serverCounts) {
    this.url = url;
    this.serverCounts = serverCounts;
  }

  public static void main(String[] args) throws Exception {
    GeneratorMain generator = new GeneratorMain(args[0], args[1].equals("server"));
    Orders.obey(order -> generator.obey(order.split(" ", -1)));
  }

  private String obey(String[] words) throws Exception {
    if (words[0].equals("closed")) {
      Map<String, Object> brokers = Map.of("bootstrap.servers", words[3]);
      RunPlan plan =
          plan()
              .concurrency(Integer.parseInt(words[1]))
              .requestCount(Long.parseLong(words[2]))
              .rehearsalRequests(0)
              .build();
      try (EventPublisher publisher = new KafkaEventPublisher(brokers, "benchmark")) {
        return run(plan, words[4], publisher).toLine();
      }
    }
    RunPlan plan =
        plan()
            .requestRate(Double.parseDouble(words[1]))
            .arrivalPattern(ArrivalPattern.CONSTANT)
            .durationNanos(Long.parseLong(words[2]) * NANOS_PER_SECOND)
            .build();
    try (EventPublisher publisher = new FileEventPublisher(Path.of(words[3]))) {
      return Long.toString(run(plan, "longhaul.timing", publisher).requests());
    }
  }

  private RunPlanBuilder plan() {
    return RunPlan.builder("benchmark")
        .url(url)
        .model("mock-model")
        .tokenizer("builtin")
        .streaming(true)
        .useServerTokenCount(serverCounts)
        .inputTokens(32, 0)
        .entries(100);
  }

  private Cost run(RunPlan plan, String topic, EventPublisher publisher) throws Exception {
    Tokenizer tokenizer =
        Tokenizers.ofThisProcess().load(plan.tokenizer(), serverCounts).tokenizer();
    GeneratorSetup setup =
        new GeneratorSetup(
            plan,
            0,
            1,
            System.currentTimeMillis(),
            topic,
            1,
            clock,
            PromptSource.of(plan, tokenizer),
            tokenizer,
            name -> new AhcLlmClient(name, clock, ClientSettings.DEFAULTS),
            publisher,
            null);
    try (LoadGenerator generator = new LoadGenerator(setup)) {
      generator.prepare();
      return measure(generator, publisher);
    }
  }

  private Cost measure(LoadGenerator generator, EventPublisher publisher) throws Exception {
    long startEpochNanos = (clock.epochNanos() / NANOS_PER_SECOND + 2) * NANOS_PER_SECOND;
    CostMeter meter = new CostMeter(LOOP_THREAD);
    GeneratorReport report = generator.start(startEpochNanos).get(10, TimeUnit.MINUTES);
    long elapsedNanos = clock.epochNanos() - startEpochNanos;
    if (!publisher.flush(LONGEST_FLUSH) || report.droppedEvents() > 0) {
      throw new IllegalStateException("Cannot measure: events were lost or not acknowledged");
    }
    return meter.read(report.issued(), elapsedNanos);
  }
}
