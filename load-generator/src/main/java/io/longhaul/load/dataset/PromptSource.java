package io.longhaul.load.dataset;

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
}
