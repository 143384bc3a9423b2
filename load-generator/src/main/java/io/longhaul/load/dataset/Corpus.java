package io.longhaul.load.dataset;

import io.longhaul.load.plan.PromptCorpus;
import io.longhaul.load.plan.SeededRandom;
import io.longhaul.load.tokenizer.Tokenizer;

/** What synthetic texts are made of, as token ids. Safe on any thread. */
interface Corpus {

  /** So many tokens from anywhere. */
  int[] draw(int tokens, SeededRandom random);

  /** So many tokens that can follow a text. */
  int[] drawWhole(int tokens, SeededRandom random);

  /**
   * The corpus of this kind.
   *
   * @throws DatasetException when the tokenizer makes nothing of it
   */
  static Corpus of(PromptCorpus kind, Tokenizer tokenizer) {
    return switch (kind) {
      case SONNET -> LineCorpus.ofSonnets(tokenizer);
      case CODING -> LineCorpus.ofPrograms(tokenizer);
      case RANDOM -> new TokenCorpus(tokenizer.vocabulary());
    };
  }
}
