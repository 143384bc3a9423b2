package io.longhaul.load;

import io.longhaul.load.dataset.PromptSource;
import io.longhaul.load.schedule.EntryTimes;

/** Adapts the times of prompts to a schedule. */
record PromptTimes(PromptSource prompts) implements EntryTimes {
  @Override
  public int entries() {
    return prompts.entries();
  }

  @Override
  public long dueNanos(int entry) {
    return prompts.dueNanos(entry);
  }
}
