package io.longhaul.load.dataset.file;

import io.longhaul.load.dataset.prompt.LengthDraw;
import io.longhaul.load.dataset.prompt.ModelChoice;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptHash;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/** Creates prompts from turns of files and counts their tokens. */
record TurnPrompts(RunPlan plan, Tokenizer tokenizer) {

  /**
   * Returns the prompt of one turn.
   *
   * @param entry index of its conversation in the data set
   * @param turn index of the turn in its conversation, from 0
   * @param before leading messages of the conversation; for a first turn only
   */
  Prompt promptOf(SingleTurnLine line, int entry, int turn, List<Message> before) {
    Integer limit =
        line.outputLength() != null
            ? line.outputLength()
            : LengthDraw.drawOutput(plan.dataset().outputLength(), plan.seed(), entry, turn);
    List<String> texts = new ArrayList<>();
    before.forEach(message -> texts.addAll(message.texts()));
    texts.addAll(line.texts());
    return new Prompt(
        entry,
        before,
        line.content().parts(),
        line.content().media(),
        null,
        line.role(),
        line.model() != null ? line.model() : ModelChoice.forTurn(plan, entry, turn),
        line.extra(),
        plan.request().endpointType().takesText()
            // Joined by spaces, as AIPerf counts several texts of one request.
            ? Integer.valueOf(tokenizer.count(String.join(" ", texts)))
            : null,
        null,
        limit,
        PromptHash.of(Prompt.identitiesOf(before, line.content().parts(), line.content().media())));
  }
}
