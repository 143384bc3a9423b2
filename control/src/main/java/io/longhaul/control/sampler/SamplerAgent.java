package io.longhaul.control.sampler;

import io.longhaul.control.ControlMessageKind;
import io.longhaul.control.ControlProtocol;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.CoordinatorTimeout;
import io.longhaul.control.ResendSchedule;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.ProcessName;
import io.longhaul.wire.control.SamplerJoined;
import io.longhaul.wire.control.SamplerPresent;
import io.longhaul.wire.control.VerdictAnnounced;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sampler's side of the control topic. Offers itself to each run whose coordinator is alive,
 * until the coordinator has answered, and samples for the run until its load has ended. If its lane
 * was declared lost, it joins again with another lane. Ends the sampling for a run whose
 * coordinator is silent for the timeout while the topic is readable. Not thread-safe.
 */
public final class SamplerAgent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SamplerAgent.class);
  private static final Duration REPEAT = Duration.ofSeconds(1);

  private final ControlTopic control;
  private final String name;
  private final String toolVersion;
  private final Optional<String> onlyRun;
  private final Duration silenceTimeout;
  private final RunSampling.Factory factory;
  private final Consumer<String> notes;
  private final LongSupplier epochMillis;
  private final LongSupplier nanoTime;
  private final ResendSchedule repeats;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final Set<String> refused = new HashSet<>();
  private long lastIncarnation;
  private boolean isDone;

  /** This sampler's part in a run. */
  private final class Part {
    private final String runId;
    private ProcessName process = newProcess();
    private CoordinatorTimeout timeout = timeoutAfter(silenceTimeout);

    /** Null before the coordinator has answered. */
    private @Nullable RunSampling sampling;

    private String laneId = "";

    Part(String runId) {
      this.runId = runId;
    }
  }

  /**
   * Creates an agent that follows the topic from now on; nothing is sent yet.
   *
   * @param control remains open when the agent is closed
   * @param name name of this machine
   * @param onlyRun the only run to sample for; empty for all runs
   * @param silenceTimeout silence of a coordinator after which its run is left, unless its plan
   *     contains another one
   * @param notes receives a sentence when this sampler joins or leaves a run
   */
  public SamplerAgent(
      ControlTopic control,
      String name,
      String toolVersion,
      Optional<String> onlyRun,
      Duration silenceTimeout,
      RunSampling.Factory factory,
      Consumer<String> notes) {
    this(
        control,
        name,
        toolVersion,
        onlyRun,
        silenceTimeout,
        factory,
        notes,
        System::currentTimeMillis,
        System::nanoTime);
  }

  SamplerAgent(
      ControlTopic control,
      String name,
      String toolVersion,
      Optional<String> onlyRun,
      Duration silenceTimeout,
      RunSampling.Factory factory,
      Consumer<String> notes,
      LongSupplier epochMillis,
      LongSupplier nanoTime) {
    this.control = control;
    this.name = name;
    this.toolVersion = toolVersion;
    this.onlyRun = onlyRun;
    this.silenceTimeout = silenceTimeout;
    this.factory = factory;
    this.notes = notes;
    this.epochMillis = epochMillis;
    this.nanoTime = nanoTime;
    this.repeats = new ResendSchedule(nanoTime);
  }

  /** Each part in a run has another incarnation, and thus another lane. */
  private ProcessName newProcess() {
    lastIncarnation = Math.max(epochMillis.getAsLong(), lastIncarnation + 1);
    return new ProcessName(name, lastIncarnation);
  }

  private CoordinatorTimeout timeoutAfter(Duration silence) {
    return new CoordinatorTimeout(control::readProgress, nanoTime, silence);
  }

  /** Receives messages, waiting at most this long for the first, and acts on them. */
  public void poll(Duration atMost) throws InterruptedException {
    for (SpecificRecordBase message : control.receive(atMost)) {
      handle(message);
    }
    for (Part part : new ArrayList<>(parts.values())) {
      if (part.timeout.isExpired()) {
        leave(
            part, "its coordinator sent nothing for " + part.timeout.timeout().toSeconds() + " s");
      } else if (part.sampling == null && repeats.isDue(part.runId, REPEAT)) {
        control.send(
            SamplerPresent.newBuilder()
                .setRunId(part.runId)
                .setProcessId(name)
                .setIncarnationEpochMs(part.process.getIncarnationEpochMs())
                .setToolVersion(toolVersion)
                .build());
      }
    }
  }

  /** Returns whether the only run to sample for has ended. */
  public boolean isDone() {
    return isDone;
  }

  /** Returns the runs for which this process samples now. */
  public List<String> sampledRuns() {
    return parts.values().stream()
        .filter(part -> part.sampling != null)
        .map(part -> part.runId)
        .toList();
  }

  private void handle(SpecificRecordBase message) throws InterruptedException {
    if (message instanceof CoordinatorAlive alive) {
      if (onlyRun.isEmpty() || onlyRun.get().equals(alive.getRunId())) {
        handle(alive);
      }
    } else if (message instanceof SamplerJoined joined) {
      Part part = parts.get(joined.getRunId());
      if (part != null
          && part.sampling == null
          && part.process.equals(ControlMessageKind.processOf(joined))) {
        start(part, joined);
      }
    } else if (message instanceof VerdictAnnounced verdict) {
      Part part = parts.get(verdict.getRunId());
      if (part != null && part.sampling != null && part.laneId.equals(verdict.getLaneId())) {
        restart(part, verdict.getReason());
      }
    }
  }

  private void handle(CoordinatorAlive alive) throws InterruptedException {
    String runId = alive.getRunId();
    boolean isOver = alive.getClosed() || alive.getLoadEnded();
    Part part = parts.get(runId);
    if (part != null) {
      part.timeout.messageReceived();
      if (isOver) {
        leave(part, "its load has ended");
      }
    } else if (isOver) {
      isDone |= onlyRun.isPresent();
    } else if (ControlProtocol.supports(alive)) {
      parts.put(runId, new Part(runId));
      repeats.reset(runId);
    } else if (refused.add(runId)) {
      notes.accept(
          "Not sampling for run %s: its coordinator uses version %d of the control protocol, and this sampler uses %s (start all processes from the same release)"
              .formatted(runId, alive.getProtocolVersion(), ControlProtocol.supported()));
    }
  }

  private void start(Part part, SamplerJoined joined) {
    RunSampling sampling = factory.start(joined);
    part.sampling = sampling;
    part.laneId = joined.getLane().getLaneId();
    sampling.coordinatorTimeout().ifPresent(timeout -> part.timeout = timeoutAfter(timeout));
    notes.accept("Sampling for run " + part.runId);
  }

  private void restart(Part part, String reason) {
    LOG.warn("Lane {} was declared lost: {}", part.laneId, reason);
    notes.accept(
        "Run %s: the samples of this process were declared lost: %s; joining the run again"
            .formatted(part.runId, reason));
    release(part);
    part.process = newProcess();
    repeats.reset(part.runId);
  }

  private void leave(Part part, String reason) throws InterruptedException {
    boolean sampled = part.sampling != null;
    parts.remove(part.runId);
    end(part);
    isDone |= onlyRun.isPresent();
    if (sampled) {
      notes.accept("Sampling for run " + part.runId + " has ended: " + reason);
    }
  }

  private static void end(Part part) throws InterruptedException {
    RunSampling sampling = part.sampling;
    if (sampling != null) {
      try {
        sampling.end();
      } finally {
        release(part);
      }
    }
  }

  private static void release(Part part) {
    RunSampling sampling = part.sampling;
    part.sampling = null;
    if (sampling != null) {
      sampling.close();
    }
  }

  /** Takes the last samples for all runs and ends their lanes, because this process ends. */
  public void end() throws InterruptedException {
    for (Part part : new ArrayList<>(parts.values())) {
      leave(part, "this process ends");
    }
  }

  /**
   * Stops all threads. Lanes that have not ended stay open until coordinators declare them lost.
   */
  @Override
  public void close() {
    parts.values().forEach(SamplerAgent::release);
    parts.clear();
  }
}
