package io.longhaul.load;

import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.publish.LanePublisher;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests of the run's shape through the whole path of every lane to a server in this
 * process, and discards the results. Code that runs for the first time runs slowly, which must not
 * affect the measurement.
 */
final class Rehearsal {
  private static final int CONCURRENCY = 16;
  private static final int CHUNKS = 32;
  private static final String WORD = " rehearsal";
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

  /**
   * Returns the handler of the rehearsal server's connections, which responds as the run's endpoint
   * does.
   */
  static LoopbackServer.ConnectionHandler server(
      EndpointDialect dialect, RequestPlan request, HttpVersion version) {
    boolean streaming = request.streaming();
    List<String> response = dialect.sampleResponse(streaming, Collections.nCopies(CHUNKS, WORD));
    if (request.endpointType().speaksGrpc()) {
      return LoopbackHttp2Handler.ofGrpc(response);
    }
    String contentType = streaming ? "text/event-stream" : "application/json";
    List<String> body =
        streaming ? response.stream().map(data -> "data: " + data + "\n\n").toList() : response;
    return version == HttpVersion.HTTP_2
        ? LoopbackHttp2Handler.ofHttp(contentType, body)
        : new LoopbackHttpHandler(contentType, body);
  }

  /** Discards the events of a rehearsal and acknowledges them. */
  private static final class DiscardingLanePublisher implements LanePublisher {
    private volatile long accepted;

    @Override
    public boolean offer(long seq, byte[] key, byte[] value) {
      accepted = seq + 1;
      return true;
    }

    @Override
    public long ackedBelow() {
      return accepted;
    }

    @Override
    public long unacked() {
      return 0;
    }

    @Override
    public boolean isCrowded() {
      return false;
    }

    @Override
    public List<Long> takeLost() {
      return List.of();
    }
  }
}
