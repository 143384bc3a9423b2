package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.IntSummaryStatistics;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks whether synthetic texts have the requested number of tokens with a given tokenizer. */
public final class TokenLengthCheck {
  private static final int TEXTS = 8;

  /** Takes a few tenths of a second. */
  private static final int MAX_TOTAL_TOKENS = 50_000;

  /** Longer texts are not checked, because the check runs before every start. */
  private static final int MAX_TEXT_TOKENS = 200_000;

  private TokenLengthCheck() {}

  /**
   * Generates texts and counts their tokens.
   *
   * @param dataset the data set, which may be invalid
   * @return a warning about missed lengths; empty if there are none, if no text is synthetic, or if
   *     all texts are too long to check
   * @throws DatasetException if the texts are empty
   */
  public static Optional<String> of(
      DatasetPlan dataset, EndpointType endpoint, Tokenizer tokenizer) {
    if (!dataset.isSynthetic() || !endpoint.takesText() || dataset.batch().texts() == 0) {
      return Optional.empty();
    }
    SyntheticText texts = new SyntheticText(dataset.corpus(), tokenizer);
    return lengths(dataset, endpoint)
        .map(TokenLength::mean)
        .distinct()
        .filter(requested -> requested > 0 && requested <= MAX_TEXT_TOKENS)
        .map(requested -> check(requested, texts, tokenizer.name()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Stream<TokenLength> lengths(DatasetPlan dataset, EndpointType endpoint) {
    if (endpoint.ranks()) {
      return Stream.of(dataset.rankings().query(), dataset.rankings().passage());
    }
    return dataset.lengthPairs().isEmpty()
        ? Stream.of(dataset.inputLength())
        : dataset.lengthPairs().stream().map(pair -> pair.input());
  }

  private static Optional<String> check(int requested, SyntheticText texts, String tokenizer) {
    SeededRandom random = SeededRandom.named(0, "length-trial");
    int tries = Math.min(TEXTS, Math.max(1, MAX_TOTAL_TOKENS / requested));
    IntSummaryStatistics differing = new IntSummaryStatistics();
    for (int i = 0; i < tries; i++) {
      SyntheticText.Sized text = texts.write(requested, random.split(i));
      if (text.text().isEmpty()) {
        throw new DatasetException(
            "Cannot generate prompts: with tokenizer %s a text of %s tokens is empty (give an"
                    .formatted(tokenizer, requested)
                + " --input-file or another --tokenizer)");
      }
      if (text.tokens() != requested) {
        differing.accept(text.tokens());
      }
    }
    return differing.getCount() == 0
        ? Optional.empty()
        : Optional.of(describe(tokenizer, requested, tries, differing));
  }

  private static String describe(
      String tokenizer, int requested, int tries, IntSummaryStatistics differing) {
    String range =
        differing.getMin() == differing.getMax()
            ? Integer.toString(differing.getMin())
            : differing.getMin() + " to " + differing.getMax();
    String check =
        tries == 1
            ? "a text of " + requested + " tokens came out with "
            : "of %s texts of %s tokens %s came out with "
                .formatted(tries, requested, differing.getCount());
    return "tokenizer %s misses the requested length: %s%s (rows contain both lengths)"
        .formatted(tokenizer, check, range);
  }
}
