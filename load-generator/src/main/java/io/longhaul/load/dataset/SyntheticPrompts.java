package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SeededRandom;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes up prompts of wanted lengths from lines of the {@link Corpus}.
 *
 * <p>A text that was made of <i>n</i> tokens need not have <i>n</i> when it is encoded again; it is
 * corrected until it has. Each entry is drawn from a stream of its own, so it depends on nothing
 * but the seed, the tokenizer and its number; a text that an earlier entry has is drawn again.
 */
final class SyntheticPrompts {
  private static final int MOST_CORRECTIONS = 10;

  /** Short texts are few: some have to come twice. */
  private static final int MOST_REDRAWS = 16;

  private final RunPlan plan;
  private final Tokenizer tokenizer;
  private final Corpus corpus;

  private SyntheticPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.plan = plan;
    this.tokenizer = tokenizer;
    this.corpus = Corpus.encodedBy(tokenizer);
  }

  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    return new SyntheticPrompts(plan, tokenizer).build();
  }

  private PromptSource build() {
    List<Prompt> prompts =
        new ArrayList<>(
            IntStream.range(0, plan.dataset().entries())
                .parallel()
                .mapToObj(entry -> draw(entry, 0))
                .toList());
    Set<Long> seen = new HashSet<>();
    for (int entry = 0; entry < prompts.size(); entry++) {
      Prompt prompt = prompts.get(entry);
      for (int redraw = 1; redraw <= MOST_REDRAWS && seen.contains(prompt.hash()); redraw++) {
        prompt = draw(entry, redraw);
      }
      seen.add(prompt.hash());
      prompts.set(entry, prompt);
    }
    return new PromptList(prompts);
  }

  private Prompt draw(int entry, int attempt) {
    SeededRandom lengths = SeededRandom.named(plan.seed(), "input-length").split(entry);
    SeededRandom words = SeededRandom.named(plan.seed(), "prompt").split(entry).split(attempt);
    int wanted = LengthDraw.draw(plan.dataset().inputLength(), lengths);
    SizedText sized = write(wanted, words);
    List<String> texts = List.of(sized.text());
    List<String> models = plan.request().models();
    return new Prompt(
        entry,
        texts,
        null,
        models.get(entry % models.size()),
        ExtraInputs.NONE,
        sized.tokens(),
        wanted,
        LengthDraw.drawOutput(plan.dataset().outputLength(), plan.seed(), entry),
        PromptHash.of(texts));
  }

  private SizedText write(int wanted, SeededRandom words) {
    SizedText best = null;
    int[] ids = corpus.draw(wanted, words);
    for (int round = 0; round <= MOST_CORRECTIONS; round++) {
      // Templates and servers strip the ends of a message, so blanks there would not count.
      String text = tokenizer.decode(ids).strip();
      int[] encoded = tokenizer.encode(text);
      if (best == null || Math.abs(encoded.length - wanted) < Math.abs(best.tokens() - wanted)) {
        best = new SizedText(text, encoded.length);
      }
      if (encoded.length == wanted) {
        return best;
      }
      ids = fit(encoded, wanted, words);
    }
    return best;
  }

  /** Cuts off what is too much, or adds what is missing. */
  private int[] fit(int[] ids, int wanted, SeededRandom words) {
    int[] fitted = Arrays.copyOf(ids, wanted);
    if (ids.length < wanted) {
      int missing = wanted - ids.length;
      System.arraycopy(corpus.draw(missing, words), 0, fitted, ids.length, missing);
    }
    return fitted;
  }

  private record SizedText(String text, int tokens) {}
}
