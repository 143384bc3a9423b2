package io.longhaul.control.coordinator;

import io.longhaul.schema.MarkRules;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;

/**
 * The marks that a coordinator adds to its run, from the start of the load to its end. Thread-safe.
 */
final class RunMarks {
  private final LongSupplier nowEpochNanos;
  private final Consumer<Mark> log;
  private long runStartEpochNanos = Long.MAX_VALUE;
  private boolean hasEnded;
  private int earlier;
  private int next;

  /**
   * @param nowEpochNanos the clock of the coordinator's events
   * @param log appends a mark to the coordinator's lane without waiting
   */
  RunMarks(LongSupplier nowEpochNanos, Consumer<Mark> log) {
    this.nowEpochNanos = nowEpochNanos;
    this.log = log;
  }

  /** Accepts marks from the start of the load on. */
  synchronized void open(long startEpochNanos) {
    runStartEpochNanos = startEpochNanos;
  }

  /** Accepts no further marks. When this returns, no mark is being added. */
  synchronized void end() {
    hasEnded = true;
  }

  /** Counts the marks of earlier coordinators of the run. */
  synchronized void countEarlier(int marks) {
    earlier = marks;
  }

  /**
   * Adds a mark at the current time.
   *
   * @throws IllegalArgumentException if the text is invalid
   * @throws MarkRefusedException if the load does not run, or the run has too many marks
   */
  synchronized Mark add(String text, MarkSource addedBy) throws MarkRefusedException {
    String valid = MarkRules.requireText(text);
    long now = nowEpochNanos.getAsLong();
    if (hasEnded) {
      throw new MarkRefusedException("the load of the run has ended");
    }
    if (now < runStartEpochNanos) {
      throw MarkRefusedException.notStarted();
    }
    if (earlier + next >= MarkRules.MAX_PER_RUN) {
      throw new MarkRefusedException(
          "the run has %,d marks already (at most %<,d)".formatted(MarkRules.MAX_PER_RUN));
    }
    Mark mark = new Mark(next, now, valid, addedBy);
    try {
      log.accept(mark);
    } catch (KafkaException e) {
      throw new MarkRefusedException("Kafka does not take it: " + e.getMessage());
    }
    next++;
    return mark;
  }
}
