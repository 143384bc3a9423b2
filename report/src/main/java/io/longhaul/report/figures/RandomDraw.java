package io.longhaul.report.figures;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * Draws some of many requests at random: each is drawn with the same probability, whatever its
 * values. The draw depends only on the times of the requests, so that the same requests give the
 * same draw in whatever order they are offered. For one thread.
 *
 * @param <T> what is kept of a request
 */
public final class RandomDraw<T> {
  private final int most;
  private final Comparator<Drawn<T>> order;
  private final PriorityQueue<Drawn<T>> drawn;
  private long offered;

  /** A request, and its position in the random order. */
  private record Drawn<T>(long order, T value) {}

  /**
   * @param most maximum number of requests that are drawn
   * @param ties order of requests with the same times
   */
  public RandomDraw(int most, Comparator<T> ties) {
    this.most = most;
    this.order = Comparator.<Drawn<T>>comparingLong(Drawn::order).thenComparing(Drawn::value, ties);
    this.drawn = new PriorityQueue<>(order.reversed());
  }

  /** Offers a request; its value is needed only if it is drawn so far. */
  public void offer(long startEpochNanos, long endEpochNanos, Supplier<T> value) {
    offered++;
    long position = mixed(31 * startEpochNanos + endEpochNanos);
    if (drawn.size() < most || position < drawn.element().order()) {
      drawn.add(new Drawn<>(position, value.get()));
    }
    if (drawn.size() > most) {
      drawn.remove();
    }
  }

  /** Returns the number of requests that were offered. */
  public long offered() {
    return offered;
  }

  /** Returns what was drawn, in random order. */
  public List<T> drawn() {
    return drawn.stream().sorted(order).map(Drawn::value).toList();
  }

  /** Returns a number without relation to the given one: the finalizer of SplitMix64. */
  private static long mixed(long number) {
    long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
