package io.longhaul.load.dataset;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes prompts of the lines of a file, each with its tokens counted. */
final class JsonlPrompts {
  private final RunPlan plan;
  private final Tokenizer tokenizer;
  private final List<Prompt> prompts = new ArrayList<>();

  private JsonlPrompts(RunPlan plan, Tokenizer tokenizer) {
    this.plan = plan;
    this.tokenizer = tokenizer;
  }

  static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    JsonlPrompts made = new JsonlPrompts(plan, tokenizer);
    PromptFile.read(
        Path.of(plan.dataset().inputFile()),
        plan.request().endpointType(),
        turn -> made.prompts.add(made.promptOf(turn)));
    return new PromptList(made.prompts, Sampler.of(plan, made.prompts.size()));
  }

  private Prompt promptOf(SingleTurnLine turn) {
    int entry = prompts.size();
    List<String> models = plan.request().models();
    List<String> identities = new ArrayList<>(turn.texts());
    identities.addAll(turn.media().identities());
    Integer limit =
        turn.outputLength() != null
            ? turn.outputLength()
            : LengthDraw.drawOutput(plan.dataset().outputLength(), plan.seed(), entry);
    return new Prompt(
        entry,
        List.of(),
        turn.parts(),
        turn.media(),
        null,
        turn.role(),
        turn.model() != null ? turn.model() : models.get(entry % models.size()),
        turn.extra(),
        tokensOf(turn),
        null,
        limit,
        PromptHash.of(identities));
  }

  /** Texts are joined by a blank, as AIPerf counts several of one turn. */
  private Integer tokensOf(SingleTurnLine turn) {
    return plan.request().endpointType().takesText()
        ? Integer.valueOf(tokenizer.count(String.join(" ", turn.texts())))
        : null;
  }
}
