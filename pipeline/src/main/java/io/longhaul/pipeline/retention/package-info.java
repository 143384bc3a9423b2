/**
 * Deletes the records of the log that neither a checkpoint nor a savepoint needs any more, and that
 * are older than the user wants to keep. No row depends on it.
 *
 * <p>May import Kafka's admin client, Flink's metadata of checkpoints, and {@code sinks}. {@link
 * io.longhaul.pipeline.retention.RetentionFunction} starts one daemon thread, which uses everything
 * else in this package; checkpoints never wait for it.
 */
@NullMarked
package io.longhaul.pipeline.retention;

import org.jspecify.annotations.NullMarked;
