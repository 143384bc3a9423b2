package io.longhaul.load.dataset.file;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.ConversationList;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates conversations from ShareGPT entries with the same filter as AIPerf and vLLM: very short
 * and very long ones are skipped. The output limit is the length of the recorded answer.
 */
public final class ShareGptPrompts {
  private static final int MIN_TOKENS = 4;
  private static final int MAX_PROMPT_TOKENS = 1_024;
  private static final int MAX_TOKENS = 2_048;

  private final TurnPrompts prompts;
  private final Tokenizer tokenizer;
  private final int maxEntries;
  private final List<Conversation> conversations = new ArrayList<>();

  private ShareGptPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.prompts = new TurnPrompts(plan, tokenizer);
    this.tokenizer = tokenizer;
    this.maxEntries = plan.dataset().entries();
  }

  /** Creates conversations from the first usable entries, up to the plan's number of entries. */
  public static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    ShareGptPrompts prompts = new ShareGptPrompts(plan, tokenizer);
    Path file = Path.of(plan.dataset().inputFile());
    new ShareGptFile(file).read(prompts::take);
    if (prompts.conversations.isEmpty()) {
      throw DatasetException.unusable(
          file,
          "no conversation has prompts of 4 to 1,024 tokens and responses of 4 or more, at most"
              + " 2,048 in total");
    }
    return ConversationList.of(plan, prompts.conversations);
  }

  /** Adds an entry if it is usable, and returns whether more are needed. */
  private boolean take(List<ShareGptFile.Exchange> exchanges) {
    List<Turn> turns = new ArrayList<>();
    for (ShareGptFile.Exchange exchange : exchanges) {
      int answerTokens = tokenizer.count(exchange.completion());
      SingleTurnLine turn = SingleTurnLine.ofText(exchange.prompt(), answerTokens);
      Prompt prompt = prompts.promptOf(turn, conversations.size(), turns.size(), List.of());
      if (!isUsable(requireNonNull(prompt.inputTokens()), answerTokens)) {
        return true;
      }
      turns.add(new Turn(prompt, 0));
    }
    conversations.add(new Conversation(Conversation.nameOf(conversations.size()), turns));
    return conversations.size() < maxEntries;
  }

  private static boolean isUsable(int promptTokens, int answerTokens) {
    return promptTokens >= MIN_TOKENS
        && promptTokens <= MAX_PROMPT_TOKENS
        && answerTokens >= MIN_TOKENS
        && promptTokens + answerTokens <= MAX_TOKENS;
  }
}
