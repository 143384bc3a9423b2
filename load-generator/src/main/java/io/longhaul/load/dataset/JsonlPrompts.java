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
    Integer limit =
        turn.outputLength() != null
            ? turn.outputLength()
            : LengthDraw.drawOutput(plan.dataset().outputLength(), plan.seed(), entry);
    return new Prompt(
        entry,
        List.of(),
        turn.parts(),
        List.of(),
        null,
        turn.role(),
        turn.model() != null ? turn.model() : models.get(entry % models.size()),
        turn.extra(),
        // Joined by a blank, as AIPerf counts several texts of one turn.
        tokenizer.count(String.join(" ", turn.texts())),
        null,
        limit,
        PromptHash.of(turn.texts()));
  }
}
