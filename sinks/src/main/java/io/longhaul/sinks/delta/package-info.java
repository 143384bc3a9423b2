/**
 * Lakes as Delta tables: writes a log beside the files of each dataset, which names its finished
 * files with their days and statistics.
 *
 * <p>Writes the log itself, according to Delta's <a
 * href="https://github.com/delta-io/delta/blob/master/PROTOCOL.md">protocol</a>, version 1 for
 * readers and 2 for writers: the libraries for Java that write tables access files through Hadoop,
 * and the few actions of an append are less code than an engine for Delta Kernel. Finds the files
 * through {@code lake} and {@code tables}, and reads their footers through {@code parquet}. The job
 * does not load it. Runs on the thread of its owner.
 */
@NullMarked
package io.longhaul.sinks.delta;

import org.jspecify.annotations.NullMarked;
