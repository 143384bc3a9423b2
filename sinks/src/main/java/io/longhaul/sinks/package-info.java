/**
 * Where rows go: the datasets of the lake, the layout of every folder, the manifest and the hash
 * that tells two datasets apart.
 *
 * <p>A row arrives, a file exists. Nobody here knows Kafka, lanes, the completeness of slices or
 * objectives. Parquet, Hadoop and Flink's file sink live in {@code parquet}, Jackson in {@code
 * json}; this package touches the rows, java.* and Flink's {@code Sink} interface.
 */
package io.longhaul.sinks;
