/**
 * The documents of a run: {@link io.longhaul.report.RunDocuments} writes all of them.
 *
 * <p>{@code figures} computes the figures of a run from its rows. {@code aiperf}, {@code genaiperf}
 * and {@code longhaul} define the documents, with one handwritten class for each; {@code console}
 * the tables. This module reads the lake and knows nothing of Kafka, generators or the command
 * line. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report;

import org.jspecify.annotations.NullMarked;
