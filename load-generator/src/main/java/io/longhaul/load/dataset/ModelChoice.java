package io.longhaul.load.dataset;

import io.longhaul.load.plan.ModelSelection;
import io.longhaul.load.plan.RunPlan;
import java.util.List;

/**
 * Which model a turn is sent to. It follows from the turn's place in the dataset and the seed.
 *
 * @param models at least one
 */
record ModelChoice(List<String> models, ModelSelection selection, long seed) {

  static ModelChoice of(RunPlan plan) {
    return new ModelChoice(plan.request().models(), plan.request().modelSelection(), plan.seed());
  }

  /** The model of a turn of an entry; within a session they change too, as in AIPerf. */
  String forTurn(int entry, int turn) {
    int index =
        switch (selection) {
          case ROUND_ROBIN -> (entry + turn) % models.size();
          case RANDOM -> LengthDraw.stream(seed, "model", entry, turn).nextInt(models.size());
        };
    return models.get(index);
  }
}
