package io.longhaul.config.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.value.MetricNames;
import io.longhaul.load.plan.MeasurementPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.server.RequestPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options of {@code profile} that determine slices, for a command that computes the slices of a
 * finished run again. Options that are not given keep the values of the run.
 */
public final class SliceOptions {
  private static final int NANOS_SCALE = 9;

  private static final String RESLICED = "resliced";
  private static final String OPTIONS = "options";
  private static final String SLICE_NANOS = "slice_duration_ns";

  /** Longest name of a folder without its hash. */
  private static final int MAX_NAME = 80;

  private static final Pattern SEPARATORS = Pattern.compile("[\\s:,]+");
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");

  /** The duration has another default in a command that is not {@code profile}. */
  private static final String DURATION_DESCRIPTION =
      MeasureOptions.SLICE_DURATION_MEANING
          + " A multiple of the slice length of the run, or a whole part of it. Default: the slice"
          + " length of the run";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final MeasureOptions measure = new MeasureOptions();

  /** Adds the options to a command; their values are stored in this object. */
  public void addTo(CommandSpec command) {
    CommandSpec all = CommandSpec.forAnnotatedObject(measure);
    command.addOption(
        all.findOption(MeasureOptions.SLICE_DURATION).toBuilder()
            .description(DURATION_DESCRIPTION)
            .build());
    command.addOption(all.findOption(MeasureOptions.SLICE_BY));
    command.addOption(all.findOption(MeasureOptions.GOODPUT));
  }

  /** Returns whether any of the options was given. */
  public boolean areGiven() {
    return measure.sliceDuration != null || !measure.sliceBy.isEmpty() || measure.goodput != null;
  }

  /** Returns the given options as part of a command line. */
  public String text() {
    List<String> words = new ArrayList<>();
    if (measure.sliceDuration != null) {
      words.addAll(List.of(MeasureOptions.SLICE_DURATION, measure.sliceDuration.toString()));
    }
    if (!measure.sliceBy.isEmpty()) {
      words.addAll(List.of(MeasureOptions.SLICE_BY, String.join(",", measure.sliceBy)));
    }
    if (measure.goodput != null) {
      words.addAll(List.of(MeasureOptions.GOODPUT, measure.goodput));
    }
    return words.stream().map(CommandLineText::quoted).collect(Collectors.joining(" "));
  }

  /**
   * Returns a name for a folder of the results, such as {@code
   * slices-10m-by-model-goodput-ttft-300}. Other options have another name: one that is too long,
   * or that has other characters than those of file names, ends with a hash.
   */
  public String folderName() {
    List<String> parts = new ArrayList<>(List.of("slices"));
    if (measure.sliceDuration != null) {
      parts.add(measure.sliceDuration.toString().strip());
    }
    if (!measure.sliceBy.isEmpty()) {
      parts.add("by-" + String.join("-", measure.sliceBy));
    }
    if (measure.goodput != null) {
      parts.add("goodput-" + measure.goodput.strip());
    }
    String name = SEPARATORS.matcher(String.join("-", parts)).replaceAll("-");
    String safe = UNSAFE.matcher(name).replaceAll("");
    if (safe.equals(name) && name.length() <= MAX_NAME) {
      return name;
    }
    CRC32 hash = new CRC32();
    hash.update(name.getBytes(UTF_8));
    return "%s-%08x"
        .formatted(safe.substring(0, Math.min(safe.length(), MAX_NAME)), hash.getValue());
  }

  /** Reports what is invalid in any run. */
  public void check(OptionProblems problems) {
    measure.labels(problems);
    measure.slos(measure.names(true, true, false, true), problems);
  }

  /**
   * Returns the plan of a run with these options.
   *
   * @param runNanos duration of the run
   */
  public RunPlan applyTo(RunPlan plan, long runNanos, OptionProblems problems) {
    MeasurementPlan before = plan.measurement();
    long sliceNanos = OptionValue.of(measure.sliceDuration, before.sliceNanos());
    if (sliceNanos > runNanos && sliceNanos > before.sliceNanos()) {
      problems.invalid(
          MeasureOptions.SLICE_DURATION,
          measure.sliceDuration,
          "at most the duration of the run, " + seconds(runNanos));
    } else if (sliceNanos % before.sliceNanos() != 0 && before.sliceNanos() % sliceNanos != 0) {
      problems.invalid(
          MeasureOptions.SLICE_DURATION,
          measure.sliceDuration,
          "a multiple or a whole part of the run's slices of %s, because what generators reported is known per slice"
              .formatted(seconds(before.sliceNanos())));
    }
    RequestPlan request = plan.request();
    LoadPlan load = plan.load();
    MetricNames names =
        measure.names(
            request.streaming(),
            request.producesTokens(),
            request.useServerTokenCount(),
            load.profiling().fixedSchedule());
    RunPlan changed =
        new RunPlan(
            plan.runId(),
            plan.seed(),
            plan.target(),
            request,
            plan.tokenizer(),
            plan.dataset(),
            load,
            new MeasurementPlan(
                sliceNanos,
                measure.goodput == null ? before.slos() : measure.slos(names, problems),
                before.lanesPerGenerator(),
                before.rehearsalRequests(),
                measure.sliceBy.isEmpty() ? before.sliceBy() : measure.labels(problems),
                before.coordinatorTimeoutNanos()));
    measure.check(changed, problems);
    return changed;
  }

  /**
   * Returns the configuration of a run whose slices were computed again. If they had been computed
   * again before, it states the options of both times and the duration of the run's own slices.
   *
   * @param configurationJson configuration of the run
   * @param sliceNanosBefore duration of its slices
   * @param changed the plan with these options
   */
  public String configuration(String configurationJson, long sliceNanosBefore, RunPlan changed) {
    try {
      ObjectNode all = (ObjectNode) MAPPER.readTree(configurationJson);
      if (all.get("input_config") instanceof ObjectNode inputConfig) {
        AiperfInputConfig.putSlices(inputConfig, changed.measurement());
      }
      all.set("plan", MAPPER.readTree(RunPlanJson.toJson(changed)));
      JsonNode earlier = all.path(RESLICED);
      String given = earlier.path(OPTIONS).asText();
      long sliceNanosOfRun = earlier.path(SLICE_NANOS).asLong(sliceNanosBefore);
      all.putObject(RESLICED)
          .put(OPTIONS, given.isEmpty() ? text() : given + ", then " + text())
          .put(SLICE_NANOS, sliceNanosOfRun);
      return MAPPER.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot read a configuration whose plan was read", e);
    }
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, NANOS_SCALE).stripTrailingZeros().toPlainString() + " s";
  }
}
