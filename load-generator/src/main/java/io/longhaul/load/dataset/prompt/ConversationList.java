package io.longhaul.load.dataset.prompt;

import io.longhaul.load.plan.RunPlan;
import java.util.List;

/** Conversations held in memory. */
public record ConversationList(List<Conversation> conversations, DatasetSampler sampler)
    implements PromptSource {
  public ConversationList {
    conversations = List.copyOf(conversations);
  }

  /** Returns the prompts of a dataset with these conversations. */
  public static ConversationList of(RunPlan plan, List<Conversation> conversations) {
    return new ConversationList(conversations, DatasetSampler.of(plan, conversations.size()));
  }

  @Override
  public int entryFor(long session) {
    return sampler.entryFor(session);
  }

  @Override
  public Conversation conversation(int entry) {
    return conversations.get(entry);
  }

  @Override
  public double meanTurns() {
    return conversations.stream().mapToInt(one -> one.turns().size()).average().orElseThrow();
  }

  @Override
  public int entries() {
    return conversations.size();
  }
}
