/**
 * Datasets and folders: the datasets of the lake and the layout of every folder.
 *
 * <p>This module writes rows to files and reads them back. It does not depend on Kafka or on lanes,
 * and does not decide when a slice is complete. Only {@code parquet} uses Parquet, Hadoop and
 * Flink's file sink, only {@code iceberg} uses Iceberg, and only {@code manifest} and {@code delta}
 * use Jackson; this package imports the rows, java.*, Flink's {@code Sink} interface and, for the
 * hash of rows, {@code lake}.
 */
@NullMarked
package io.longhaul.sinks;

import org.jspecify.annotations.NullMarked;
