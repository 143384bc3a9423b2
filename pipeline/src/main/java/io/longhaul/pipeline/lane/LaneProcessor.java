package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.state.CoordinatorState;
import io.longhaul.pipeline.state.GeneratorState;
import io.longhaul.pipeline.state.SamplerState;
import io.longhaul.schema.EventKind;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Processes the events of a lane according to the kind of process that writes it. {@link Lane}
 * calls the methods in the order of the partition and filters out records that do not count. A
 * method that throws an exception has not changed the state.
 */
interface LaneProcessor {

  /**
   * Returns whether this kind of lane may contain an event of this kind, in addition to the kinds
   * that every lane contains.
   */
  boolean accepts(EventKind kind);

  /**
   * Processes an event of an accepted kind.
   *
   * @throws IllegalArgumentException if the event is invalid
   */
  void process(Event event, LaneContext context);

  /** Processes a report of the process about itself. */
  void heartbeat(long atEpochNanos, Heartbeat heartbeat);

  /** Called when no record below this seq can still arrive. */
  void settled(long settledBelow, LaneContext context);

  /** Called when the lane is complete up to a time. */
  void advanceTo(long frontierEpochNanos, LaneContext context);

  /** Called when the lane ended with {@code LaneEnded}; all gaps are closed. */
  void ended(LaneEnded ended, LaneContext context);

  /**
   * Called when the lane is lost; all gaps are closed.
   *
   * @param frontierEpochNanos time up to which the lane was complete; its start without a heartbeat
   */
  void lost(long frontierEpochNanos, LaneContext context);

  /** Returns the totals of a lane that has ended. */
  LaneTotals totals();

  LaneProcessor copy();

  /** Returns the record of this processor: one of the types in {@code LaneState.processor}. */
  SpecificRecordBase toState();

  /** Returns the processor of a new lane. */
  static LaneProcessor of(LaneMetadata metadata) {
    return switch (metadata.kind()) {
      case GENERATOR -> new GeneratorLaneProcessor(metadata);
      case SAMPLER -> new SamplerLaneProcessor(metadata);
      case COORDINATOR -> new CoordinatorLaneProcessor();
    };
  }

  /** Returns the processor of a record. */
  static LaneProcessor ofState(LaneMetadata metadata, Object stored) {
    if (stored instanceof GeneratorState generator) {
      return GeneratorLaneProcessor.ofState(metadata, generator);
    }
    if (stored instanceof SamplerState sampler) {
      return SamplerLaneProcessor.ofState(metadata, sampler);
    }
    return CoordinatorLaneProcessor.ofState((CoordinatorState) stored);
  }
}
