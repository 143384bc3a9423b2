package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.ErrorExampleState;
import io.longhaul.pipeline.state.ErrorKindState;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.schema.RequestId;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Errors by kind: their number, the first and the last time, and the ten smallest examples by time
 * and ID, so that the order of arrival has no effect. Kinds beyond {@link #MAX_KINDS} are counted
 * as one. This limit is applied only where the order is fixed: within a lane, and from slice to
 * slice.
 */
public final class ErrorTally {
  static final int MAX_KINDS = 256;
  private static final int SAMPLES = 10;
  private static final String OTHER = "other";

  private final TreeMap<ErrorKey, Entry> entries = new TreeMap<>();

  /** An example of a failed request. */
  private record Sample(long epochNanos, RequestId id) {
    static final Comparator<Sample> ORDER =
        Comparator.comparingLong(Sample::epochNanos).thenComparing(Sample::id);
  }

  /** The aggregates of one kind of error. */
  public static final class Entry {
    private long count;
    private long firstEpochNanos = Long.MAX_VALUE;
    private long lastEpochNanos = Long.MIN_VALUE;
    private final TreeSet<Sample> samples = new TreeSet<>(Sample.ORDER);

    public long count() {
      return count;
    }

    public long firstEpochNanos() {
      return firstEpochNanos;
    }

    public long lastEpochNanos() {
      return lastEpochNanos;
    }

    /** Returns the IDs of the ten earliest requests at most. */
    public List<RequestId> sampleIds() {
      return samples.stream().map(Sample::id).toList();
    }

    private void add(Entry other) {
      count += other.count;
      firstEpochNanos = Math.min(firstEpochNanos, other.firstEpochNanos);
      lastEpochNanos = Math.max(lastEpochNanos, other.lastEpochNanos);
      samples.addAll(other.samples);
      while (samples.size() > SAMPLES) {
        samples.pollLast();
      }
    }
  }

  public void add(ErrorKey key, long epochNanos, RequestId id) {
    Entry one = new Entry();
    one.count = 1;
    one.firstEpochNanos = epochNanos;
    one.lastEpochNanos = epochNanos;
    one.samples.add(new Sample(epochNanos, id));
    bounded(key).add(one);
  }

  /**
   * Adds another lane's errors of the same slice. All kinds are added, so that the order of lanes
   * has no effect.
   */
  void addAll(ErrorTally other) {
    other.entries.forEach(
        (key, entry) -> entries.computeIfAbsent(key, k -> new Entry()).add(entry));
  }

  /** Adds the errors of the next slice, in order of kind. */
  void addBounded(ErrorTally next) {
    next.entries.forEach((key, entry) -> bounded(key).add(entry));
  }

  private Entry bounded(ErrorKey key) {
    Entry known = entries.get(key);
    if (known != null) {
      return known;
    }
    ErrorKey counted =
        entries.size() < MAX_KINDS ? key : new ErrorKey(key.outcome(), ErrorKey.NO_STATUS, OTHER);
    return entries.computeIfAbsent(counted, k -> new Entry());
  }

  /** Returns the entries in order of key. */
  public SortedMap<ErrorKey, Entry> entries() {
    return Collections.unmodifiableSortedMap(entries);
  }

  List<ErrorKindState> toState() {
    return ConvertedList.of(entries.entrySet(), kind -> toState(kind.getKey(), kind.getValue()));
  }

  private static ErrorKindState toState(ErrorKey key, Entry entry) {
    return new ErrorKindState(
        key.outcome(),
        key.status(),
        key.reason(),
        entry.count,
        entry.firstEpochNanos,
        entry.lastEpochNanos,
        ConvertedList.of(
            entry.samples,
            sample ->
                new ErrorExampleState(sample.epochNanos(), sample.id().hi(), sample.id().lo())));
  }

  static ErrorTally ofState(List<ErrorKindState> kinds) {
    ErrorTally tally = new ErrorTally();
    for (ErrorKindState kind : kinds) {
      Entry entry = new Entry();
      entry.count = kind.getCount();
      entry.firstEpochNanos = kind.getFirstEpochNs();
      entry.lastEpochNanos = kind.getLastEpochNs();
      for (ErrorExampleState example : kind.getExamples()) {
        RequestId id = new RequestId(example.getRequestIdHi(), example.getRequestIdLo());
        entry.samples.add(new Sample(example.getEpochNs(), id));
      }
      tally.entries.put(new ErrorKey(kind.getOutcome(), kind.getStatus(), kind.getReason()), entry);
    }
    return tally;
  }

  ErrorTally copy() {
    ErrorTally copy = new ErrorTally();
    copy.addAll(this);
    return copy;
  }
}
