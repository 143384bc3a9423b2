package io.longhaul.load;

import io.longhaul.load.endpoint.EndpointDialect;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.keep.LaneExchangeStore;
import io.longhaul.load.plan.CancellationPlan;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.LoadPlan;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.Redaction;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.record.LaneDescription;
import io.longhaul.load.record.LaneRecorder;
import io.longhaul.load.record.LaneSummary;
import io.longhaul.load.schedule.Cancellations;
import io.longhaul.load.time.PauseMeter;
import io.longhaul.load.time.ProcessMonitor;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests of the run's shape through the whole path of every lane to a server in this
 * process, and discards the results. Code that runs for the first time runs slowly, which must not
 * affect the measurement.
 */
final class Rehearsal {
  private static final int CONCURRENCY = 16;
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final GeneratorSetup setup;
  private final EndpointDialect dialect;
  private final Tokenizer tokenizer;
  private final PauseMeter pauses;

  Rehearsal(GeneratorSetup setup, EndpointDialect dialect, Tokenizer tokenizer, PauseMeter pauses) {
    this.setup = setup;
    this.dialect = dialect;
    this.tokenizer = tokenizer;
    this.pauses = pauses;
  }

  /**
   * Rehearses on all clients in parallel; returns when it has finished.
   *
   * @param count number of requests, over all clients
   * @param maxNanos time after which no further request is sent; the last requests get 200 ms more
   */
  GeneratorReport run(List<LlmClient> clients, RequestFactory requests, long count, long maxNanos) {
    RunPlan plan = rehearsalPlan(count, maxNanos);
    try (LoopbackServer server =
        new LoopbackServer(
            RehearsalResponse.of(dialect, plan.request(), plan.target().httpVersion()))) {
      RequestFactory rehearsed = requests.forUrl(server.url(plan.request().path()));
      List<CompletableFuture<LaneSummary>> lanes = new ArrayList<>();
      for (int loop = 0; loop < clients.size(); loop++) {
        lanes.add(rehearse(clients.get(loop), loop, clients.size(), plan, rehearsed));
      }
      return new GeneratorReport(lanes.stream().map(CompletableFuture::join).toList());
    }
  }

  private CompletableFuture<LaneSummary> rehearse(
      LlmClient client, int loop, int loops, RunPlan plan, RequestFactory requests) {
    LaneDescription description =
        new LaneDescription(
            plan.runId(),
            "rehearsal." + loop,
            setup.processId(),
            LaneKind.GENERATOR,
            Phase.WARMUP,
            setup.incarnationEpochMillis(),
            setup.timingTopic(),
            0,
            WirePlan.of(plan, null));
    LaneRecorder recorder =
        new LaneRecorder(
            description,
            setup.clock(),
            setup.clock().readAnchor(),
            dialect,
            tokenizer,
            new ProcessMonitor(setup.clock(), pauses),
            new DiscardingLanePublisher(),
            LaneExchangeStore.NONE,
            Redaction.NONE);
    PlanShare share = new PlanShare(loop, loops, CONCURRENCY * loops);
    LaneSender load =
        new LaneSender(
            client,
            setup.clock(),
            recorder,
            requests,
            requests::firstTurn,
            new NextTurnBuilder(description.laneId(), requests, setup.tokenizer(), recorder::fail),
            count -> RequestId.of(setup.generator(), setup.incarnationEpochMillis(), -1 - count),
            GeneratorSetup.NO_ISSUED_COUNTS.apply(description.laneId()),
            new ClosedLoopScheduler(plan, LoadPhase.PROFILING, share),
            Cancellations.of(plan, LoadPhase.PROFILING),
            RequestLabels.of(setup.plan(), LoadPhase.PROFILING),
            plan.load().profiling());
    load.open(setup.clock().nowNanos());
    return recorder.ended();
  }

  /** Returns the run's plan with a shorter load. */
  private RunPlan rehearsalPlan(long count, long maxNanos) {
    RunPlan plan = setup.plan();
    PhasePlan shortLoad =
        new PhasePlan(
            CONCURRENCY,
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
    return new RunPlan(
        plan.runId(),
        plan.seed(),
        plan.target(),
        plan.request(),
        plan.tokenizer(),
        plan.dataset(),
        new LoadPlan(
            null, shortLoad, plan.load().longestWarmupNanos(), plan.load().longestDurationNanos()),
        plan.measurement());
  }
}
