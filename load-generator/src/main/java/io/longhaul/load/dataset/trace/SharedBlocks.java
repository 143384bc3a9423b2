package io.longhaul.load.dataset.trace;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the blocks that the prompts of a trace share. Memory grows with the number of distinct
 * blocks.
 */
final class SharedBlocks {
  /** Parent of a first block. */
  private static final long NO_PARENT = -1;

  /** A block after the prefix with a number, or at a position. */
  private record Link(long parent, long id) {}

  private static final class Count {
    private final long number;
    private long occurrences;

    Count(long number) {
      this.number = number;
    }
  }

  /** Each prefix of a prompt: its last block and the number of the prefix one block shorter. */
  private final Map<Link, Count> prefixes = new HashMap<>();

  private final Map<Link, Count> positions = new HashMap<>();
  private final Map<Long, Count> firstBlocks = new HashMap<>();
  private final Set<Long> seen = new HashSet<>();

  /**
   * Adds the blocks of the next prompt, at least one.
   *
   * @return the fraction of them that an unlimited cache would contain, up to the first unknown
   *     block
   */
  double add(long[] ids) {
    int cached = 0;
    while (cached < ids.length && seen.contains(ids[cached])) {
      cached++;
    }
    long parent = NO_PARENT;
    for (int position = 0; position < ids.length; position++) {
      parent = count(prefixes, new Link(parent, ids[position]));
      count(positions, new Link(position, ids[position]));
      seen.add(ids[position]);
    }
    firstBlocks.computeIfAbsent(ids[0], id -> new Count(firstBlocks.size())).occurrences++;
    return (double) cached / ids.length;
  }

  private static long count(Map<Link, Count> counts, Link link) {
    int number = counts.size();
    Count count = counts.computeIfAbsent(link, key -> new Count(number));
    count.occurrences++;
    return count.number;
  }

  /**
   * Returns how many of these blocks occur at the same position of another prompt. Call this after
   * all prompts have been added.
   */
  int countShared(long[] ids) {
    int shared = 0;
    for (int position = 0; position < ids.length; position++) {
      Count count = requireNonNull(positions.get(new Link(position, ids[position])));
      shared += count.occurrences > 1 ? 1 : 0;
    }
    return shared;
  }

  /** Returns the number of distinct prefixes, of any length. */
  int prefixes() {
    return prefixes.size();
  }

  /** Returns the number of first blocks that several prompts share. */
  long groups() {
    return firstBlocks.values().stream().filter(count -> count.occurrences > 1).count();
  }

  /** Returns the fraction of all prefixes that belong to several prompts. */
  double reuse() {
    long all = 0;
    long reused = 0;
    for (Count count : prefixes.values()) {
      all += count.occurrences;
      reused += count.occurrences > 1 ? count.occurrences : 0;
    }
    return all == 0 ? 0 : (double) reused / all;
  }
}
