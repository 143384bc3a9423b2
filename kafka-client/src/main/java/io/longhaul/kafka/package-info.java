/**
 * The connection to a Kafka cluster: the settings of a user's file, which Kafka's clients read by
 * themselves; the permissions that each process needs; the registration of schemas in a registry;
 * and sentences about failed connections.
 *
 * <p>Allowed imports: Kafka's clients, Jackson, {@code schema} and {@code java.*}. No threads of
 * its own.
 */
@NullMarked
package io.longhaul.kafka;

import org.jspecify.annotations.NullMarked;
