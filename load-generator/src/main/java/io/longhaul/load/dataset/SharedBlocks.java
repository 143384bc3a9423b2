package io.longhaul.load.dataset;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which blocks the prompts of a trace share; grows with the number of different blocks. */
final class SharedBlocks {
  /** A block behind another, or at a place. */
  private record Link(long parent, long id) {}

  private static final class Count {
    private final long number;
    private long occurrences;

    Count(long number) {
      this.number = number;
    }
  }

  /** Each beginning of a prompt: its last block, behind the beginning that is one shorter. */
  private final Map<Link, Count> prefixes = new HashMap<>();

  private final Map<Link, Count> positions = new HashMap<>();
  private final Map<Long, Count> firstBlocks = new HashMap<>();
  private final Set<Long> seen = new HashSet<>();

  /**
   * Takes the blocks of the next prompt, at least one.
   *
   * @return which share of them a cache without an end would have had, up to the first unknown one
   */
  double add(long[] ids) {
    int cached = 0;
    while (cached < ids.length && seen.contains(ids[cached])) {
      cached++;
    }
    long parent = -1;
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

  /** How many of these blocks stand at the same place of another prompt, once all were added. */
  int countShared(long[] ids) {
    int shared = 0;
    for (int position = 0; position < ids.length; position++) {
      shared += positions.get(new Link(position, ids[position])).occurrences > 1 ? 1 : 0;
    }
    return shared;
  }

  /** How many different beginnings prompts have, of whatever length. */
  int prefixes() {
    return prefixes.size();
  }

  /** With how many first blocks several prompts begin. */
  long groups() {
    return firstBlocks.values().stream().filter(count -> count.occurrences > 1).count();
  }

  /** Which share of all beginnings is that of several prompts. */
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
