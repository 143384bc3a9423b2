package io.longhaul.load.dataset;

import java.util.List;

/** Prompts held in memory. */
record PromptList(List<Prompt> prompts, Sampler sampler) implements PromptSource {
  PromptList {
    prompts = List.copyOf(prompts);
  }

  @Override
  public Prompt promptFor(long planIndex) {
    return prompts.get(sampler.entryFor(planIndex));
  }

  @Override
  public Prompt entry(int entry) {
    return prompts.get(entry);
  }

  @Override
  public int entries() {
    return prompts.size();
  }
}
