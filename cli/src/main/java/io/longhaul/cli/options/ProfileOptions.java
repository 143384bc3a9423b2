package io.longhaul.cli.options;

import io.longhaul.load.plan.InvalidPlanException;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.schema.Names;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ParseResult;

/**
 * All options of a run, with AIPerf's names. A mixin: give it to a command and ask it for {@link
 * #settings}.
 */
public final class ProfileOptions {
  @ArgGroup(validate = false, heading = "%nWhere requests go%n")
  final EndpointOptions endpoint = new EndpointOptions();

  @ArgGroup(validate = false, heading = "%nWhat is asked%n")
  final PromptOptions prompts = new PromptOptions();

  @ArgGroup(validate = false, heading = "%nHow much load%n")
  final LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, heading = "%nWhat is measured%n")
  final MeasureOptions measure = new MeasureOptions();

  @ArgGroup(validate = false, heading = "%nWhere results go%n")
  final OutputOptions output = new OutputOptions();

  /**
   * What was typed, as settings.
   *
   * @param parsed of the command that has these options, with collected errors
   * @param fallbackRunId the run's name when none was typed
   * @param terminal whether a person is looking
   * @throws InvalidOptionsException with all problems at once
   */
  public ProfileSettings settings(
      ParseResult parsed, Map<String, String> environment, String fallbackRunId, boolean terminal)
      throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    Numbers numbers = new Numbers(problems);
    TypedArguments.tell(parsed, problems);
    if (output.runId != null && !Names.isValid(output.runId)) {
      problems.invalid("--run-id", output.runId, "1 to 64 letters, digits, '.', '_' or '-'");
    }
    boolean named = output.runId != null && Names.isValid(output.runId);
    RunPlanBuilder builder = RunPlan.builder(named ? output.runId : fallbackRunId);
    endpoint.addTo(builder, numbers, problems);
    prompts.addTo(builder, numbers, problems);
    load.addTo(builder, numbers, problems);
    measure.addTo(builder, endpoint.streaming, numbers, problems);
    output.check(problems);
    Ui ui = output.ui(terminal, problems);
    int[] generators = {1};
    numbers.count("--generators", load.generators, 1, value -> generators[0] = value);
    List<URI> exporters = measure.exporters(problems);
    Optional<RunPlan> plan = build(builder, problems);
    problems.throwIfAny();

    return new ProfileSettings(
        plan.orElseThrow(),
        endpoint.secret(environment),
        output.layout(plan.orElseThrow()),
        exporters,
        measure.gpuTelemetry != null,
        measure.gpuIntervalNanos(),
        ui,
        generators[0],
        output.kafka(),
        output.topicPrefix,
        output.lake(),
        measure.requireValid,
        CommandLineText.withoutSecrets(parsed.originalArgs()));
  }

  private static Optional<RunPlan> build(RunPlanBuilder builder, OptionProblems problems) {
    try {
      return Optional.of(builder.build());
    } catch (InvalidPlanException e) {
      e.problems().forEach(problems::add);
      return Optional.empty();
    }
  }
}
