package io.longhaul.load.dataset;

import io.longhaul.load.dataset.file.JsonlPrompts;
import io.longhaul.load.dataset.file.QuestionPrompts;
import io.longhaul.load.dataset.file.RandomPools;
import io.longhaul.load.dataset.file.ShareGptPrompts;
import io.longhaul.load.dataset.prompt.CacheBustPrompts;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.SystemPrompts;
import io.longhaul.load.dataset.synthetic.SyntheticPrompts;
import io.longhaul.load.dataset.trace.TracePrompts;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.tokenizer.Tokenizer;

/** Creates the source of prompts that a plan selects. */
public final class PromptSources {
  private PromptSources() {}

  /**
   * Creates the source of a plan. Files are read now, or indexed now and read on demand.
   *
   * @throws DatasetException if the file cannot be read or the tokenizer cannot produce text
   */
  public static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    PromptSource source = withoutChanges(plan, tokenizer);
    if (plan.dataset().systemPrompt() != null) {
      source = new SystemPrompts(source, plan.dataset().systemPrompt(), tokenizer);
    }
    return plan.dataset().cacheBust() == CacheBust.NONE
        ? source
        : new CacheBustPrompts(source, plan, tokenizer);
  }

  private static PromptSource withoutChanges(RunPlan plan, Tokenizer tokenizer) {
    if (plan.dataset().isSynthetic()) {
      return SyntheticPrompts.of(plan, tokenizer);
    }
    return switch (plan.dataset().fileType()) {
      case SINGLE_TURN, MULTI_TURN -> JsonlPrompts.of(plan, tokenizer);
      case RANDOM_POOL -> RandomPools.of(plan, tokenizer);
      case OPENORCA, CNN_DAILYMAIL -> QuestionPrompts.of(plan, tokenizer);
      case SHAREGPT -> ShareGptPrompts.of(plan, tokenizer);
      case MOONCAKE_TRACE, PAYLOAD, RAW_PAYLOAD, INPUTS_JSON -> TracePrompts.of(plan, tokenizer);
    };
  }
}
