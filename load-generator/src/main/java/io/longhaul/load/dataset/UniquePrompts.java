package io.longhaul.load.dataset;

/** Conversations that are never repeated: each is generated on demand and not stored. */
record UniquePrompts(SyntheticPrompts prompts) implements PromptSource {
  @Override
  public int entryFor(long session) {
    return (int) (session % Integer.MAX_VALUE);
  }

  @Override
  public Conversation conversation(int entry) {
    return prompts.draw(entry, 0);
  }

  /** More than any run uses. */
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
