/**
 * The witness of the lake: which files were committed, and whether they are still what they were.
 * Touches {@code lake}, {@code parquet} (footers) and {@code json} (its lines). Runs on the thread
 * of its one owner.
 */
package io.longhaul.sinks.manifest;
