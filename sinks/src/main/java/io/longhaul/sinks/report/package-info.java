/**
 * From committed rows to figures: exact statistics of a run and of AIPerf's time slices, computed
 * from {@code requests} one metric at a time, beside what the pipeline's summary says. Pure
 * computation over the lake; documents are written by {@code json}. Runs on the caller's thread.
 */
package io.longhaul.sinks.report;
