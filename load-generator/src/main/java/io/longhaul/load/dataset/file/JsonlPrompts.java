package io.longhaul.load.dataset.file;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.ConversationList;
import io.longhaul.load.dataset.prompt.ForwardingPromptSource;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates conversations from the lines of a file. Each line is a session or a turn. Turns of a
 * {@code single_turn} file are independent even if they belong to one session.
 */
public final class JsonlPrompts {

  private final RunPlan plan;
  private final boolean timed;
  private final TurnPrompts prompts;

  /** A session of the file: its leading messages and its turns. */
  private record Session(String name, List<Message> before, List<SingleTurnLine> turns) {
    boolean hasTime() {
      return turns.get(0).timestampNanos() != null;
    }

    long recordedNanos() {
      return requireNonNull(turns.get(0).timestampNanos());
    }
  }

  private JsonlPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.plan = plan;
    this.timed = plan.load().profiling().fixedSchedule();
    this.prompts = new TurnPrompts(plan, tokenizer);
  }

  public static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    return new JsonlPrompts(plan, tokenizer).read();
  }

  private PromptSource read() {
    // In the order of their first lines; the lines of a session need not be adjacent.
    Map<String, List<SingleTurnLine>> linesBySession = new LinkedHashMap<>();
    new PromptFile(Path.of(plan.dataset().inputFile()), plan.request().endpointType())
        .readSessions(
            plan.dataset(),
            timed,
            (sessionId, turns) -> {
              String name =
                  sessionId == null ? Conversation.nameOf(linesBySession.size()) : sessionId;
              linesBySession.computeIfAbsent(name, key -> new ArrayList<>()).addAll(turns);
            });
    List<Session> sessions = new ArrayList<>();
    linesBySession.forEach((name, lines) -> sessions.add(sessionOf(name, lines)));
    if (timed) {
      // The offsets have excluded all of it except a system message.
      sessions.removeIf(session -> !session.hasTime());
      return scheduled(sessions);
    }
    return source(sessions, 0);
  }

  private Session sessionOf(String name, List<SingleTurnLine> lines) {
    if (sendsHistory() && MultiTurnLine.startWithSystemMessage(lines)) {
      String text = String.join("\n", lines.get(0).texts());
      List<Message> system = List.of(new Message("system", List.of(text)));
      return new Session(name, system, lines.subList(1, lines.size()));
    }
    return new Session(name, List.of(), lines);
  }

  private boolean sendsHistory() {
    return plan.dataset().fileType() == FileType.MULTI_TURN;
  }

  /** Orders sessions by time; equal times keep the file's order. */
  private PromptSource scheduled(List<Session> sessions) {
    sessions.sort(Comparator.comparingLong(Session::recordedNanos));
    long first = sessions.get(0).recordedNanos();
    long[] dueNanos =
        sessions.stream()
            .mapToLong(one -> plan.dataset().trace().sinceStart(one.recordedNanos(), first))
            .toArray();
    return new ForwardingPromptSource(source(sessions, first)) {
      @Override
      public long dueNanos(int entry) {
        return dueNanos[entry];
      }
    };
  }

  private PromptSource source(List<Session> sessions, long firstNanos) {
    List<Conversation> conversations = new ArrayList<>();
    for (Session one : sessions) {
      conversations.add(conversation(one, conversations.size(), firstNanos));
    }
    return ConversationList.of(plan, conversations);
  }

  private Conversation conversation(Session session, int entry, long firstNanos) {
    List<Turn> turns = new ArrayList<>();
    for (SingleTurnLine line : session.turns()) {
      boolean isFirst = turns.isEmpty();
      Prompt prompt =
          prompts.promptOf(line, entry, turns.size(), isFirst ? session.before() : List.of());
      turns.add(isFirst ? new Turn(prompt, 0) : later(prompt, line, firstNanos));
    }
    return new Conversation(session.name(), turns, sendsHistory());
  }

  private Turn later(Prompt prompt, SingleTurnLine line, long firstNanos) {
    Long recorded = line.timestampNanos();
    return new Turn(
        prompt,
        plan.dataset().delays().nanos(line.delayNanos()),
        !timed || recorded == null
            ? null
            : plan.dataset().trace().sinceStart(recorded, firstNanos));
  }
}
