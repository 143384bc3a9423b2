package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.CompletionValues;
import io.longhaul.config.value.RateFiles;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.PhaseSettings;
import io.longhaul.load.plan.load.PrefillPlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.UserPlan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the load: concurrency, request rate, arrival pattern, limits and warmup. */
final class LoadOptions {
  @Yaml("profiling.concurrency")
  @Option(
      names = "--concurrency",
      description =
          "Number of concurrent sessions; a single-turn request counts as a session. With a"
              + " request rate, this is an upper limit. Default: 1 without a request rate")
  OptionValue.@Nullable Count concurrency;

  @Needs("--concurrency")
  @Option(
      names = "--concurrency-ramp-duration",
      description = "Ramp up the concurrency linearly over this many seconds.")
  OptionValue.@Nullable Seconds concurrencyRamp;

  @Yaml("profiling.prefillConcurrency")
  @Option(
      names = "--prefill-concurrency",
      description =
          "Maximum concurrent requests in prefill, that is, waiting for their first token. Needs"
              + " --streaming.")
  OptionValue.@Nullable Count prefill;

  @Needs("--prefill-concurrency")
  @Option(
      names = "--prefill-concurrency-ramp-duration",
      description = "Ramp up the prefill concurrency linearly over this many seconds.")
  OptionValue.@Nullable Seconds prefillRamp;

  @Option(
      names = "--request-rate",
      description =
          "Requests per second. Requests are sent on schedule even if the server falls behind,"
              + " unless --concurrency limits their number.")
  OptionValue.@Nullable Rate requestRate;

  @Needs("--request-rate")
  @Option(
      names = "--request-rate-ramp-duration",
      description = "Ramp up the request rate linearly over this many seconds.")
  OptionValue.@Nullable Seconds requestRateRamp;

  @NotWith("--request-rate")
  @Option(
      names = "--request-rate-series",
      paramLabel = "FILE",
      description =
          "JSON file with the request rate over time: a list of {\"time_s\": T, \"qps\": R}. The"
              + " rate is interpolated linearly between the points.")
  @Nullable String rateSeries;

  @NotWith({"--request-rate", "--request-rate-series"})
  @Option(
      names = "--request-rate-stages",
      paramLabel = "FILE",
      description =
          "File with stages of the request rate, one in each line: 'RATE:DURATION',"
              + " 'FROM..TO:DURATION' or 'wave LOW..HIGH PERIOD:DURATION'. If the last line"
              + " is 'repeat', the stages start again from the first.")
  @Nullable String rateStages;

  @Needs("--num-users")
  @Option(
      names = "--user-centric-rate",
      description =
          "Turns per second over all users. Each user sends a turn every --num-users/RATE seconds."
              + " Needs multi-turn sessions.")
  OptionValue.@Nullable Rate userRate;

  @Needs("--user-centric-rate")
  @Option(
      names = "--num-users",
      description = "Number of concurrent users. Required with --user-centric-rate.")
  OptionValue.@Nullable Count users;

  @Option(
      names = {"--arrival-pattern", "--request-rate-mode"},
      completionCandidates = CompletionValues.ArrivalPatterns.class,
      paramLabel = "P",
      description =
          "Distribution of request arrivals: poisson, constant or gamma. AIPerf's"
              + " concurrency_burst is also accepted: with a request rate, it means poisson; without"
              + " one, it has no effect. Default: poisson")
  @Nullable String arrivalPattern;

  @Needs({"--request-rate", "--request-rate-series", "--request-rate-stages"})
  @Option(
      names = {"--arrival-smoothness", "--vllm-burstiness"},
      paramLabel = "K",
      description =
          "Shape of gamma arrivals: below 1 is bursty, 1 is the same as poisson, above 1 is more"
              + " even. Selects gamma. Default: 1")
  OptionValue.@Nullable Positive arrivalSmoothness;

  @Yaml("profiling.requests")
  @Option(
      names = {"--request-count", "--num-requests"},
      description =
          "Stop after this many requests. Default: 10, unless the load is limited by a"
              + " number of sessions, a duration, stages or a recorded schedule")
  OptionValue.@Nullable LongCount requestCount;

  @Yaml("profiling.duration")
  @Option(names = "--benchmark-duration", description = "Stop sending after this many seconds.")
  OptionValue.@Nullable Seconds duration;

  @Needs("--benchmark-duration")
  @Option(
      names = "--benchmark-grace-period",
      description =
          "After the load ends, wait up to this long for the responses in flight; inf for no"
              + " limit. Needs --benchmark-duration. Default: 30; without a duration, no limit")
  OptionValue.@Nullable SecondsOrInfinite grace;

  @Yaml("profiling.cancellation.rate")
  @Option(
      names = "--request-cancellation-rate",
      description = "Percentage of requests that the client cancels on purpose. Default: none")
  OptionValue.@Nullable Percent cancellationRate;

  @Needs("--request-cancellation-rate")
  @Yaml("profiling.cancellation.delay")
  @Option(
      names = "--request-cancellation-delay",
      description = "Time from the end of sending a request to its cancellation. Default: 0")
  OptionValue.@Nullable SecondsOrZero cancellationDelay;

  @Yaml("warmup.requests")
  @Option(
      names = {"--warmup-request-count", "--num-warmup-requests"},
      description = "Number of warmup requests before the measurement. Default: none")
  OptionValue.@Nullable LongCount warmupRequestCount;

  @Yaml("warmup.sessions")
  @Option(
      names = "--num-warmup-sessions",
      description =
          "Number of warmup sessions before the measurement, each with all of its turns. Default:"
              + " none")
  OptionValue.@Nullable LongCount warmupSessionCount;

  @Yaml("warmup.duration")
  @Option(
      names = "--warmup-duration",
      description = "Duration of the warmup before the measurement. Default: none")
  OptionValue.@Nullable Seconds warmupDuration;

  @Needs("--warmup-duration")
  @Yaml("warmup.gracePeriod")
  @Option(
      names = "--warmup-grace-period",
      description =
          "After the warmup ends, wait up to this long for the responses in flight; inf for no"
              + " limit. Needs --warmup-duration. Default: inf")
  OptionValue.@Nullable SecondsOrInfinite warmupGrace;

  @Needs({"--warmup-request-count", "--num-warmup-sessions", "--warmup-duration"})
  @Yaml("warmup.concurrency")
  @Option(
      names = "--warmup-concurrency",
      description = "Concurrency during warmup. Default: --concurrency")
  OptionValue.@Nullable Count warmupConcurrency;

  @Needs({"--warmup-request-count", "--num-warmup-sessions", "--warmup-duration"})
  @Option(
      names = "--warmup-concurrency-ramp-duration",
      description =
          "Ramp up the concurrency linearly over this many seconds during warmup; 0 for no ramp."
              + " Default: --concurrency-ramp-duration")
  OptionValue.@Nullable SecondsOrZero warmupConcurrencyRamp;

  @Needs({"--warmup-request-count", "--num-warmup-sessions", "--warmup-duration"})
  @Yaml("warmup.prefillConcurrency")
  @Option(
      names = "--warmup-prefill-concurrency",
      description =
          "Maximum concurrent requests in prefill during warmup. Default: --prefill-concurrency")
  OptionValue.@Nullable Count warmupPrefill;

  @Needs({"--warmup-request-count", "--num-warmup-sessions", "--warmup-duration"})
  @Option(
      names = "--warmup-prefill-concurrency-ramp-duration",
      description =
          "Ramp up the prefill concurrency linearly over this many seconds during warmup; 0 for no"
              + " ramp. Default: --prefill-concurrency-ramp-duration")
  OptionValue.@Nullable SecondsOrZero warmupPrefillRamp;

  @Needs({"--warmup-request-count", "--num-warmup-sessions", "--warmup-duration"})
  @Option(
      names = "--warmup-request-rate",
      description = "Requests per second during warmup. Default: --request-rate")
  OptionValue.@Nullable Rate warmupRequestRate;

  @Needs({"--warmup-request-count", "--num-warmup-sessions", "--warmup-duration"})
  @Option(
      names = "--warmup-request-rate-ramp-duration",
      description =
          "Ramp up the request rate linearly over this many seconds during warmup; 0 for no ramp."
              + " Default: --request-rate-ramp-duration")
  OptionValue.@Nullable SecondsOrZero warmupRequestRateRamp;

  @Option(
      names = "--warmup-arrival-pattern",
      paramLabel = "P",
      description =
          "Distribution of request arrivals during warmup: poisson, constant or gamma; or"
              + " concurrency_burst to warm up with a fixed concurrency even if --request-rate is"
              + " given. Default: the distribution that --arrival-pattern selects")
  @Nullable String warmupArrivalPattern;

  @Option(
      names = "--generators",
      description =
          "Number of load generator processes that share the load. With --kafka: number of"
              + " separately started generators to wait for. Default: 1")
  OptionValue.@Nullable Count generators;

  @Option(
      names = "--lanes",
      description =
          "Number of event loops, the threads that send requests, in each load generator. Default:"
              + " 1")
  OptionValue.@Nullable Count lanes;

  @Option(
      names = "--rehearsal-requests",
      description =
          "Requests that each load generator first sends to itself to warm up its JVM; 0 for none."
              + " Default: 2000")
  OptionValue.@Nullable CountOrZero rehearsalRequests;

  /** The curve of the files; null without one. */
  private @Nullable RateCurve rateCurve;

  /** Checks the options against each other, and reads the files of rates. */
  void read(OptionProblems problems) {
    RateFiles files = new RateFiles(problems);
    Optional<RateCurve> series =
        Optional.ofNullable(rateSeries)
            .flatMap(file -> files.series("--request-rate-series", file));
    Optional<RateCurve> stages =
        Optional.ofNullable(rateStages)
            .flatMap(file -> files.stages("--request-rate-stages", file));
    rateCurve = stages.or(() -> series).orElse(null);
    checkArrivals(problems);
    if (userRate != null) {
      refuseRate("not with --user-centric-rate", problems);
    }
    checkWarmup(problems);
  }

  /**
   * Returns the load.
   *
   * @param sessionCount the number of sessions to start, or null for no limit
   * @param fixedSchedule whether requests are sent at their recorded times
   */
  LoadPlan plan(@Nullable Long sessionCount, boolean fixedSchedule, long requestTimeoutNanos) {
    PhaseSettings profiling =
        new PhaseSettings(
            OptionValue.orNull(concurrency),
            concurrency == null ? null : OptionValue.orNull(concurrencyRamp),
            OptionValue.orNull(prefill),
            OptionValue.orNull(prefillRamp),
            OptionValue.orNull(requestRate),
            OptionValue.orNull(requestRateRamp),
            rateCurve,
            isBurst(arrivalPattern) ? null : profilingPattern(),
            smoothness(),
            false,
            users(),
            cancellation(),
            OptionValue.orNull(requestCount),
            sessionCount,
            OptionValue.orNull(duration),
            OptionValue.orNull(grace));
    PhaseSettings warmup =
        new PhaseSettings(
            OptionValue.orNull(warmupConcurrency),
            OptionValue.orNull(warmupConcurrencyRamp),
            OptionValue.orNull(warmupPrefill),
            OptionValue.orNull(warmupPrefillRamp),
            OptionValue.orNull(warmupRequestRate),
            OptionValue.orNull(warmupRequestRateRamp),
            null,
            isBurst(warmupArrivalPattern) ? null : pattern(warmupArrivalPattern).orElse(null),
            null,
            isBurst(warmupArrivalPattern),
            null,
            null,
            OptionValue.orNull(warmupRequestCount),
            OptionValue.orNull(warmupSessionCount),
            OptionValue.orNull(warmupDuration),
            OptionValue.orNull(warmupGrace));
    return LoadPlan.of(profiling, warmup, fixedSchedule, requestTimeoutNanos);
  }

  /** Returns the number of sessions, or else of requests, or null if it is not limited. */
  @Nullable Long sends(@Nullable Long sessionCount) {
    return sessionCount == null ? OptionValue.orNull(requestCount) : sessionCount;
  }

  /** Checks the plan against the number of generators. */
  void check(RunPlan plan, int generators, OptionProblems problems) {
    long lanes = (long) generators * plan.measurement().lanesPerGenerator();
    String wanted = "at least 1 for each of " + lanes + " event loops";
    PrefillPlan places = plan.load().profiling().prefill();
    if (places != null && places.most() < lanes) {
      problems.refuse("--prefill-concurrency", prefill, wanted);
    }
    // Each event loop needs a slot for its users.
    Integer most = plan.load().profiling().concurrency();
    if (userRate != null && most != null && most < lanes) {
      problems.invalid("--concurrency", concurrency, wanted);
    }
    PhasePlan warmup = plan.load().warmup();
    PrefillPlan warmupPlaces = warmup == null ? null : warmup.prefill();
    if (warmupPlaces != null && warmupPlaces.most() < lanes) {
      problems.refuse("--warmup-prefill-concurrency", warmupPrefill, wanted);
    }
  }

  private @Nullable UserPlan users() {
    Integer count = OptionValue.orNull(users);
    Double rate = OptionValue.orNull(userRate);
    return count == null || rate == null ? null : new UserPlan(count, rate);
  }

  /** Returns whether an option sets a rate. */
  boolean hasRate() {
    return requestRate != null || rateSeries != null || rateStages != null;
  }

  /** Rejects the options that set a rate. */
  void refuseRate(String reason, OptionProblems problems) {
    problems.refuse("--request-rate", requestRate, reason);
    problems.refuse("--request-rate-series", rateSeries, reason);
    problems.refuse("--request-rate-stages", rateStages, reason);
  }

  private void checkArrivals(OptionProblems problems) {
    if (isBurst(arrivalPattern)) {
      if (hasRate()) {
        problems.note(
            "--arrival-pattern "
                + arrivalPattern
                + " with a rate means poisson, as in AIPerf 0.13 (for a burst, give --concurrency"
                + " and no rate)");
      }
      return;
    }
    if (!hasRate()) {
      problems.needs("--arrival-pattern", arrivalPattern, "--request-rate");
    }
    requireKnown("--arrival-pattern", arrivalPattern, problems);
    if (hasOtherPattern()) {
      problems.refuse("--arrival-smoothness", arrivalSmoothness, "only with gamma arrivals");
    }
  }

  /** A smoothness selects gamma arrivals. */
  private @Nullable ArrivalPattern profilingPattern() {
    return arrivalPattern == null && arrivalSmoothness != null
        ? ArrivalPattern.GAMMA
        : pattern(arrivalPattern).orElse(null);
  }

  /** Returns the smoothness; null with another pattern than gamma. */
  private @Nullable Double smoothness() {
    return hasOtherPattern() ? null : OptionValue.orNull(arrivalSmoothness);
  }

  private boolean hasOtherPattern() {
    return !isBurst(arrivalPattern)
        && pattern(arrivalPattern).filter(known -> known != ArrivalPattern.GAMMA).isPresent();
  }

  /** Returns whether the pattern is AIPerf's old name of a closed loop. */
  private static boolean isBurst(@Nullable String pattern) {
    return pattern != null
        && pattern.strip().replace('-', '_').equalsIgnoreCase("concurrency_burst");
  }

  private CancellationPlan cancellation() {
    return OptionValue.of(cancellationRate)
        .map(percent -> new CancellationPlan(percent / 100, OptionValue.of(cancellationDelay, 0L)))
        .orElse(CancellationPlan.NONE);
  }

  private void checkWarmup(OptionProblems problems) {
    if (warmupPrefill == null && prefill == null) {
      problems.needs(
          "--warmup-prefill-concurrency-ramp-duration",
          warmupPrefillRamp,
          "--warmup-prefill-concurrency");
    }
    if (isBurst(warmupArrivalPattern)) {
      String reason = "not with --warmup-arrival-pattern " + warmupArrivalPattern;
      problems.refuse("--warmup-request-rate", warmupRequestRate, reason);
      problems.refuse("--warmup-request-rate-ramp-duration", warmupRequestRateRamp, reason);
      return;
    }
    requireKnown("--warmup-arrival-pattern", warmupArrivalPattern, problems);
    if (warmupRequestRate == null && requestRate == null) {
      String other = "--warmup-request-rate or --request-rate";
      problems.needs("--warmup-arrival-pattern", warmupArrivalPattern, other);
      problems.needs("--warmup-request-rate-ramp-duration", warmupRequestRateRamp, other);
    }
  }

  private static void requireKnown(String option, @Nullable String text, OptionProblems problems) {
    if (text != null && pattern(text).isEmpty()) {
      problems.invalid(option, text, Keyword.list(ArrivalPattern.class));
    }
  }

  private static Optional<ArrivalPattern> pattern(@Nullable String text) {
    return text == null ? Optional.empty() : Keyword.find(ArrivalPattern.class, text);
  }
}
