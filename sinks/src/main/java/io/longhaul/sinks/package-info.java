/**
 * Exports: the datasets of the lake, the layout of every folder, the manifest, and the hash that
 * compares two datasets.
 *
 * <p>This module turns rows into files. It does not depend on Kafka or on lanes, and does not
 * decide when a slice is complete. Only {@code parquet} uses Parquet, Hadoop and Flink's file sink,
 * and only {@code json} uses Jackson; this package imports the rows, java.* and Flink's {@code
 * Sink} interface.
 */
@NullMarked
package io.longhaul.sinks;

import org.jspecify.annotations.NullMarked;
