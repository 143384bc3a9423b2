package io.longhaul.cli;

import io.longhaul.cli.coordinator.GeneratorLoad;
import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.KafkaUnreachableException;
import io.longhaul.cli.coordinator.RunTopics;
import io.longhaul.load.GeneratorReport;
import io.longhaul.load.GeneratorSetup;
import io.longhaul.load.LoadGenerator;
import io.longhaul.load.TargetConnections;
import io.longhaul.load.dataset.PromptSource;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.keep.Keepers;
import io.longhaul.load.keep.KeptFiles;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.Precedence;
import io.longhaul.load.tokenizer.LoadedTokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.wire.control.LaneAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This process's share of a run: a load generator whose events go to Kafka. */
final class GeneratorWorker implements GeneratorLoad {
  private static final Logger LOG = LoggerFactory.getLogger(GeneratorWorker.class);
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(60);

  private final KafkaCluster kafka;
  private final long incarnationEpochMillis;
  private final Function<EndpointType, Map<String, Secret>> secrets;
  private final GeneratorFiles files;
  private final EventDelivery delivery;
  private final String planJson;
  private final int share;
  private final int shares;

  /** Guards what is made while preparing, which a stop may interrupt. */
  private final Object lock = new Object();

  private boolean stopped;
  private boolean cancelled;
  private boolean started;

  /** Null when nothing is kept. */
  private KeptFiles exchanges;

  private PromptSource prompts;
  private LoadGenerator generator;

  /**
   * Nothing is made yet.
   *
   * @param secrets HTTP headers that stand in no plan, as an endpoint wants them
   * @param delivery is given this share's events
   */
  GeneratorWorker(
      KafkaCluster kafka,
      long incarnationEpochMillis,
      Function<EndpointType, Map<String, Secret>> secrets,
      GeneratorFiles files,
      EventDelivery delivery,
      String planJson,
      int share,
      int shares) {
    this.kafka = kafka;
    this.incarnationEpochMillis = incarnationEpochMillis;
    this.secrets = secrets;
    this.files = files;
    this.delivery = delivery;
    this.planJson = planJson;
    this.share = share;
    this.shares = shares;
  }

  @Override
  public List<LaneAddress> prepare() throws Exception {
    RunPlan plan = RunPlanJson.fromJson(planJson);
    Map<String, Secret> secretHeaders = secrets.apply(plan.request().endpointType());
    LoadedTokenizer tokenizer =
        Tokenizers.ofThisProcess().load(plan.tokenizer(), plan.request().useServerTokenCount());
    tokenizer.warnings().forEach(LOG::warn);
    PromptSource promptSource = PromptSource.of(plan, tokenizer.tokenizer());
    RunTopics.TimingTopic timing = timingTopic();
    AnchoredRunClock clock = new AnchoredRunClock();
    KafkaEventPublisher events = new KafkaEventPublisher(kafka.connection(), "g" + share);
    KeptFiles exchangeFiles =
        files.keepIn() == null ? null : new KeptFiles(files.keepIn(), files.keep(), secretHeaders);
    LoadGenerator created =
        new LoadGenerator(
            new GeneratorSetup(
                plan,
                share,
                shares,
                incarnationEpochMillis,
                kafka.topics().timing(),
                timing.partitions(),
                clock,
                promptSource,
                tokenizer.tokenizer(),
                TargetConnections.clients(plan, secretHeaders, clock),
                events,
                counts(plan),
                exchangeFiles == null ? Keepers.NONE : exchangeFiles,
                secretHeaders));
    delivery.watch(events, timing.clusterId(), fileName(plan));
    synchronized (lock) {
      exchanges = exchangeFiles;
      prompts = promptSource;
      generator = created;
      if (stopped) {
        created.stop(cancelled);
      }
    }
    created.idleLanes().forEach(LOG::warn);
    created.prepare();
    // What was made so far lives as long as the run: no collection within the load shall copy it.
    System.gc();
    if (files.inputs() != null && !created.writeInputs(files.inputs())) {
      LOG.info("Prompts are made up when they are asked: {} is not written", files.inputs());
    }
    return created.laneAddresses();
  }

  private String fileName(RunPlan plan) {
    return plan.runId() + ".g" + share + "." + Long.toString(incarnationEpochMillis, 36);
  }

  /** Kafka may be away just now: it is asked until it answers, or the load is stopped. */
  private RunTopics.TimingTopic timingTopic()
      throws KafkaUnreachableException, InterruptedException {
    while (true) {
      try {
        return new RunTopics(kafka).timingTopic();
      } catch (KafkaUnreachableException e) {
        synchronized (lock) {
          if (stopped) {
            throw e;
          }
        }
        LOG.warn("Asking again: {}", e.getMessage());
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  private Function<String, LongConsumer> counts(RunPlan plan) throws IOException {
    if (files.issuedCounts() == null) {
      return GeneratorSetup.COUNTS_FOR_NOBODY;
    }
    int phases = LoadPhase.values().length;
    return IssuedCounts.in(files.issuedCounts(), phases * plan.measurement().lanesPerGenerator())
        ::lane;
  }

  @Override
  public CompletableFuture<Void> warmUp() {
    CompletableFuture<GeneratorReport> load = generator.warmUp();
    Precedence.compilersGiveWay();
    return load.thenAccept(report -> LOG.info("Warm-up: {}", report));
  }

  @Override
  public CompletableFuture<Void> start(long runStartEpochNanos) {
    started = true;
    CompletableFuture<GeneratorReport> load = generator.start(runStartEpochNanos);
    // The rehearsal is over: what it asked to be compiled should be, before the first request.
    Precedence.compilersGiveWay();
    return load.thenAccept(report -> LOG.info("Load: {}", report));
  }

  @Override
  public void stop(boolean cancelInFlight) {
    synchronized (lock) {
      stopped = true;
      cancelled |= cancelInFlight;
      if (generator != null) {
        generator.stop(cancelled);
      }
    }
  }

  @Override
  public boolean flush() {
    boolean allStored = exchanges == null || exchanges.flush(FLUSH_TIMEOUT);
    if (!delivery.awaitAcknowledged() && started) {
      // Nothing follows: what is in a file is safe, whatever becomes of this process.
      delivery.saveUnacknowledged();
    }
    return allStored && !delivery.isLossy();
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (generator != null) {
        generator.close();
        prompts.close();
        delivery.saveUnacknowledged();
        if (exchanges != null) {
          exchanges.close();
        }
      }
    }
  }
}
