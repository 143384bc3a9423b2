package io.longhaul.cli;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.control.generator.GeneratorIdentity;
import io.longhaul.control.generator.GeneratorLoad;
import io.longhaul.load.GeneratorReport;
import io.longhaul.load.GeneratorSetup;
import io.longhaul.load.LoadGenerator;
import io.longhaul.load.TargetConnections;
import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.keep.FileExchangeStores;
import io.longhaul.load.keep.StoredContent;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.CpuPriority;
import io.longhaul.load.tokenizer.LoadedTokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.wire.control.LaneAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends this process's share of a run's load and publishes its events to Kafka. */
final class GeneratorWorker implements GeneratorLoad {
  private static final Logger LOG = LoggerFactory.getLogger(GeneratorWorker.class);
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(60);

  private final Context context;
  private final String planJson;
  private final int share;
  private final int shares;

  /** Guards the fields below; a stop or the end may come during the preparation. */
  private final Object lock = new Object();

  private boolean preparing;
  private boolean stopped;
  private boolean cancelled;
  private boolean closed;
  private boolean started;

  /** Whether the publisher of the delivery is that of this worker. */
  private boolean delivers;

  /** Null until they are created. */
  private @Nullable PromptSource prompts;

  private @Nullable FileExchangeStores exchanges;
  private @Nullable LoadGenerator generator;
  private @Nullable IssuedCounts issuedCounts;

  private Optional<Duration> coordinatorTimeout = Optional.empty();

  /**
   * What the workers of this process have in common.
   *
   * @param secrets returns the secret HTTP headers for an endpoint, which are not part of the plan
   * @param issuedCounts file with the counts of issued requests, which survives a crash of the
   *     process and shows its successor where to continue; null for none, like the other files
   * @param keepIn folder for stored requests and responses
   * @param keep parts of them to store
   * @param inputs file for the inputs of all dataset entries
   * @param delivery delivers this process's events
   */
  record Context(
      KafkaCluster kafka,
      GeneratorIdentity identity,
      Function<EndpointType, Map<String, Secret>> secrets,
      @Nullable Path issuedCounts,
      @Nullable Path keepIn,
      Set<StoredContent> keep,
      @Nullable Path inputs,
      EventDelivery delivery) {}

  /** Creates a worker; nothing is started yet. */
  GeneratorWorker(Context context, String planJson, int share, int shares) {
    this.context = context;
    this.planJson = planJson;
    this.share = share;
    this.shares = shares;
  }

  @Override
  public List<LaneAddress> prepare() throws RunFailedException, IOException, InterruptedException {
    return prepare(null);
  }

  @Override
  public List<LaneAddress> prepareToContinue(long runStartEpochNanos)
      throws RunFailedException, IOException, InterruptedException {
    return prepare(runStartEpochNanos);
  }

  /**
   * Prepares the load.
   *
   * @param runStarted start of the run whose share is continued; null for a whole share
   */
  private List<LaneAddress> prepare(@Nullable Long runStarted)
      throws RunFailedException, IOException, InterruptedException {
    synchronized (lock) {
      requireNotStopped();
      preparing = true;
    }
    try {
      return prepareLoad(runStarted);
    } finally {
      synchronized (lock) {
        preparing = false;
        if (closed) {
          release();
        }
      }
    }
  }

  private List<LaneAddress> prepareLoad(@Nullable Long runStarted)
      throws RunFailedException, IOException, InterruptedException {
    RunPlan plan = RunPlanJson.fromJson(planJson);
    Optional<Map<Integer, SharePosition>> used =
        runStarted == null ? Optional.empty() : usedByPredecessors(plan);
    coordinatorTimeout =
        Optional.ofNullable(plan.measurement().coordinatorTimeoutNanos()).map(Duration::ofNanos);
    Map<String, Secret> secretHeaders = context.secrets().apply(plan.request().endpointType());
    LoadedTokenizer tokenizer =
        Tokenizers.ofThisProcess().load(plan.tokenizer(), plan.request().useServerTokenCount());
    tokenizer.warnings().forEach(LOG::warn);
    PromptSource promptSource = PromptSources.of(plan, tokenizer.tokenizer());
    synchronized (lock) {
      prompts = promptSource;
    }
    RunTopics.TimingTopic timing = timingTopic();
    AnchoredRunClock clock = new AnchoredRunClock();
    LoadGenerator created;
    synchronized (lock) {
      // Another run may use the delivery after the end of this one.
      requireNotStopped();
      KafkaEventPublisher events = context.delivery().open(timing.clusterId(), "g" + share);
      delivers = true;
      exchanges =
          context.keepIn() == null
              ? null
              : new FileExchangeStores(context.keepIn(), context.keep(), secretHeaders);
      created =
          new LoadGenerator(
              new GeneratorSetup(
                  plan,
                  share,
                  shares,
                  context.identity().incarnationEpochMillis(),
                  context.kafka().topics().timing(),
                  timing.partitions(),
                  clock,
                  promptSource,
                  tokenizer.tokenizer(),
                  TargetConnections.clients(plan, secretHeaders, clock),
                  events,
                  counts(plan, runStarted != null),
                  exchanges == null ? ExchangeStores.NONE : exchanges,
                  secretHeaders));
      generator = created;
    }
    created.idleLanes().forEach(LOG::warn);
    created.prepare();
    if (runStarted != null) {
      created.prepareToContinue(runStarted, used);
    }
    // The objects created so far live as long as the run; collect now, so that no collection during
    // the load copies them.
    System.gc();
    if (context.inputs() != null && !created.writeInputs(context.inputs())) {
      LOG.info("Prompts are generated on demand: {} is not written", context.inputs());
    }
    return created.laneAddresses();
  }

  private void requireNotStopped() throws RunFailedException {
    synchronized (lock) {
      if (stopped || closed) {
        throw new RunFailedException(
            ExitCode.DATA_INCOMPLETE, "The load was stopped before it was prepared");
      }
    }
  }

  /** Reads the timing topic; retries during a Kafka outage until the load is stopped. */
  private RunTopics.TimingTopic timingTopic() throws RunFailedException, InterruptedException {
    while (true) {
      requireNotStopped();
      try {
        return new RunTopics(context.kafka()).timingTopic();
      } catch (KafkaUnreachableException e) {
        if (e.isPermanent()) {
          throw e;
        }
        LOG.warn("Asking again: {}", e.getMessage());
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  /**
   * Returns how much of the share earlier processes have used; empty if it is not known.
   *
   * @throws RunFailedException if the share cannot be continued
   */
  private Optional<Map<Integer, SharePosition>> usedByPredecessors(RunPlan plan)
      throws RunFailedException, IOException {
    Optional<Map<Integer, SharePosition>> used =
        context.issuedCounts() == null
            ? Optional.empty()
            : IssuedCounts.positions(context.issuedCounts(), "g" + share);
    Optional<String> obstacle = LoadGenerator.obstacleToContinue(plan, used.isPresent());
    if (obstacle.isPresent()) {
      throw RunFailedException.usage(
          "Cannot continue the share of a lost generator: " + obstacle.get());
    }
    return used;
  }

  private IssuedCounts.Lanes counts(RunPlan plan, boolean continues) throws IOException {
    Path file = context.issuedCounts();
    if (file == null) {
      return GeneratorSetup.NO_ISSUED_COUNTS;
    }
    int lanes = LoadPhase.values().length * plan.measurement().lanesPerGenerator();
    IssuedCounts opened =
        continues ? IssuedCounts.addedTo(file, lanes) : IssuedCounts.in(file, lanes);
    issuedCounts = opened;
    return opened::lane;
  }

  @Override
  public Optional<Duration> coordinatorTimeout() {
    return coordinatorTimeout;
  }

  @Override
  public CompletableFuture<Void> warmUp() {
    CompletableFuture<GeneratorReport> load = requireNonNull(generator).warmUp();
    CpuPriority.deprioritizeCompilers();
    return load.thenAccept(report -> LOG.info("Warm-up: {}", report));
  }

  @Override
  public CompletableFuture<Void> start(long runStartEpochNanos) {
    started = true;
    CompletableFuture<GeneratorReport> load = requireNonNull(generator).start(runStartEpochNanos);
    // Lower the compilers' priority only now, so that the code of the rehearsal is compiled before
    // the first request.
    CpuPriority.deprioritizeCompilers();
    return load.thenAccept(report -> LOG.info("Load: {}", report));
  }

  @Override
  public CompletableFuture<Void> continueFrom(long runStartEpochNanos, long joinsEpochNanos) {
    started = true;
    CompletableFuture<GeneratorReport> load =
        requireNonNull(generator).continueFrom(runStartEpochNanos, joinsEpochNanos);
    CpuPriority.deprioritizeCompilers();
    return load.thenAccept(report -> LOG.info("Rest of the load: {}", report));
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
    boolean unused = context.delivery().awaitAcknowledged();
    if (started) {
      // No further events follow, and another process may send those that remain in the spool.
      context.delivery().close();
    }
    return allStored && !context.delivery().isLossy();
  }

  /** Returns also if the preparation is not complete; its thread then closes what it created. */
  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      if (!preparing) {
        release();
      }
      if (delivers) {
        context.delivery().endDelivery();
      }
    }
  }

  private void release() {
    if (generator != null) {
      generator.close();
    }
    if (issuedCounts != null) {
      try {
        // This process may take part in the same run again.
        issuedCounts.close();
      } catch (IOException e) {
        LOG.warn("Cannot close the counts of issued requests: {}", e.getMessage());
      }
    }
    if (prompts != null) {
      prompts.close();
    }
    if (exchanges != null) {
      exchanges.close();
    }
  }
}
