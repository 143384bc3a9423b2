package io.longhaul.load.dataset;

import io.longhaul.load.plan.SeededRandom;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts of a trace's blocks: one hash id always stands for the same text, so that requests
 * which share ids share the beginning of their prompts, and a server's prefix cache finds it.
 *
 * <p>A block begins with a blank and a word and ends with a whole token, so that blocks put
 * together have, but for a token here and there, the tokens that they have alone. The last block of
 * a prompt may be a part of one: then it has that part's text. For one thread.
 */
final class HashBlocks {
  /** Some 40 MB of blocks of 512 tokens. */
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

  /** The first tokens of the block with this id, or all of them. */
  String text(long id, int tokens) {
    return cache.computeIfAbsent(
        new Key(id, tokens), key -> texts.block(key.tokens(), random.split(key.id())));
  }
}
