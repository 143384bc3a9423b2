/**
 * One run from its settings to its documents: claims the folder, brings up or finds what carries
 * it, lets the coordinator lead, waits for what is committed, writes documents and chooses the exit
 * code.
 *
 * <p>Composes the rooms {@code embedded} and {@code coordinator} with the pipeline and the sinks;
 * touches no library of theirs but Flink's environment of a job. On the main thread.
 */
package io.longhaul.cli.run;
