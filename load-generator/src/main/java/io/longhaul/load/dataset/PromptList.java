package io.longhaul.load.dataset;

import java.util.List;

/** Prompts held in memory and asked one after the other, again and again. */
record PromptList(List<Prompt> prompts) implements PromptSource {
  PromptList {
    prompts = List.copyOf(prompts);
  }

  @Override
  public Prompt promptFor(long planIndex) {
    return prompts.get((int) (planIndex % prompts.size()));
  }

  @Override
  public int entries() {
    return prompts.size();
  }
}
