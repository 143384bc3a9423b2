/**
 * Execution of one run from its settings to its documents: claims the folder, starts or finds
 * Kafka, job and generators, runs the coordinator, waits for committed rows, writes documents and
 * chooses the exit code.
 *
 * <p>Composes the packages {@code embedded} and {@code coordinator} with the pipeline and the
 * sinks; of their libraries it uses only Flink's execution environment. Runs on the main thread;
 * threads of their own write lines of requests and add files to tables during the run.
 */
@NullMarked
package io.longhaul.cli.run;

import org.jspecify.annotations.NullMarked;
