package io.longhaul.load.dataset;

import io.longhaul.load.plan.CacheBust;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.tokenizer.Tokenizer;

/**
 * The conversations of a run, by session. A single-turn request is a session with one turn.
 * Thread-safe.
 */
public interface PromptSource extends EntryTimes, AutoCloseable {
  /**
   * Returns the entry that a session uses, according to the plan's sampling.
   *
   * @param session session number, from 0
   */
  int entryFor(long session);

  /** Returns the conversation of an entry, from 0. */
  Conversation conversation(int entry);

  /** Returns the conversation of a session. */
  default Conversation conversationFor(long session) {
    return conversation(entryFor(session));
  }

  /** Returns whether sessions with the same entry send different content. */
  default boolean variesBySession() {
    return false;
  }

  /** Returns the first prompt of a session. */
  default Prompt promptFor(long session) {
    return conversationFor(session).first();
  }

  /** Returns the first prompt of an entry. */
  default Prompt entry(int entry) {
    return conversation(entry).first();
  }

  /** Returns the number of distinct entries, at least one. */
  @Override
  int entries();

  /** Returns the mean number of turns per conversation. */
  double meanTurns();

  /**
   * Returns whether conversations are held in memory; otherwise each is read or generated on
   * demand.
   */
  default boolean isInMemory() {
    return true;
  }

  /**
   * Returns the due time of an entry on a fixed schedule, in nanoseconds since its start. Entries
   * are ordered by due time.
   *
   * @throws UnsupportedOperationException if there is no schedule
   */
  @Override
  default long dueNanos(int entry) {
    throw new UnsupportedOperationException("These prompts have no schedule");
  }

  /** Closes open files. */
  @Override
  default void close() {}

  /**
   * Creates the source of a plan. Files are read now, or indexed now and read on demand.
   *
   * @throws DatasetException if the file cannot be read or the tokenizer cannot produce text
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
