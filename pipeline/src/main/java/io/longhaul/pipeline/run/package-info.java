/**
 * Processing of a whole run: which lanes belong to it, up to which time all of them are complete,
 * which slices can therefore be emitted, and the summary. The logic is in plain classes around
 * {@link io.longhaul.pipeline.run.Run}. {@code RunStage} only loads the state, calls these classes,
 * stores the state and emits rows.
 *
 * <p>Allowed imports: {@code io.longhaul.wire}, {@code io.longhaul.export}, the slices, the rows
 * and the lanes' messages; Flink only in {@code RunStage} and its serializer. A run's objects
 * belong to its key, and so to the thread of one task. Messages of different lanes arrive in any
 * order, and no result depends on it.
 */
@NullMarked
package io.longhaul.pipeline.run;

import org.jspecify.annotations.NullMarked;
