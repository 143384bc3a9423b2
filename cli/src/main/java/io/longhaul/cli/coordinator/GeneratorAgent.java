package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import io.longhaul.wire.control.VerdictAnnounced;
import io.longhaul.wire.control.WarmupAnnounced;
import io.longhaul.wire.control.WarmupEnded;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A generator's side of the control topic: says that it is there, carries the share that it is
 * given, begins and stops when it is told. A generator that could read the log for a while and
 * heard no coordinator stops by itself, and so does one that reads a verdict about a lane of its
 * own.
 *
 * <p>Runs on one thread; preparing, which takes long, has a thread of its own, so that it can be
 * stopped meanwhile.
 */
public final class GeneratorAgent {
  private static final Logger LOG = LoggerFactory.getLogger(GeneratorAgent.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final ControlLog control;
  private final String runId;
  private final String processId;
  private final long incarnationEpochMillis;
  private final String hostname;
  private final ShareCarrier carrier;
  private final CoordinatorSilence silence;

  private PlanAnnounced plan;
  private ShareAssigned share;
  private boolean warmupAnnounced;
  private StartAnnounced start;
  private boolean stopped;
  private GeneratorLoad load;
  private List<LaneAddress> lanes = List.of();
  private String lostBecause;

  /** Makes what carries a share. */
  @FunctionalInterface
  public interface ShareCarrier {
    GeneratorLoad carry(String planJson, int shareIndex, int shareCount);
  }

  /**
   * An agent that has said nothing yet.
   *
   * @param processId its name, unique among the run's generators
   * @param incarnationEpochMillis wall clock of this process's start
   * @param longestSilence of the coordinator, after which it is taken for gone
   */
  public GeneratorAgent(
      ControlLog control,
      String runId,
      String processId,
      long incarnationEpochMillis,
      String hostname,
      Duration longestSilence,
      ShareCarrier carrier) {
    this.control = control;
    this.runId = runId;
    this.processId = processId;
    this.incarnationEpochMillis = incarnationEpochMillis;
    this.hostname = hostname;
    this.carrier = carrier;
    this.silence = new CoordinatorSilence(control::hearing, System::nanoTime, longestSilence);
  }

  /**
   * Takes part in the run from its announcement to the end of the share.
   *
   * @return why it ended before its share was done; empty text when it was done, or stopped by the
   *     coordinator
   */
  public String takePart() {
    control.say(
        GeneratorPresent.newBuilder()
            .setRunId(runId)
            .setProcessId(processId)
            .setIncarnationEpochMs(incarnationEpochMillis)
            .setHostname(hostname)
            .build());
    if (!hearUntil(() -> plan != null && share != null)) {
      return endedEarly();
    }
    try (GeneratorLoad carried =
        carrier.carry(plan.getPlanJson(), share.getShareIndex(), share.getShareCount())) {
      load = carried;
      return carry();
    } finally {
      load = null;
    }
  }

  private String carry() {
    if (!prepare()) {
      return endedEarly();
    }
    if (!hearUntil(() -> warmupAnnounced || start != null)) {
      return endedEarly();
    }
    if (warmupAnnounced) {
      await(load.warmUp());
      load.flush();
      control.say(WarmupEnded.newBuilder().setRunId(runId).setProcessId(processId).build());
      if (!hearUntil(() -> start != null)) {
        return endedEarly();
      }
    }
    await(load.start(start.getRunStartEpochNs()));
    boolean allTold = load.flush();
    List<String> problems =
        allTold ? List.of() : List.of(processId + " could not deliver everything it had to tell");
    control.say(
        ProcessEnded.newBuilder()
            .setRunId(runId)
            .setProcessId(processId)
            .setIncarnationEpochMs(incarnationEpochMillis)
            .setProblems(problems)
            .build());
    control.flush();
    return endedEarly();
  }

  private boolean prepare() {
    CompletableFuture<List<LaneAddress>> prepared = new CompletableFuture<>();
    GeneratorLoad preparing = load;
    Thread thread =
        new Thread(
            () -> {
              try {
                prepared.complete(preparing.prepare());
              } catch (Exception e) {
                prepared.completeExceptionally(e);
              }
            },
            "prepare");
    thread.setDaemon(true);
    thread.start();
    if (!hearUntil(prepared::isDone)) {
      return false;
    }
    List<String> problems = List.of();
    try {
      lanes = prepared.join();
    } catch (CompletionException e) {
      LOG.error("Cannot prepare", e);
      problems = List.of(String.valueOf(e.getCause().getMessage()));
    }
    control.say(
        ProcessReady.newBuilder()
            .setRunId(runId)
            .setProcessId(processId)
            .setIncarnationEpochMs(incarnationEpochMillis)
            .setLanes(lanes)
            .setProblems(problems)
            .build());
    return problems.isEmpty();
  }

  private void await(CompletableFuture<Void> phase) {
    while (!phase.isDone()) {
      hear();
    }
    phase.join();
  }

  /** Whether the condition came true before anybody said stop. */
  private boolean hearUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (stopped) {
        return false;
      }
      hear();
    }
    return true;
  }

  private void hear() {
    control.hear(LOOK_AGAIN).stream()
        .filter(message -> runId.equals(message.get("run_id").toString()))
        .forEach(this::hear);
    if (!stopped && silence.isTooLong()) {
      stop("no coordinator was heard for " + silence.longest().toSeconds() + " s", true);
    }
  }

  private void hear(SpecificRecordBase message) {
    if (message instanceof CoordinatorAlive) {
      silence.heard();
    } else if (message instanceof PlanAnnounced announced) {
      plan = announced;
    } else if (message instanceof ShareAssigned assigned && isForMe(assigned)) {
      share = assigned;
    } else if (message instanceof WarmupAnnounced) {
      warmupAnnounced = true;
    } else if (message instanceof StartAnnounced announced) {
      start = announced;
    } else if (message instanceof StopAnnounced stop) {
      stop("", stop.getCancelInFlight());
    } else if (message instanceof VerdictAnnounced verdict && isMine(verdict)) {
      stop("its lane was declared lost: " + verdict.getReason(), true);
    }
  }

  private boolean isForMe(ShareAssigned assigned) {
    return assigned.getProcessId().equals(processId)
        && assigned.getIncarnationEpochMs() == incarnationEpochMillis;
  }

  private boolean isMine(VerdictAnnounced verdict) {
    return lanes.stream().anyMatch(lane -> lane.getLaneId().equals(verdict.getLaneId()));
  }

  private void stop(String because, boolean cancelInFlight) {
    LOG.info("Stopping{}", because.isEmpty() ? "" : ": " + because);
    stopped = true;
    if (!because.isEmpty()) {
      lostBecause = because;
    }
    if (load != null) {
      load.stop(cancelInFlight);
    }
  }

  private String endedEarly() {
    return lostBecause == null ? "" : lostBecause;
  }
}
