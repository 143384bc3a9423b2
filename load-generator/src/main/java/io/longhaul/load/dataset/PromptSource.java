package io.longhaul.load.dataset;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;

/** The prompts of a run in the order of its plan. */
public interface PromptSource {
  /**
   * The prompt of this plan index: entries in their order, from the start again after the last, as
   * AIPerf's sequential sampling does.
   *
   * @param planIndex 0 or more
   */
  Prompt promptFor(long planIndex);

  /** How many different entries there are, at least one. */
  int entries();

  /**
   * The prompts that this plan wants, made up or read now.
   *
   * @throws DatasetException when the file cannot be read or the tokenizer makes no text
   */
  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    return plan.dataset().isSynthetic()
        ? SyntheticPrompts.of(plan, tokenizer)
        : JsonlPrompts.of(plan, tokenizer);
  }
}
