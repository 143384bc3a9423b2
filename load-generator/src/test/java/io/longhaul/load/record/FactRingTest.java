package io.longhaul.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FactRingTest {
  private static final FactRing.Reader IGNORE = (fact, atNanos, number, subject, content) -> {};

  @Test
  void anotherThreadReadsEachFactOnceAndInOrder() {
    FactRing ring = new FactRing(256);
    int facts = 20_000;
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (long next = 0; next < facts; ) {
                if (ring.offer(0, Fact.BODY, next, -next, ring, Long.toString(next))) {
                  next++;
                } else {
                  Thread.onSpinWait();
                }
              }
            });

    long[] expected = {0};
    long[] wrong = {0};
    while (expected[0] < facts && !writer.isCompletedExceptionally()) {
      ring.drain(
          (fact, atNanos, number, subject, content) -> {
            long next = expected[0]++;
            boolean asWritten =
                atNanos == next && number == -next && content.equals(Long.toString(next));
            wrong[0] += asWritten ? 0 : 1;
          });
    }

    assertThat(wrong[0]).isZero();
    assertThat(writer).succeedsWithin(Duration.ofSeconds(5));
    assertThat(ring.drain(IGNORE)).isZero();
    assertThat(ring.takeDepthMax()).isBetween(1L, 256L);
  }

  @Test
  void fullRingRejectsFactsAndOverwritesNothing() {
    FactRing ring = new FactRing(4);
    for (int i = 0; i < 4; i++) {
      assertThat(ring.offer(0, Fact.BODY, i, 0, null, null)).isTrue();
    }
    assertThat(ring.offer(0, Fact.BODY, 4, 0, null, null)).isFalse();
    assertThat(ring.drain(IGNORE)).isEqualTo(4);
    assertThat(ring.offer(0, Fact.BODY, 5, 0, null, null)).isTrue();
  }

  @Test
  void reservedSlotsStayFree() {
    FactRing ring = new FactRing(4);
    assertThat(ring.offer(3, Fact.BODY, 0, 0, null, null)).isTrue();
    assertThat(ring.offer(3, Fact.BODY, 1, 0, null, null)).isFalse();
    assertThat(ring.offer(2, Fact.ENDED, 1, 0, null, null)).isTrue();
  }

  @Test
  void sizeMustBeAPowerOfTwo() {
    assertThatThrownBy(() -> new FactRing(48)).hasMessage("Invalid ring size: 48 (a power of two)");
  }
}
