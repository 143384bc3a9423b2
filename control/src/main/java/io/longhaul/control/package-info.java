/**
 * The control topic, through which the processes of a run find each other, and the other access to
 * Kafka that coordinator and generators share: messages, topics, errors and exit codes.
 *
 * <p>Uses Kafka's clients and the messages of {@code io.longhaul.wire.control}. Each class states
 * its threads.
 */
@NullMarked
package io.longhaul.control;

import org.jspecify.annotations.NullMarked;
