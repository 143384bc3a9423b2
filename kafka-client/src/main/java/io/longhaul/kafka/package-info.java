/**
 * The connection to a Kafka cluster: the settings of a user's file, which Kafka's clients read by
 * themselves; the permissions that each process needs; and sentences about failed connections.
 *
 * <p>Allowed imports: Kafka's clients, {@code schema} and {@code java.*}. No threads of its own.
 */
@NullMarked
package io.longhaul.kafka;

import org.jspecify.annotations.NullMarked;
