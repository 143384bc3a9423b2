package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.synthetic.SyntheticText;
import io.longhaul.load.plan.check.SeededRandom;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts of a trace's blocks. A hash ID always yields the same text, so requests with common IDs
 * share the start of their prompts and hit a server's prefix cache.
 *
 * <p>A block starts with a space and a word and ends with a whole token. The token count of
 * concatenated blocks is therefore the sum of their counts, apart from an occasional token. The
 * last block of a prompt may be partial; it then has its own text. Not thread-safe.
 */
final class HashBlocks {
  /** About 40 MB of blocks of 512 tokens. */
  private static final int MAX_CACHED = 16_384;

  private final SyntheticText texts;
  private final SeededRandom random;
  private final Map<Key, String> cache =
      new LinkedHashMap<>(256, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, String> eldest) {
          return size() > MAX_CACHED;
        }
      };

  HashBlocks(SyntheticText texts, long seed) {
    this.texts = texts;
    this.random = SeededRandom.named(seed, "hash-block");
  }

  private record Key(long id, int tokens) {}

  /** Returns a text of this many tokens for the block with this ID. */
  String text(long id, int tokens) {
    return cache.computeIfAbsent(
        new Key(id, tokens), key -> texts.block(key.tokens(), random.split(key.id())));
  }
}
