package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.dataset.prompt.CacheBustMarkers;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.ConversationList;
import io.longhaul.load.dataset.prompt.LengthDraw;
import io.longhaul.load.dataset.prompt.ModelChoice;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptHash;
import io.longhaul.load.dataset.prompt.PromptMedia;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.endpoint.request.QueryAndPassages;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Generates conversations with prompts of the requested lengths. Each turn of an entry has its own
 * random stream, so it depends only on the seed, the tokenizer and its position. In a list, an
 * entry whose first prompt equals that of an earlier one is drawn again; as a source by itself,
 * conversations are never repeated and not stored. Thread-safe.
 */
public final class SyntheticPrompts implements PromptSource {
  /** There are few short texts, so some of them must repeat. */
  private static final int MAX_REDRAWS = 16;

  private static final double NANOS_PER_MILLI = 1e6;

  private final RunPlan plan;
  private final Tokenizer tokenizer;
  private final SyntheticText texts;
  private final SyntheticMedia media;
  private final List<String> pool;

  /** Tokens by which a cache-bust marker shortens the text it is added to. */
  private final int markerTokens;

  /**
   * Tokens by which a chat template shortens the text of each turn, and additionally of the first
   * turn.
   */
  private final int templateTokens;

  private final int firstTemplateTokens;

  private final List<Message> system;
  private final int systemTokens;

  private SyntheticPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.plan = plan;
    this.tokenizer = tokenizer;
    this.texts = new SyntheticText(plan.dataset().corpus(), tokenizer);
    this.media = SyntheticMedia.of(plan);
    PrefixPlan prefixes = plan.dataset().prefixes();
    this.pool =
        IntStream.range(0, prefixes.poolSize())
            .mapToObj(i -> texts.write(prefixes.prefixTokens(), stream("prefix", i)).text())
            .toList();
    this.markerTokens = new CacheBustMarkers(plan).meanTokens(tokenizer);
    Optional<ChatTokens> chat = ChatTokens.of(plan, tokenizer);
    this.templateTokens = chat.map(ChatTokens::tokensPerMessage).orElse(0);
    this.firstTemplateTokens = chat.map(ChatTokens::tokensPerRequest).orElse(0);
    this.system =
        prefixes.systemTokens() == 0
            ? List.of()
            : List.of(message("system", systemLength(), stream("system", 0)));
    this.systemTokens = system.isEmpty() ? 0 : tokenizer.count(system.get(0).texts().get(0));
  }

  /** Creates all conversations now; or each on demand, if prompts must be unique. */
  public static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    SyntheticPrompts prompts = new SyntheticPrompts(plan, tokenizer);
    return plan.dataset().uniquePrompts() ? prompts : ConversationList.of(plan, prompts.all());
  }

  private List<Conversation> all() {
    List<Conversation> conversations =
        new ArrayList<>(
            IntStream.range(0, plan.dataset().entries())
                .parallel()
                .mapToObj(entry -> draw(entry, 0))
                .toList());
    Set<Long> seen = new HashSet<>();
    for (int entry = 0; entry < conversations.size(); entry++) {
      Conversation drawn = conversations.get(entry);
      for (int redraw = 1; redraw <= MAX_REDRAWS && seen.contains(firstHash(drawn)); redraw++) {
        drawn = draw(entry, redraw);
      }
      seen.add(firstHash(drawn));
      conversations.set(entry, drawn);
    }
    return conversations;
  }

  private static long firstHash(Conversation conversation) {
    return conversation.first().hash();
  }

  @Override
  public int entryFor(long session) {
    return (int) (session % Integer.MAX_VALUE);
  }

  @Override
  public Conversation conversation(int entry) {
    return draw(entry, 0);
  }

  /** More than any run uses. */
  @Override
  public int entries() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isInMemory() {
    return false;
  }

  @Override
  public double meanTurns() {
    return plan.dataset().sessions().turnsMean();
  }

  /**
   * Generates the conversation of an entry. Another attempt yields other texts of the same lengths.
   */
  private Conversation draw(int entry, int attempt) {
    EndpointType endpoint = plan.request().endpointType();
    if (!endpoint.takesText()) {
      return Conversation.of(prompt(entry, 0, List.of(), List.of(), null, null, null));
    }
    if (endpoint.ranks()) {
      return Conversation.of(drawRanking(entry, attempt));
    }
    SessionPlan sessions = plan.dataset().sessions();
    int turns =
        LengthDraw.draw(sessions.turnsMean(), sessions.turnsStddev(), stream("turns", entry));
    return new Conversation(
        Conversation.nameOf(entry),
        IntStream.range(0, turns)
            .mapToObj(turn -> new Turn(drawTurn(entry, turn, attempt), delayNanos(entry, turn)))
            .toList());
  }

  /** Rounded to milliseconds before scaling, as in AIPerf. */
  private long delayNanos(int entry, int turn) {
    SessionPlan sessions = plan.dataset().sessions();
    if (turn == 0 || sessions.delayMeanMillis() == 0) {
      return 0;
    }
    int millis =
        LengthDraw.draw(
            sessions.delayMeanMillis(),
            sessions.delayStddevMillis(),
            stream("turn-delay", entry, turn));
    return StrictMath.round(millis * sessions.delayRatio() * NANOS_PER_MILLI);
  }

  /** Draws a turn. The first turn includes the leading messages of its conversation. */
  private Prompt drawTurn(int entry, int turn, int attempt) {
    SeededRandom words = stream("prompt", entry, turn).split(attempt);
    Shape shape = shapeOf(entry, turn);
    SeededRandom lengths = stream("input-length", entry, turn);
    SeededRandom choices = stream("prefix-choice", entry);
    PrefixPlan prefixes = plan.dataset().prefixes();
    boolean isFirst = turn == 0;
    List<SyntheticText.Sized> written = new ArrayList<>();
    int wanted = 0;
    for (int text = 0; text < plan.dataset().batch().texts(); text++) {
      int length = LengthDraw.draw(shape.input(), lengths);
      String prefix = isFirst ? drawPrefix(choices) : "";
      int overhead = text == 0 ? overheadTokens(turn) : 0;
      written.add(texts.writeAfter(prefix, reduced(overhead, length), words));
      wanted += length + (isFirst ? prefixes.prefixTokens() : 0);
    }
    List<Message> before = isFirst ? leadingMessages(entry) : List.of();
    return prompt(
        entry,
        turn,
        before,
        written.stream().map(text -> MessageText.of(text.text())).toList(),
        totalTokens(written) + tokensOf(before),
        wanted + (isFirst ? prefixes.systemTokens() + prefixes.contextTokens() : 0),
        shape.output());
  }

  /** Several texts are counted as one, joined by spaces, as in AIPerf. */
  private int totalTokens(List<SyntheticText.Sized> written) {
    return written.size() == 1
        ? written.get(0).tokens()
        : tokenizer.count(
            written.stream().map(SyntheticText.Sized::text).collect(Collectors.joining(" ")));
  }

  private int systemLength() {
    int requested = plan.dataset().prefixes().systemTokens();
    return reduced(marksSystemMessage() ? markerTokens : 0, requested);
  }

  /** Returns the tokens of a turn that are not part of its text. */
  private int overheadTokens(int turn) {
    if (turn > 0) {
      return templateTokens;
    }
    return templateTokens + firstTemplateTokens + (marksSystemMessage() ? 0 : markerTokens);
  }

  private boolean marksSystemMessage() {
    DatasetPlan dataset = plan.dataset();
    return dataset.cacheBust().isInSystem()
        && (dataset.prefixes().systemTokens() > 0 || dataset.systemPrompt() != null);
  }

  private static int reduced(int overhead, int length) {
    return Math.max(1, length - overhead);
  }

  private List<Message> leadingMessages(int entry) {
    List<Message> messages = new ArrayList<>(system);
    int contextTokens = plan.dataset().prefixes().contextTokens();
    if (contextTokens > 0) {
      messages.add(message("user", contextTokens, stream("context", entry)));
    }
    return messages;
  }

  private int tokensOf(List<Message> before) {
    return before.stream()
        .mapToInt(
            message ->
                message.role().equals("system")
                    ? systemTokens
                    : tokenizer.count(message.texts().get(0)))
        .sum();
  }

  /** Draws a query and its passages. */
  private Prompt drawRanking(int entry, int attempt) {
    RankingPlan rankings = plan.dataset().rankings();
    SeededRandom lengths = stream("input-length", entry);
    SeededRandom words = stream("prompt", entry).split(attempt);
    int passages =
        LengthDraw.draw(
            new TokenLength(rankings.passagesMean(), rankings.passagesStddev()),
            stream("passages", entry));
    List<MessageText> parts = new ArrayList<>();
    int tokens = 0;
    int wanted = 0;
    for (int part = 0; part <= passages; part++) {
      int length = LengthDraw.draw(part == 0 ? rankings.query() : rankings.passage(), lengths);
      SyntheticText.Sized text = texts.write(length, words);
      String name = part == 0 ? QueryAndPassages.QUERY : QueryAndPassages.PASSAGES;
      parts.add(new MessageText(name, text.text()));
      tokens += text.tokens();
      wanted += length;
    }
    return prompt(entry, 0, List.of(), parts, tokens, wanted, plan.dataset().outputLength());
  }

  private Prompt prompt(
      int entry,
      int turn,
      List<Message> before,
      List<MessageText> parts,
      @Nullable Integer tokens,
      @Nullable Integer wanted,
      @Nullable TokenLength outputLength) {
    PromptMedia promptMedia = media.of(entry, turn);
    return new Prompt(
        entry,
        before,
        parts,
        promptMedia,
        null,
        null,
        ModelChoice.forTurn(plan, entry, turn),
        ExtraInputs.NONE,
        tokens,
        wanted,
        LengthDraw.drawOutput(outputLength, plan.seed(), entry, turn),
        PromptHash.of(Prompt.identitiesOf(before, parts, promptMedia)));
  }

  private record Shape(TokenLength input, @Nullable TokenLength output) {}

  private Shape shapeOf(int entry, int turn) {
    if (plan.dataset().lengthPairs().isEmpty()) {
      return new Shape(plan.dataset().inputLength(), plan.dataset().outputLength());
    }
    LengthPair pair =
        LengthDraw.drawPair(plan.dataset().lengthPairs(), stream("sequence", entry, turn));
    return new Shape(pair.input(), pair.output());
  }

  private String drawPrefix(SeededRandom choices) {
    return pool.isEmpty() ? "" : pool.get(choices.nextInt(pool.size()));
  }

  private Message message(String role, int tokens, SeededRandom words) {
    return new Message(role, List.of(texts.write(tokens, words).text()));
  }

  private SeededRandom stream(String name, int number) {
    return stream(name, number, 0);
  }

  private SeededRandom stream(String name, int number, int turn) {
    return LengthDraw.stream(plan.seed(), name, number, turn);
  }
}
