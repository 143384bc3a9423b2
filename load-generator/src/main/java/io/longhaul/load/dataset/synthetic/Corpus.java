package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.tokenizer.Tokenizer;

/** A source of token IDs for synthetic texts. Thread-safe. */
interface Corpus {

  /** Returns this number of tokens, starting anywhere. */
  int[] draw(int tokens, SeededRandom random);

  /** Returns this number of tokens, suitable to continue a text. */
  int[] drawWhole(int tokens, SeededRandom random);

  /**
   * Returns the corpus of this kind.
   *
   * @throws DatasetException if the tokenizer cannot encode it
   */
  static Corpus of(PromptCorpus kind, Tokenizer tokenizer) {
    return switch (kind) {
      case SONNET -> LineCorpus.of("sonnets.txt", " ", tokenizer);
      case CODING -> LineCorpus.of("programs.txt", "\n", tokenizer);
      case RANDOM -> new TokenCorpus(tokenizer.vocabulary());
    };
  }
}
