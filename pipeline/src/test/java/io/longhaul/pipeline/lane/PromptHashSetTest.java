package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PromptHashSetTest {
  private final PromptHashSet hashes = new PromptHashSet();

  @Test
  void aPromptIsNewOnlyOnce() {
    assertThat(hashes.seenBefore(7)).isFalse();
    assertThat(hashes.seenBefore(7)).isTrue();
    assertThat(hashes.seenBefore(0)).as("0 is a hash like any other").isFalse();
    assertThat(hashes.seenBefore(0)).isTrue();
  }

  @Test
  void itBehavesLikeASetUntilItIsFull() {
    SplittableRandom random = new SplittableRandom(5);
    Set<Long> known = new HashSet<>();
    while (known.size() < PromptHashSet.MAX_PROMPTS) {
      long hash = random.nextLong(3L * PromptHashSet.MAX_PROMPTS) + 1;
      assertThat(hashes.seenBefore(hash)).isEqualTo(!known.add(hash));
    }

    assertThat(hashes.seenBefore(-1)).isFalse();
    assertThat(hashes.seenBefore(-1)).as("the set was full").isFalse();
    assertThat(known).allMatch(hashes::seenBefore);
  }

  @Test
  void aCopyIsIndependent() {
    hashes.seenBefore(7);
    PromptHashSet copy = hashes.copy();
    copy.seenBefore(8);

    assertThat(copy.seenBefore(7)).isTrue();
    assertThat(hashes.seenBefore(8)).isFalse();
  }

  @Test
  void serializedBytesAreReadBackAndDoNotDependOnInsertionOrder() {
    PromptHashSet other = new PromptHashSet();
    for (long hash = 0; hash < 100; hash++) {
      hashes.seenBefore(hash);
      other.seenBefore(99 - hash);
    }

    assertThat(other.toState()).isEqualTo(hashes.toState());
    PromptHashSet read = PromptHashSet.ofState(hashes.toState());
    assertThat(read.toState()).isEqualTo(hashes.toState());
    assertThat(read.seenBefore(0)).isTrue();
    assertThat(read.seenBefore(99)).isTrue();
    assertThat(read.seenBefore(100)).isFalse();
  }
}
