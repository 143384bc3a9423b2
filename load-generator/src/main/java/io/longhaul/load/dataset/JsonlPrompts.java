package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.Message;
import io.longhaul.load.plan.FileType;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes conversations of the lines of a file: each is a session, or a turn, which is told by itself
 * also where it is one of several of a session.
 */
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
    SessionLines sessions = new SessionLines();
    if (plan.dataset().fileType() == FileType.MULTI_TURN) {
      file.readSessions(line -> sessions.add(line.sessionId(), line.turns()));
      sessions.forEach(this::addDialogue);
    } else {
      file.readTurns(line -> sessions.add(line.sessionId(), List.of(line)));
      sessions.forEach((name, lines) -> add(name, List.of(), lines, false));
    }
  }

  private void addDialogue(String name, List<SingleTurnLine> lines) {
    if (beginsWithSystemMessage(lines)) {
      String text = String.join("\n", lines.get(0).texts());
      List<Message> system = List.of(new Message(SYSTEM, List.of(text)));
      add(name, system, lines.subList(1, lines.size()), true);
    } else {
      add(name, List.of(), lines, true);
    }
  }

  private void add(
      String name, List<Message> before, List<SingleTurnLine> lines, boolean remembers) {
    List<Turn> turns = new ArrayList<>();
    for (SingleTurnLine line : lines) {
      boolean begins = turns.isEmpty();
      Prompt prompt =
          prompts.promptOf(line, conversations.size(), turns.size(), begins ? before : List.of());
      turns.add(new Turn(prompt, begins ? 0 : plan.dataset().delays().nanos(line.delayNanos())));
    }
    conversations.add(new Conversation(name, turns, remembers));
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
