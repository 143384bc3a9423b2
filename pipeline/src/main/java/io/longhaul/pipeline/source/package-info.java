/**
 * Kafka sources that produce one stream of flat records. They do not decode payloads and never fail
 * on a record: an undecodable record is passed on as bytes, and the lane stage rejects it.
 *
 * <p>Besides {@code live} and {@code retention}, this is the only package that may import Kafka.
 * Its classes run on the threads of Flink's source readers and source coordinator; all of them are
 * immutable.
 */
@NullMarked
package io.longhaul.pipeline.source;

import org.jspecify.annotations.NullMarked;
