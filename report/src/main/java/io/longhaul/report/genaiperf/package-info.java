/**
 * A run from GenAI-Perf's view: requests as the Perf Analyzer records them, GPUs in GenAI-Perf's
 * units, and the documents with GenAI-Perf's names and structure.
 *
 * <p>Reads the lake row by row without keeping rows. Uses Jackson and the packages {@code figures}
 * and {@code json}. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.genaiperf;

import org.jspecify.annotations.NullMarked;
