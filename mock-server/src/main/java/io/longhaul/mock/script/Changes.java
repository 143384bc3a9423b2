package io.longhaul.mock.script;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** All changes of the server. Times are in nanoseconds since the first request. */
public record Changes(List<Change> all) {
  public static final Changes NONE = new Changes(List.of());

  public Changes {
    all = List.copyOf(all);
  }

  /** Returns the factor of the time to first token. */
  double ofTimeToFirstToken(long nanos) {
    return factor(nanos, Change.Kind.TTFT_TIMES, Change.Kind.TTFT_GROWS);
  }

  /** Returns the factor of the time between tokens. */
  double ofInterTokenLatency(long nanos) {
    return factor(nanos, Change.Kind.ITL_TIMES, Change.Kind.ITL_GROWS);
  }

  private double factor(long nanos, Change.Kind... kinds) {
    EnumSet<Change.Kind> wanted = EnumSet.copyOf(Arrays.asList(kinds));
    return all.stream()
        .filter(change -> wanted.contains(change.kind()))
        .mapToDouble(change -> change.factorAt(nanos))
        .reduce(1, (one, other) -> one * other);
  }

  /** Returns whether a GPU is too hot. */
  public boolean isHot(int gpu, long nanos) {
    return hot(gpu).anyMatch(change -> nanos >= change.fromNanos() && nanos < change.untilNanos());
  }

  /** Returns for how long a GPU has been too hot. */
  public long hotNanos(int gpu, long nanos) {
    return hot(gpu).mapToLong(change -> change.nanosUntil(nanos)).sum();
  }

  private Stream<Change> hot(int gpu) {
    return all.stream()
        .filter(change -> change.kind() == Change.Kind.GPU_HOT && change.amount() == gpu);
  }
}
