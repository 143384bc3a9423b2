/**
 * Processing of one lane's events, in order: decides which events count ({@link
 * io.longhaul.pipeline.lane.SequenceTracker}), evaluates requests, slices and GPUs, and produces
 * the messages to the run stage. The logic is in plain classes around {@link
 * io.longhaul.pipeline.lane.Lane}. {@code LaneStage} only loads the state, calls these classes,
 * stores the state and emits rows.
 *
 * <p>Allowed imports: {@code io.longhaul.wire}, {@code io.longhaul.schema}, {@code
 * io.longhaul.metrics}, the slices and the rows; Flink only in {@code LaneStage} and in
 * serializers. A lane's objects belong to its key, and so to the thread of one task.
 */
@NullMarked
package io.longhaul.pipeline.lane;

import org.jspecify.annotations.NullMarked;
