package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PromptHashSetTest {
  private final PromptHashSet memory = new PromptHashSet();

  @Test
  void aPromptIsMetForTheFirstTimeOnce() {
    assertThat(memory.meet(7)).isFalse();
    assertThat(memory.meet(7)).isTrue();
    assertThat(memory.meet(0)).as("0 is a hash like any other").isFalse();
    assertThat(memory.meet(0)).isTrue();
  }

  @Test
  void itRemembersAsASetDoesUntilItIsFull() {
    SplittableRandom random = new SplittableRandom(5);
    Set<Long> known = new HashSet<>();
    while (known.size() < PromptHashSet.MOST_PROMPTS) {
      long hash = random.nextLong(3L * PromptHashSet.MOST_PROMPTS) + 1;
      assertThat(memory.meet(hash)).isEqualTo(!known.add(hash));
    }

    assertThat(memory.meet(-1)).isFalse();
    assertThat(memory.meet(-1)).as("there was no room for it").isFalse();
    assertThat(known).allMatch(memory::meet);
  }

  @Test
  void aCopyGoesItsOwnWay() {
    memory.meet(7);
    PromptHashSet copy = memory.copy();
    copy.meet(8);

    assertThat(copy.meet(7)).isTrue();
    assertThat(memory.meet(8)).isFalse();
  }

  @Test
  void whatWasWrittenIsReadAndTheOrderOfMeetingDoesNotShow() throws IOException {
    PromptHashSet other = new PromptHashSet();
    for (long hash = 0; hash < 100; hash++) {
      memory.meet(hash);
      other.meet(99 - hash);
    }
    byte[] form = form(memory);

    assertThat(form(other)).isEqualTo(form);
    PromptHashSet read = PromptHashSet.readFrom(new DataInputStream(new ByteArrayInputStream(form)));
    assertThat(form(read)).isEqualTo(form);
    assertThat(read.meet(99)).isTrue();
    assertThat(read.meet(100)).isFalse();
  }

  private static byte[] form(PromptHashSet memory) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    memory.writeTo(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
