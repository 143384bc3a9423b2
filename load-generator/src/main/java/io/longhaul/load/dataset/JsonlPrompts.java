package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.Message;
import io.longhaul.load.plan.FileType;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes conversations of the lines of a file: each is a turn, or a session. */
final class JsonlPrompts {
  private static final String SYSTEM = "system";

  private final RunPlan plan;
  private final TurnPrompts prompts;
  private final List<Conversation> conversations = new ArrayList<>();

  private JsonlPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.plan = plan;
    this.prompts = new TurnPrompts(plan, tokenizer);
  }

  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    JsonlPrompts made = new JsonlPrompts(plan, tokenizer);
    made.read(new PromptFile(Path.of(plan.dataset().inputFile()), plan.request().endpointType()));
    return new ConversationList(made.conversations, Sampler.of(plan, made.conversations.size()));
  }

  private void read(PromptFile file) {
    if (plan.dataset().fileType() == FileType.MULTI_TURN) {
      SessionLines sessions = new SessionLines();
      file.readSessions(sessions::add);
      sessions.forEach(this::addSession);
    } else {
      file.readTurns(
          turn ->
              conversations.add(
                  Conversation.of(prompts.promptOf(turn, conversations.size(), 0, List.of()))));
    }
  }

  private void addSession(String name, List<SingleTurnLine> lines) {
    boolean hasSystem = beginsWithSystemMessage(lines);
    List<Message> system =
        hasSystem
            ? List.of(new Message(SYSTEM, List.of(String.join("\n", lines.get(0).texts()))))
            : List.of();
    List<Turn> turns = new ArrayList<>();
    for (SingleTurnLine line : hasSystem ? lines.subList(1, lines.size()) : lines) {
      boolean begins = turns.isEmpty();
      Prompt prompt =
          prompts.promptOf(line, conversations.size(), turns.size(), begins ? system : List.of());
      turns.add(new Turn(prompt, begins || line.delayNanos() == null ? 0 : line.delayNanos()));
    }
    conversations.add(new Conversation(name, turns));
  }

  /**
   * As in AIPerf, a first turn of the system goes before all of the session, unless it says more
   * than a text, or another one follows it, or nothing does.
   */
  private static boolean beginsWithSystemMessage(List<SingleTurnLine> lines) {
    return lines.size() > 1
        && lines.get(0).isSystemMessage()
        && !SYSTEM.equals(lines.get(1).role());
  }
}
