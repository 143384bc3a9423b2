package io.longhaul.load.dataset.prompt;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.server.ModelSelection;
import java.util.List;

/**
 * Selects the model for a turn, from its position in the data set and the seed.
 *
 * @param models at least one
 */
public record ModelChoice(List<String> models, ModelSelection selection, long seed) {

  public static ModelChoice of(RunPlan plan) {
    return new ModelChoice(plan.request().models(), plan.request().modelSelection(), plan.seed());
  }

  /**
   * Returns the model for a turn of an entry. As in AIPerf, the model can change within a session.
   */
  public String forTurn(int entry, int turn) {
    int index =
        switch (selection) {
          case ROUND_ROBIN -> (entry + turn) % models.size();
          case RANDOM -> LengthDraw.stream(seed, "model", entry, turn).nextInt(models.size());
        };
    return models.get(index);
  }
}
