package io.longhaul.config.options;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import java.util.List;

/** The configuration of a run of which only the plan is known, as generators know it. */
public final class PlanConfiguration {
  private PlanConfiguration() {}

  /**
   * Returns the configuration in the format of the row of a run: servers, prompts and load, without
   * what only the process of the run knows, such as its command.
   */
  public static String json(RunPlan plan) {
    return new ReportedConfiguration(
            AiperfInputConfig.of(plan), "", List.of(), List.of(), RunPlanJson.toJson(plan))
        .toJson();
  }
}
