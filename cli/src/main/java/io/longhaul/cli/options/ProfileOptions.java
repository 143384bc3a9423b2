package io.longhaul.cli.options;

import io.longhaul.cli.log.LogDetail;
import io.longhaul.load.dataset.PromptFile;
import io.longhaul.load.dataset.PromptFileSummary;
import io.longhaul.load.gpu.GpuMetric;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.handshake.HandshakeTarget;
import io.longhaul.load.plan.DatasetPlan;
import io.longhaul.load.plan.FileType;
import io.longhaul.load.plan.InvalidPlanException;
import io.longhaul.load.plan.MediaPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.plan.TracePlan;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.json.ExportLevel;
import io.longhaul.sinks.json.ServerMetricsFormat;
import io.longhaul.sinks.report.Threshold;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ParseResult;

/**
 * All options of a run, with AIPerf's names. A mixin: give it to a command and ask it for {@link
 * #settings}.
 */
public final class ProfileOptions {
  // picocli puts a fresh group in place when one of its options is given.

  /** With less, a run's own Kafka does not even start. */
  private static final long LEAST_FREE_BYTES = 64_000_000;

  @ArgGroup(validate = false, heading = "%nA run in a file%n")
  FileOptions file = new FileOptions();

  @ArgGroup(validate = false, heading = "%nWhere requests go%n")
  EndpointOptions endpoint = new EndpointOptions();

  @ArgGroup(validate = false, heading = "%nServers that are still starting%n")
  ReadinessOptions readiness = new ReadinessOptions();

  @ArgGroup(validate = false, heading = "%nWhat is asked%n")
  PromptOptions prompts = new PromptOptions();

  @ArgGroup(validate = false, heading = "%nWhat conversations begin with%n")
  BeginningOptions beginning = new BeginningOptions();

  @ArgGroup(validate = false, heading = "%nWhat synthetic prompts carry beside text%n")
  MediaOptions media = new MediaOptions();

  @ArgGroup(validate = false, heading = "%nVideos of synthetic prompts%n")
  VideoOptions videos = new VideoOptions();

  @ArgGroup(validate = false, heading = "%nSessions of several turns%n")
  SessionOptions sessions = new SessionOptions();

  @ArgGroup(validate = false, heading = "%nRecorded requests%n")
  TraceOptions trace = new TraceOptions();

  @ArgGroup(validate = false, heading = "%nWhat endpoints that rank are asked%n")
  RankingOptions rankings = new RankingOptions();

  @ArgGroup(validate = false, heading = "%nHow much load%n")
  LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, heading = "%nWhat is measured%n")
  MeasureOptions measure = new MeasureOptions();

  @ArgGroup(validate = false, heading = "%nWhat servers tell%n")
  ServerMetricsOptions servers = new ServerMetricsOptions();

  @ArgGroup(validate = false, heading = "%nSeveral runs%n")
  RepeatOptions repeat = new RepeatOptions();

  @ArgGroup(validate = false, heading = "%nLists of values%n")
  SweepOptions sweep = new SweepOptions();

  @ArgGroup(validate = false, heading = "%nWhen to stop early%n")
  StopOptions stop = new StopOptions();

  @ArgGroup(validate = false, heading = "%nWhere results go%n")
  OutputOptions output = new OutputOptions();

  @ArgGroup(validate = false, heading = "%nHow a run is told to other programs%n")
  ApiOptions api = new ApiOptions();

  @ArgGroup(validate = false, heading = "%nAccepted for command lines of AIPerf%n")
  AcceptedOptions accepted = new AcceptedOptions();

  /**
   * The file that says what else there is, if one was named.
   *
   * @throws InvalidOptionsException when an option was given twice
   */
  public Optional<Path> file(ParseResult parsed) throws InvalidOptionsException {
    TypedArguments.requireOnce(parsed);
    return Optional.ofNullable(file.config).map(Path::of);
  }

  /**
   * The runs that lists of values make; each has a command line of its own.
   *
   * @return empty when no option has a list
   * @throws InvalidOptionsException with all that is wrong with the lists
   */
  public Optional<Sweep> sweep(ParseResult parsed) throws InvalidOptionsException {
    TypedArguments.requireOnce(parsed);
    return Sweep.of(RunWords.of(parsed), sweep);
  }

  /**
   * The runs that a file makes.
   *
   * @param parsed words of one of them, whose options about several cells hold for all
   * @param cells at least one
   * @throws InvalidOptionsException with all that is wrong with them
   */
  public Sweep sweep(ParseResult parsed, List<Sweep.Cell> cells) throws InvalidOptionsException {
    TypedArguments.requireOnce(parsed);
    return Sweep.of(cells, RunWords.of(parsed), sweep);
  }

  /**
   * What was typed, as settings: read, and held against this machine. Starts nothing and leaves
   * nothing behind.
   *
   * @param parsed of the command that has these options, with collected errors
   * @param fallbackRunId the run's name when none was typed
   * @param terminal whether a person is looking
   * @throws InvalidOptionsException with all problems at once
   */
  public ProfileSettings settings(
      ParseResult parsed, Map<String, String> environment, String fallbackRunId, boolean terminal)
      throws InvalidOptionsException {
    return settings(parsed, environment, fallbackRunId, terminal, new FoundOut());
  }

  /**
   * Likewise, of one run of several.
   *
   * @param found for the others
   */
  public ProfileSettings settings(
      ParseResult parsed,
      Map<String, String> environment,
      String fallbackRunId,
      boolean terminal,
      FoundOut found)
      throws InvalidOptionsException {
    TypedArguments.requireOnce(parsed);
    OptionProblems problems = new OptionProblems();
    Numbers numbers = new Numbers(problems);
    TypedArguments.tell(parsed, problems);

    RunPlanBuilder builder = RunPlan.builder(output.runIdOr(fallbackRunId));
    Map<String, Secret> secretHeaders = endpoint.key(environment, problems);
    endpoint.addTo(builder, secretHeaders, found, numbers, problems);
    if (output.kafka().isPresent() && endpoint.tellsTheProxyWhoAsks()) {
      problems.add(
          "Invalid --proxy: a user (none with --kafka: generators elsewhere do not get it)");
    }
    if (measure.networkLatencyAutomatic && endpoint.asksAProxy()) {
      problems.add(
          "Invalid --network-latency-automatic: handshakes do not go through a --proxy"
              + " (give --network-latency-mean)");
    }
    Optional<ReadinessWait> wait = readiness.wanted(endpoint, numbers, problems);
    prompts.addTo(builder, numbers, problems);
    beginning.addTo(builder, problems);
    media.addTo(builder, videos, prompts.isDrawn(), numbers, problems);
    builder.batch(media.batch(prompts.textsPerPrompt(numbers), videos, numbers));
    if (!endpoint.type().takesText()) {
      prompts.refuseText(endpoint, problems);
    }
    sessions.addTo(builder, prompts.isSynthetic(), numbers, problems);
    rankings.addTo(builder, endpoint.type(), prompts.isSynthetic(), numbers, problems);
    TracePlan tracePlan = trace.plan(numbers);
    PromptFile.Kind kind = prompts.fileKind();
    trace.addTo(builder, tracePlan, kind, load, problems);
    boolean scheduled = trace.isScheduled(kind);
    // Of a file that could be of several types, that is told.
    boolean hasDelays = !prompts.isSynthetic() && kind.type().map(FileType::hasDelays).orElse(true);
    builder.delays(trace.delays(hasDelays, scheduled, numbers, problems));
    load.addTo(builder, numbers, problems);
    MetricNames metricNames =
        measure.names(
            endpoint.streaming, endpoint.producesTokens(), prompts.useServerTokenCount, scheduled);
    measure.addTo(builder, metricNames, numbers, problems);
    StopConditions stops = stop.conditions(numbers, problems);
    List<Threshold> thresholds =
        measure.thresholds(StopOptions.failIf(stops), metricNames, problems);
    Repeats repeats = repeat.repeats(metricNames, numbers, problems);
    sweep.refuse(problems);
    output.check(endpoint.type().typedName(), repeats, problems);
    ExportLevel exportLevel = output.exportLevel(endpoint.type(), problems);
    Ui ui = output.ui(terminal, problems);
    Duration statsInterval = output.statsInterval(numbers);
    LogDetail logDetail = output.logDetail(problems);
    Optional<ApiAddress> apiAddress = api.address(numbers, problems);
    int generators = load.generators(numbers);
    List<URI> exporters = measure.exporters(problems);
    List<GpuMetric> gpuMetrics = measure.gpuMetrics(problems);
    Set<ServerMetricsFormat> serverFormats = servers.formats(problems);
    long sampleIntervalNanos = measure.sampleIntervalNanos(numbers);
    NetworkRoundTrip roundTrip = measure.networkRoundTrip(numbers);
    Optional<Duration> handshakes = measure.handshakeInterval(numbers, problems);
    accepted.check(numbers, problems);
    Optional<RunPlan> plan = endpoint.lacksMethod() ? Optional.empty() : build(builder, problems);
    plan.ifPresent(valid -> prompts.noteReuse(valid, problems));
    plan.ifPresent(valid -> beginning.noteIgnored(valid, problems));
    plan.ifPresent(valid -> measure.check(valid, problems));
    plan.ifPresent(valid -> load.check(valid, generators, problems));
    Optional<PromptFileSummary> content =
        checkMachine(
            plan, builder.dataset(), scheduled, stops, apiAddress, environment, found, problems);
    content.ifPresent(known -> trace.noteLongDelays(known, problems));
    content.ifPresent(known -> trace.noteStreams(known, endpoint.streaming, problems));
    ServerMetricsPages serverPages =
        servers.pages(plan.map(valid -> valid.target().urls()).orElse(List.of()), problems);
    problems.throwIfAny();

    RunPlan valid = plan.orElseThrow();
    return new ProfileSettings(
        valid,
        content,
        secretHeaders,
        wait,
        !readiness.noPreflight,
        output.layout(valid),
        exportLevel,
        exporters,
        measure.namesExporters(),
        gpuMetrics,
        serverPages,
        serverFormats,
        sampleIntervalNanos,
        roundTrip,
        handshakes.map(interval -> handshakes(valid, interval)).orElse(HandshakePlan.NONE),
        ui,
        statsInterval,
        logDetail,
        apiAddress,
        generators,
        output.kafka(),
        output.topicPrefix,
        output.lake(),
        measure.requireValid,
        thresholds,
        stops,
        repeats,
        output.replace,
        output.dryRun,
        CommandLineText.withoutSecrets(RunWords.of(parsed).words()),
        problems.notes());
  }

  private static HandshakePlan handshakes(RunPlan plan, Duration interval) {
    return new HandshakePlan(HandshakeTarget.among(plan.target().urls()), interval);
  }

  private static Optional<RunPlan> build(RunPlanBuilder builder, OptionProblems problems) {
    try {
      return Optional.of(builder.build());
    } catch (InvalidPlanException e) {
      e.problems().forEach(problems::add);
      return Optional.empty();
    }
  }

  /** As far as it matters here: with a cluster, prompts are made where the generators are. */
  private Optional<PromptFileSummary> checkMachine(
      Optional<RunPlan> plan,
      DatasetPlan dataset,
      boolean timed,
      StopConditions stops,
      Optional<ApiAddress> apiAddress,
      Map<String, String> environment,
      FoundOut found,
      OptionProblems problems) {
    Path home = Path.of(System.getProperty("user.home"));
    MachineChecks machine = new MachineChecks(Tokenizers.of(environment, home), found, problems);
    Optional<PromptFileSummary> content = Optional.empty();
    if (output.kafka().isEmpty()) {
      content = prompts.check(machine, endpoint, dataset, timed);
      media.check(machine);
      plan.map(complete -> complete.dataset().media())
          .filter(MediaPlan::needsFfmpeg)
          .filter(found::areNew)
          .ifPresent(clips -> machine.clips(clips, environment.get("PATH")));
    }
    output
        .folder()
        .or(() -> plan.map(output::layout).map(ExportLayout::folder))
        .map(Path::toAbsolutePath)
        .map(Path::normalize)
        .ifPresent(
            folder -> {
              machine.folder(
                  folder, output.kafka().isEmpty() ? LEAST_FREE_BYTES : 0, output.replace);
              stop.checkMachine(stops, machine, folder);
            });
    // A dry run listens on nothing, and the run that it tells of comes later.
    apiAddress.filter(address -> !output.dryRun).ifPresent(machine::api);
    return content;
  }
}
