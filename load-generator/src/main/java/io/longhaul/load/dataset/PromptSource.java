package io.longhaul.load.dataset;

import io.longhaul.load.plan.CacheBust;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;

/**
 * The conversations of a run: which one each of its sessions has. A single turn is a session of its
 * own. Safe on any thread.
 */
public interface PromptSource extends AutoCloseable {
  /**
   * The entry that the session with this number asks; the plan's sampling says so.
   *
   * @param session 0 or more
   */
  int entryFor(long session);

  /** What sessions with this entry ask, from 0. */
  Conversation conversation(int entry);

  /** What the session with this number asks. */
  default Conversation conversationFor(long session) {
    return conversation(entryFor(session));
  }

  /** Whether sessions with the same entry ask something different each. */
  default boolean variesBySession() {
    return false;
  }

  /** What the session with this number asks first. */
  default Prompt promptFor(long session) {
    return conversationFor(session).first();
  }

  /** What sessions with this entry ask first. */
  default Prompt entry(int entry) {
    return conversation(entry).first();
  }

  /** How many different entries there are, at least one. */
  int entries();

  /** How many turns conversations have on average. */
  double meanTurns();

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
   * The conversations that this plan wants, made up or read now, or looked through and read later.
   *
   * @throws DatasetException when the file cannot be read or the tokenizer makes no text
   */
  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
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
