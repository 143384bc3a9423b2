/**
 * One lane's events in order: which of them count ({@link io.longhaul.pipeline.lane.SequenceTracker}),
 * what they say of requests, slices and GPUs, and what is handed to the run stage. The thinking is
 * in plain classes around {@link io.longhaul.pipeline.lane.Lane}; {@code LaneStage} only loads,
 * asks, stores and emits.
 *
 * <p>Touches {@code io.longhaul.wire}, {@code io.longhaul.schema}, {@code io.longhaul.metrics}, the
 * slices and the rows; Flink only in {@code LaneStage} and in serializers. A lane's objects belong
 * to its key, and so to the thread of one task.
 */
package io.longhaul.pipeline.lane;
