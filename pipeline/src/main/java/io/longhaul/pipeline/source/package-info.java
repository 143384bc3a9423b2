/**
 * From topics to one stream of flat records. Nothing is decoded here and nothing fails here: a
 * record that cannot be read goes on as bytes, and the lane stage says so.
 *
 * <p>With {@code live} the only room that touches the Kafka connector. Its classes run on the
 * threads of Flink's source readers and of its coordinator; all are immutable.
 */
package io.longhaul.pipeline.source;
