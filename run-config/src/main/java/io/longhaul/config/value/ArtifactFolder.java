package io.longhaul.config.value;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.sinks.folder.RunFolder;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The default folder of a run: {@code artifacts/<model>-openai-<endpoint>-<load>}, as in AIPerf. If
 * that folder contains a run or is in use, the time in UTC is appended.
 */
public final class ArtifactFolder {
  private static final Path PARENT = Path.of("artifacts");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private ArtifactFolder() {}

  /**
   * Returns the folder for a run or for a series.
   *
   * @param ending the end of the name, empty for a single run
   * @param replaces whether existing results are deleted, so that no time is appended
   */
  public static Path of(RunPlan plan, String ending, boolean replaces) {
    Path folder = PARENT.resolve(nameOf(plan) + ending);
    return replaces ? folder : unused(folder);
  }

  /** Returns this folder, or one with the time in its name if this one contains a run. */
  public static Path unused(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    return RunFolder.isUsed(absolute)
        ? folder.resolveSibling(folder.getFileName() + "-" + TIME.format(Instant.now()))
        : folder;
  }

  private static String nameOf(RunPlan plan) {
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
    } else if (load.arrivals() != null) {
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
