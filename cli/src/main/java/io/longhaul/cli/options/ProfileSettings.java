package io.longhaul.cli.options;

import io.longhaul.cli.log.LogDetail;
import io.longhaul.load.dataset.PromptFileSummary;
import io.longhaul.load.gpu.GpuMetric;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.Secret;
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

/**
 * A run as it was asked for, valid as far as can be known before anything is started.
 *
 * @param fileContent how much there is in the file of prompts; empty without one, and where no more
 *     is read of it than is asked
 * @param secretHeaders HTTP headers that stand in no file, topic or command line: {@code
 *     Authorization} for an API key, and whatever was given and looks like a secret
 * @param readinessWait whether servers are waited for until they are ready
 * @param preflight whether servers are asked before the load what would make all of it fail
 * @param exportLevel how much is written of it
 * @param exporters DCGM exporters to scrape; the usual ones may not be there
 * @param exportersAsked whether a person named exporters, so that a missing one is worth a word
 * @param gpuMetrics further fields of GPUs that are sampled and told
 * @param serverMetrics pages of servers' metrics to scrape
 * @param serverMetricsFormats files that are written of them
 * @param sampleIntervalNanos time between two samples of a GPU or a server
 * @param roundTrip of the network, without which latencies are told once more, as a person told it
 * @param handshakes by which it is measured
 * @param statsInterval time between two lines of statistics that stay; zero for none of them
 * @param logDetail how much its logs tell
 * @param api where it is told over HTTP how it goes; empty for nowhere
 * @param kafka brokers of a cluster; empty to bring our own
 * @param lake folder that a job elsewhere writes; empty with our own
 * @param thresholds by which the run fails
 * @param stops by which its load ends early
 * @param repeats how often it is carried out
 * @param replace whether what an earlier run wrote into the folder is deleted
 * @param dryRun whether it is only to be told what the run would be
 * @param commandLine as it was typed, for reports; secrets are left out
 * @param notes sentences about the command line that a person should know
 */
public record ProfileSettings(
    RunPlan plan,
    Optional<PromptFileSummary> fileContent,
    Map<String, Secret> secretHeaders,
    Optional<ReadinessWait> readinessWait,
    boolean preflight,
    ExportLayout layout,
    ExportLevel exportLevel,
    List<URI> exporters,
    boolean exportersAsked,
    List<GpuMetric> gpuMetrics,
    ServerMetricsPages serverMetrics,
    Set<ServerMetricsFormat> serverMetricsFormats,
    long sampleIntervalNanos,
    NetworkRoundTrip roundTrip,
    HandshakePlan handshakes,
    Ui ui,
    Duration statsInterval,
    LogDetail logDetail,
    Optional<ApiAddress> api,
    int generators,
    Optional<String> kafka,
    String topicPrefix,
    Optional<Path> lake,
    boolean requireValid,
    List<Threshold> thresholds,
    StopConditions stops,
    Repeats repeats,
    boolean replace,
    boolean dryRun,
    List<String> commandLine,
    List<String> notes) {
  public ProfileSettings {
    secretHeaders = Map.copyOf(secretHeaders);
    exporters = List.copyOf(exporters);
    gpuMetrics = List.copyOf(gpuMetrics);
    serverMetricsFormats = Set.copyOf(serverMetricsFormats);
    thresholds = List.copyOf(thresholds);
    commandLine = List.copyOf(commandLine);
    notes = List.copyOf(notes);
  }

  /** Whether an exporter is looked for without having been named. */
  public boolean isUsual(URI exporter) {
    return MeasureOptions.USUAL_EXPORTERS.contains(exporter);
  }

  /** Plan and command as one line of JSON, for reports; no secrets. */
  public String configurationJson() {
    return RunConfigurationJson.toJson(this);
  }
}
