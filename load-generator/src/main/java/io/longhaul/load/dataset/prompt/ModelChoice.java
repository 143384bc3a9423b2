package io.longhaul.load.dataset.prompt;

import io.longhaul.load.plan.RunPlan;
import java.util.List;

/** Selects the model for a turn, from its position in the data set and the seed. */
public final class ModelChoice {
  private ModelChoice() {}

  /**
   * Returns the model for a turn of an entry. As in AIPerf, the model can change within a session.
   */
  public static String forTurn(RunPlan plan, int entry, int turn) {
    List<String> models = plan.request().models();
    int index =
        switch (plan.request().modelSelection()) {
          case ROUND_ROBIN -> (entry + turn) % models.size();
          case RANDOM ->
              LengthDraw.stream(plan.seed(), "model", entry, turn).nextInt(models.size());
        };
    return models.get(index);
  }
}
