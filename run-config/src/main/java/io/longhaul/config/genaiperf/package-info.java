/**
 * GenAI-Perf's command line and its files, which become options of {@code longhaul profile}.
 *
 * <p>Uses the packages {@code binding}, {@code options}, {@code runfile} and {@code value}. Starts
 * nothing. Runs on the main thread.
 */
@NullMarked
package io.longhaul.config.genaiperf;

import org.jspecify.annotations.NullMarked;
