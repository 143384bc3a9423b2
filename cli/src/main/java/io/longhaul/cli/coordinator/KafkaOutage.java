package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Whether Kafka is away, as the coordinator of a run sees it: reports when it has gone and when it
 * is back, and adds up how long that was. For one thread.
 */
final class KafkaOutage {
  private final Consumer<String> reports;
  private final InstantSource clock;
  private final String consequence;
  private Instant since;
  private Duration earlier = Duration.ZERO;

  /**
   * @param reports takes a sentence when Kafka has gone, and one when it is back
   * @param clock this process's wall clock
   * @param whoWaits the end of the first sentence, such as {@code the run waits for it}
   */
  KafkaOutage(Consumer<String> reports, InstantSource clock, String consequence) {
    this.reports = reports;
    this.clock = clock;
    this.consequence = consequence;
  }

  /**
   * Takes in how it is now.
   *
   * @param awaySince since when Kafka has acknowledged nothing; empty while it does
   */
  void update(Optional<Instant> awaySince) {
    if (awaySince.isPresent() && since == null) {
      since = awaySince.get();
      reports.accept("Kafka has not answered since " + time(since) + "; " + consequence);
    } else if (awaySince.isEmpty() && since != null) {
      Duration away = untilNow();
      earlier = earlier.plus(away);
      reports.accept(
          "Kafka is back; it had not answered since "
              + time(since)
              + " ("
              + away.toSeconds()
              + " s)");
      since = null;
    }
  }

  boolean isAway() {
    return since != null;
  }

  /** For how long it has been away, all times together. */
  long totalNanos() {
    return earlier.plus(isAway() ? untilNow() : Duration.ZERO).toNanos();
  }

  private Duration untilNow() {
    return Duration.between(since, clock.instant());
  }

  /** Since when it has been away, for people. */
  String since() {
    return time(since);
  }

  private static String time(Instant instant) {
    return LocalTime.ofInstant(instant, ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS) + " UTC";
  }
}
