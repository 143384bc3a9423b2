/**
 * Slices that are computed again from the lake of a finished run, with another duration, other
 * labels or other SLOs. The requests are counted by the same classes as during the run.
 *
 * <p>Allowed imports: lanes, slices and rows of the pipeline, {@code io.longhaul.export} and the
 * lake; no Flink and no Kafka. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.pipeline.reslice;

import org.jspecify.annotations.NullMarked;
