package io.longhaul.cli.run;

import io.longhaul.cli.api.MetricSink;
import io.longhaul.cli.api.ProcessStatus;

/** The state of {@code sample-gpus}. Its main thread changes it; any thread reads it. */
public final class SamplerStatus implements ProcessStatus {
  private static final double MILLIS_PER_SECOND = 1e3;

  private final String version;
  private final SampleCounts counts;
  private volatile boolean isAccepted;
  private volatile int runs;

  public SamplerStatus(String version, SampleCounts counts) {
    this.version = version;
    this.counts = counts;
  }

  /** Reports that Kafka has accepted this process. */
  public void accepted() {
    isAccepted = true;
  }

  /** Reports the number of runs for which this process samples. */
  public void samples(int sampledRuns) {
    runs = sampledRuns;
  }

  @Override
  public String command() {
    return "sample-gpus";
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public boolean isReady() {
    return isAccepted;
  }

  @Override
  public void addTo(MetricSink metrics) {
    metrics.gauge("longhaul_sampler_runs", "Runs for which this process samples the GPUs.", runs);
    metrics.counter(
        "longhaul_sampler_samples_total",
        "Samples of GPUs that were published, each once for every run.",
        counts.samples());
    counts
        .newestEpochMillis()
        .ifPresent(
            newest ->
                metrics.gauge(
                    "longhaul_sampler_newest_sample_timestamp_seconds",
                    "Time when the newest sample was published.",
                    newest / MILLIS_PER_SECOND));
  }
}
