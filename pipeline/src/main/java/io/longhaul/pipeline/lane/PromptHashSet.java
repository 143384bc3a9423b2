package io.longhaul.pipeline.lane;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A bounded set of the hashes of a lane's first prompts, to detect repeated prompts. It is bounded
 * because state must not grow with the run: prompts that do not fit always count as new.
 */
final class PromptHashSet {
  static final int MAX_PROMPTS = 16_384;

  private static final int INITIAL_SLOTS = 16;

  /** Hash table with open addressing, at most half full; a slot of 0 is free. */
  private long[] slots;

  private int used;
  private boolean containsZero;

  PromptHashSet() {
    this(new long[INITIAL_SLOTS], 0, false);
  }

  private PromptHashSet(long[] slots, int used, boolean containsZero) {
    this.slots = slots;
    this.used = used;
    this.containsZero = containsZero;
  }

  /**
   * Adds a prompt.
   *
   * @return whether the prompt was already known
   */
  boolean seenBefore(long hash) {
    if (hash == 0) {
      boolean seen = containsZero;
      containsZero = true;
      return seen;
    }
    int slot = slotOf(hash);
    if (slots[slot] == hash) {
      return true;
    }
    if (used < MAX_PROMPTS) {
      slots[slot] = hash;
      used++;
      growWhenHalfFull();
    }
    return false;
  }

  /** Returns the slot of a hash, or the free slot where it belongs. */
  private int slotOf(long hash) {
    int mask = slots.length - 1;
    int slot = Long.hashCode(hash) & mask;
    while (slots[slot] != 0 && slots[slot] != hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void growWhenHalfFull() {
    if (used * 2 <= slots.length) {
      return;
    }
    long[] hashes = sortedHashes();
    slots = new long[slots.length * 2];
    for (long hash : hashes) {
      slots[slotOf(hash)] = hash;
    }
  }

  /** Returns all hashes except 0 in sorted order. */
  private long[] sortedHashes() {
    return Arrays.stream(slots).filter(hash -> hash != 0).sorted().toArray();
  }

  PromptHashSet copy() {
    return new PromptHashSet(slots.clone(), used, containsZero);
  }

  /** Returns the hashes in sorted order, so that equal sets have equal bytes. */
  ByteBuffer toState() {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * (used + (containsZero ? 1 : 0)));
    if (containsZero) {
      bytes.putLong(0);
    }
    for (long hash : sortedHashes()) {
      bytes.putLong(hash);
    }
    return bytes.flip();
  }

  static PromptHashSet ofState(ByteBuffer stored) {
    PromptHashSet hashes = new PromptHashSet();
    ByteBuffer bytes = stored.duplicate();
    while (bytes.hasRemaining()) {
      hashes.seenBefore(bytes.getLong());
    }
    return hashes;
  }
}
