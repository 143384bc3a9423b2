package io.longhaul.load.dataset.trace;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetSampler;
import io.longhaul.load.dataset.prompt.LengthDraw;
import io.longhaul.load.dataset.prompt.ModelChoice;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptHash;
import io.longhaul.load.dataset.prompt.PromptMedia;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.dataset.synthetic.SyntheticText;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a trace, ordered by time. Most have one request. Each is created on demand and
 * not stored. A fixed schedule replays the trace once, from its start; otherwise its entries are
 * used repeatedly, as with any other file.
 */
public final class TracePrompts implements PromptSource {
  private final RunPlan plan;
  private final Tokenizer tokenizer;
  private final TraceFile trace;
  private final SyntheticText texts;
  private final HashBlocks blocks;
  private final DatasetSampler sampler;

  private TracePrompts(RunPlan plan, Tokenizer tokenizer, TraceFile trace) {
    this.plan = plan;
    this.tokenizer = tokenizer;
    this.trace = trace;
    this.texts = new SyntheticText(plan.dataset().corpus(), tokenizer);
    this.blocks = new HashBlocks(texts, plan.seed());
    this.sampler = DatasetSampler.of(plan, trace.size());
  }

  public static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    boolean timed = plan.load().profiling().fixedSchedule();
    return new TracePrompts(
        plan, tokenizer, TraceFile.open(plan.dataset(), plan.request().endpointType(), timed));
  }

  @Override
  public boolean isInMemory() {
    return false;
  }

  @Override
  public int entries() {
    return trace.size();
  }

  @Override
  public double meanTurns() {
    return trace.sessions().content().meanTurns();
  }

  @Override
  public long dueNanos(int entry) {
    return trace.dueNanos(entry);
  }

  @Override
  public int entryFor(long session) {
    return sampler.entryFor(session);
  }

  @Override
  public synchronized Conversation conversation(int entry) {
    List<TraceLine> lines = trace.session(entry);
    String named = lines.get(0).sessionId();
    boolean sendsHistory = lines.get(0).mode() == TraceLine.Mode.TEXT;
    List<Turn> turns = new ArrayList<>();
    for (TraceLine line : lines) {
      turns.add(turn(line, entry, turns.size()));
    }
    return new Conversation(
        named == null ? Conversation.nameOf(entry) : named, turns, sendsHistory);
  }

  private Turn turn(TraceLine line, int entry, int turn) {
    Prompt prompt = prompt(line, entry, turn);
    if (turn == 0) {
      return new Turn(prompt, 0);
    }
    Long recorded = line.timestampNanos();
    return new Turn(
        prompt,
        plan.dataset().delays().nanos(line.delayNanos()),
        recorded == null ? null : Long.valueOf(trace.sinceStart(recorded)));
  }

  private Prompt prompt(TraceLine line, int entry, int turn) {
    List<String> given = line.text() != null ? List.of(line.text()) : line.messageTexts();
    List<String> promptTexts =
        line.inputLength() == null ? given : List.of(synthesize(line, entry, turn));
    return new Prompt(
        entry,
        List.of(),
        (promptTexts.isEmpty() && line.payload() == null ? List.of("") : promptTexts)
            .stream().map(MessageText::of).toList(),
        PromptMedia.NONE,
        line.payload(),
        null,
        ModelChoice.forTurn(plan, entry, turn),
        line.extra(),
        plan.request().endpointType().takesText()
            ? tokenizer.count(String.join(" ", promptTexts))
            : null,
        line.inputLength(),
        outputLimit(line, entry, turn),
        PromptHash.of(promptTexts));
  }

  /** Generates a prompt from the line's blocks and, for the remaining length, its own text. */
  private String synthesize(TraceLine line, int entry, int turn) {
    int blockTokens = plan.dataset().trace().blockTokens();
    StringBuilder text = new StringBuilder();
    int missing = requireNonNull(line.inputLength());
    for (long id : line.hashIds()) {
      int tokens = Math.min(blockTokens, missing);
      text.append(blocks.text(id, tokens));
      missing -= tokens;
    }
    if (missing > 0) {
      text.append(texts.block(missing, LengthDraw.stream(plan.seed(), "tail", entry, turn)));
    }
    return text.toString().strip();
  }

  private @Nullable Integer outputLimit(TraceLine line, int entry, int turn) {
    Integer limit =
        line.outputLength() != null
            ? line.outputLength()
            : LengthDraw.drawOutput(plan.dataset().outputLength(), plan.seed(), entry, turn);
    Integer maxTokens = plan.dataset().trace().mostOutputTokens();
    return limit == null || maxTokens == null ? limit : Integer.valueOf(Math.min(limit, maxTokens));
  }

  @Override
  public void close() {
    trace.close();
  }
}
