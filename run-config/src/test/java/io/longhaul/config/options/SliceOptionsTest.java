package io.longhaul.config.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.SliceLabel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class SliceOptionsTest {
  private static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(600);

  private final SliceOptions options = new SliceOptions();
  private final OptionProblems problems = new OptionProblems();

  /** A run with slices of 2 s. */
  private static RunPlan plan() throws Exception {
    return TypedProfile.completed("--slice-duration", "2", "--goodput", "request_latency:500")
        .plan();
  }

  private void type(String... arguments) {
    CommandSpec command = CommandSpec.create();
    options.addTo(command);
    CommandLine parser = CommandLineParsing.collecting(new CommandLine(command));
    CommandLineParsing.reportErrors(parser.parseArgs(arguments), problems);
    options.check(problems);
  }

  @Test
  void givenOptionsReplaceThoseOfTheRun() throws Exception {
    type(
        "--slice-duration",
        "1m",
        "--slice-by",
        "model,endpoint",
        "--goodput",
        "request_latency:1s");

    RunPlan changed = options.applyTo(plan(), RUN_NANOS, problems);

    assertThat(problems.sentences()).isEmpty();
    assertThat(changed.measurement().sliceNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(60));
    assertThat(changed.measurement().sliceBy())
        .containsExactly(SliceLabel.MODEL, SliceLabel.ENDPOINT);
    assertThat(changed.measurement().slos()).isEqualTo("request_latency:1000");
    assertThat(options.folderName())
        .isEqualTo("slices-1m-by-model-endpoint-goodput-request_latency-1s");
  }

  @Test
  void everyGoodputHasAFolderOfItsOwn() {
    assertThat(folderName("ttft:300")).isEqualTo("slices-goodput-ttft-300");
    assertThat(folderName(" ttft:100  itl:20.5 ")).isEqualTo("slices-goodput-ttft-100-itl-20.5");
    assertThat(folderName("ttft:30µs")).matches("slices-goodput-ttft-30s-[0-9a-f]{8}");
    assertThat(folderName("../../ttft:1"))
        .matches("slices-goodput-[.]{4}ttft-1-[0-9a-f]{8}")
        .isNotEqualTo(folderName("..//../ttft:1"));
  }

  @Test
  void aLongNameOfAFolderEndsWithAHash() {
    String many = "time_to_first_token:300 inter_token_latency:20 request_latency:1000 itl:";

    assertThat(folderName(many + "1"))
        .hasSize(89)
        .startsWith("slices-goodput-time_to_first_token-300");
    assertThat(folderName(many + "1")).isNotEqualTo(folderName(many + "2"));
  }

  private static String folderName(String goodput) {
    SliceOptions options = new SliceOptions();
    CommandSpec command = CommandSpec.create();
    options.addTo(command);
    new CommandLine(command).parseArgs("--goodput", goodput);
    return options.folderName();
  }

  @Test
  void otherOptionsKeepTheValuesOfTheRun() throws Exception {
    type("--slice-by", "model");

    RunPlan changed = options.applyTo(plan(), RUN_NANOS, problems);

    assertThat(problems.sentences()).isEmpty();
    assertThat(changed.measurement().sliceNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
    assertThat(changed.measurement().slos()).isEqualTo("request_latency:500");
  }

  @Test
  void allInvalidOptionsAreReportedTogether() {
    type("--slice-duration", "0", "--slice-by", "model,color", "--goodput", "nonsense:3");

    assertThat(problems.sentences())
        .hasSize(3)
        .anySatisfy(each -> assertThat(each).startsWith("Invalid --slice-duration: 0 ("))
        .anySatisfy(each -> assertThat(each).startsWith("Invalid --slice-by: color ("))
        .anySatisfy(each -> assertThat(each).startsWith("Invalid SLO metric: nonsense ("));
  }

  @Test
  void slicesConsistOfWholeSlicesOfTheRun() throws Exception {
    type("--slice-duration", "3");

    options.applyTo(plan(), RUN_NANOS, problems);

    assertThat(problems.sentences())
        .containsExactly(
            "Invalid --slice-duration: 3 (a multiple or a whole part of the run's slices of 2 s,"
                + " because what generators reported is known per slice)");
  }

  @Test
  void aSliceOfTheRunIsDividedIntoWholeParts() throws Exception {
    type("--slice-duration", "0.5");

    RunPlan changed = options.applyTo(plan(), RUN_NANOS, problems);

    assertThat(problems.sentences()).isEmpty();
    assertThat(changed.measurement().sliceNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
  }

  @Test
  void aSliceIsNotLongerThanTheRun() throws Exception {
    type("--slice-duration", "1h");

    options.applyTo(plan(), RUN_NANOS, problems);

    assertThat(problems.sentences())
        .containsExactly("Invalid --slice-duration: 1h (at most the duration of the run, 600 s)");
  }

  @Test
  void labelsNeedValuesInThePlan() throws Exception {
    type("--slice-by", "turn,stage");

    options.applyTo(plan(), RUN_NANOS, problems);

    assertThat(problems.sentences())
        .containsExactly(
            "Invalid --slice-by: turn (it needs multi-turn sessions)",
            "Invalid --slice-by: stage (it needs a rate in stages, such as --request-rate-stages)");
  }

  @Test
  void slicesThatWereComputedAgainTwiceNameTheRunsOwnAndAllOptions() throws Exception {
    type("--goodput", "request_latency:900");
    RunPlan changed = options.applyTo(plan(), RUN_NANOS, problems);
    String before =
        "{\"plan\": %s, \"resliced\": {\"options\": \"--slice-duration 2\", \"slice_duration_ns\": 1000000000}}"
            .formatted(RunPlanJson.toJson(plan()));

    String after = options.configuration(before, TimeUnit.SECONDS.toNanos(2), changed);

    assertThat(after)
        .contains(
            "\"resliced\":{\"options\":\"--slice-duration 2, then --goodput 'request_latency:900'\",\"slice_duration_ns\":1000000000}");
  }

  @Test
  void configurationContainsTheNewPlanAndWhatWasGiven() throws Exception {
    type("--slice-duration", "10");
    RunPlan changed = options.applyTo(plan(), RUN_NANOS, problems);
    String before =
        "{\"input_config\": {\"artifacts\": {\"slice_duration\": 2}}, \"plan\": %s}"
            .formatted(RunPlanJson.toJson(plan()));

    String after = options.configuration(before, TimeUnit.SECONDS.toNanos(2), changed);

    assertThat(after)
        .contains("\"slice_duration\":10.0", "\"request_latency\":500.0")
        .contains(
            "\"resliced\":{\"options\":\"--slice-duration 10\",\"slice_duration_ns\":2000000000}")
        .contains(RunPlanJson.toJson(changed));
  }
}
