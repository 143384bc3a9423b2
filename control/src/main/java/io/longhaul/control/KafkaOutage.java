package io.longhaul.control;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.publish.DeliveryOutage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Kafka outages during a run. Reports the start and end of each outage and sums their durations.
 * Not thread-safe.
 */
public final class KafkaOutage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private static final String REMEDY =
      "correct this user's ACLs or password, see docs/running-distributed.md";

  private final Consumer<String> reports;
  private final InstantSource clock;
  private final String consequence;
  private @Nullable Instant since;
  private boolean isRefused;
  private Duration earlier = Duration.ZERO;

  /**
   * @param reports receives a sentence when an outage is detected and when it ends
   * @param clock this process's wall clock
   * @param consequence end of the first sentence, such as {@code the run waits for it}
   */
  public KafkaOutage(Consumer<String> reports, InstantSource clock, String consequence) {
    this.reports = reports;
    this.clock = clock;
    this.consequence = consequence;
  }

  /**
   * Updates the state.
   *
   * @param current the current outage; empty while Kafka acknowledges records
   */
  public void update(Optional<DeliveryOutage> current) {
    if (current.isPresent()) {
      update(current.get());
    } else if (since != null) {
      Duration away = untilNow();
      earlier = earlier.plus(away);
      reports.accept(
          "Kafka is back; it had %s since %s (%s s)"
              .formatted(isRefused ? "refused events" : "not answered", since(), away.toSeconds()));
      since = null;
      isRefused = false;
    }
  }

  private void update(DeliveryOutage current) {
    boolean isNew = since == null;
    if (isNew) {
      since = current.since();
    }
    if (current.refusal().isPresent() && !isRefused) {
      isRefused = true;
      reports.accept(
          "Kafka has refused events since %s: %s (%s); %s"
              .formatted(since(), current.refusal().get(), REMEDY, consequence));
    } else if (isNew) {
      reports.accept("Kafka has not answered since " + since() + "; " + consequence);
    }
  }

  public boolean isAway() {
    return since != null;
  }

  /** Returns the total duration of all outages. */
  public long totalNanos() {
    return earlier.plus(isAway() ? untilNow() : Duration.ZERO).toNanos();
  }

  private Duration untilNow() {
    return Duration.between(requireNonNull(since), clock.instant());
  }

  /** Returns the start of the current outage for messages. */
  public String since() {
    return time(requireNonNull(since));
  }

  private static String time(Instant instant) {
    return TIME.format(instant) + " UTC";
  }
}
