package io.longhaul.load.dataset;

/**
 * Prompts that are never asked twice: that of each plan index is made up when it is asked for, and
 * not kept.
 */
record UniquePrompts(SyntheticPrompts prompts) implements PromptSource {
  @Override
  public Prompt promptFor(long planIndex) {
    return prompts.draw((int) (planIndex % Integer.MAX_VALUE), 0);
  }

  /** More than any run asks. */
  @Override
  public int entries() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isInMemory() {
    return false;
  }
}
