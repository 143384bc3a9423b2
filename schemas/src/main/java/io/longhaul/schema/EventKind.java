package io.longhaul.schema;

import io.longhaul.wire.Dropped;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Handshake;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Mark;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.RunClosed;
import io.longhaul.wire.RunStarted;
import io.longhaul.wire.ScrapeFailed;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.Stop;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Kinds of records in a lane. The record key contains the kind, so that it is known even if the
 * payload cannot be decoded.
 */
public enum EventKind {
  LANE_STARTED("lane-started", LaneStarted.class),
  REQUEST_FRAGMENT("fragment", RequestFragment.class),
  GPU_SAMPLE("gpu-sample", GpuSample.class),
  SERVER_SAMPLE("server-sample", ServerSample.class),
  SCRAPE_FAILED("scrape-failed", ScrapeFailed.class),
  HANDSHAKE("handshake", Handshake.class),
  HEARTBEAT("heartbeat", Heartbeat.class),
  DROPPED("dropped", Dropped.class),
  LANE_ENDED("lane-ended", LaneEnded.class),
  RUN_STARTED("run-started", RunStarted.class),
  LANE_JOINED("lane-joined", LaneJoined.class),
  STOP("stop", Stop.class),
  /** Has no seq, so that jobs that do not know it find no gap. */
  MARK("mark", Mark.class),
  /** A verdict; has no seq. */
  LANE_LOST("lane-lost", LaneLost.class),
  /** The last record about a lane; has no seq. */
  RUN_CLOSED("run-closed", RunClosed.class);

  private static final Map<String, EventKind> BY_WORD =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(EventKind::word, Function.identity()));

  private final String word;
  private final Class<? extends SpecificRecordBase> recordClass;

  EventKind(String word, Class<? extends SpecificRecordBase> recordClass) {
    this.word = word;
    this.recordClass = recordClass;
  }

  /** Returns the name of this kind in record keys. */
  public String word() {
    return word;
  }

  public Class<? extends SpecificRecordBase> recordClass() {
    return recordClass;
  }

  /**
   * Returns whether other processes than the lane's own write records of this kind, outside the
   * lane's sequence.
   */
  public boolean isVerdict() {
    return this == LANE_LOST || this == RUN_CLOSED;
  }

  /** Returns whether records of this kind are numbered by their {@code seq}. */
  public boolean hasSeq() {
    return !isVerdict() && this != MARK;
  }

  /** Returns the kind with this name in record keys. */
  public static Optional<EventKind> ofWord(String word) {
    return Optional.ofNullable(BY_WORD.get(word));
  }
}
