package io.longhaul.pipeline.lane;

import io.longhaul.schema.EventKind;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a lane's events mean, by the kind of process that writes it. {@link Lane} calls in the order
 * of the partition and has sorted out before what does not count. A method that throws has taken
 * nothing in.
 */
interface LaneProcessor {

  /** Whether this kind of lane may hold such an event, beyond those that every lane has. */
  boolean accepts(EventKind kind);

  /**
   * An event of a kind that it may hold.
   *
   * @throws IllegalArgumentException when it makes no sense
   */
  void process(Event event, LaneContext context);

  /** A report of the process about itself. */
  void heartbeat(long atEpochNanos, Heartbeat heartbeat);

  /** Nothing below this seq can still come. */
  void settled(long settledBelow, LaneContext context);

  /** The lane is complete up to there. */
  void advanceTo(long frontierEpochNanos, LaneContext context);

  /** The lane ended by its own word; everything is settled. */
  void ended(LaneEnded ended, LaneContext context);

  /**
   * The lane is lost; everything is settled.
   *
   * @param frontierEpochNanos how far it was complete; its start if it never said
   */
  void lost(long frontierEpochNanos, LaneContext context);

  /** What its content amounts to, when it is over. */
  LaneTotals totals();

  LaneProcessor copy();

  void writeTo(DataOutput out) throws IOException;

  /** The content of a lane that begins. */
  static LaneProcessor of(LaneMetadata metadata) {
    return switch (metadata.kind()) {
      case GENERATOR -> new GeneratorLaneProcessor(metadata);
      case SAMPLER -> new SamplerLaneProcessor(metadata);
      case COORDINATOR -> new CoordinatorLaneProcessor();
    };
  }

  static LaneProcessor readFrom(LaneMetadata metadata, DataInput in) throws IOException {
    return switch (metadata.kind()) {
      case GENERATOR -> GeneratorLaneProcessor.readFrom(metadata, in);
      case SAMPLER -> SamplerLaneProcessor.readFrom(metadata, in);
      case COORDINATOR -> CoordinatorLaneProcessor.readFrom(in);
    };
  }
}
