package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.stream.IntStream;

/** A source of token IDs for synthetic texts. Thread-safe. */
interface Corpus {

  /** Returns this number of tokens, starting anywhere. */
  int[] draw(int tokens, SeededRandom random);

  /** Returns this number of tokens, suitable to continue a text. */
  default int[] drawWhole(int tokens, SeededRandom random) {
    return draw(tokens, random);
  }

  /**
   * Returns the corpus of this kind.
   *
   * @throws DatasetException if the tokenizer cannot encode it
   */
  static Corpus of(PromptCorpus kind, Tokenizer tokenizer) {
    return switch (kind) {
      case SONNET -> LineCorpus.of("sonnets.txt", " ", tokenizer);
      case CODING -> LineCorpus.of("programs.txt", "\n", tokenizer);
      case RANDOM -> ofTokens(tokenizer.vocabulary());
    };
  }

  /** Uniformly random tokens of a tokenizer's vocabulary. */
  private static Corpus ofTokens(int[] vocabulary) {
    return (tokens, random) ->
        IntStream.range(0, tokens)
            .map(i -> vocabulary[random.nextInt(vocabulary.length)])
            .toArray();
  }
}
