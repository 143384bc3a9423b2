package io.longhaul.load;

import io.longhaul.load.dataset.PromptSource;
import io.longhaul.load.schedule.EntryTimes;

/** The times that prompts have, as a schedule asks for them. */
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
