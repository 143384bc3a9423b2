package io.longhaul.config.runfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code phases}, or {@code warmup} and {@code profiling}: number of requests, rate and duration.
 */
record PhasesPart(FileValues values) {
  private static final String WARMUP = "warmup";
  private static final String PROFILING = "profiling";
  private static final String SCHEDULE = "fixed_schedule";
  private static final List<String> RATES = List.of("poisson", "gamma", "constant");

  /** Keys of phases that Longhaul does not support. */
  private static final List<String> NOT_HERE =
      List.of(
          "adaptiveScale",
          "adaptiveSustainDuration",
          "adaptiveAssessmentPeriod",
          "adaptiveMinCompletedRequests",
          "adaptiveControlVariable",
          "adaptiveControlMin",
          "adaptiveControlMax",
          "adaptiveScaleStrategyType",
          "adaptiveScaleStepPolicy",
          "adaptiveScaleBaseStep",
          "adaptiveScaleMaxStepMultiplier",
          "adaptiveScaleStepPercent",
          "sla",
          "timingMode",
          "trajectoryStartMinRatio",
          "trajectoryStartMaxRatio",
          "burstPhaseStarts",
          "systemIdleGapCapSeconds",
          "agenticCacheWarmupDuration",
          "agenticWarmupGracePeriod");

  /**
   * Reads the phases.
   *
   * @param fromFile whether prompts come from a file
   */
  void read(Section benchmark, boolean fromFile) {
    Optional<Section> warmup = Optional.empty();
    Optional<Section> profiling = Optional.empty();
    for (Section phase : phases(benchmark)) {
      String kind = kindOf(phase);
      if (kind.equals(WARMUP) && warmup.isEmpty() && profiling.isEmpty()) {
        warmup = Optional.of(phase);
      } else if (kind.equals(PROFILING) && profiling.isEmpty()) {
        profiling = Optional.of(phase);
      } else if (!kind.isEmpty()) {
        phase.invalid("another phase: " + kind, "one warmup, if any, and then one profiling");
      }
    }
    profiling.ifPresentOrElse(
        phase -> profiling(phase, fromFile),
        () -> benchmark.invalid("no profiling phase", "give one"));
    if (warmup.isPresent()) {
      warmup(warmup.get(), profiling.orElseGet(Section::none));
    }
  }

  private List<Section> phases(Section benchmark) {
    List<Section> phases = new ArrayList<>();
    for (String key : new String[] {WARMUP, PROFILING}) {
      benchmark.refuseWith(key, "phases");
      benchmark.section(key).ifPresent(phases::add);
    }
    if (benchmark.value("phases").orElse(null) instanceof Map) {
      benchmark.section("phases").ifPresent(phases::add);
    } else {
      phases.addAll(benchmark.sections("phases"));
    }
    return phases;
  }

  /** Returns the kind of a phase; empty, after reporting it, if it cannot be determined. */
  private String kindOf(Section phase) {
    String key = phase.path().substring(phase.path().lastIndexOf('.') + 1);
    String named = key.equals("phases") ? PROFILING : key;
    String kind =
        phase
            .text("kind")
            .or(() -> phase.text("name").filter(name -> List.of(WARMUP, PROFILING).contains(name)))
            .orElse(named);
    phase.value("name");
    if (kind.equals(WARMUP) || kind.equals(PROFILING)) {
      return kind;
    }
    phase.invalid(phase.has("kind") ? "kind " + kind : "no kind", "warmup or profiling");
    return "";
  }

  private void profiling(Section phase, boolean fromFile) {
    String type =
        type(phase, "concurrency", "poisson", "gamma", "constant", "user_centric", SCHEDULE);
    values.addAll(phase, "profiling");
    grace(phase);
    ramp(phase, "concurrencyRamp", "--concurrency", "--concurrency-ramp-duration");
    ramp(phase, "prefillRamp", "--prefill-concurrency", "--prefill-concurrency-ramp-duration");
    values.addWhole(phase, "cancellation", "profiling.cancellation");
    switch (type) {
      case "poisson", "gamma", "constant" -> rate(phase, type);
      case "user_centric" -> {
        values.addValue(phase, "users", "--num-users");
        values.addValue(phase, "rate", "--user-centric-rate");
      }
      case SCHEDULE -> schedule(phase);
      default -> {}
    }
    if (fromFile && !type.equals(SCHEDULE) && !values.isTyped("--fixed-schedule")) {
      // Only a command line's recorded times are kept unasked.
      values.add("--no-fixed-schedule", phase.pathOf("type"));
    }
    boolean isBound =
        values.hasAnyOf("--request-count", "--conversation-num", "--benchmark-duration")
            || type.equals(SCHEDULE);
    if (!isBound) {
      phase.invalid("no end", "give requests, duration or sessions");
    }
    ended(phase, false);
  }

  private String type(Section phase, String... known) {
    Optional<String> type = phase.text("type").map(text -> text.toLowerCase(Locale.ROOT));
    if (type.isEmpty() || !List.of(known).contains(type.get())) {
      phase.invalid("type", type.orElse("no value"), String.join(", ", known));
    }
    return type.orElse("");
  }

  /** Sets the grace period; without one in the file, it has no limit, as in AIPerf. */
  private void grace(Section phase) {
    if (phase.has("gracePeriod")) {
      values.addSeconds(phase, "gracePeriod", "--benchmark-grace-period");
    } else if (phase.has("duration") && !values.isTyped("--benchmark-duration")) {
      values.add("--benchmark-grace-period", phase.pathOf("gracePeriod"), "inf");
    }
  }

  /** Adds a ramp if its option is set; AIPerf ignores a ramp without one. */
  private void ramp(Section phase, String key, String ramped, String option) {
    Optional<String> seconds = rampSeconds(phase, key);
    if (seconds.isPresent() && values.hasAnyOf(ramped)) {
      values.add(option, phase.pathOf(key), seconds.get());
    } else if (seconds.isPresent()) {
      phase.noteNoEffect(key, "there is nothing to ramp");
    }
  }

  private Optional<String> rampSeconds(Section phase, String key) {
    if (!(phase.value(key).orElse(null) instanceof Map)) {
      return phase.seconds(key);
    }
    Section ramp = phase.section(key).orElseThrow();
    Optional<String> seconds = ramp.seconds("duration");
    ramp.requireUsual("strategy", "linear");
    ramp.refuseRest();
    return seconds;
  }

  private void rate(Section phase, String type) {
    values.addValue(phase, "rate", "--request-rate");
    phase.read(
        "rateSeries",
        series -> {
          values.addValue(series, "path", "--request-rate-series");
          series.refuse("points", "put them into a file and give its path");
        });
    if (!phase.has("rate")
        && !phase.has("rateSeries")
        && !values.hasAnyOf("--request-rate", "--request-rate-series", "--request-rate-stages")) {
      phase.invalid("no rate", "type " + type + " needs rate or rateSeries");
    }
    values.add("--arrival-pattern", phase.pathOf("type"), type);
    if (type.equals("gamma")) {
      values.addValue(phase, "smoothness", "--arrival-smoothness");
    }
    ramp(phase, "rateRamp", "--request-rate", "--request-rate-ramp-duration");
  }

  private void schedule(Section phase) {
    values.add("--fixed-schedule", phase.pathOf("type"));
    boolean fromFirst = phase.truth("autoOffset").orElse(!phase.has("startOffset"));
    values.addValue(phase, "startOffset", "--fixed-schedule-start-offset");
    values.addValue(phase, "endOffset", "--fixed-schedule-end-offset");
    if (fromFirst && phase.has("autoOffset")) {
      values.add("--fixed-schedule-auto-offset", phase.pathOf("autoOffset"));
    } else if (!fromFirst && !phase.has("startOffset")) {
      // Recorded times are counted from 0 then, whenever the first request came.
      values.add("--fixed-schedule-start-offset", phase.pathOf("autoOffset"), "0");
    }
  }

  /** Sets every option of the warmup, so that it inherits nothing from profiling. */
  private void warmup(Section phase, Section profiling) {
    String type = type(phase, "concurrency", "poisson", "gamma", "constant");
    boolean atRate = RATES.contains(type);
    values.addAll(phase, "warmup");
    if (!values.hasAnyOf("--warmup-request-count", "--num-warmup-sessions", "--warmup-duration")) {
      phase.invalid("no end", "give requests, duration or sessions");
    }
    slots(phase, profiling, atRate);
    warmupRamp(phase, profiling, "concurrencyRamp", "--warmup-concurrency-ramp-duration");
    warmupRamp(phase, profiling, "prefillRamp", "--warmup-prefill-concurrency-ramp-duration");
    if (profiling.has("prefillConcurrency") && !phase.has("prefillConcurrency")) {
      phase.invalid("no prefillConcurrency", "give one; otherwise that of profiling would apply");
    }
    if (atRate) {
      values.addValue(phase, "rate", "--warmup-request-rate");
      if (!values.hasAnyOf("--warmup-request-rate")) {
        phase.invalid("no rate", "type " + type + " needs one");
      }
      values.add("--warmup-arrival-pattern", phase.pathOf("type"), type);
      warmupRamp(phase, profiling, "rateRamp", "--warmup-request-rate-ramp-duration");
      smoothness(phase, profiling, type);
      phase.refuse("rateSeries", "a warmup has one rate");
    } else {
      values.add("--warmup-arrival-pattern", phase.pathOf("type"), "concurrency_burst");
    }
    phase.refuse("cancellation", "a warmup does not cancel requests");
    phase.refuse("failedRequestThreshold", "a warmup has no threshold");
    ended(phase, true);
  }

  private void slots(Section phase, Section profiling, boolean atRate) {
    if (!atRate && !phase.has("concurrency")) {
      values.add("--warmup-concurrency", phase.pathOf("concurrency"), "1");
    } else if (atRate && !phase.has("concurrency") && profiling.has("concurrency")) {
      phase.invalid("no concurrency", "give one; otherwise that of profiling would apply");
    }
  }

  /** Sets the ramp of the warmup; 0 if it has none but profiling does. */
  private void warmupRamp(Section phase, Section profiling, String key, String option) {
    Optional<String> seconds = rampSeconds(phase, key);
    if (seconds.isPresent() || profiling.has(key)) {
      values.add(option, phase.pathOf(key), seconds.orElse("0"));
    }
  }

  private void smoothness(Section phase, Section profiling, String type) {
    if (type.equals("gamma") && !phase.value("smoothness").equals(profiling.value("smoothness"))) {
      phase.invalid(
          "smoothness", phase.text("smoothness").orElse("no value"), "the same as profiling's");
    }
  }

  private void ended(Section phase, boolean excluded) {
    NOT_HERE.forEach(key -> phase.refuse(key, "it is not supported"));
    if (phase.isTrue("seamless")) {
      phase.invalid("seamless", "true", "a phase starts when the previous one has ended");
    }
    if (phase.truth("excludeFromResults").orElse(excluded) != excluded) {
      phase.invalid(
          "excludeFromResults",
          Boolean.toString(!excluded),
          "results exclude warmup and include profiling");
    }
    phase.refuseRest();
  }
}
