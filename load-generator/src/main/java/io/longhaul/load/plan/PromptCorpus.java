package io.longhaul.load.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What synthetic texts are made of. */
public enum PromptCorpus {
  /** Lines of Shakespeare's sonnets. */
  SONNET,
  /** Lines of program text. */
  CODING,
  /** Any tokens that the tokenizer knows. */
  RANDOM;

  /** The name on a command line and in a plan, for example {@code sonnet}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

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
