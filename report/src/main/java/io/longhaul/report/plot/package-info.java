/**
 * Plots of one or several runs, with the names of AIPerf's and GenAI-Perf's plots. They show a run
 * of Longhaul from its lake, reduced to a bounded number of slices and a sample of its requests, or
 * a run of AIPerf from its artifact folder. Uses {@code figures}, {@code picture} and {@code json},
 * and the time axis of {@code html}. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.plot;

import org.jspecify.annotations.NullMarked;
