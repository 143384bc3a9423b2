package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.Message;
import io.longhaul.load.endpoint.MessageText;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes a prompt of each of the first questions of a published set. */
final class QuestionPrompts {
  private final EndpointType endpoint;
  private final TurnPrompts prompts;
  private final int wanted;
  private final List<Conversation> conversations = new ArrayList<>();

  private QuestionPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.endpoint = plan.request().endpointType();
    this.prompts = new TurnPrompts(plan, tokenizer);
    this.wanted = plan.dataset().entries();
  }

  /** As many as the plan has entries, or all that there are. */
  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    QuestionPrompts made = new QuestionPrompts(plan, tokenizer);
    new PromptFile(Path.of(plan.dataset().inputFile()), made.endpoint)
        .readQuestions(plan.dataset().fileType(), made::take);
    return new ConversationList(
        made.conversations, DatasetSampler.of(plan, made.conversations.size()));
  }

  /** Whether more are wanted. */
  private boolean take(QuestionLine line) {
    boolean isMessage = endpoint.converses() && !line.system().isEmpty();
    List<Message> before =
        isMessage ? List.of(new Message("system", List.of(line.system()))) : List.of();
    String text =
        isMessage || line.system().isEmpty()
            ? line.question()
            : line.system() + "\n\n" + line.question();
    LineContent content = new LineContent(List.of(MessageText.of(text)), new LineMedia(List.of()));
    conversations.add(
        Conversation.of(
            prompts.promptOf(
                SingleTurnLine.ofContent(content, null), conversations.size(), 0, before)));
    return conversations.size() < wanted;
  }
}
