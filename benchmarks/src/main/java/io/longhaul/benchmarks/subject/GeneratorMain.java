package io.longhaul.benchmarks.subject;

import io.longhaul.load.GeneratorReport;
import io.longhaul.load.GeneratorSetup;
import io.longhaul.load.LoadGenerator;
import io.longhaul.load.TargetConnections;
import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A load generator in a separate process, without coordinator and pipeline: a closed loop that
 * publishes its events to partition 0 of a topic. Arguments: base URL, requests in flight, endpoint
 * type, {@code streamed} or {@code whole}, token source ({@code server} or {@code client}),
 * bootstrap servers, topic, {@link RequestMedia}. Command: the number of requests. Response: their
 * {@link Cost} until the last event is acknowledged.
 */
public final class GeneratorMain {
  private static final String LOOP_THREAD = "load-g0.0";
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(30);
  private static final long SPOOL_BYTES = 1L << 30;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final String url;
  private final int concurrency;
  private final EndpointType endpointType;
  private final boolean streamed;
  private final boolean serverCounts;
  private final Map<String, Object> brokers;
  private final String topic;
  private final RequestMedia carried;
  private final AnchoredRunClock clock = new AnchoredRunClock();

  private GeneratorMain(String[] args) {
    this.url = args[0];
    this.concurrency = Integer.parseInt(args[1]);
    this.endpointType = Endpoints.named(args[2]);
    this.streamed = args[3].equals("streamed");
    this.serverCounts = args[4].equals("server");
    this.brokers = Map.of("bootstrap.servers", args[5]);
    this.topic = args[6];
    this.carried = RequestMedia.valueOf(args[7]);
  }

  public static void main(String[] args) throws Exception {
    GeneratorMain generator = new GeneratorMain(args);
    CommandLoop.run(command -> generator.run(Long.parseLong(command)));
  }

  private Cost run(long requests)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    RunPlan plan =
        RunPlanBuilder.plan("benchmark")
            .url(url)
            .model("mock-model")
            .tokenizer("builtin")
            .endpointType(endpointType)
            .streaming(streamed)
            .useServerTokenCount(serverCounts)
            .inputTokens(32, 0)
            .media(carried.media())
            .entries(100)
            .concurrency(concurrency)
            .requestCount(requests)
            .rehearsalRequests(0)
            .build();
    Tokenizer tokenizer =
        Tokenizers.ofThisProcess().load(plan.tokenizer(), serverCounts).tokenizer();
    Path spools = Files.createTempDirectory("longhaul-benchmark");
    try (SpoolFolder folder = SpoolFolder.of(spools, "generator");
        EventPublisher publisher =
            new KafkaEventPublisher(
                brokers, "benchmark", folder.open("benchmark", SPOOL_BYTES), false);
        LoadGenerator generator = new LoadGenerator(setup(plan, tokenizer, publisher))) {
      generator.prepare();
      return measure(generator, publisher);
    } finally {
      Files.deleteIfExists(spools);
    }
  }

  private GeneratorSetup setup(RunPlan plan, Tokenizer tokenizer, EventPublisher publisher) {
    return new GeneratorSetup(
        plan,
        0,
        1,
        System.currentTimeMillis(),
        topic,
        1,
        clock,
        PromptSources.of(plan, tokenizer),
        tokenizer,
        TargetConnections.clients(plan, Map.of(), clock),
        publisher,
        GeneratorSetup.NO_ISSUED_COUNTS,
        ExchangeStores.NONE,
        Map.of());
  }

  private Cost measure(LoadGenerator generator, EventPublisher publisher)
      throws ExecutionException, TimeoutException, InterruptedException {
    long startEpochNanos = (clock.epochNanos() / NANOS_PER_SECOND + 2) * NANOS_PER_SECOND;
    CostMeter meter = new CostMeter(LOOP_THREAD);
    GeneratorReport report = generator.start(startEpochNanos).get(10, TimeUnit.MINUTES);
    long elapsedNanos = clock.epochNanos() - startEpochNanos;
    if (!publisher.flush(FLUSH_TIMEOUT) || report.droppedEvents() > 0) {
      throw new IllegalStateException("Cannot measure: events were lost or not acknowledged");
    }
    return meter.read(report.issued(), elapsedNanos);
  }
}
