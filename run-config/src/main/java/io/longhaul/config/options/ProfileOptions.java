package io.longhaul.config.options;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionBinding;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.value.ApiAddress;
import io.longhaul.config.value.KafkaConfigFile;
import io.longhaul.config.value.LogDetail;
import io.longhaul.config.value.MetricNames;
import io.longhaul.config.value.OtlpSettings;
import io.longhaul.config.value.ReadinessWait;
import io.longhaul.config.value.ServerMetricsPages;
import io.longhaul.config.value.StopConditions;
import io.longhaul.config.value.Ui;
import io.longhaul.kafka.KafkaConfig;
import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.MeasurementPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.InvalidPlanException;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.scrape.dcgm.GpuMetric;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.figures.Threshold;
import io.longhaul.report.json.ServerMetricsFormat;
import io.longhaul.sinks.ExportLayout;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All options of a run, with AIPerf's names. A command uses this class as a mixin, so that the
 * parser and the help know them; {@link #of} returns their values.
 */
public final class ProfileOptions {
  /** The minimum free space that embedded Kafka needs to start. */
  private static final long LEAST_FREE_BYTES = 64_000_000;

  @ArgGroup(validate = false, heading = "%nConfiguration file%n")
  ConfigFileOptions file = new ConfigFileOptions();

  @ArgGroup(validate = false, heading = "%nEndpoint%n")
  EndpointOptions endpoint = new EndpointOptions();

  @ArgGroup(validate = false, heading = "%nServer readiness%n")
  ReadinessOptions readiness = new ReadinessOptions();

  @ArgGroup(validate = false, heading = "%nDataset and tokenizer%n")
  PromptOptions prompts = new PromptOptions();

  @ArgGroup(validate = false, heading = "%nSystem prompt and cache busting%n")
  SystemPromptOptions systemPrompts = new SystemPromptOptions();

  @ArgGroup(validate = false, heading = "%nImages and audio%n")
  MediaOptions media = new MediaOptions();

  @ArgGroup(validate = false, heading = "%nVideo%n")
  VideoOptions videos = new VideoOptions();

  @ArgGroup(validate = false, heading = "%nMulti-turn sessions%n")
  SessionOptions sessions = new SessionOptions();

  @ArgGroup(validate = false, heading = "%nTrace replay%n")
  TraceOptions trace = new TraceOptions();

  @ArgGroup(validate = false, heading = "%nRankings%n")
  RankingOptions rankings = new RankingOptions();

  @ArgGroup(validate = false, heading = "%nLoad%n")
  LoadOptions load = new LoadOptions();

  @ArgGroup(validate = false, heading = "%nMeasurement%n")
  MeasureOptions measure = new MeasureOptions();

  @ArgGroup(validate = false, heading = "%nServer metrics%n")
  ServerMetricsOptions servers = new ServerMetricsOptions();

  @ArgGroup(validate = false, heading = "%nRepeated runs%n")
  RepeatOptions repeat = new RepeatOptions();

  @ArgGroup(validate = false, heading = "%nParameter sweeps%n")
  SweepOptions sweep = new SweepOptions();

  @ArgGroup(validate = false, heading = "%nStop conditions%n")
  StopOptions stop = new StopOptions();

  @ArgGroup(validate = false, heading = "%nOutput%n")
  OutputOptions output = new OutputOptions();

  @ArgGroup(validate = false, heading = "%nCatalog of the tables%n")
  IcebergOptions tables = new IcebergOptions();

  @ArgGroup(validate = false, heading = "%nHTTP API%n")
  ApiOptions api = new ApiOptions();

  @ArgGroup(validate = false, heading = "%nOpenTelemetry%n")
  OtelOptions otel = new OtelOptions();

  @ArgGroup(validate = false, heading = "%nAccepted for compatibility with AIPerf%n")
  CompatibilityOptions accepted = new CompatibilityOptions();

  /** The given options; null in the mixin of a command. */
  private @Nullable OptionBinding binding;

  /** Returns the command with these options. */
  public static CommandSpec command() {
    return CommandSpec.forAnnotatedObject(new ProfileOptions()).name("profile");
  }

  /**
   * Converts given options.
   *
   * @throws InvalidOptionsException if an option was given twice
   */
  public static ProfileOptions of(GivenOptions given) throws InvalidOptionsException {
    given.requireOnce();
    ProfileOptions options = new ProfileOptions();
    options.binding = new OptionBinding(given, CommandSpec.forAnnotatedObject(options));
    return options;
  }

  private GivenOptions given() {
    return requireNonNull(binding).given();
  }

  /** Returns the run file, or empty if none was given. */
  public Optional<Path> file() {
    return Optional.ofNullable(file.config).map(Path::of);
  }

  /**
   * Returns the sweep that lists of values or variants define.
   *
   * @return empty if there are none
   * @throws InvalidOptionsException if they are invalid, with all problems
   */
  public Optional<Sweep> sweep() throws InvalidOptionsException {
    return Sweep.of(given(), sweep);
  }

  /**
   * Returns the sweep of a file. These options are those of one cell; their sweep options apply to
   * all cells.
   *
   * @param cells at least one cell
   * @throws InvalidOptionsException if the cells are invalid, with all problems
   */
  public Sweep sweep(List<Sweep.Cell> cells) throws InvalidOptionsException {
    return Sweep.of(cells, given(), sweep);
  }

  /**
   * Validates the options, also against this machine, and returns the settings of the run. Starts
   * nothing and leaves nothing behind.
   *
   * @param fallbackRunId the name of the run if none was given
   * @param terminal whether the output is a terminal
   * @param found the cache, which all runs of a series share
   * @throws InvalidOptionsException if options are invalid, with all problems
   */
  public ProfileSettings settings(
      Map<String, String> environment, String fallbackRunId, boolean terminal, PreflightCache found)
      throws InvalidOptionsException {
    return settings(environment, fallbackRunId, terminal, found, false);
  }

  /**
   * Validates the options of a run that continues, in the folder with its results.
   *
   * @throws InvalidOptionsException if options are not valid any more, with all problems
   */
  public ProfileSettings settingsOfStartedRun(
      Map<String, String> environment, String runId, boolean terminal)
      throws InvalidOptionsException {
    return settings(environment, runId, terminal, new PreflightCache(), true);
  }

  private ProfileSettings settings(
      Map<String, String> environment,
      String fallbackRunId,
      boolean terminal,
      PreflightCache found,
      boolean continues)
      throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems(given()::sourceOf);
    requireNonNull(binding).check(problems);

    Map<String, Secret> secretHeaders = endpoint.key(environment, problems);
    TargetPlan target = endpoint.target(secretHeaders, problems);
    endpoint.readContent(target, secretHeaders, found, problems);
    if (output.kafka != null && endpoint.proxy != null && endpoint.proxy.contains("@")) {
      problems.add(
          "Invalid --proxy: a user (not with --kafka: generators on other machines do not receive"
              + " it)");
    }
    if (measure.networkLatencyAutomatic && endpoint.proxy != null) {
      problems.add(
          "Invalid --network-latency-automatic: handshakes do not go through a --proxy"
              + " (give --network-latency-mean)");
    }
    Optional<ReadinessWait> wait = readiness.wanted(endpoint, problems);
    RequestPlan request = endpoint.request(prompts.useServerTokenCount, prompts.leastTokensToo);
    EndpointType type = endpoint.type();
    prompts.read(problems);
    String systemPrompt = systemPrompts.systemPrompt(problems);
    MediaPlan mediaPlan = media.plan(videos, prompts.isDrawn(), problems);
    if (!type.takesText()) {
      prompts.refuseText(endpoint, problems);
    }
    SessionPlan sessionPlan = sessions.plan(prompts.isSynthetic(), problems);
    RankingPlan rankingPlan = rankings.plan(type, prompts.isSynthetic(), problems);
    PromptFile.Kind kind = prompts.fileKind();
    trace.check(kind, load, problems);
    boolean scheduled = trace.isScheduled(kind);
    // A file that matches several types is reported elsewhere.
    boolean hasDelays = !prompts.isSynthetic() && kind.type().map(FileType::hasDelays).orElse(true);
    RecordedDelays delays = trace.delays(hasDelays, scheduled, problems);
    load.read(problems);
    // With a rate, the plan would report the same problem again.
    Long sessionCount = OptionValue.orNull(sessions.sessionCount);
    LoadPlan loadPlan =
        load.plan(sessionCount, scheduled && !load.hasRate(), target.requestTimeoutNanos());
    DatasetPlan dataset =
        prompts.dataset(
            trace.plan(),
            delays,
            systemPrompt,
            OptionValue.of(systemPrompts.cacheBust, CacheBust.NONE),
            rankingPlan,
            mediaPlan,
            media.batch(OptionValue.of(prompts.batchSize, 1), videos),
            sessionPlan,
            type.ranks(),
            load.sends(sessionCount));
    MetricNames metricNames =
        measure.names(
            endpoint.streaming, endpoint.producesTokens(), prompts.useServerTokenCount, scheduled);
    MeasurementPlan measurement = measure.plan(load, metricNames, problems);
    StopConditions stops = stop.conditions();
    List<Threshold> thresholds =
        measure.thresholds(StopOptions.failIf(stops), metricNames, problems);
    Repeats repeats = repeat.repeats(metricNames, problems);
    sweep.refuse(problems);
    output.check(endpoint.type().typedName(), repeats, problems);
    boolean hasTables = output.wantsTables(problems);
    if (hasTables) {
      tables.check(problems, "the URL of a catalog");
      tables.checkStored(problems);
    } else {
      tables.refuse(problems);
    }
    ExportLevel exportLevel = output.exportLevel(endpoint.type(), problems);
    Ui ui = output.ui(terminal, problems);
    LogDetail logDetail = output.logDetail(problems);
    Optional<ApiAddress> apiAddress = api.address();
    Optional<OtlpSettings> otlp = otel.settings(environment, problems);
    int generators = OptionValue.of(load.generators, 1);
    List<URI> exporters = measure.exporters(problems);
    List<GpuMetric> gpuMetrics = measure.gpuMetrics(problems);
    Set<ServerMetricsFormat> serverFormats = servers.formats(problems);
    accepted.check(problems);
    Optional<RunPlan> plan = Optional.empty();
    try {
      if (!endpoint.lacksMethod) {
        plan =
            Optional.of(
                new RunPlan(
                    output.runIdOr(fallbackRunId),
                    OptionValue.of(prompts.seed, 0L),
                    target,
                    request,
                    prompts.tokenizer(request),
                    dataset,
                    loadPlan,
                    measurement));
      }
    } catch (InvalidPlanException e) {
      e.problems().forEach(problems::add);
    }
    plan.ifPresent(valid -> prompts.noteReuse(valid, problems));
    plan.ifPresent(valid -> systemPrompts.noteIgnored(valid, problems));
    plan.ifPresent(valid -> measure.check(valid, problems));
    plan.ifPresent(valid -> load.check(valid, generators, problems));
    Optional<PromptFileSummary> content =
        checkMachine(
            plan, dataset, scheduled, stops, apiAddress, environment, found, continues, problems);
    content.ifPresent(known -> trace.noteLongDelays(known, problems));
    content.ifPresent(known -> trace.noteStreams(known, endpoint.streaming, problems));
    ServerMetricsPages serverPages =
        servers.pages(plan.map(valid -> valid.target().urls()).orElse(List.of()), problems);
    KafkaConfig kafkaConfig = KafkaConfigFile.read(output.kafkaConfig, problems);
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
        OptionValue.of(measure.sampleInterval, MeasureOptions.DEFAULT_SAMPLE_INTERVAL_NANOS),
        new NetworkRoundTrip(OptionValue.of(measure.networkLatencyMean, 0L)),
        measure.handshakes(valid.target()),
        ui,
        output.statsInterval(),
        logDetail,
        apiAddress,
        !api.noLiveView,
        otlp,
        generators,
        measure.spool(),
        measure.keepLog(),
        Optional.ofNullable(output.kafka),
        kafkaConfig,
        output.topicPrefix,
        output.lake(),
        output.lake().filter(lake -> hasTables).map(tables::settings),
        measure.requireValid,
        thresholds,
        stops,
        repeats,
        output.replace,
        output.dryRun,
        CommandLineText.withoutSecrets(given().words()),
        problems.notes());
  }

  /** Checks this machine. With a cluster, generators check their files on their own machines. */
  private Optional<PromptFileSummary> checkMachine(
      Optional<RunPlan> plan,
      DatasetPlan dataset,
      boolean timed,
      StopConditions stops,
      Optional<ApiAddress> apiAddress,
      Map<String, String> environment,
      PreflightCache found,
      boolean continues,
      OptionProblems problems) {
    Path home = Path.of(System.getProperty("user.home"));
    MachineChecks machine = new MachineChecks(Tokenizers.of(environment, home), found, problems);
    Optional<PromptFileSummary> content = Optional.empty();
    if (output.kafka == null) {
      content = prompts.check(machine, endpoint, dataset, timed);
      media.pictures().ifPresent(machine::pictures);
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
              if (!continues) {
                machine.folder(folder, output.kafka == null ? LEAST_FREE_BYTES : 0, output.replace);
                output
                    .lake()
                    .filter(lake -> output.kafka == null)
                    .ifPresent(
                        lake ->
                            plan.ifPresent(
                                valid ->
                                    machine.lake(lake, LEAST_FREE_BYTES, valid.runId(), folder)));
              }
              stop.checkFreeDisk(stops, folder, problems);
              output.lake().ifPresent(lake -> stop.checkFreeDisk(stops, lake, problems));
            });
    // A dry run does not start the API.
    apiAddress.filter(address -> !output.dryRun).ifPresent(machine::api);
    return content;
  }
}
