package io.longhaul.cli.run;

import io.longhaul.cli.api.ApiRunInfo;
import io.longhaul.cli.api.LiveViewAddress;
import io.longhaul.cli.api.MarkRequest;
import io.longhaul.cli.api.MetricsSource;
import io.longhaul.cli.api.RunApi;
import io.longhaul.cli.api.RunView;
import io.longhaul.cli.console.LoadProgress;
import io.longhaul.cli.console.ProgressLine;
import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.dashboard.Dashboard;
import io.longhaul.cli.forecast.PhaseForecast;
import io.longhaul.cli.log.LogOutput;
import io.longhaul.cli.log.LogRotation;
import io.longhaul.cli.otlp.MetricsPush;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.value.ApiAddress;
import io.longhaul.config.value.OtlpSettings;
import io.longhaul.config.value.SeriesPosition;
import io.longhaul.config.value.StopConditions;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.control.coordinator.ConsecutiveFailures;
import io.longhaul.control.coordinator.HeldLease;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.control.coordinator.LoadOutcome;
import io.longhaul.control.coordinator.RunCoordinator;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.control.coordinator.RunTakenOverException;
import io.longhaul.control.coordinator.SamplerLanes;
import io.longhaul.control.coordinator.Takeover;
import io.longhaul.export.MarkRow;
import io.longhaul.kafka.Role;
import io.longhaul.load.Preflight;
import io.longhaul.load.ReadinessProbe;
import io.longhaul.load.WirePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.scrape.nvml.LocalGpus;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.aiperf.LinesAhead;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.aiperf.RecordJson;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RequestedExports;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.report.longhaul.StartCommand;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.ExistingResults;
import io.longhaul.sinks.folder.FreeDiskMonitor;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.folder.WriteProblem;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RunRegistration;
import io.longhaul.sinks.store.ObjectStores;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.control.Sampling;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes one run, from its settings to its exit code. */
public final class ProfileRun {
  private static final Logger LOG = LoggerFactory.getLogger(ProfileRun.class);

  /** Users start remote generators by hand; local ones start slowly on a busy machine. */
  private static final Duration GATHERING_TIMEOUT = Duration.ofMinutes(30);

  private static final int MAX_TIMING_PARTITIONS = 4;

  /** With less free disk space, or twice that of {@code --min-free-disk}, the lake needs it all. */
  private static final long MIN_FREE_BYTES_FOR_LINES = 1L << 30;

  private final RunSettings settings;
  private final ProfileSettings profile;
  private final RunPlan plan;
  private final PrintStream out;
  private final PrintStream err;
  private final Optional<Dashboard> dashboard;
  private Optional<String> urlOfLiveView = Optional.empty();
  private volatile boolean loadEnded;

  /** Receives warnings of processes that were started again. */
  private volatile Consumer<String> warnings = this::warn;

  /** Receives notes about the collector of metrics. */
  private volatile Consumer<String> notes = this::note;

  /**
   * Creates a run without starting it.
   *
   * @param out receives the result
   * @param err receives progress, warnings and notes
   */
  public ProfileRun(RunSettings settings, PrintStream out, PrintStream err) {
    this.settings = settings;
    this.profile = settings.profile();
    this.plan = profile.plan();
    this.out = out;
    this.dashboard =
        settings.progress() == ProgressStyle.DASHBOARD
            ? Optional.of(new Dashboard(title(), err, System.getenv()))
            : Optional.empty();
    this.err = dashboard.map(Dashboard::messages).orElse(err);
  }

  /** Returns what the run measures, in a few words and without secrets. */
  private String title() {
    List<String> urls = plan.target().urls();
    URI first = URI.create(urls.get(0));
    List<String> models = plan.request().models();
    return "%s at %s%s%s, run %s"
        .formatted(
            models.isEmpty() ? "a server" : String.join(", ", models),
            first.getHost(),
            first.getPort() < 0 ? "" : ":" + first.getPort(),
            urls.size() == 1 ? "" : " and %d more".formatted(urls.size() - 1),
            plan.runId());
  }

  /**
   * Executes the run.
   *
   * @throws RunFailedException if the run could not start or its infrastructure failed
   */
  @SuppressWarnings("try") // only installs the signal handlers
  public ExitCode execute() throws RunFailedException, IOException, InterruptedException {
    profile.notes().forEach(this::note);
    profile.kafkaConfig().warning().ifPresent(this::warn);
    try (Interrupts interrupts =
            new Interrupts(number -> exitImmediately(number), this::closeDashboard);
        RunView view = view();
        Closeable pushed = push(view)) {
      return shown(view, this::executeInFolder);
    }
  }

  /** The part of a run that the view shows. */
  @FunctionalInterface
  private interface ShownPart {
    ExitCode execute(RunView view) throws RunFailedException, IOException, InterruptedException;
  }

  private ExitCode shown(RunView view, ShownPart part)
      throws RunFailedException, IOException, InterruptedException {
    try {
      ExitCode exitCode = part.execute(view);
      linger(view);
      return forSeries(exitCode, view);
    } catch (RunFailedException e) {
      view.failed(String.valueOf(e.getMessage()));
      linger(view);
      ExitCode exitCode = forSeries(e.exitCode(), view);
      throw exitCode == e.exitCode()
          ? e
          : new RunFailedException(exitCode, e.getMessage(), e.details());
    }
  }

  /** Ends a series of runs after a run that a user stopped, at whatever time. */
  private ExitCode forSeries(ExitCode exitCode, RunView view) {
    boolean endsSeries = settings.place() != SeriesPosition.ALONE && view.isStopRequested();
    return endsSeries && !exitCode.endsSeries() ? ExitCode.INTERRUPTED : exitCode;
  }

  private RunView view() throws RunFailedException {
    if (profile.api().isPresent()) {
      return view(profile.api().get());
    }
    if (profile.liveView()) {
      try {
        RunApi api =
            RunApi.openLiveView(
                LiveViewAddress.ofThisProcess(), apiRunInfo(), () -> exitImmediately(1));
        // Its URL is printed when the run starts: until then, there is nothing to see.
        urlOfLiveView = Optional.of(api.url());
        return api;
      } catch (IOException | RuntimeException e) {
        // Nobody has asked for this view, so the run goes on without it.
        noteMissingView("Cannot serve it on the loopback address: " + e.getMessage());
      }
    }
    return viewWithoutPort();
  }

  /** Returns a view that collects the metrics that are sent to a collector. */
  private RunView viewWithoutPort() {
    return profile.otlp().isPresent() ? RunApi.withoutPort(apiRunInfo()) : RunView.NONE;
  }

  /** Sends the metrics of the run until the end, if there is a collector for them. */
  private Closeable push(RunView view) {
    return profile
        .otlp()
        .flatMap(otlp -> view.metrics().<Closeable>map(metrics -> push(otlp, metrics)))
        .orElse(() -> {});
  }

  private MetricsPush push(OtlpSettings otlp, MetricsSource metrics) {
    return MetricsPush.ofRun(
        otlp, plan.runId(), settings.toolVersion(), metrics, note -> notes.accept(note));
  }

  private RunView view(ApiAddress address) throws RunFailedException {
    try {
      RunApi api =
          RunApi.open(address.resolved(), address.host(), apiRunInfo(), () -> exitImmediately(1));
      show(api.url());
      return api;
    } catch (IOException e) {
      String problem =
          "Cannot listen on %s, port %d: %s"
              .formatted(address.host(), address.port(), e.getMessage());
      if (settings.place() == SeriesPosition.LATER) {
        noteMissingView(problem);
        return viewWithoutPort();
      }
      throw RunFailedException.usage(problem);
    }
  }

  private ApiRunInfo apiRunInfo() {
    return ApiRunInfo.of(
        plan.runId(), settings.toolVersion(), profile.configurationJson(), profile.layout());
  }

  private void show(String url) {
    err.println("Live view: " + url);
    dashboard.ifPresent(shown -> shown.hasLiveView(url));
  }

  private void noteMissingView(String problem) {
    err.println("Note: this run has no live view. " + problem);
  }

  /** Handles Ctrl-C when there is no load to stop: before the load and after it. */
  private void exitImmediately(int number) {
    if (number > 1) {
      return;
    }
    err.println();
    err.println(
        loadEnded
            ? "The run was interrupted while its processes were ending"
            : ClosingMessage.beforeTheLoad(""));
    err.flush();
    new Thread(() -> Runtime.getRuntime().exit(ExitCode.INTERRUPTED.status()), "exit").start();
  }

  @SuppressWarnings("try") // only installs the signal handlers
  private static void linger(RunView view) throws InterruptedException {
    try (Interrupts interrupts = new Interrupts(number -> view.stopLingering())) {
      view.linger();
    }
  }

  @SuppressWarnings("try") // locks the folder and limits the logs until it ends
  private ExitCode executeInFolder(RunView view)
      throws RunFailedException, IOException, InterruptedException {
    ExportLayout layout = profile.layout();
    try (RunFolder folder = RunFolder.hold(layout.folder())) {
      ExistingResults earlier = new ExistingResults(layout);
      if (!profile.replace()) {
        earlier.requireNone();
      }
      claimNames(layout);
      Files.createDirectories(layout.processLogs());
      LogOutput.setDetail(profile.logDetail());
      LogOutput.toFile(layout.processLog());
      checkTarget();
      if (profile.tables().isPresent()) {
        LiveTables.require(profile.tables().get());
      }
      registerInLake();
      earlier.delete();
      err.println("Results: " + layout.folder());
      profile.tables().ifPresent(tables -> err.println("Tables: " + tables.catalog().place()));
      DeclaredRunJson.write(declared(), exports(), lake(), command());
      try (RunBackend backend = backend();
          LogRotation rotation = LogRotation.of(layout.processLogs())) {
        return execute(backend, view, this::coordinator, profile.stops());
      }
    }
  }

  private void claimNames(ExportLayout layout) throws IOException {
    Set<String> names = new HashSet<>(layout.documentNames());
    if (profile.kafka().isEmpty()) {
      names.addAll(layout.groundNames());
    }
    if (lake().isShared()) {
      names.remove(layout.lake().getFileName().toString());
    }
    new ClaimedNames(layout).claimExclusively(names);
  }

  /**
   * Reserves the name of the run in a lake of several runs. The job of a cluster writes the rows of
   * its runs by itself.
   */
  private void registerInLake() throws RunFailedException, IOException {
    RunLake run = lake();
    if (!run.isShared() || profile.kafka().isPresent()) {
      return;
    }
    try {
      RunRegistration.register(run.lake(), plan.runId(), profile.layout().folder());
    } catch (FileAlreadyExistsException e) {
      throw RunFailedException.usage(
          "Invalid --run-id: %s (a name that no run in %s has)"
              .formatted(plan.runId(), run.lake().folder()));
    } catch (IOException e) {
      throw RunFailedException.usage(
          "Cannot write into %s: %s (give another --lake)"
              .formatted(run.lake().folder(), WriteProblem.inWords(e)));
    }
  }

  private RunLake lake() {
    return RunLake.of(profile.layout(), profile.lake(), Optional.of(plan.runId()));
  }

  /** Waits for the servers, if requested, and checks whether the load can succeed. */
  private void checkTarget() throws RunFailedException, InterruptedException {
    if (profile.exporters().contains(LocalGpus.URL)) {
      requireLocalGpus();
    }
    TargetPlan target = plan.target();
    try (ReadinessProbe probe =
        new ReadinessProbe(plan, profile.secretHeaders(), System::nanoTime)) {
      if (profile.readinessWait().isPresent()) {
        new ModelWait(profile.readinessWait().get(), probe, err).await(plan);
      }
      TargetProbe.requireReachable(target);
      if (plan.request().endpointType().speaksGrpc()) {
        return;
      }
      if (profile.preflight()) {
        TargetProbe.runPreflight(target.urls(), new Preflight(plan, probe));
      }
      if (target.httpVersion() == HttpVersion.HTTP_2) {
        TargetProbe.requireHttp2(target.urls(), probe);
      }
    }
  }

  private static void requireLocalGpus() throws RunFailedException {
    try {
      LocalGpus.requireGpus();
    } catch (ScrapeException e) {
      throw new RunFailedException(
          ExitCode.USAGE,
          e.getMessage() + " (omit --gpu-telemetry pynvml, or name a DCGM exporter)");
    }
  }

  /** Returns the facts that a report would lack after a crash of the run. */
  private DeclaredRun declared() {
    PlanFacts facts = WirePlan.of(plan, null);
    return new DeclaredRun(
        plan.runId(),
        settings.toolVersion(),
        profile.configurationJson(),
        plannedRequests(),
        tokenSource(),
        facts.getEndpointType(),
        facts.getStreaming(),
        facts.getFixedSchedule());
  }

  private StartCommand command() {
    return new StartCommand(
        plan.runId(),
        profile.commandLine(),
        Path.of("").toAbsolutePath().normalize().toString(),
        profile.secretHeaders().keySet());
  }

  private RequestedExports exports() {
    return new RequestedExports(
        profile.layout(), profile.exportLevel(), profile.requireValid(), profile.tables());
  }

  private RunBackend backend() throws IOException, InterruptedException {
    if (profile.kafka().isPresent()) {
      return new RemoteBackend(
          new KafkaCluster(
              profile.kafka().get(), profile.kafkaConfig(), new Topics(profile.topicPrefix())),
          lake().lake(),
          plannedDuration());
    }
    return EmbeddedBackend.ofNewRun(
        profile.layout(),
        lake(),
        JobConfiguration.firstInterval(plannedDuration().orElse(Duration.ZERO)),
        new LocalGenerators(settings)::start,
        profile.keepLog(),
        warning -> warnings.accept(warning));
  }

  private void note(String note) {
    err.println("Note: " + note);
  }

  private void warn(String warning) {
    err.println("Warning: " + warning);
  }

  /** Returns the planned duration; empty if the plan has none. */
  private Optional<Duration> plannedDuration() {
    return Optional.ofNullable(plan.load().profiling().durationNanos()).map(Duration::ofNanos);
  }

  /** Creates the coordinator of the run. */
  @FunctionalInterface
  private interface Coordination {
    RunCoordinator with(
        KafkaCluster kafka,
        Map<String, Integer> partitions,
        SamplerLanes samplers,
        RunBackend backend,
        List<RunListener> listeners)
        throws KafkaUnreachableException;
  }

  private RunCoordinator coordinator(
      KafkaCluster kafka,
      Map<String, Integer> partitions,
      SamplerLanes samplers,
      RunBackend backend,
      List<RunListener> listeners)
      throws KafkaUnreachableException {
    return new RunCoordinator(
        kafka,
        partitions,
        announcement(samplers.sampling().orElse(null)),
        consecutiveFailures(),
        samplers,
        backend,
        listeners,
        GATHERING_TIMEOUT);
  }

  /**
   * Continues the load of a run whose processes have ended, and concludes it. The caller holds the
   * folder, handles Ctrl-C before the load, and closes the backend.
   *
   * @param takeover the takeover of the run in the log
   * @throws RunFailedException if the servers cannot be reached or the infrastructure failed
   */
  @SuppressWarnings("try") // limits the logs until it ends
  ExitCode resume(EmbeddedBackend backend, Takeover takeover)
      throws RunFailedException, IOException, InterruptedException {
    profile.notes().forEach(this::note);
    backend.continueLoad(
        new LocalGenerators(settings)::start,
        profile.keepLog(),
        warning -> warnings.accept(warning));
    // The run had its first response before.
    StopConditions stops = EarlyStopMonitor.read(EarlyStopMonitor.announced(profile.stops()));
    List<Mark> earlierMarks = marksIn(backend.lake());
    Coordination coordination =
        (kafka, partitions, samplers, environment, listeners) -> {
          RunCoordinator coordinator =
              takeover.lead(consecutiveFailures(), samplers, environment, listeners);
          coordinator.countEarlierMarks(earlierMarks.size());
          return coordinator;
        };
    try (RunView view = view();
        Closeable pushed = push(view);
        LogRotation rotation = LogRotation.of(profile.layout().processLogs())) {
      return shown(
          view,
          shown -> {
            LogOutput.setDetail(profile.logDetail());
            earlierMarks.forEach(mark -> shown.dispatch(listener -> listener.marked(mark)));
            checkTargetAgain();
            return execute(backend, shown, coordination, stops);
          });
    }
  }

  /** Returns the marks of the run that were committed so far, by time. */
  private List<Mark> marksIn(Lake lake) throws IOException {
    return lake.rows(Dataset.MARKS, plan.runId()).stream()
        .sorted(Comparator.comparingLong(MarkRow::getAtEpochNs))
        .map(row -> new Mark(0, row.getAtEpochNs(), row.getText(), sourceOf(row)))
        .toList();
  }

  private static MarkSource sourceOf(MarkRow row) {
    return MarkRequest.sourceOf(row.getAddedBy())
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown source of a mark: " + row.getAddedBy()));
  }

  private void checkTargetAgain() throws RunFailedException, InterruptedException {
    try {
      checkTarget();
    } catch (RunFailedException e) {
      List<String> details = new ArrayList<>(e.details());
      details.add(
          "To finish the run without the rest of its load: longhaul resume --no-load "
              + profile.layout().folder());
      throw new RunFailedException(e.exitCode(), e.getMessage(), details);
    }
  }

  private ExitCode execute(
      RunBackend backend, RunView view, Coordination coordination, StopConditions stopConditions)
      throws RunFailedException, IOException, InterruptedException {
    urlOfLiveView.ifPresent(this::show);
    RunView screen = dashboard.<RunView>map(shown -> shown).orElse(RunView.NONE);
    try (ProgressLine progress = progress()) {
      warnings =
          warning ->
              List.<RunListener>of(progress, view)
                  .forEach(listener -> listener.dispatch(each -> each.warned(warning)));
      notes = progress::note;
      progress.waitingFor("Kafka");
      LiveVerdictFeed verdicts = new LiveVerdictFeed(plan, progress, List.of(view, screen));
      KafkaCluster kafka = backend.kafka();
      if (profile.kafka().isPresent()) {
        kafka.requireAccess(Role.COORDINATOR, "");
      }
      Map<String, Integer> partitions = topics(kafka, backend);
      try (SamplerLanes samplers =
              LocalSampler.start(
                  profile,
                  kafka,
                  progress::note,
                  sample -> List.of(screen, view).forEach(each -> each.gpuSampled(sample)),
                  view::serverSampled);
          LiveSlices slices = LiveSlices.of(kafka, plan.runId());
          PreparedLines lines = lines(backend.lake());
          RunTables tables =
              LiveTables.start(
                  profile.tables(), backend.lake(), warning -> warnings.accept(warning));
          RunCoordinator coordinator =
              coordination.with(
                  kafka, partitions, samplers, backend, List.of(progress, view, screen, verdicts));
          EarlyStopMonitor stops = new EarlyStopMonitor(stopConditions, coordinator::stopEarly);
          Interrupts interrupts =
              new Interrupts(number -> interrupt(number, coordinator), this::closeDashboard)) {
        view.onStopRequest(interrupts::raise);
        view.onMark(coordinator::addMark);
        slices.addListener(verdicts);
        view.follow(coordinator::liveLanes, slices);
        screen.follow(coordinator::liveLanes, slices);
        progress.waitingFor("Flink");
        backend.open(coordinator.place(), coordinator::processExited);
        progress.waitingFor("generators");
        progress.follow(expected(), coordinator::liveLoad, slices::newest);
        stops.watch(
            slices,
            List.of(profile.layout().folder(), backend.lake().folder()),
            plan.request().streaming());
        LoadOutcome end = coordinator.run();
        loadEnded = true;
        if (end.endedBeforeStart()) {
          return endBeforeTheLoad(coordinator, end, progress);
        }
        return conclude(backend, coordinator, end, lines, tables, progress, view);
      } catch (RunTakenOverException e) {
        throw e;
      } catch (RunFailedException e) {
        throw withRecoveryHint(e, backend.lake());
      }
    }
  }

  /** Starts to write the lines of requests, if they are exported, while the run is in progress. */
  private PreparedLines lines(Lake lake) throws IOException {
    ExportLayout layout = profile.layout();
    LinesAhead.removeAbandoned(layout.recordsJsonl());
    if (profile.exportLevel() == ExportLevel.SUMMARY) {
      return PreparedLines.NONE;
    }
    RecordJson.Format format =
        new RecordJson.Format(
            tokenSource(),
            plan.load().warmup() != null,
            layout.also().contains(OptionalExport.HTTP_TRACE));
    long minFreeBytes =
        Math.max(MIN_FREE_BYTES_FOR_LINES, 2 * profile.stops().freeDiskBytes().orElse(0));
    return LinesFollower.start(
        LinesAhead.of(layout.recordsJsonl(), lake, plan.runId(), format),
        BackgroundPace::ofThisThread,
        bytes -> FreeDiskMonitor.shortage(layout.folder(), minFreeBytes + bytes),
        LinesFollower.FIRST_AFTER);
  }

  private String tokenSource() {
    return WirePlan.of(plan, null).getTokenSource().name().toLowerCase(Locale.ROOT);
  }

  /** Starts to show the progress, in lines if the terminal cannot show the dashboard. */
  private ProgressLine progress() {
    Duration interval = profile.statsInterval();
    if (dashboard.isEmpty()) {
      return new ProgressLine(err, settings.progress(), interval);
    }
    return dashboard.get().open()
        ? ProgressLine.onScreen(err, interval, dashboard.get())
        : new ProgressLine(err, ProgressStyle.REWRITTEN, interval);
  }

  private void closeDashboard() {
    dashboard.ifPresent(Dashboard::close);
  }

  private ExitCode endBeforeTheLoad(
      RunCoordinator coordinator, LoadOutcome end, ProgressLine progress)
      throws RunFailedException, InterruptedException {
    progress.close();
    err.println(ClosingMessage.beforeTheLoad(end.stopCondition()));
    coordinator.closeRun();
    return end.stopCondition().isEmpty() ? ExitCode.INTERRUPTED : ExitCode.THRESHOLD_MISSED;
  }

  private LoadProgress expected() {
    PhasePlan load = plan.load().profiling();
    PhaseForecast forecast = PhaseForecast.of(load, plan.dataset(), profile.fileContent());
    return new LoadProgress(forecast.requests(), forecast.sendingNanos(), load.rate() != null);
  }

  /**
   * Adds a hint on how to report the rows that were committed before the failure, if there may be
   * any.
   */
  private RunFailedException withRecoveryHint(RunFailedException failure, Lake lake)
      throws IOException {
    if (failure.exitCode() != ExitCode.INFRASTRUCTURE_FAILED
        || !failure.details().isEmpty()
        || (ObjectStores.isFolder(lake.folder()) && !lake.runs().contains(plan.runId()))) {
      return failure;
    }
    List<String> details = new ArrayList<>();
    details.add(
        "To report the rows that were committed: "
            + ReportHint.of(profile.layout(), lake, plan.runId()));
    profile
        .tables()
        .map(tables -> "To add them to the tables: " + ReportHint.register(lake, tables.catalog()))
        .ifPresent(details::add);
    return new RunFailedException(failure.exitCode(), failure.getMessage(), details);
  }

  private void interrupt(int number, RunCoordinator coordinator) {
    err.println(
        number == 1
            ? "\nStopping: waiting for requests in flight (Ctrl-C again cancels them)"
            : "\nCancelling requests in flight (Ctrl-C again exits immediately)");
    coordinator.requestStop();
  }

  private ConsecutiveFailures consecutiveFailures() {
    OptionalInt bound = profile.stops().consecutiveFailures();
    return bound.isPresent()
        ? ConsecutiveFailures.upTo(bound.getAsInt())
        : ConsecutiveFailures.unlimited();
  }

  /**
   * Creates or checks the topics. A live local broker answers eventually, however busy the machine
   * is, so this is retried.
   */
  private Map<String, Integer> topics(KafkaCluster kafka, RunBackend backend)
      throws RunFailedException, InterruptedException {
    int lanes = 1 + profile.generators() * plan.measurement().lanesPerGenerator();
    while (true) {
      try {
        return new RunTopics(kafka).ensure(Math.min(MAX_TIMING_PARTITIONS, lanes));
      } catch (KafkaUnreachableException e) {
        if (profile.kafka().isPresent() || backend.failure().isPresent()) {
          throw e;
        }
        LOG.warn("Asking again: {}", e.getMessage());
      }
    }
  }

  private long plannedRequests() {
    Long planned = plan.load().profiling().requestCount();
    return planned == null ? DeclaredRun.NO_REQUEST_COUNT : planned;
  }

  private RunAnnouncement announcement(@Nullable Sampling sampling) {
    return new RunAnnouncement(
        plan.runId(),
        RunPlanJson.toJson(plan),
        WirePlan.of(plan, null),
        profile.configurationJson(),
        settings.toolVersion(),
        plannedRequests(),
        profile.generators(),
        plan.load().warmup() != null,
        plan.load().longestWarmupNanos(),
        plan.load().longestDurationNanos(),
        EarlyStopMonitor.announced(profile.stops()),
        sampling);
  }

  @SuppressWarnings("try") // only holds the lease
  private ExitCode conclude(
      RunBackend backend,
      RunCoordinator coordinator,
      LoadOutcome end,
      PreparedLines lines,
      RunTables tables,
      ProgressLine progress,
      RunView view)
      throws RunFailedException, IOException, InterruptedException {
    ExitCode exitCode;
    try (HeldLease lease = coordinator.holdLease()) {
      exitCode =
          new RunConclusion(
                  plan.runId(), exports(), backend, lines, tables, progress, columns(), out, err)
              .conclude(
                  coordinator::confirmLeadership,
                  coordinator::isKafkaAway,
                  end.losses(),
                  settings.tips(),
                  view::resultsExported);
    }
    // Last, so that the results do not wait for Kafka.
    coordinator.closeRun();
    return exitCode;
  }

  private int columns() {
    return settings.showsResults() ? new TerminalWidth().columns() : TerminalWidth.UNLIMITED;
  }
}
