package io.longhaul.config.options;

import io.longhaul.config.value.ApiAddress;
import io.longhaul.config.value.LogDetail;
import io.longhaul.config.value.OtlpSettings;
import io.longhaul.config.value.ReadinessWait;
import io.longhaul.config.value.ServerMetricsPages;
import io.longhaul.config.value.SpoolSettings;
import io.longhaul.config.value.StopConditions;
import io.longhaul.config.value.Ui;
import io.longhaul.kafka.KafkaConfig;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.scrape.dcgm.GpuMetric;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.figures.Threshold;
import io.longhaul.report.json.ServerMetricsFormat;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.iceberg.TableSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a run, validated as far as possible before anything is started.
 *
 * @param plan the plan of the run
 * @param fileContent the size of the content of the file of prompts; empty without a file, or if no
 *     more of it is read than is sent
 * @param secretHeaders HTTP headers that are not part of any file, topic or command line: {@code
 *     Authorization} for an API key, and headers that look like secrets
 * @param readinessWait the wait for servers to be ready, or empty
 * @param preflight whether servers are checked before the load
 * @param layout the paths of exports
 * @param exportLevel the amount of exported data
 * @param exporters DCGM exporters to scrape, of which the default ones need not exist; or the URL
 *     of the GPUs of this machine
 * @param exportersAsked whether the user named exporters, so that a missing one is reported
 * @param gpuMetrics additional GPU fields to sample and report
 * @param serverMetrics pages of server metrics to scrape
 * @param serverMetricsFormats formats of the exported server metrics
 * @param sampleIntervalNanos time between two samples of a GPU or a server
 * @param roundTrip the round-trip time of the network as given by the user; latencies are also
 *     reported without it
 * @param handshakes the handshakes that measure the round-trip time
 * @param ui how progress is shown
 * @param statsInterval time between two lines of statistics; zero for none
 * @param logDetail the log level
 * @param api the address of the HTTP API without a token, or empty for none
 * @param liveView whether a run without this address serves the live view on a free port
 * @param otlp how metrics are sent to an OpenTelemetry collector, or empty if they are not
 * @param generators the number of generators
 * @param spool how events wait on the disks of embedded generators
 * @param keepLog how long records of an embedded log are kept; empty for ever
 * @param kafka the brokers of a cluster, or empty for embedded Kafka
 * @param kafkaConfig how Kafka's clients connect to them
 * @param topicPrefix the prefix of the names of topics
 * @param lake the folder of an external job, or empty for the embedded one
 * @param tables the tables to which the files of the lake are added, or empty for none
 * @param requireValid whether a slice that cannot be trusted fails the run
 * @param thresholds conditions under which the run fails
 * @param stops conditions under which the load ends early
 * @param repeats how often the run is repeated
 * @param replace whether results of an earlier run in the folder are deleted
 * @param dryRun whether the run is only described
 * @param commandLine the command line for reports, without secrets
 * @param notes notes about the command line
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
    boolean liveView,
    Optional<OtlpSettings> otlp,
    int generators,
    SpoolSettings spool,
    Optional<Duration> keepLog,
    Optional<String> kafka,
    KafkaConfig kafkaConfig,
    String topicPrefix,
    Optional<Path> lake,
    Optional<TableSettings> tables,
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
    serverMetricsFormats = Set.copyOf(serverMetricsFormats);
  }

  /** Returns whether an exporter is one of the defaults that the user has not named. */
  public boolean isUsual(URI exporter) {
    return MeasureOptions.USUAL_EXPORTERS.contains(exporter);
  }

  /** Returns plan and command as one line of JSON for reports, without secrets. */
  public String configurationJson() {
    return ReportedConfiguration.of(this).toJson();
  }
}
