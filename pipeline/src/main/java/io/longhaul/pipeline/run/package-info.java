/**
 * The whole run: which lanes belong to it, how far all of them are complete, the slices that can be
 * emitted therefore, and the summary. The thinking is in plain classes around {@link
 * io.longhaul.pipeline.run.Run}; {@code RunStage} only loads, asks, stores and emits.
 *
 * <p>Touches {@code io.longhaul.wire}, {@code io.longhaul.export}, the slices, the rows and the
 * lanes' messages; Flink only in {@code RunStage} and its serializer. A run's objects belong to its
 * key, and so to the thread of one task. Messages of different lanes come in any order; nothing
 * here depends on it.
 */
package io.longhaul.pipeline.run;
