package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.plan.check.SeededRandom;
import java.util.stream.IntStream;

/** Uniformly random tokens of a tokenizer's vocabulary. */
record TokenCorpus(int[] vocabulary) implements Corpus {
  @Override
  public int[] draw(int tokens, SeededRandom random) {
    return IntStream.range(0, tokens)
        .map(i -> vocabulary[random.nextInt(vocabulary.length)])
        .toArray();
  }

  @Override
  public int[] drawWhole(int tokens, SeededRandom random) {
    return draw(tokens, random);
  }
}
