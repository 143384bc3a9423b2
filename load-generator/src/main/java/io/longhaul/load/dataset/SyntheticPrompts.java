package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.Message;
import io.longhaul.load.endpoint.QueryAndPassages;
import io.longhaul.load.endpoint.Text;
import io.longhaul.load.plan.LengthPair;
import io.longhaul.load.plan.PrefixPlan;
import io.longhaul.load.plan.RankingPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SeededRandom;
import io.longhaul.load.plan.TokenLength;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes up prompts of wanted lengths. Each entry is drawn from a stream of its own, so it depends
 * on nothing but the seed, the tokenizer and its number; of a list, a text that an earlier entry
 * has is drawn again. Safe on any thread.
 */
final class SyntheticPrompts {
  /** Short texts are few: some have to come twice. */
  private static final int MOST_REDRAWS = 16;

  private final RunPlan plan;
  private final Tokenizer tokenizer;
  private final SyntheticText texts;
  private final List<String> pool;
  private final List<Message> system;
  private final int systemTokens;

  private SyntheticPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.plan = plan;
    this.tokenizer = tokenizer;
    this.texts = new SyntheticText(tokenizer);
    PrefixPlan prefixes = plan.dataset().prefixes();
    this.pool =
        IntStream.range(0, prefixes.poolSize())
            .mapToObj(i -> texts.write(prefixes.prefixTokens(), stream("prefix", i)).text())
            .toList();
    this.system =
        prefixes.systemTokens() == 0
            ? List.of()
            : List.of(message("system", prefixes.systemTokens(), stream("system", 0)));
    this.systemTokens = system.isEmpty() ? 0 : tokenizer.count(system.get(0).texts().get(0));
  }

  /** All prompts, made before the load; or each when it is asked for, if none may come twice. */
  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    SyntheticPrompts prompts = new SyntheticPrompts(plan, tokenizer);
    return plan.dataset().uniquePrompts()
        ? new UniquePrompts(prompts)
        : new PromptList(prompts.all(), Sampler.of(plan, plan.dataset().entries()));
  }

  private List<Prompt> all() {
    List<Prompt> prompts =
        new ArrayList<>(
            IntStream.range(0, plan.dataset().entries())
                .parallel()
                .mapToObj(entry -> draw(entry, 0))
                .toList());
    Set<Long> seen = new HashSet<>();
    for (int entry = 0; entry < prompts.size(); entry++) {
      Prompt prompt = prompts.get(entry);
      for (int redraw = 1; redraw <= MOST_REDRAWS && seen.contains(prompt.hash()); redraw++) {
        prompt = draw(entry, redraw);
      }
      seen.add(prompt.hash());
      prompts.set(entry, prompt);
    }
    return prompts;
  }

  /** The prompt of an entry; another attempt gives another text of the same length. */
  Prompt draw(int entry, int attempt) {
    EndpointType endpoint = plan.request().endpointType();
    if (!endpoint.takesText()) {
      return prompt(entry, List.of(), List.of(), null, null, null);
    }
    return endpoint.ranks() ? drawRanking(entry, attempt) : drawTurn(entry, attempt);
  }

  private Prompt drawTurn(int entry, int attempt) {
    SeededRandom words = stream("prompt", entry).split(attempt);
    Shape shape = shapeOf(entry);
    int wanted = LengthDraw.draw(shape.input(), stream("input-length", entry));
    SyntheticText.Sized turn = texts.writeAfter(prefixOf(entry), wanted, words);
    List<Message> before = new ArrayList<>(system);
    int tokens = turn.tokens() + systemTokens;
    int contextTokens = plan.dataset().prefixes().contextTokens();
    if (contextTokens > 0) {
      Message context = message("user", contextTokens, stream("context", entry));
      before.add(context);
      tokens += tokenizer.count(context.texts().get(0));
    }
    return prompt(
        entry,
        before,
        List.of(Text.of(turn.text())),
        tokens,
        wanted + prefixTokensAsked(),
        shape.output());
  }

  /** A query and its passages. */
  private Prompt drawRanking(int entry, int attempt) {
    RankingPlan rankings = plan.dataset().rankings();
    SeededRandom lengths = stream("input-length", entry);
    SeededRandom words = stream("prompt", entry).split(attempt);
    int passages =
        LengthDraw.draw(
            new TokenLength(rankings.passagesMean(), rankings.passagesStddev()),
            stream("passages", entry));
    List<Text> parts = new ArrayList<>();
    int tokens = 0;
    int wanted = 0;
    for (int part = 0; part <= passages; part++) {
      int length = LengthDraw.draw(part == 0 ? rankings.query() : rankings.passage(), lengths);
      SyntheticText.Sized text = texts.write(length, words);
      String name = part == 0 ? QueryAndPassages.QUERY : QueryAndPassages.PASSAGES;
      parts.add(new Text(name, text.text()));
      tokens += text.tokens();
      wanted += length;
    }
    return prompt(entry, List.of(), parts, tokens, wanted, plan.dataset().outputLength());
  }

  private Prompt prompt(
      int entry,
      List<Message> before,
      List<Text> parts,
      Integer tokens,
      Integer wanted,
      TokenLength outputLength) {
    PromptMedia media = SyntheticMedia.of(plan.dataset().media(), plan.seed(), entry);
    List<String> identities = saidBy(before, parts);
    identities.addAll(media.identities());
    return new Prompt(
        entry,
        before,
        parts,
        media,
        null,
        null,
        modelOf(entry),
        ExtraInputs.NONE,
        tokens,
        wanted,
        LengthDraw.drawOutput(outputLength, plan.seed(), entry),
        PromptHash.of(identities));
  }

  private String modelOf(int entry) {
    List<String> models = plan.request().models();
    return models.get(entry % models.size());
  }

  private record Shape(TokenLength input, TokenLength output) {}

  private Shape shapeOf(int entry) {
    if (plan.dataset().lengthPairs().isEmpty()) {
      return new Shape(plan.dataset().inputLength(), plan.dataset().outputLength());
    }
    LengthPair pair = LengthDraw.drawPair(plan.dataset().lengthPairs(), plan.seed(), entry);
    return new Shape(pair.input(), pair.output());
  }

  private String prefixOf(int entry) {
    return pool.isEmpty() ? "" : pool.get(stream("prefix-choice", entry).nextInt(pool.size()));
  }

  private int prefixTokensAsked() {
    PrefixPlan prefixes = plan.dataset().prefixes();
    return prefixes.prefixTokens() + prefixes.systemTokens() + prefixes.contextTokens();
  }

  private Message message(String role, int tokens, SeededRandom words) {
    return new Message(role, List.of(texts.write(tokens, words).text()));
  }

  private static List<String> saidBy(List<Message> before, List<Text> parts) {
    List<String> said = new ArrayList<>();
    before.forEach(message -> said.addAll(message.texts()));
    parts.forEach(part -> said.add(part.content()));
    return said;
  }

  private SeededRandom stream(String name, int number) {
    return SeededRandom.named(plan.seed(), name).split(number);
  }
}
