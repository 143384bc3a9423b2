package io.longhaul.load;

import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.CancellationPlan;
import io.longhaul.load.plan.LoadPlan;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlan;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests of the run's shape through the whole path of every lane to a server in this
 * process, and discards the results. Code that runs for the first time runs slowly, which must not
 * affect the measurement.
 */
final class Rehearsal {
  private static final int CONCURRENCY = 16;
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private Rehearsal() {}

  /**
   * Returns the setup of a generator whose warm-up is the rehearsal: a short closed loop.
   *
   * @param count number of requests, over all lanes
   * @param maxNanos time after which no further request is sent
   */
  static GeneratorSetup of(GeneratorSetup setup, long count, long maxNanos) {
    RunPlan plan = setup.plan();
    PhasePlan shortLoad =
        new PhasePlan(
            CONCURRENCY * plan.measurement().lanesPerGenerator(),
            0,
            null,
            null,
            null,
            false,
            CancellationPlan.NONE,
            count,
            null,
            maxNanos,
            GRACE_NANOS);
    LoadPlan load =
        new LoadPlan(
            shortLoad,
            shortLoad,
            plan.load().longestWarmupNanos(),
            plan.load().longestDurationNanos());
    return new GeneratorSetup(
        new RunPlan(
            plan.runId(),
            plan.seed(),
            plan.target(),
            plan.request(),
            plan.tokenizer(),
            plan.dataset(),
            load,
            plan.measurement()),
        0,
        1,
        setup.incarnationEpochMillis(),
        setup.timingTopic(),
        setup.timingPartitions(),
        setup.clock(),
        setup.prompts(),
        setup.tokenizer(),
        setup.clients(),
        (topic, partition) -> new DiscardingLanePublisher(),
        GeneratorSetup.NO_ISSUED_COUNTS,
        ExchangeStores.NONE,
        Map.of());
  }
}
