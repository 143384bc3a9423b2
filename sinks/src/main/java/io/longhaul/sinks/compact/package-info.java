/**
 * Compaction: writes the rows of a finished run to few large files. Uses {@code lake}, {@code
 * manifest}, {@code parquet} and {@code folder}. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.sinks.compact;

import org.jspecify.annotations.NullMarked;
