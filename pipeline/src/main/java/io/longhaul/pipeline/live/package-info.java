/**
 * Rows for those who look on: finished slices and rejected records on topics of their own, without
 * a guarantee. A paused view or broker must never hold up or fail a checkpoint.
 *
 * <p>With {@code source} the only room that touches Kafka's clients. Rows are handed over a bounded
 * queue to a daemon thread, which alone touches the producer.
 */
package io.longhaul.pipeline.live;
