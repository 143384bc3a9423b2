package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.value.ApiKey;
import io.longhaul.config.value.SpoolSettings;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunFinder;
import io.longhaul.control.generator.GeneratorAgent;
import io.longhaul.control.generator.GeneratorIdentity;
import io.longhaul.control.generator.Participation;
import io.longhaul.kafka.Role;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.keep.StoredContent;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.load.spool.SpoolInUseException;
import io.longhaul.sinks.folder.ByteText;
import io.longhaul.sinks.folder.WriteProblem;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a generator for a run that {@code profile --kafka} coordinates on another machine. */
@Command(
    name = "generate",
    description = "Runs a load generator that takes part in a run of profile --kafka.",
    footer = {
      "",
      "The profile process sends the settings of the load over Kafka, but not the API key. Set",
      ApiKey.VARIABLE + " here as well."
    })
final class GenerateCommand implements CheckedAction {
  /** Default of {@code --coordinator-silence}. */
  static final Duration COORDINATOR_SILENCE = Duration.ofSeconds(60);

  /**
   * Minimum of {@code --coordinator-silence}, because a coordinator on a busy machine may be silent
   * for some time.
   */
  private static final Duration MIN_SILENCE = Duration.ofSeconds(20);

  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MIN_DELIVERY_TIMEOUT = Duration.ofSeconds(1);
  private static final String SPOOL_DIR = "--spool-dir";

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Run to join. Default: the next run that needs load generators")
  @Nullable String runId;

  @Option(
      names = "--name",
      description =
          "Name of this process, unique within the run. Started again with the same name, it continues"
              + " its share. Default: host name and process ID")
  @Nullable String name;

  @Option(
      names = "--coordinator-silence",
      description =
          "Stop if the coordinator of the run (the profile process) sends nothing for this long."
              + " Minimum: 20 seconds. Default: 60")
  Duration coordinatorSilence = COORDINATOR_SILENCE;

  @Option(
      names = SPOOL_DIR,
      paramLabel = "DIR",
      description =
          "Folder of the spool, in which events wait until Kafka has accepted them. The next start"
              + " of this command sends the events that a process has left there. Default:"
              + " longhaul/spool in $XDG_STATE_HOME or ~/.local/state")
  @Nullable Path spoolDir;

  @Option(
      names = SpoolSettings.SIZE,
      description =
          "Maximum size of the spool, such as 10GB. Minimum: 1MB. Default: a tenth of the free space"
              + " on its disk")
  OptionValue.@Nullable Bytes spoolSize;

  @Option(
      names = SpoolSettings.PAUSE,
      description =
          "Pause the load while three quarters or more of the spool are in use. Default: the load"
              + " continues, and events that do not fit are dropped and counted")
  boolean pauseWhenSpoolFills;

  @Option(
      names = "--delivery-timeout",
      description =
          "After the load, wait up to this long for Kafka to accept the remaining events. Events"
              + " that Kafka has not accepted by then stay in the spool (see --spool-dir). Minimum:"
              + " 1 second. Default: 3600")
  Duration deliveryTimeout = Duration.ofHours(1);

  @Option(
      names = "--issued-counts",
      hidden = true,
      description =
          "File in which this process records how many requests it issued, for the parent process.")
  @Nullable Path issuedCounts;

  @Option(
      names = "--keep-in",
      hidden = true,
      description = "Folder in which to store requests and responses, for the parent process.")
  @Nullable Path keepIn;

  @Option(
      names = "--keep",
      hidden = true,
      split = ",",
      description = "What to store in that folder: raw, text.")
  Set<StoredContent> keep = Set.of();

  @Option(
      names = "--inputs",
      hidden = true,
      description = "File in which to store the request of each dataset entry.")
  @Nullable Path inputs;

  @Mixin StatusOptions statusOptions = new StatusOptions();

  @Mixin ParentOptions parent = new ParentOptions();

  @Override
  @SuppressWarnings("try") // only serves until the end
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    requireValid();
    GeneratorStatus status = new GeneratorStatus();
    // The parent process of a generator reports about it.
    try (Closeable served = parent.withParent ? () -> {} : statusOptions.open(status, terminal)) {
      return generate(terminal, status);
    }
  }

  private ExitCode generate(Terminal terminal, GeneratorStatus status)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    String process = name == null ? hostname() + "-" + ProcessHandle.current().pid() : name;
    parent.logForParent();
    Function<EndpointType, Map<String, Secret>> secretHeaders = secretHeaders();
    if (parent.withParent && !kafka.completeFrom(System.in)) {
      return ExitCode.DONE;
    }
    KafkaCluster cluster = kafka.cluster(terminal);
    if (!parent.withParent) {
      requireAccess(cluster, terminal);
    }
    try (EventDelivery delivery =
        new EventDelivery(
            cluster, spooling(process, terminal), deliveryTimeout, terminal::message)) {
      parent.endWithParent(delivery::close);
      status.accepted(delivery);
      delivery.sendEarlier();
      return takePart(terminal, cluster, process, secretHeaders, delivery, status);
    }
  }

  private ExitCode takePart(
      Terminal terminal,
      KafkaCluster cluster,
      String process,
      Function<EndpointType, Map<String, Secret>> secretHeaders,
      EventDelivery delivery,
      GeneratorStatus status)
      throws RunFailedException, IOException {
    long startedMillis = System.currentTimeMillis();
    if (runId != null) {
      GeneratorWorker.Context context =
          context(cluster, runId, process, startedMillis, secretHeaders, delivery);
      return conclude(runId, takePart(context, runId, () -> {}, status), delivery);
    }
    terminal.message("Waiting for a run on " + cluster.bootstrapServers() + " …");
    while (true) {
      String run = findRun(cluster, process, terminal);
      GeneratorWorker.Context context =
          context(cluster, run, process, startedMillis, secretHeaders, delivery);
      Participation part =
          takePart(context, run, () -> terminal.message("Taking part in run " + run), status);
      if (part.outcome() != Participation.Outcome.NOT_NEEDED
          && part.outcome() != Participation.Outcome.COORDINATOR_GONE) {
        return conclude(run, part, delivery);
      }
      terminal.message(
          "Not taking part in run %s: %s. Waiting for another run on %s …"
              .formatted(run, part.reason(), cluster.bootstrapServers()));
    }
  }

  private GeneratorWorker.Context context(
      KafkaCluster cluster,
      String run,
      String process,
      long startedMillis,
      Function<EndpointType, Map<String, Secret>> secretHeaders,
      EventDelivery delivery)
      throws IOException {
    Path counts = issuedCounts == null ? delivery.issuedCounts(run).orElse(null) : issuedCounts;
    return new GeneratorWorker.Context(
        cluster,
        new GeneratorIdentity(
            process,
            startedMillis,
            hostname(),
            Version.text(),
            counts == null ? Map.of() : IssuedCounts.readAllOf(counts)),
        secretHeaders,
        counts,
        keepIn,
        keep,
        inputs,
        delivery);
  }

  /** Waits until Kafka answers; ends this process if Kafka refuses it. */
  private static void requireAccess(KafkaCluster cluster, Terminal terminal)
      throws KafkaUnreachableException, InterruptedException {
    boolean isAnnounced = false;
    while (true) {
      try {
        cluster.requireAccess(Role.GENERATOR, "");
        return;
      } catch (KafkaUnreachableException e) {
        if (e.isPermanent()) {
          throw e;
        }
        if (!isAnnounced) {
          isAnnounced = true;
          terminal.message(e.getMessage() + "; trying again until Kafka answers …");
        }
        Thread.sleep(RETRY_INTERVAL.toMillis());
      }
    }
  }

  private Participation takePart(
      GeneratorWorker.Context context, String run, Runnable onShare, GeneratorStatus status)
      throws IOException {
    Participation part =
        participate(
            context,
            run,
            () -> {
              status.begin();
              onShare.run();
            });
    status.end(part.outcome());
    if (part.outcome() == Participation.Outcome.DONE && issuedCounts == null) {
      // No other process continues this share.
      context.delivery().removeIssuedCounts(run);
    }
    return part;
  }

  private Participation participate(GeneratorWorker.Context context, String run, Runnable onShare) {
    try (KafkaControlTopic control = new KafkaControlTopic(context.kafka())) {
      return new GeneratorAgent(
              control,
              run,
              context.identity(),
              coordinatorSilence,
              (planJson, share, shares) -> {
                onShare.run();
                return new GeneratorWorker(context, planJson, share, shares);
              })
          .takePart();
    }
  }

  private static ExitCode conclude(String run, Participation part, EventDelivery delivery)
      throws RunFailedException {
    return switch (part.outcome()) {
      case DONE -> delivery.isComplete() ? ExitCode.DONE : ExitCode.DATA_INCOMPLETE;
      case STOPPED_EARLY, COORDINATOR_GONE ->
          throw new RunFailedException(
              ExitCode.DATA_INCOMPLETE, "Stopped before the share was completed: " + part.reason());
      case NOT_NEEDED, REFUSED ->
          throw RunFailedException.usage("Cannot take part in run " + run + ": " + part.reason());
    };
  }

  private void requireValid() throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    if (coordinatorSilence.compareTo(MIN_SILENCE) < 0) {
      problems.invalid(
          "--coordinator-silence",
          coordinatorSilence.toSeconds() + " seconds",
          MIN_SILENCE.toSeconds() + " seconds or more");
    }
    if (deliveryTimeout.compareTo(MIN_DELIVERY_TIMEOUT) < 0) {
      problems.invalid("--delivery-timeout", "less than a second", "1 second or more");
    }
    SpoolSettings.check(spoolSize, problems);
    Optional<String> obstacle = WriteProblem.to(spoolDir().toAbsolutePath());
    if (obstacle.isPresent() && spoolDir != null) {
      problems.invalid(SPOOL_DIR, spoolDir, "a folder that can be written; " + obstacle.get());
    }
    problems.throwIfAny();
  }

  /** Locks this process's spool and states its size. */
  private EventDelivery.Spooling spooling(String process, Terminal terminal)
      throws RunFailedException, IOException {
    Optional<String> obstacle = WriteProblem.to(spoolDir().toAbsolutePath());
    if (obstacle.isPresent()) {
      // The default folder may be missing, for example in a container.
      terminal.note(
          "events wait for Kafka only in memory, up to 64 MB: cannot write to %s: %s (set another folder with --spool-dir)"
              .formatted(spoolDir(), obstacle.get()));
      return new EventDelivery.Spooling(null, 0, pauseWhenSpoolFills);
    }
    SpoolFolder folder;
    try {
      folder = SpoolFolder.of(spoolDir(), process);
    } catch (SpoolInUseException e) {
      throw RunFailedException.usage(
          "Cannot start: %s (give each generator its own --name or --spool-dir)"
              .formatted(e.getMessage()));
    }
    long maxBytes = OptionValue.of(spoolSize, folder.defaultBytes());
    terminal.message(
        "Events wait for Kafka in %s, up to %s".formatted(folder.path(), ByteText.of(maxBytes)));
    return new EventDelivery.Spooling(folder, maxBytes, pauseWhenSpoolFills);
  }

  /** Returns the configured folder, or the default below the XDG state directory. */
  private Path spoolDir() {
    if (spoolDir != null) {
      return spoolDir;
    }
    String state = System.getenv("XDG_STATE_HOME");
    Path folder =
        state == null || state.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    return folder.resolve("longhaul").resolve("spool");
  }

  /** Returns the parent's secrets, or the API key from the environment as the endpoint's header. */
  private Function<EndpointType, Map<String, Secret>> secretHeaders() throws IOException {
    if (parent.withParent) {
      Map<String, Secret> headers =
          ChildSecrets.fromLine(ParentOptions.readLine(System.in)).headers();
      return endpoint -> headers;
    }
    String key = System.getenv().getOrDefault(ApiKey.VARIABLE, "").strip();
    return endpoint -> key.isEmpty() ? Map.of() : header(endpoint.keyHeader(key));
  }

  private static Map<String, Secret> header(Map.Entry<String, String> header) {
    return Map.of(header.getKey(), Secret.of(header.getValue()));
  }

  private static String findRun(KafkaCluster cluster, String process, Terminal terminal) {
    try (KafkaControlTopic control = new KafkaControlTopic(cluster)) {
      return new RunFinder(control, process, terminal::message).next();
    }
  }

  private static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
