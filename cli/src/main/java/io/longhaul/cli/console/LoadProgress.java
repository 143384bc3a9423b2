package io.longhaul.cli.console;

import io.longhaul.control.coordinator.LiveLoad;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Progress of a load and its remaining time, estimated from the plan and the throughput so far.
 *
 * @param requests requests of the whole load; empty if unknown
 * @param sendingNanos time for which requests are sent; empty if it depends on the server
 * @param timed whether a request rate determines the duration, so that the throughput does not
 *     matter
 */
public record LoadProgress(OptionalLong requests, OptionalLong sendingNanos, boolean timed) {
  /** A load about which nothing is known. */
  public static final LoadProgress UNKNOWN =
      new LoadProgress(OptionalLong.empty(), OptionalLong.empty(), false);

  /** Minimum number of responses for an estimate from the throughput. */
  private static final long MIN_COMPLETED = 3;

  /**
   * Returns the completed fraction of the load, 0 to 1.
   *
   * @param elapsedNanos time since the start of the load
   */
  OptionalDouble share(long elapsedNanos, LiveLoad load) {
    double byCount =
        requests.isEmpty() ? -1 : (double) completed(load) / Math.max(1, requests.getAsLong());
    double byTime =
        sendingNanos.isEmpty() || (timed && requests.isPresent() && isOverdue(elapsedNanos))
            ? -1
            : (double) elapsedNanos / sendingNanos.getAsLong();
    double share = Math.max(byCount, byTime);
    return share < 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1, share));
  }

  /** Returns the remaining time for which requests are sent; empty if unknown. */
  OptionalLong leftNanos(long elapsedNanos, LiveLoad load) {
    if (sendingNanos.isPresent() && timed && !isOverdue(elapsedNanos)) {
      return OptionalLong.of(sendingNanos.getAsLong() - elapsedNanos);
    }
    OptionalLong byThroughput = leftByThroughput(elapsedNanos, load);
    if (sendingNanos.isEmpty() || (timed && byThroughput.isPresent())) {
      return byThroughput;
    }
    long byTime = Math.max(0, sendingNanos.getAsLong() - elapsedNanos);
    return OptionalLong.of(Math.min(byTime, byThroughput.orElse(byTime)));
  }

  private OptionalLong leftByThroughput(long elapsedNanos, LiveLoad load) {
    long completed = completed(load);
    if (requests.isEmpty() || completed < MIN_COMPLETED) {
      return OptionalLong.empty();
    }
    double nanosEach = (double) elapsedNanos / completed;
    return OptionalLong.of(Math.round(nanosEach * Math.max(0, requests.getAsLong() - completed)));
  }

  private boolean isOverdue(long elapsedNanos) {
    return sendingNanos.isPresent() && elapsedNanos >= sendingNanos.getAsLong();
  }

  private static long completed(LiveLoad load) {
    return Math.max(0, load.issued() - load.inFlight());
  }

  /** Returns the progress in words, such as {@code 47 %, 53 s left}; empty if it is unknown. */
  String inWords(long elapsedNanos, LiveLoad load) {
    LineFields words = new LineFields();
    addTo(words, elapsedNanos, load);
    return words.text();
  }

  /** Adds the known progress to a line. */
  void addTo(LineFields line, long elapsedNanos, LiveLoad load) {
    OptionalDouble share = share(elapsedNanos, load);
    if (share.isEmpty()) {
      return;
    }
    OptionalLong left = leftNanos(elapsedNanos, load);
    boolean awaitsAnswers = share.getAsDouble() == 1 && load.inFlight() > 0;
    long floor = (long) Math.floor(share.getAsDouble() * 100);
    String percent = floor + " %";
    if (awaitsAnswers) {
      line.add(percent + ", waiting for the last answers", percent);
    } else if (left.isPresent()) {
      line.add(percent + ", " + inWords(left.getAsLong()) + " left", percent + " " + brief(left));
    } else {
      line.add(percent);
    }
  }

  private static String inWords(long nanos) {
    Duration left = Duration.ofNanos(nanos).plusMillis(500);
    if (left.toSeconds() < 100) {
      return left.toSeconds() + " s";
    }
    if (left.toMinutes() < 10) {
      return left.toMinutes() + " min " + left.toSecondsPart() + " s";
    }
    if (left.toMinutes() < 100) {
      return left.plusSeconds(30).toMinutes() + " min";
    }
    return left.toHours() < 48
        ? left.toHours() + " h " + left.toMinutesPart() + " min"
        : left.toDays() + " d " + left.toHoursPart() + " h";
  }

  private static String brief(OptionalLong nanos) {
    return "-" + inWords(nanos.getAsLong()).replace(" ", "");
  }
}
