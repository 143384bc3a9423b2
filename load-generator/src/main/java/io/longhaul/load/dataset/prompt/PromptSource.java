package io.longhaul.load.dataset.prompt;

import io.longhaul.load.schedule.EntryTimes;

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
}
