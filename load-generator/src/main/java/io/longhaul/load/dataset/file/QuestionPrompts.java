package io.longhaul.load.dataset.file;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.ConversationList;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Creates prompts from the first rows of a published set of questions. */
public final class QuestionPrompts {

  private QuestionPrompts() {}

  /** Creates as many prompts as the plan has entries, or as the file has rows. */
  public static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    DatasetPlan dataset = plan.dataset();
    EndpointType endpoint = plan.request().endpointType();
    TurnPrompts prompts = new TurnPrompts(plan, tokenizer);
    List<Conversation> conversations = new ArrayList<>();
    PromptFile file = new PromptFile(Path.of(dataset.inputFile()), endpoint);
    for (QuestionLine line : file.readQuestions(dataset.fileType(), dataset.entries())) {
      boolean isMessage = endpoint.converses() && !line.system().isEmpty();
      List<Message> before =
          isMessage ? List.of(new Message("system", List.of(line.system()))) : List.of();
      String text =
          isMessage || line.system().isEmpty()
              ? line.question()
              : line.system() + "\n\n" + line.question();
      SingleTurnLine turn = SingleTurnLine.ofText(text, null);
      conversations.add(Conversation.of(prompts.promptOf(turn, conversations.size(), 0, before)));
    }
    return ConversationList.of(plan, conversations);
  }
}
