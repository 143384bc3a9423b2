package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.publish.DeliveryOutage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KafkaOutageTest {
  private final List<String> reports = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-23T08:12:36Z");
  private final KafkaOutage absence =
      new KafkaOutage(reports::add, () -> now, "the run waits for it");

  @Test
  void anOutageIsReportedOnceAtItsStartAndEnd() {
    absence.update(Optional.empty());
    assertThat(reports).isEmpty();

    Optional<DeliveryOutage> since = noAnswerSince(Instant.parse("2026-11-23T08:12:31.250Z"));
    absence.update(since);
    absence.update(since);
    assertThat(absence.isAway()).isTrue();

    now = Instant.parse("2026-11-23T08:12:49Z");
    absence.update(Optional.empty());
    absence.update(Optional.empty());

    assertThat(absence.isAway()).isFalse();
    assertThat(reports)
        .containsExactly(
            "Kafka has not answered since 08:12:31 UTC; the run waits for it",
            "Kafka is back; it had not answered since 08:12:31 UTC (17 s)");
  }

  @Test
  void anOutageSinceAWholeMinuteIsReportedWithSeconds() {
    absence.update(noAnswerSince(Instant.parse("2026-11-23T08:12:00.250Z")));

    assertThat(reports)
        .containsExactly("Kafka has not answered since 08:12:00 UTC; the run waits for it");
  }

  @Test
  void aRefusalIsReportedOnceWithItsReason() {
    Instant since = Instant.parse("2026-11-23T08:12:31Z");
    Optional<DeliveryOutage> refused =
        Optional.of(
            new DeliveryOutage(
                since, Optional.of("Not authorized to access topics: [longhaul.timing]")));
    absence.update(noAnswerSince(since));
    absence.update(refused);
    absence.update(refused);
    absence.update(noAnswerSince(since));
    absence.update(Optional.empty());

    assertThat(reports)
        .containsExactly(
            "Kafka has not answered since 08:12:31 UTC; the run waits for it",
            "Kafka has refused events since 08:12:31 UTC:"
                + " Not authorized to access topics: [longhaul.timing] (correct this user's ACLs or"
                + " password, see docs/running-distributed.md); the run waits for it",
            "Kafka is back; it had refused events since 08:12:31 UTC (5 s)");
  }

  private static Optional<DeliveryOutage> noAnswerSince(Instant since) {
    return Optional.of(new DeliveryOutage(since, Optional.empty()));
  }

  @Test
  void outagesAddUp() {
    absence.update(noAnswerSince(now.minusSeconds(5)));
    now = now.plusSeconds(10);
    assertThat(absence.totalNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(15));

    absence.update(Optional.empty());
    now = now.plusSeconds(100);
    assertThat(absence.totalNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(15));

    absence.update(noAnswerSince(now));
    now = now.plusSeconds(3);
    assertThat(absence.totalNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(18));
  }
}
