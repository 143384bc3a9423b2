package io.longhaul.load.dataset;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;

/** The prompts of a run in the order of its plan. Safe on any thread. */
public interface PromptSource extends AutoCloseable {
  /**
   * The prompt of this plan index; which entry that is, the plan's sampling says.
   *
   * @param planIndex 0 or more
   */
  Prompt promptFor(long planIndex);

  /** The prompt of this entry, from 0. */
  default Prompt entry(int entry) {
    return promptFor(entry);
  }

  /** How many different entries there are, at least one. */
  int entries();

  /** Whether asking for a prompt takes no time; else each is read and made up when asked for. */
  default boolean isInMemory() {
    return true;
  }

  /**
   * When an entry of a fixed schedule is due, in nanoseconds since the start; entries are in the
   * order of these times.
   *
   * @throws UnsupportedOperationException when there is no schedule
   */
  default long dueNanos(int entry) {
    throw new UnsupportedOperationException("Cannot tell when to ask: these prompts have no times");
  }

  /** Lets go of files. */
  @Override
  default void close() {}

  /**
   * The prompts that this plan wants, made up or read now, or looked through and read later.
   *
   * @throws DatasetException when the file cannot be read or the tokenizer makes no text
   */
  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    if (plan.dataset().isSynthetic()) {
      return SyntheticPrompts.of(plan, tokenizer);
    }
    return plan.dataset().fileType().isTrace()
        ? TracePrompts.of(plan, tokenizer)
        : JsonlPrompts.of(plan, tokenizer);
  }
}
