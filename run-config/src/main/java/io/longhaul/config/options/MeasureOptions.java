package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.MetricNames;
import io.longhaul.config.value.SpoolSettings;
import io.longhaul.kafka.KeepLog;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.handshake.HandshakeTarget;
import io.longhaul.load.plan.MeasurementPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SliceLabel;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.scrape.dcgm.GpuMetric;
import io.longhaul.load.scrape.dcgm.GpuMetricsFile;
import io.longhaul.load.scrape.nvml.LocalGpus;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.slo.InvalidSlosException;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.Threshold;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the measurement: time slices, objectives, GPU telemetry and network latency. */
final class MeasureOptions {
  static final String SLICE_DURATION = "--slice-duration";
  static final String SLICE_DURATION_MEANING = "Length of a time slice.";
  static final String SLICE_BY = "--slice-by";
  static final String GOODPUT = "--goodput";
  private static final String ROUND_TRIP = "--network-latency-mean";
  private static final String HANDSHAKES = "--network-latency-automatic";
  private static final long DEFAULT_HANDSHAKE_INTERVAL_NANOS = 1_000_000_000;

  /** AIPerf's name of the collector that reads local GPUs with NVML. */
  static final String NVML = "pynvml";

  /** The usual addresses of dcgm-exporter, which are tried by default, as in AIPerf. */
  static final List<URI> USUAL_EXPORTERS =
      List.of(
          URI.create("http://localhost:9400/metrics"), URI.create("http://localhost:9401/metrics"));

  private static final String FIELDS_FILE = ".csv";

  /** The default of AIPerf, 0.333 s. */
  static final long DEFAULT_SAMPLE_INTERVAL_NANOS = 333_000_000;

  @Yaml("artifacts.sliceDuration")
  @Option(names = SLICE_DURATION, description = SLICE_DURATION_MEANING + " Default: 10")
  OptionValue.@Nullable SliceLength sliceDuration;

  @Option(
      names = SLICE_BY,
      paramLabel = "LABELS",
      hideParamSyntax = true,
      split = ",",
      description =
          "Also report time slices for each value of these labels: model, url, endpoint (its type),"
              + " stage (of the request rate), turn (of a session).")
  List<String> sliceBy = new ArrayList<>();

  @Option(
      names = GOODPUT,
      paramLabel = "SLOS",
      description =
          "Service level objectives (SLOs) that a request must meet to count as good:"
              + " \"time_to_first_token:100 request_latency:2000\", or \"ttft:100ms e2el:2s\""
              + " (e2el is request_latency). Values without a unit are in the units of the result"
              + " tables (milliseconds for latencies).")
  @Nullable String goodput;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description =
          "Exit with status 3 if this condition is true: 'time_to_first_token.p99>500',"
              + " 'ttft.p99>0.5s', 'goodput<2', 'drift(ttft.p99)>2%%/h', 'error_rate>1 in more than"
              + " 3 slices'. Values without a unit are in the units of the result tables"
              + " (milliseconds for latencies). May be repeated.")
  @Nullable List<String> failIf;

  @Option(
      names = "--gpu-telemetry",
      paramLabel = "[URL or FILE...]",
      hideParamSyntax = true,
      arity = "0..*",
      split = ",",
      description =
          "Additional DCGM exporters to scrape. Exporters that respond at localhost:9400 and"
              + " localhost:9401 are scraped without this option, too, unless --no-gpu-telemetry"
              + " is given. A .csv file adds DCGM fields, in the format of dcgm-exporter. With"
              + " pynvml, the GPUs of this machine are read with NVIDIA's NVML, without an"
              + " exporter.")
  @Nullable List<String> gpuTelemetry;

  @NotWith("--gpu-telemetry")
  @Option(names = "--no-gpu-telemetry", description = "Do not collect GPU telemetry.")
  boolean noGpuTelemetry;

  @Option(
      names = "--gpu-telemetry-interval",
      description =
          "Time between two scrapes of GPU telemetry and of server metrics, in milliseconds."
              + " Default: 333")
  OptionValue.@Nullable Millis sampleInterval;

  @NotWith(HANDSHAKES)
  @Yaml("networkLatency.meanMs")
  @Option(
      names = ROUND_TRIP,
      description =
          "Mean network round-trip time to the server, in milliseconds. Latencies are also reported"
              + " with this time subtracted.")
  OptionValue.@Nullable MillisOrZero networkLatencyMean;

  @Yaml("networkLatency.enabled")
  @Option(
      names = HANDSHAKES,
      description =
          "Measure the network round-trip time with TCP handshakes during the load. Latencies are"
              + " also reported with this time subtracted.")
  boolean networkLatencyAutomatic;

  @Needs(HANDSHAKES)
  @Yaml("networkLatency.pingInterval")
  @Option(
      names = "--network-latency-ping-interval",
      description = "Time between two handshakes with the same host and port. Default: 1")
  OptionValue.@Nullable Seconds networkLatencyPingInterval;

  @Needs("--kafka")
  @Option(
      names = "--coordinator-timeout",
      description =
          "With --kafka: load generators stop if they receive nothing from the coordinator (this"
              + " process) for this long. Minimum: 20 seconds. Default: the --coordinator-silence"
              + " of each longhaul generate, which is 60 by default")
  OptionValue.@Nullable Seconds coordinatorTimeout;

  @NotWith(value = "--kafka", because = ": use the options of longhaul generate")
  @Option(
      names = SpoolSettings.SIZE,
      description =
          "Maximum size of each load generator's spool (events that wait on disk until Kafka has"
              + " accepted them), such as 10GB. Minimum: 1MB. With --kafka, use the option of"
              + " longhaul generate. Default: a tenth of the free space, shared by all load"
              + " generators")
  OptionValue.@Nullable Bytes spoolSize;

  @NotWith(value = "--kafka", because = ": use the options of longhaul generate")
  @Option(
      names = SpoolSettings.PAUSE,
      description =
          "Let a load generator pause its load while three quarters or more of its spool are in use."
              + " With --kafka, use the option of longhaul generate. Default: the load continues, and"
              + " events that do not fit are dropped and counted")
  boolean pauseWhenSpoolFills;

  @NotWith(value = "--kafka", because = ": use the option of the job")
  @Option(
      names = KeepLog.OPTION,
      description =
          "Keep the records of the Kafka log for this long. Older ones are deleted during the run"
              + " once no checkpoint needs them and the Parquet files with their rows have been"
              + " verified. With the value all, the whole log is kept. Minimum: 10m. With --kafka, use"
              + " the option of the job (longhaul pipeline; on a Flink cluster, deploy/bin/longhaul"
              + " submit). Default: 24h")
  OptionValue.@Nullable LogAge keepLog;

  @Option(
      names = "--require-valid",
      description = "Exit with status 7 if the measurement of any time slice cannot be trusted.")
  boolean requireValid;

  /** Returns how events wait on the disks of embedded generators. */
  SpoolSettings spool() {
    return new SpoolSettings(OptionValue.of(spoolSize), pauseWhenSpoolFills);
  }

  /** Returns how long records of an embedded log are kept; empty for ever. */
  Optional<Duration> keepLog() {
    return OptionValue.LogAge.of(keepLog);
  }

  /** Returns how the run is measured. */
  MeasurementPlan plan(LoadOptions load, MetricNames names, OptionProblems problems) {
    return new MeasurementPlan(
        OptionValue.of(sliceDuration, MeasurementPlan.DEFAULT_SLICE_NANOS),
        slos(names, problems),
        OptionValue.of(load.lanes, 1),
        OptionValue.of(load.rehearsalRequests, MeasurementPlan.DEFAULT_REHEARSAL_REQUESTS),
        labels(problems),
        OptionValue.orNull(coordinatorTimeout));
  }

  /** Returns the labels by which slices are split. */
  List<SliceLabel> labels(OptionProblems problems) {
    Set<SliceLabel> labels = new LinkedHashSet<>();
    for (String typed : sliceBy) {
      SliceLabel.of(typed.strip().toLowerCase(Locale.ROOT))
          .ifPresentOrElse(
              labels::add, () -> problems.invalid(SLICE_BY, typed, "of " + SliceLabel.words()));
    }
    return List.copyOf(labels);
  }

  /** Checks the size of the spool, and that the plan has values for the labels of slices. */
  void check(RunPlan plan, OptionProblems problems) {
    SpoolSettings.check(spoolSize, problems);
    for (SliceLabel label : plan.measurement().sliceBy()) {
      int values = label.valuesOf(plan).size();
      if (label == SliceLabel.STAGE && values < 2) {
        problems.needs(SLICE_BY, label.word(), "a rate in stages, such as --request-rate-stages");
      }
      if (label == SliceLabel.TURN && values < 2) {
        problems.needs(SLICE_BY, label.word(), "multi-turn sessions");
      }
      if (values > SliceLabel.MOST_VALUES) {
        problems.note(
            "%s %s: the first %d of %d have slices of their own, the rest share %s=other"
                .formatted(SLICE_BY, label.word(), SliceLabel.MOST_VALUES, values, label.word()));
      }
    }
  }

  /**
   * Returns the names of the metrics of this run.
   *
   * @param serverCounts whether tokens are counted only by the server
   * @param scheduled whether requests have recorded times
   */
  MetricNames names(
      boolean streaming, boolean producesTokens, boolean serverCounts, boolean scheduled) {
    return new MetricNames(
        metric -> {
          if (metric.is(Metric.Flag.INTERNAL)) {
            return Optional.of("is for internal use; no file contains it");
          }
          if (metric.is(Metric.Flag.PRODUCES_TOKENS) && !producesTokens) {
            return Optional.of("needs an --endpoint-type that generates tokens");
          }
          if (metric.is(Metric.Flag.STREAMING) && !streaming) {
            return Optional.of("needs --streaming");
          }
          if (metric.is(Metric.Flag.WITH_SLOS) && goodput == null) {
            return Optional.of("needs --goodput");
          }
          if (metric.is(Metric.Flag.FIXED_SCHEDULE) && !scheduled) {
            return Optional.of("needs --fixed-schedule");
          }
          if (metric.kind() == Metric.Kind.NETWORK
              && networkLatencyMean == null
              && !networkLatencyAutomatic) {
            return Optional.of("needs " + HANDSHAKES + " or " + ROUND_TRIP);
          }
          return metric.is(Metric.Flag.USAGE_DIFFERENCE) && serverCounts
              ? Optional.of("compares two counts; with --use-server-token-count there is one")
              : Optional.empty();
        });
  }

  /**
   * Returns the conditions under which the run fails.
   *
   * @param implied conditions that follow from other options
   */
  List<Threshold> thresholds(Optional<String> implied, MetricNames names, OptionProblems problems) {
    List<String> conditions = new ArrayList<>(failIf == null ? List.of() : failIf);
    implied.ifPresent(conditions::add);
    List<Threshold> thresholds = new ArrayList<>();
    for (String condition : conditions) {
      try {
        thresholds.add(Threshold.parse(condition, names));
      } catch (IllegalArgumentException e) {
        problems.invalid("--fail-if", condition, String.valueOf(e.getMessage()));
      }
    }
    return List.copyOf(thresholds);
  }

  /** Returns the handshakes that measure the round trip. */
  HandshakePlan handshakes(TargetPlan target) {
    long nanos = OptionValue.of(networkLatencyPingInterval, DEFAULT_HANDSHAKE_INTERVAL_NANOS);
    return networkLatencyAutomatic
        ? new HandshakePlan(HandshakeTarget.among(target.urls()), Duration.ofNanos(nanos))
        : HandshakePlan.NONE;
  }

  /** Returns whether the user named exporters. */
  boolean namesExporters() {
    return typedGpuTelemetry().anyMatch(typed -> !isFile(typed));
  }

  private Stream<String> typedGpuTelemetry() {
    return gpuTelemetry == null ? Stream.empty() : gpuTelemetry.stream().map(String::strip);
  }

  static boolean isNvml(String typed) {
    return typed.equalsIgnoreCase(NVML);
  }

  private static boolean isFile(String typed) {
    return typed.toLowerCase(Locale.ROOT).endsWith(FIELDS_FILE);
  }

  /** Returns the additional GPU fields of the given file. */
  List<GpuMetric> gpuMetrics(OptionProblems problems) {
    List<String> files = typedGpuTelemetry().filter(MeasureOptions::isFile).toList();
    if (files.size() > 1) {
      problems.invalid("--gpu-telemetry", files.get(1), "only one file with fields");
    }
    if (files.isEmpty()) {
      return List.of();
    }
    List<String> wrong = new ArrayList<>();
    List<GpuMetric> metrics = GpuMetricsFile.read(Path.of(files.get(0)), wrong);
    wrong.forEach(problems::add);
    return metrics;
  }

  /**
   * Returns the exporters to scrape, or {@link LocalGpus#URL} alone if the GPUs of this machine are
   * read without an exporter; none if GPU telemetry is off.
   */
  List<URI> exporters(OptionProblems problems) {
    if (noGpuTelemetry) {
      return List.of();
    }
    if (typedGpuTelemetry().anyMatch(MeasureOptions::isNvml)) {
      typedGpuTelemetry()
          .filter(typed -> !isNvml(typed))
          .forEach(
              other ->
                  problems.invalid(
                      "--gpu-telemetry",
                      NVML + " with " + CommandLineText.withoutUser(other),
                      "either local GPUs or DCGM exporters, so that no GPU counts twice; a file adds"
                          + " fields of an exporter"));
      return List.of(LocalGpus.URL);
    }
    Set<URI> exporters = new LinkedHashSet<>(USUAL_EXPORTERS);
    typedGpuTelemetry()
        .filter(typed -> !isFile(typed))
        .forEach(
            typed ->
                MetricsPageUrl.of("--gpu-telemetry", typed, "a DCGM exporter", problems)
                    .ifPresent(exporters::add));
    return List.copyOf(exporters);
  }

  /** Returns the SLOs as text; empty if there are none, or if they are invalid. */
  String slos(MetricNames names, OptionProblems problems) {
    try {
      return goodput == null ? "" : SloSet.parse(goodput, names).text();
    } catch (InvalidSlosException e) {
      e.problems().forEach(problems::add);
      return "";
    }
  }
}
