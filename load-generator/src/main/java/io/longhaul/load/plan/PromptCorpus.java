package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;

/** What synthetic texts are made of. */
public enum PromptCorpus implements Keyword {
  /** Lines of Shakespeare's sonnets. */
  SONNET,
  /** Lines of program text. */
  CODING,
  /** Any tokens that the tokenizer knows. */
  RANDOM;

  /** The corpus with this name, in any case. */
  public static Optional<PromptCorpus> of(String word) {
    return Arrays.stream(values())
        .filter(corpus -> corpus.word().equalsIgnoreCase(word.strip()))
        .findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return "sonnet, coding or random";
  }
}
