package io.longhaul.cli.options;

import io.longhaul.load.plan.ArrivalPattern;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlanBuilder;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** How much, how fast, for how long. */
final class LoadOptions {
  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description =
          "Requests in flight at once; a cap when a rate is given. Default: 1 without a rate")
  String concurrency;

  @Option(
      names = "--request-rate",
      paramLabel = "R",
      description = "Requests per second, whether the server keeps up or not.")
  String requestRate;

  @Option(
      names = {"--arrival-pattern", "--request-rate-mode"},
      paramLabel = "P",
      description = "How arrivals are spread: poisson or constant. Default: poisson")
  String arrivalPattern;

  @Option(
      names = {"--request-count", "--num-requests"},
      paramLabel = "N",
      description = "Stop after so many requests. Default: 10 when there is no duration")
  String requestCount;

  @Option(
      names = "--benchmark-duration",
      paramLabel = "S",
      description = "Stop sending after so many seconds.")
  String duration;

  @Option(
      names = "--benchmark-grace-period",
      paramLabel = "S",
      description = "Wait so long for answers after the duration; inf is for ever. Default: 30")
  String grace;

  @Option(
      names = {"--warmup-request-count", "--num-warmup-requests"},
      paramLabel = "N",
      description = "Requests before the measurement. Default: none")
  String warmupRequestCount;

  @Option(names = "--warmup-concurrency", paramLabel = "N", description = "Default: --concurrency")
  String warmupConcurrency;

  @Option(
      names = "--warmup-request-rate",
      paramLabel = "R",
      description = "Default: --request-rate")
  String warmupRequestRate;

  @Option(
      names = "--warmup-arrival-pattern",
      paramLabel = "P",
      description = "Default: --arrival-pattern")
  String warmupArrivalPattern;

  @Option(
      names = "--generators",
      paramLabel = "N",
      description = "Processes that share the load. Default: 1")
  String generators;

  void addTo(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    numbers.count("--concurrency", concurrency, 1, plan::concurrency);
    numbers.positive("--request-rate", requestRate, plan::requestRate);
    numbers.wholeNumber("--request-count", requestCount, 1, plan::requestCount);
    numbers.seconds("--benchmark-duration", duration, plan::durationNanos);
    numbers.secondsOrForEver(
        "--benchmark-grace-period", grace, PhasePlan.FOR_EVER, plan::graceNanos);
    pattern("--arrival-pattern", arrivalPattern, problems, plan::arrivalPattern);
    if (grace != null && duration == null) {
      problems.needs("--benchmark-grace-period", grace, "--benchmark-duration");
    }
    if (arrivalPattern != null && requestRate == null) {
      problems.needs("--arrival-pattern", arrivalPattern, "--request-rate");
    }
    addWarmup(plan, numbers, problems);
  }

  private void addWarmup(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    numbers.wholeNumber("--warmup-request-count", warmupRequestCount, 1, plan::warmupRequestCount);
    numbers.count("--warmup-concurrency", warmupConcurrency, 1, plan::warmupConcurrency);
    numbers.positive("--warmup-request-rate", warmupRequestRate, plan::warmupRequestRate);
    pattern("--warmup-arrival-pattern", warmupArrivalPattern, problems, plan::warmupArrivalPattern);
    if (warmupRequestCount == null) {
      needWarmup("--warmup-concurrency", warmupConcurrency, problems);
      needWarmup("--warmup-request-rate", warmupRequestRate, problems);
      needWarmup("--warmup-arrival-pattern", warmupArrivalPattern, problems);
    }
  }

  private static void needWarmup(String option, String value, OptionProblems problems) {
    if (value != null) {
      problems.needs(option, value, "--warmup-request-count");
    }
  }

  private static void pattern(
      String option, String text, OptionProblems problems, Consumer<ArrivalPattern> use) {
    if (text != null) {
      ArrivalPattern.of(text)
          .ifPresentOrElse(
              use,
              () ->
                  problems.invalid(
                      option,
                      text,
                      Arrays.stream(ArrivalPattern.values())
                          .map(ArrivalPattern::word)
                          .collect(Collectors.joining(" or "))));
    }
  }
}
