package io.longhaul.pipeline.slice;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reason why a slice cannot be trusted.
 *
 * @param value the measured value, in the unit of the code; null for a lost lane
 * @param limit the value that it exceeds or, for a busy machine, does not reach; null for a lost
 *     lane
 * @param laneId the lost lane; null for other reasons
 */
public record TrustProblem(
    Code code, @Nullable Double value, @Nullable Double limit, @Nullable String laneId) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String LOST_BEFORE = "lane ";
  private static final String LOST_AFTER = " was lost";

  /** Kinds of reasons. */
  public enum Code {
    GENERATOR_PAUSED("ns"),
    MACHINE_BUSY("ratio"),
    SENT_LATE("ns"),
    RECORDER_WAITED("ns"),
    EVENTS_DROPPED("events"),
    LANE_LOST(null);

    private final @Nullable String unit;

    Code(@Nullable String unit) {
      this.unit = unit;
    }

    /** Returns the unit of the value; null if there is no value. */
    public @Nullable String unit() {
      return unit;
    }
  }

  static TrustProblem of(Code code, long value, long limit) {
    return of(code, (double) value, (double) limit);
  }

  static TrustProblem of(Code code, double value, double limit) {
    return new TrustProblem(code, value, limit, null);
  }

  static TrustProblem ofLostLane(String laneId) {
    return new TrustProblem(Code.LANE_LOST, null, null, laneId);
  }

  /** Returns the reason as a text. */
  public String text() {
    return switch (code) {
      case GENERATOR_PAUSED ->
          "a generator paused for %s ms, at most %s allowed"
              .formatted(millis(value), millis(limit));
      case MACHINE_BUSY ->
          "machine busy: %s %% idle, at least %s wanted".formatted(percent(value), percent(limit));
      case SENT_LATE ->
          "requests sent late: p99 %s ms, at most %s allowed"
              .formatted(millis(value), millis(limit));
      case RECORDER_WAITED ->
          "due requests waited for the recording of responses: %s ms, at most %s allowed"
              .formatted(millis(value), millis(limit));
      case EVENTS_DROPPED -> String.format(Locale.ROOT, "%.0f events dropped", value);
      case LANE_LOST -> LOST_BEFORE + laneId + LOST_AFTER;
    };
  }

  /** Returns the lane that a text names as lost; empty for other reasons. */
  public static Optional<String> lostLane(String text) {
    return text.startsWith(LOST_BEFORE) && text.endsWith(LOST_AFTER)
        ? Optional.of(text.substring(LOST_BEFORE.length(), text.length() - LOST_AFTER.length()))
        : Optional.empty();
  }

  private static String millis(@Nullable Double nanos) {
    return nanos == null ? "" : String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MILLI);
  }

  private static String percent(@Nullable Double ratio) {
    return ratio == null ? "" : String.format(Locale.ROOT, "%.0f", 100 * ratio);
  }
}
