package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.pipeline.lane.SequenceTracker.Arrival;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SequenceTrackerTest {
  private final SequenceTracker book = new SequenceTracker();

  @Test
  void aGapIsFilledFromTheMiddle() {
    arrive(0, 6);
    arrive(3);
    assertThat(book.hasGapBelow(2)).isTrue();
    assertThat(book.settledBelow()).isEqualTo(1);

    arrive(1, 2);
    assertThat(book.settledBelow()).isEqualTo(4);
    arrive(5, 4);
    assertThat(book.settledBelow()).isEqualTo(7);
    assertThat(book.lost()).isZero();
  }

  @Test
  void aDeclaredRangeMayCoverSeveralGapsAndRecordsBetweenThem() {
    arrive(0, 3, 6);
    book.declaredDropped(2, 4);

    assertThat(book.droppedDeclared()).isEqualTo(2);
    assertThat(book.settledBelow()).isEqualTo(1);
    assertThat(book.arrived(2)).isEqualTo(Arrival.DUPLICATE);
    assertThat(book.arrived(1)).isEqualTo(Arrival.NEW);
    assertThat(book.arrived(5)).isEqualTo(Arrival.NEW);
  }

  @Test
  void onlyMissingRecordsBelowTheAcknowledgedSeqAreLost() {
    arrive(0, 4);
    book.acknowledgedBelow(3);

    assertThat(book.lost()).isEqualTo(2);
    assertThat(book.settledBelow()).isEqualTo(3);
  }

  @Test
  void withTooManyGapsTheOldestIsLost() {
    for (long seq = 0; seq <= 2L * (SequenceTracker.MAX_GAPS + 1); seq += 2) {
      arrive(seq);
    }
    assertThat(book.lost()).isEqualTo(1);
    assertThat(book.settledBelow()).isEqualTo(3);
    assertThat(book.arrived(1)).isEqualTo(Arrival.DUPLICATE);
  }

  @Property(tries = 500)
  void theTrackerMatchesASetOfArrivedRecords(
      @ForAll @Size(max = 60) List<@IntRange(max = 40) Integer> seqs) {
    SequenceTracker fresh = new SequenceTracker();
    BitSet seen = new BitSet();
    for (int seq : seqs) {
      Arrival expected = seen.get(seq) ? Arrival.DUPLICATE : Arrival.NEW;
      assertThat(fresh.arrived(seq)).isEqualTo(expected);
      seen.set(seq);
      assertThat(fresh.settledBelow()).isEqualTo(seen.nextClearBit(0));
      assertThat(fresh.lastSeq()).isEqualTo(seen.length() - 1);
    }
    fresh.end();
    assertThat(fresh.lost()).isEqualTo(seen.length() - seen.cardinality());
    assertThat(fresh.events()).isEqualTo(seen.cardinality());
  }

  private void arrive(long... seqs) {
    for (long seq : seqs) {
      assertThat(book.arrived(seq)).isEqualTo(Arrival.NEW);
    }
  }
}
