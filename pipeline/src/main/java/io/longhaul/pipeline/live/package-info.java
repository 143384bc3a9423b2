/**
 * Rows for live views: finished slices and rejected records on their own topics, without delivery
 * guarantee. A slow view or broker must never delay or fail a checkpoint.
 *
 * <p>Besides {@code source} and {@code retention}, this is the only package that may import Kafka.
 * A bounded queue passes rows to a daemon thread, which is the only thread that uses the producer.
 */
@NullMarked
package io.longhaul.pipeline.live;

import org.jspecify.annotations.NullMarked;
