package io.longhaul.cli;

import io.longhaul.cli.run.Interrupts;
import io.longhaul.cli.run.NodeSampling;
import io.longhaul.cli.run.SampleCounts;
import io.longhaul.cli.run.SamplerStatus;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.options.GpuSources;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.sampler.SamplerAgent;
import io.longhaul.kafka.Role;
import io.longhaul.load.scrape.nvml.LocalGpus;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.schema.Names;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Samples the GPUs of a machine for the runs that {@code profile --kafka} coordinates. */
@Command(
    name = "sample-gpus",
    description = {
      "Samples the GPUs of this machine for all runs of profile --kafka, until Ctrl-C or SIGTERM.",
      "Start it once on each machine with GPUs of the servers under load."
    },
    footer = {
      "",
      "longhaul sample-gpus --kafka kafka:9092",
      "longhaul sample-gpus --kafka kafka:9092 --gpu-telemetry localhost:9400"
    })
final class SampleGpusCommand implements CheckedAction {
  private static final String SOURCES = "--gpu-telemetry";
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Sample only for this run, and end with it. Default: all runs")
  @Nullable String runId;

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = "Name of this machine in the samples. Default: host name")
  @Nullable String node;

  @Option(
      names = SOURCES,
      paramLabel = "URL",
      split = ",",
      description =
          "DCGM exporters to scrape; pynvml reads the GPUs of this machine with NVIDIA's NVML,"
              + " without an exporter. Default: pynvml")
  List<String> gpuTelemetry = new ArrayList<>();

  @Option(
      names = "--gpu-telemetry-interval",
      description = "Time between two samples, in milliseconds. Default: 333")
  OptionValue.@Nullable Millis interval;

  @Mixin StatusOptions statusOptions = new StatusOptions();

  @Override
  @SuppressWarnings("try") // only serves until the end
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    String machine = node == null ? hostname() : node;
    List<URI> gpus = valid(machine);
    KafkaCluster cluster = kafka.cluster(terminal);
    if (gpus.stream().anyMatch(LocalGpus::isUrl)) {
      requireGpus();
    }
    SampleCounts counts = new SampleCounts();
    SamplerStatus status = new SamplerStatus(Version.text(), counts);
    try (Closeable served = statusOptions.open(status, terminal)) {
      cluster.requireAccess(Role.SAMPLER, "");
      status.accepted();
      sample(cluster, machine, gpus, counts, status, terminal);
    }
    return ExitCode.DONE;
  }

  @SuppressWarnings("try") // only installs the signal handlers
  private void sample(
      KafkaCluster cluster,
      String machine,
      List<URI> gpus,
      SampleCounts counts,
      SamplerStatus status,
      Terminal terminal)
      throws InterruptedException {
    AtomicBoolean stopped = new AtomicBoolean();
    try (Interrupts interrupts = new Interrupts(number -> stopped.set(true));
        KafkaControlTopic control = new KafkaControlTopic(cluster);
        SamplerAgent agent =
            new SamplerAgent(
                control,
                machine,
                Version.text(),
                Optional.ofNullable(runId),
                GenerateCommand.COORDINATOR_SILENCE,
                NodeSampling.of(
                    cluster,
                    gpus,
                    Duration.ofNanos(OptionValue.of(interval, GpuSources.DEFAULT_INTERVAL_NANOS)),
                    counts),
                terminal::message)) {
      terminal.message(
          "Sampling the GPUs of %s for %s on %s …"
              .formatted(
                  machine,
                  runId == null ? "all runs" : "run " + runId,
                  cluster.bootstrapServers()));
      while (!stopped.get() && !agent.isDone()) {
        agent.poll(POLL_INTERVAL);
        status.samples(agent.sampledRuns().size());
      }
      agent.end();
    }
  }

  private List<URI> valid(String machine) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    if (!Names.isValid(machine)) {
      problems.invalid("--node", machine, "1 to 64 letters, digits, dots, underscores and hyphens");
    }
    if (interval != null) {
      interval.check(problems);
    }
    problems.throwIfAny(); // the name is a part of the URL
    List<URI> gpus = GpuSources.parse(SOURCES, gpuTelemetry, machine, problems);
    problems.throwIfAny();
    return gpus;
  }

  private static void requireGpus() throws RunFailedException {
    try {
      LocalGpus.requireGpus();
    } catch (ScrapeException e) {
      throw RunFailedException.usage(
          e.getMessage()
              + " (start this command on machines with GPUs of NVIDIA only, or name a DCGM exporter"
              + " with "
              + SOURCES
              + ")");
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
