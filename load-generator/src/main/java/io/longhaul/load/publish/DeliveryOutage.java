package io.longhaul.load.publish;

import java.time.Instant;
import java.util.Optional;

/**
 * A time in which Kafka acknowledges no records.
 *
 * @param since since when the oldest record waits
 * @param refusal Kafka's message if it answers but refuses the records, for example because a
 *     permission is missing; empty if it does not answer
 */
public record DeliveryOutage(Instant since, Optional<String> refusal) {}
