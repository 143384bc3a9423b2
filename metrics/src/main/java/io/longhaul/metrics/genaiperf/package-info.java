/**
 * GenAI-Perf's figures by GenAI-Perf's definitions, from what its Perf Analyzer would have recorded
 * of each request. They differ from {@link io.longhaul.metrics.Metric}, which is AIPerf's, in their
 * names and in what rates divide by.
 *
 * <p>May touch {@code java.*} and {@code io.longhaul.metrics.stats}. The mutable classes ({@link
 * io.longhaul.metrics.genaiperf.GenAiPerfFold}, of sessions {@link
 * io.longhaul.metrics.genaiperf.SessionFolds}) belong to one thread at a time.
 */
package io.longhaul.metrics.genaiperf;
