/**
 * A run from GenAI-Perf's view: requests as the Perf Analyzer records them, GPUs in GenAI-Perf's
 * units. Reads the lake row by row without keeping rows; {@code json} writes the files. Runs on the
 * caller's thread.
 */
@NullMarked
package io.longhaul.sinks.genaiperf;

import org.jspecify.annotations.NullMarked;
