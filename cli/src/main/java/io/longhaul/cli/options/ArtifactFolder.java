package io.longhaul.cli.options;

import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlan;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The name of a run's folder when none is given: {@code <model>-openai-<endpoint>-<load>}, as
 * AIPerf makes it.
 */
final class ArtifactFolder {
  private ArtifactFolder() {}

  static String nameOf(RunPlan plan) {
    return model(plan.request().models())
        + "-openai-"
        + plan.request().endpointType().typedName()
        + "-"
        + load(plan.load().profiling());
  }

  private static String model(List<String> models) {
    String first = models.get(0).replaceAll("[^A-Za-z0-9._-]", "_");
    return models.size() > 1 ? first + "_multi" : first;
  }

  private static String load(PhasePlan load) {
    StringBuilder name = new StringBuilder();
    if (load.concurrency() != null) {
      name.append("concurrency").append(load.concurrency());
    }
    if (load.users() != null) {
      name.append("user_centric-users").append(load.users().users());
      name.append("-qps").append(plain(load.users().turnsPerSecond()));
    } else if (load.fixedSchedule()) {
      name.append(name.isEmpty() ? "" : "-").append("fixed_schedule");
    } else if (load.isOpenLoop()) {
      name.append(name.isEmpty() ? "" : "-").append("request_rate");
      OptionalDouble perSecond = load.arrivals().rate().finalPerSecond();
      name.append(perSecond.isPresent() ? plain(perSecond.getAsDouble()) : "_stages");
    }
    return name.toString();
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).toPlainString();
  }
}
