package io.longhaul.control;

import io.longhaul.wire.control.ClockAsked;
import io.longhaul.wire.control.ClockTold;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.GeneratorStarted;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessName;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.ProcessReleased;
import io.longhaul.wire.control.SamplerJoined;
import io.longhaul.wire.control.SamplerPresent;
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import io.longhaul.wire.control.VerdictAnnounced;
import io.longhaul.wire.control.WarmupAnnounced;
import io.longhaul.wire.control.WarmupEnded;
import java.util.Arrays;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Kinds of control messages and their subjects. The control topic is compacted, so messages of one
 * kind about different subjects need different keys.
 */
public enum ControlMessageKind {
  PLAN(PlanAnnounced.class),
  PRESENT(GeneratorPresent.class),
  SHARE(ShareAssigned.class),
  READY(ProcessReady.class),
  WARMUP(WarmupAnnounced.class),
  WARMUP_ENDED(WarmupEnded.class),
  START(StartAnnounced.class),
  STARTED(GeneratorStarted.class),
  STOP(StopAnnounced.class),
  ALIVE(CoordinatorAlive.class),
  ENDED(ProcessEnded.class),
  RELEASED(ProcessReleased.class),
  VERDICT(VerdictAnnounced.class),
  CLOCK_ASKED(ClockAsked.class),
  CLOCK_TOLD(ClockTold.class),
  SAMPLER_PRESENT(SamplerPresent.class),
  SAMPLER_JOINED(SamplerJoined.class);

  private final Class<? extends SpecificRecordBase> recordClass;

  ControlMessageKind(Class<? extends SpecificRecordBase> recordClass) {
    this.recordClass = recordClass;
  }

  Class<? extends SpecificRecordBase> recordClass() {
    return recordClass;
  }

  /** Returns the process or lane that a message is about; empty if it concerns the whole run. */
  String subjectOf(SpecificRecordBase message) {
    return switch (this) {
      case PLAN, WARMUP, START, STOP, ALIVE -> "";
      case PRESENT,
          SHARE,
          READY,
          WARMUP_ENDED,
          STARTED,
          ENDED,
          RELEASED,
          CLOCK_ASKED,
          CLOCK_TOLD,
          SAMPLER_PRESENT,
          SAMPLER_JOINED ->
          message.get("process_id") + "." + message.get("incarnation_epoch_ms");
      case VERDICT -> message.get("lane_id").toString();
    };
  }

  /** Returns the generator or sampler that a message is from or about. */
  public static ProcessName processOf(SpecificRecordBase message) {
    return new ProcessName(
        (String) message.get("process_id"), (Long) message.get("incarnation_epoch_ms"));
  }

  public static ControlMessageKind of(SpecificRecordBase message) {
    return Arrays.stream(values())
        .filter(kind -> kind.recordClass == message.getClass())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid control message: "
                        + message.getClass().getSimpleName()
                        + " (a record of io.longhaul.wire.control)"));
  }

  static Optional<ControlMessageKind> named(String name) {
    return Arrays.stream(values()).filter(kind -> kind.name().equals(name)).findFirst();
  }
}
