package io.longhaul.load.dataset;

/**
 * Conversations that never come twice: that of each session is made up when it is asked for, and
 * not kept.
 */
record UniquePrompts(SyntheticPrompts prompts) implements PromptSource {
  @Override
  public int entryFor(long session) {
    return (int) (session % Integer.MAX_VALUE);
  }

  @Override
  public Conversation conversation(int entry) {
    return prompts.draw(entry, 0);
  }

  /** More than any run asks. */
  @Override
  public int entries() {
    return Integer.MAX_VALUE;
  }

  @Override
  public double meanTurns() {
    return prompts.meanTurns();
  }

  @Override
  public boolean isInMemory() {
    return false;
  }
}
