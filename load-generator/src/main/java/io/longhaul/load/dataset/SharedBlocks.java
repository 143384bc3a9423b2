package io.longhaul.load.dataset;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which blocks the prompts of a trace share; grows with the number of different blocks. */
final class SharedBlocks {
  /** A block behind another, or at a place. */
  private record Link(long before, long id) {}

  private static final class Count {
    private final long number;
    private long times;

    Count(long number) {
      this.number = number;
    }
  }

  /** Each beginning of a prompt: its last block, behind the beginning that is one shorter. */
  private final Map<Link, Count> prefixes = new HashMap<>();

  private final Map<Link, Count> places = new HashMap<>();
  private final Map<Long, Count> firsts = new HashMap<>();
  private final Set<Long> seen = new HashSet<>();

  /**
   * Takes the blocks of the next prompt, at least one.
   *
   * @return which share of them a cache without an end would have had, up to the first unknown one
   */
  double add(long[] ids) {
    int known = 0;
    while (known < ids.length && seen.contains(ids[known])) {
      known++;
    }
    long before = -1;
    for (int place = 0; place < ids.length; place++) {
      before = count(prefixes, new Link(before, ids[place]));
      count(places, new Link(place, ids[place]));
      seen.add(ids[place]);
    }
    firsts.computeIfAbsent(ids[0], id -> new Count(firsts.size())).times++;
    return (double) known / ids.length;
  }

  private static long count(Map<Link, Count> counts, Link link) {
    int number = counts.size();
    Count count = counts.computeIfAbsent(link, key -> new Count(number));
    count.times++;
    return count.number;
  }

  /** How many of these blocks stand at the same place of another prompt, once all were added. */
  int sharedOf(long[] ids) {
    int shared = 0;
    for (int place = 0; place < ids.length; place++) {
      shared += places.get(new Link(place, ids[place])).times > 1 ? 1 : 0;
    }
    return shared;
  }

  /** How many different beginnings prompts have, of whatever length. */
  int prefixes() {
    return prefixes.size();
  }

  /** With how many first blocks several prompts begin. */
  long groups() {
    return firsts.values().stream().filter(count -> count.times > 1).count();
  }

  /** Which share of all beginnings is that of several prompts. */
  double reuse() {
    long all = 0;
    long reused = 0;
    for (Count count : prefixes.values()) {
      all += count.times;
      reused += count.times > 1 ? count.times : 0;
    }
    return all == 0 ? 0 : (double) reused / all;
  }
}
