package io.longhaul.cli.console;

import io.longhaul.cli.coordinator.LiveLoad;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How far a load has come and how long it still takes, as far as its plan and its pace tell.
 *
 * @param requests of the whole load; empty when nobody knows
 * @param sendingNanos for how long requests are sent; empty when the server's pace decides
 * @param timed whether a rate decides how long that takes, so that the pace until now does not
 */
public record LoadProgress(OptionalLong requests, OptionalLong sendingNanos, boolean timed) {
  /** A load of which nothing is known. */
  public static final LoadProgress UNKNOWN =
      new LoadProgress(OptionalLong.empty(), OptionalLong.empty(), false);

  /** A pace of fewer answers is no pace. */
  private static final long MIN_COMPLETED = 3;

  /**
   * The share of the load that is done, 0 to 1.
   *
   * @param elapsedNanos since the start of the load
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

  /** How long requests will still be sent; empty when nobody can tell yet. */
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

  /** Adds what is known to a line. */
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
