/**
 * GenAI-Perf's metrics by GenAI-Perf's definitions, computed from what its Perf Analyzer would have
 * recorded for each request. They differ from {@link io.longhaul.metrics.Metric}, which follows
 * AIPerf, in their names and in the duration that rates divide by.
 *
 * <p>May import {@code java.*} and {@code io.longhaul.metrics.stats}. The mutable classes ({@link
 * io.longhaul.metrics.genaiperf.GenAiPerfFold} and {@link
 * io.longhaul.metrics.genaiperf.SessionFolds}) belong to one thread at a time.
 */
@NullMarked
package io.longhaul.metrics.genaiperf;

import org.jspecify.annotations.NullMarked;
