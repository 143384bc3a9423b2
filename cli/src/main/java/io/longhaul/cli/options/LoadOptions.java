package io.longhaul.cli.options;

import io.longhaul.load.plan.ArrivalPattern;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlanBuilder;
import java.util.Optional;
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

  @Option(
      names = "--warmup-concurrency",
      paramLabel = "N",
      description = "Requests in flight while warming up. Default: --concurrency")
  String warmupConcurrency;

  @Option(
      names = "--warmup-request-rate",
      paramLabel = "R",
      description = "Requests per second while warming up. Default: --request-rate")
  String warmupRequestRate;

  @Option(
      names = "--warmup-arrival-pattern",
      paramLabel = "P",
      description = "How they are spread while warming up. Default: --arrival-pattern")
  String warmupArrivalPattern;

  @Option(
      names = "--generators",
      paramLabel = "N",
      description = "Processes that share the load. Default: 1")
  String generators;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Event loops in each generator. Default: 1")
  String lanes;

  @Option(
      names = "--rehearsal-requests",
      paramLabel = "N",
      description =
          "Requests that a generator sends to itself first, to be warm; 0 for none. Default: 2000")
  String rehearsalRequests;

  void addTo(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    numbers.count("--concurrency", concurrency, 1).ifPresent(plan::concurrency);
    numbers.positive("--request-rate", requestRate).ifPresent(plan::requestRate);
    numbers.wholeNumber("--request-count", requestCount, 1).ifPresent(plan::requestCount);
    numbers.seconds("--benchmark-duration", duration).ifPresent(plan::durationNanos);
    numbers
        .secondsOrForEver("--benchmark-grace-period", grace, PhasePlan.FOR_EVER)
        .ifPresent(plan::graceNanos);
    pattern("--arrival-pattern", arrivalPattern, problems).ifPresent(plan::arrivalPattern);
    need("--benchmark-grace-period", grace, "--benchmark-duration", duration, problems);
    need("--arrival-pattern", arrivalPattern, "--request-rate", requestRate, problems);
    addWarmup(plan, numbers, problems);
    numbers.count("--lanes", lanes, 1).ifPresent(plan::lanesPerGenerator);
    numbers.count("--rehearsal-requests", rehearsalRequests, 0).ifPresent(plan::rehearsalRequests);
  }

  int generators(Numbers numbers) {
    return numbers.count("--generators", generators, 1).orElse(1);
  }

  private void addWarmup(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    String count = "--warmup-request-count";
    numbers.wholeNumber(count, warmupRequestCount, 1).ifPresent(plan::warmupRequestCount);
    numbers.count("--warmup-concurrency", warmupConcurrency, 1).ifPresent(plan::warmupConcurrency);
    numbers.positive("--warmup-request-rate", warmupRequestRate).ifPresent(plan::warmupRequestRate);
    pattern("--warmup-arrival-pattern", warmupArrivalPattern, problems)
        .ifPresent(plan::warmupArrivalPattern);
    need("--warmup-concurrency", warmupConcurrency, count, warmupRequestCount, problems);
    need("--warmup-request-rate", warmupRequestRate, count, warmupRequestCount, problems);
    need("--warmup-arrival-pattern", warmupArrivalPattern, count, warmupRequestCount, problems);
  }

  private static void need(
      String option, String value, String other, String otherValue, OptionProblems problems) {
    if (value != null && otherValue == null) {
      problems.needs(option, value, other);
    }
  }

  private static Optional<ArrivalPattern> pattern(
      String option, String text, OptionProblems problems) {
    if (text == null) {
      return Optional.empty();
    }
    Optional<ArrivalPattern> pattern = ArrivalPattern.of(text);
    if (pattern.isEmpty()) {
      problems.invalid(option, text, "poisson or constant");
    }
    return pattern;
  }
}
