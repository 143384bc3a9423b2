/**
 * The aggregate of several runs of one command: the figures in each run's document, and their
 * statistics across runs. Reads no lake and writes nothing; {@code json} reads the documents of
 * runs and writes those of the aggregate. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.sinks.aggregate;

import org.jspecify.annotations.NullMarked;
