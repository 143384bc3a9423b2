package io.longhaul.cli;

import io.longhaul.cli.api.MetricSink;
import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.control.generator.Participation;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of {@code generate}. Its main thread changes it; any thread reads it. */
final class GeneratorStatus implements ProcessStatus {
  private final Map<Participation.Outcome, Long> ended = new EnumMap<>(Participation.Outcome.class);

  /** Null before Kafka has accepted this process. */
  private @Nullable EventDelivery delivery;

  private boolean takesPart;

  /** Reports that Kafka has accepted this process. */
  synchronized void accepted(EventDelivery events) {
    delivery = events;
  }

  /** Reports that this process has a share of a run. */
  synchronized void begin() {
    takesPart = true;
  }

  /** Reports that a participation has ended. */
  synchronized void end(Participation.Outcome outcome) {
    takesPart = false;
    ended.merge(outcome, 1L, Long::sum);
  }

  @Override
  public String command() {
    return "generate";
  }

  @Override
  public String version() {
    return Version.text();
  }

  @Override
  public synchronized boolean isReady() {
    return delivery != null && !delivery.isKafkaAway();
  }

  @Override
  public synchronized void addTo(MetricSink metrics) {
    metrics.gauge(
        "longhaul_generator_taking_part",
        "1 while this process has a share of a run, else 0.",
        takesPart ? 1 : 0);
    for (Participation.Outcome outcome : Participation.Outcome.values()) {
      metrics.counter(
          "longhaul_generator_participations_total",
          "Runs in which this process has taken part, by how that ended.",
          ended.getOrDefault(outcome, 0L),
          "outcome",
          outcome.name().toLowerCase(Locale.ROOT));
    }
    EventDelivery events = delivery;
    metrics.gauge(
        "longhaul_generator_kafka_away",
        "1 while Kafka does not accept the events of this process, else 0.",
        events != null && events.isKafkaAway() ? 1 : 0);
    metrics.gauge(
        "longhaul_generator_spool_used_bytes",
        "Size of the events that wait in the spool.",
        events == null ? 0 : (double) events.spoolUsedBytes());
    metrics.gauge(
        "longhaul_generator_spool_max_bytes",
        "Maximum size of the spool; 0 without one.",
        events == null ? 0 : (double) events.spoolMaxBytes());
  }
}
